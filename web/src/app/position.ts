// A position as the text that the editor and the server share.
import type { GoBoard, ShogiBoard, Side, State } from "../protocol";

const letter = (side: Side) => (side === 0 ? "b" : "w");

function goText(board: GoBoard, side: Side): string {
  const row = (stones: number[]) => stones.map((stone) => (stone === 1 ? "X" : stone === -1 ? "O" : ".")).join("");
  return `${board.stones.map(row).join("/")} ${letter(side)}`;
}

function handText(hands: ShogiBoard["hands"]): string {
  const pieces = (hand: Record<string, number>, black: boolean) =>
    [..."RBGSNLP"]
      .filter((piece) => hand[piece] > 0)
      .map((piece) => (hand[piece] > 1 ? hand[piece] : "") + (black ? piece : piece.toLowerCase()))
      .join("");
  return pieces(hands[0], true) + pieces(hands[1], false) || "-";
}

function shogiText(board: ShogiBoard, side: Side): string {
  const row = (cells: string[]) => cells.map((cell) => cell || "1").join("").replace(/1+/g, (gap) => String(gap.length));
  return `${board.cells.map(row).join("/")} ${letter(side)} ${handText(board.hands)} 1`;
}

/** The position looked at, or null where the game has no editor. */
export function positionText(state: State): string | null {
  if (state.board.kind === "go") return goText(state.board, state.side);
  return state.board.kind === "shogi" ? shogiText(state.board, state.side) : null;
}
