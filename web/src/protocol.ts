// What the page and the server say to each other, over one WebSocket at /ws: the one place where it is written down.
// A side is 0 for who begins (black, 先手) and 1 for the other; moves are texts as GTP (D4, pass) or USI (7g7f, P*5e)
// writes them; values are chances to win from 0 to 1.

export type Side = 0 | 1;

// ---------------------------------------------------------------- the page asks
export type Ask = { id: number } & (
  | { do: "new"; setup: Setup } // a new game; answered by its state
  | { do: "open"; game: string } // a game that the server knows; answered by its state
  | { do: "play"; move: string; at: number } // at: the number of moves of the position that the person saw
  | { do: "undo" } // take back to the person's last turn
  | { do: "resign" }
  | { do: "now" } // the engine is to move at once with what it has found
  | { do: "pause"; on: boolean } // engines wait (or go on)
  | { do: "pace"; seconds: number } // engine against engine: least time of a move
  | { do: "hint" } // answered by a Hint
  | { do: "estimate" } // Go: answered by an Estimate
  | { do: "dead"; point: string } // Go, while counting: this chain is dead, or alive again
  | { do: "agree" } // Go, while counting: the game ends with this count
  | { do: "resume" } // Go, while counting: play on
  | { do: "go"; at: number } // look at the position after so many moves
  | { do: "back" } // leave a variation for the game that it left
  | { do: "analyze"; on: boolean } // think about the position that is looked at, without end
  | { do: "players"; players: [Player, Player] } // change who plays, and with which search, in the middle of a game
  | { do: "analyst"; spec: string } // change who analyses
  | { do: "clock"; clock: string } // as in Setup; begins now
  | { do: "load"; name: string; text?: string; base64?: string } // SGF, KIF, KI2, CSA, SFEN or a position; bytes as base64
  | { do: "edit"; game: string; position: string } // start from a position: ".X./.../..O b" in Go (game go3), SFEN in shogi
  | { do: "save"; format: string } // answered by a FileText
  | { do: "review"; simulations: number } // analyse the whole game; 0: stop
  | { do: "look"; path: string[] } // the position after these moves from the one looked at; answered by a Look
  | { do: "watch"; parts: Part[] } // what search messages are to contain besides candidates
);
export type Part = "moves" | "terms" | "depths" | "tree" | "owner";

export interface Setup {
  game: string; // go9, go13, go19, shogi, minishogi, tictactoe, connect4, nim, or the path of one's own game
  options: Record<string, string | number>; // komi, rules, handicap … of GameInfo.options
  players: [Player, Player];
  clock: string; // "" none, "10m" absolute, "10m+5x30" byo-yomi, "5m+3" Fischer
  position?: string; // as in edit
}
export type Player = { kind: "person" } | { kind: "engine"; spec: string; level: string }; // level: its name, "" for a spec of one's own

// ---------------------------------------------------------------- the server says
export type Say =
  | { type: "done"; id: number } // the ask with this id was carried out
  | { type: "refused"; id: number; text: string } // it was not, and nothing has changed
  | State
  | SearchNews
  | ({ type: "hint"; id: number } & Hint)
  | ({ type: "estimate"; id: number } & Estimate)
  | ({ type: "look"; id: number } & Look)
  | ({ type: "file"; id: number } & FileText)
  | { type: "busy"; text: string; done: number; total: number } // compiling or reviewing; done == total: over
  | { type: "queue"; ahead: number }; // other searches of this server that come first; 0: it is our turn

export interface State {
  type: "state";
  game: string; // id, to come back to it
  name: string; // go9, shogi …
  title: string;
  kind: "go" | "shogi" | "plain";
  options: Record<string, string | number>;
  sides: [string, string];
  players: [Player, Player];
  names: [string, string]; // of the players of a loaded record; empty where it has none
  analyst: string; // spec
  moves: { move: string; label: string; side: Side; seconds: number | null }[]; // of the line that is shown, whole
  at: number; // moves played in the position that is looked at
  variation: { from: number; rest: number } | null; // the line left the game after `from` moves; the game has `rest` more
  board: Board; // of the position looked at
  side: Side; // to move there
  legal: string[]; // moves there
  phase: "play" | "count" | "over"; // of the game, at its end; count: Go after two passes, dead stones are marked
  result: string; // "" while it goes on
  winner: Side | null;
  count: { dead: string[]; territory: number[]; score: number; text: string } | null; // territory by rows: 1 black, -1 white
  turn: "person" | "engine"; // who is to move at the end of the line
  thinking: boolean; // an engine is choosing a move
  analyzing: boolean;
  paused: boolean;
  pace: number;
  clock: string; // as in Setup
  clocks: ClockFace[]; // none, or one for each side
  graph: GraphPoint[]; // what searches said of the positions of this line; not all have one
  mistakes: Mistake[];
  formats: string[]; // for save, the usual one first
}
export interface ClockFace {
  left: number; // seconds until the flag falls, of main time or of this period
  period: boolean; // byo-yomi has begun
  periods: number; // left
  running: boolean;
  fallen: boolean;
}
export interface GraphPoint { at: number; value: number; visits: number; lead: number | null } // value: of side 0
export interface Mistake { at: number; move: string; best: string; loss: number; line: string[] } // the move number `at` (1 first)

export type Board = GoBoard | ShogiBoard | PlainBoard;
export interface GoBoard {
  kind: "go";
  size: number;
  stones: (0 | 1 | -1)[][]; // rows from the top; 1 black, -1 white
  last: string | null; // point, "pass" or null
  atari: string[]; // points of chains with one liberty
  ko: string | null;
  captures: [number, number]; // stones that black and white have taken
}
export interface ShogiBoard {
  kind: "shogi";
  size: number; // 9 or 5
  cells: string[][]; // rows from the top, files from the left as drawn (9 … 1); "" or as SFEN: P, +P black, p, +p white
  hands: [Record<string, number>, Record<string, number>]; // { P: 2, R: 1 } of black and white, capital letters
  last: { from: string | null; to: string } | null; // squares such as 7g
  check: string | null; // square of a king in check
}
export interface PlainBoard {
  kind: "plain";
  cells: string[][] | null; // one word a cell where the game has a grid: "", "X", "O" …
  text: string; // as the terminal shows it
}

export interface Candidate { move: string; visits: number; value: number; prior: number | null; proved: boolean; line: string[] }
export interface SearchNews {
  type: "search";
  at: number; // which position of the line
  side: Side; // to move there: values of candidates are hers
  spec: string;
  simulations: number; // what the answer rests on, with what was known before
  rate: number; // simulations a second
  seconds: number;
  value: number; // chance of side 0
  lead: number | null; // points of black, Go with owner only
  over: boolean; // the last news of this search
  candidates: Candidate[]; // best first
  moves?: MoveRow[];
  terms?: Terms;
  depths?: number[]; // visited nodes at each depth, the root first
  tree?: TreeNode[];
  owner?: number[]; // Go: by rows from the top, 1 black to -1 white
}
// The distribution over moves: several ways to weigh the same moves, share, boltzmann and prior add up to 1 over all moves, amaf and value are mean results; null where the search knows none.
export interface MoveRow { move: string; visits: number; share: number; boltzmann: number | null; prior: number | null; amaf: number | null; value: number | null }
// Why a move is chosen: the terms of the selection formula, as numbers and as the formula itself.
export interface Terms {
  rule: string; // uct, mcrave …
  formula: string; // such as "Q + p·√(ln N / n · min(¼, V))"
  numbers?: { name: string; value: number }[]; // letters of the formula that are the same for all moves: p, N …
  columns: { key: string; name: string; meaning: string; adds?: boolean }[]; // Q, exploration, RAVE, prior …; the last one is the score, the sum of those that add
  rows: { move: string; cells: (number | null)[] }[]; // highest score first
}
export interface TreeNode { id: number; parent: number; move: string; side: Side; visits: number; value: number; proof: 0 | 1 | 2 | 3 } // root first, parent -1; value and proof (open, won, drawn, lost) of `side`, who moved there

export interface Hint { at: number; move: string; value: number; line: string[] }
export interface Estimate { owner: number[]; score: number; text: string; dead: string[] } // score: of black
export interface Look { board: Board; side: Side; moves: string[] }
export interface FileText { name: string; base64: string; mime: string }

// ---------------------------------------------------------------- GET /api/catalog
export interface Catalog {
  version: string;
  games: GameInfo[];
  searches: PartInfo[]; // uct, mcrave …
  playouts: PartInfo[];
  priors: PartInfo[];
  moves: PartInfo[]; // which moves the tree has: everything, groups
  budget: SettingInfo[];
  presets: { name: string; texts: Record<string, string> }[]; // by kind of game, "" for any
}
export interface GameInfo {
  name: string;
  title: string;
  kind: "go" | "shogi" | "plain";
  sides: [string, string];
  options: { name: string; meaning: string; choices: string[]; value: string | number }[]; // choices: none where any number goes
  levels: Level[];
  analyst: string; // spec
}
export interface Level { name: string; spec: string; elo: number | null } // beginner … full strength
export interface PartInfo { name: string; about: string; settings: SettingInfo[] }
export interface SettingInfo { name: string; kind: "number" | "whole" | "text" | "yes"; value: string; meaning: string }
// GET /api/spec?text=…&game=go9 -> { spec: string } (whole, presets written out) or 422 { text }
