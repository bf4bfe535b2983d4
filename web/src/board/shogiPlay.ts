// How a shogi move is made by clicks or keys: choose a piece on the board or in hand, then a square, then perhaps promotion.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { ShogiBoard, Side } from "../protocol";
import type { BoardProps } from "./props";
import { whyNotShogi } from "./shogiReasons";
import { pieceAt, pieceWords, readUsi, sideOf, squareWords, type UsiMove } from "./shogiSquares";

export type ShogiBoardProps = Omit<BoardProps, "board"> & { board: ShogiBoard };
type Chosen = Pick<UsiMove, "from" | "drop">;
type Choice = { position: string; chosen: Chosen; promoting: string | null }; // promoting: the target of the move

export interface ShogiPlay {
  chosen: Chosen | null;
  targets: string[]; // squares where the chosen piece may go
  promoting: { from: string; to: string } | null;
  tapSquare: (square: string) => void;
  tapHand: (kind: string, side: Side) => void;
  promote: (yes: boolean) => void;
  cancel: () => void;
}

export function useShogiPlay(props: ShogiBoardProps): ShogiPlay {
  const { board, side, interactive, onPlay } = props;
  const position = JSON.stringify([board.cells, board.hands, side, interactive]);
  const [kept, setKept] = useState<Choice | null>(null);
  const choice = kept?.position === position ? kept : null; // what was chosen in another position is forgotten
  const chosen = choice?.chosen ?? null;
  const legal = props.legal.flatMap((move) => readUsi(move) ?? []);
  const movesOf = (piece: Chosen) => legal.filter((move) => move.from === piece.from && move.drop === piece.drop);
  const choose = (piece: Chosen) => setKept({ position, chosen: piece, promoting: null });
  const cancel = () => setKept(null);
  const refuse = (why: string, ...values: string[]) => props.onRefused(t(`board.${why}`, ...values));
  const play = (move: string) => {
    cancel();
    onPlay(move);
  };

  const take = (square: string) => {
    const piece = pieceAt(board, square);
    if (!piece) refuse("choose_first");
    else if (sideOf(piece) !== side) refuse("not_yours");
    else if (movesOf({ from: square, drop: null }).length > 0) choose({ from: square, drop: null });
    else refuse(chosen ? "own_there" : board.check ? "stuck_check" : "stuck", chosen ? squareWords(square) : pieceWords(piece));
  };
  const goTo = (piece: Chosen, to: string) => {
    const found = movesOf(piece).filter((move) => move.to === to);
    const standing = pieceAt(board, to);
    if (found.length > 1) setKept({ position, chosen: piece, promoting: to });
    else if (found.length === 1) play(usiText(found[0]));
    else if (piece.from === to) cancel();
    else if (!piece.drop && standing && sideOf(standing) === side) take(to);
    else {
      const moved = piece.drop ?? pieceAt(board, piece.from ?? "");
      refuse(whyNotShogi(board, side, { ...piece, to, promotes: false }), pieceWords(moved), squareWords(to));
    }
  };

  return {
    chosen,
    targets: chosen ? [...new Set(movesOf(chosen).map((move) => move.to))] : [],
    promoting: choice?.promoting && chosen?.from ? { from: chosen.from, to: choice.promoting } : null,
    tapSquare(square) {
      if (choice?.promoting) cancel();
      else if (!interactive) props.onPoint ? props.onPoint(square) : refuse("wait");
      else if (chosen) goTo(chosen, square);
      else take(square);
    },
    tapHand(kind, owner) {
      if (!interactive) refuse("wait");
      else if (owner !== side) refuse("not_yours");
      else if (chosen?.drop === kind) cancel();
      else if (movesOf({ from: null, drop: kind }).length > 0) choose({ from: null, drop: kind });
      else refuse(board.check ? "stuck_check" : "stuck", pieceWords(kind));
    },
    promote(yes) {
      if (chosen && choice?.promoting) play(usiText({ ...chosen, to: choice.promoting, promotes: yes }));
    },
    cancel,
  };
}

function usiText(move: UsiMove): string {
  return `${move.drop ? `${move.drop}*` : move.from}${move.to}${move.promotes ? "+" : ""}`;
}
