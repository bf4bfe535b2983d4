// What every board is given, whatever the game.
import type { Board, Candidate, Side, State } from "../protocol";

export interface BoardProps {
  board: Board;
  side: Side; // to move
  legal: string[]; // moves that can be played here; a click on anything else tells why not, by onRefused
  interactive: boolean; // whether a move may be played now
  flipped: boolean; // white at the bottom
  coordinates: boolean;
  pieces?: "kanji" | "letters"; // how shogi pieces are drawn; kanji unless said
  candidates: Candidate[]; // shown on the board, best first; empty to show none
  line: string[] | null; // moves to show numbered, from this position (a principal variation)
  owner: number[] | null; // Go: heat map by rows from the top, 1 black to -1 white
  count: State["count"]; // Go: dead stones and territory while counting
  hint: string | null; // a move to point at
  onPlay: (move: string) => void;
  onPoint?: (point: string) => void; // Go while counting, or editing: a point was clicked
  onHover?: (move: string | null) => void; // a candidate under the pointer or keyboard focus
  onRefused: (why: string) => void; // one sentence, translated
}
