// Why a shogi move is not legal, told from how pieces move.
import type { ShogiBoard, Side } from "../protocol";
import type { Cell } from "./goPoints";
import { kindOf, ofSide, pieceAt, sideOf, squareCell, type UsiMove } from "./shogiSquares";

export type ShogiRefusal = "own_there" | "not_so" | "king_check" | "drop_occupied" | "nifu" | "drop_stuck" | "pawn_mate" | "illegal";

// Steps are written for the side that begins, which goes up: columns to the right, rows to the bottom.
const GOLD: Cell[] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [0, 1]];
const SILVER: Cell[] = [[-1, -1], [0, -1], [1, -1], [-1, 1], [1, 1]];
const STRAIGHT: Cell[] = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const DIAGONAL: Cell[] = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
const STEPS: Record<string, Cell[]> = {
  P: [[0, -1]], N: [[-1, -2], [1, -2]], S: SILVER, G: GOLD, "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD,
  K: [...STRAIGHT, ...DIAGONAL], "+B": STRAIGHT, "+R": DIAGONAL,
};
const SLIDES: Record<string, Cell[]> = { L: [[0, -1]], B: DIAGONAL, "+B": DIAGONAL, R: STRAIGHT, "+R": STRAIGHT };

/** Whether the piece on a square moves to another one so, whatever stands there and whatever becomes of the king. */
export function moves(board: ShogiBoard, from: string, to: string): boolean {
  const piece = pieceAt(board, from);
  const kind = kindOf(piece);
  const forward = sideOf(piece) === 0 ? 1 : -1;
  const [column, row] = squareCell(board.size, from);
  const [wantedColumn, wantedRow] = squareCell(board.size, to);
  const arrives = ([right, down]: Cell, times: number) =>
    column + right * times === wantedColumn && row + down * times * forward === wantedRow;
  if (STEPS[kind]?.some((step) => arrives(step, 1))) return true;
  return (SLIDES[kind] ?? []).some((step) => {
    for (let times = 1; times < board.size; times++) {
      if (arrives(step, times)) return true;
      if (board.cells[row + step[1] * times * forward]?.[column + step[0] * times] !== "") return false;
    }
    return false;
  });
}

/** Why this move of `side`, which is not among the legal ones, may not be played. */
export function whyNotShogi(board: ShogiBoard, side: Side, move: UsiMove): ShogiRefusal {
  const standing = pieceAt(board, move.to);
  if (move.drop) {
    if (standing) return "drop_occupied";
    if (move.drop === "P" && pawnInColumn(board, side, move.to)) return "nifu";
    if (neverMoves(board.size, side, move.drop, move.to)) return "drop_stuck";
    if (board.check) return "king_check";
    return move.drop === "P" ? "pawn_mate" : "illegal";
  }
  if (standing && sideOf(standing) === side) return "own_there";
  return move.from && moves(board, move.from, move.to) ? "king_check" : "not_so";
}

function pawnInColumn(board: ShogiBoard, side: Side, square: string): boolean {
  const [column] = squareCell(board.size, square);
  return board.cells.some((row) => row[column] === ofSide("P", side));
}

function neverMoves(size: number, side: Side, kind: string, square: string): boolean {
  const [, row] = squareCell(size, square);
  const ahead = side === 0 ? row : size - 1 - row;
  return ahead < ({ P: 1, L: 1, N: 2 }[kind] ?? 0);
}
