// Squares, pieces and USI moves of shogi, as texts and as places on the drawn board.
import { getLanguage, t } from "../i18n";
import type { ShogiBoard, Side } from "../protocol";
import { type Cell, turned } from "./goPoints";

export const HAND_ORDER = { 9: "RBGSNLP", 5: "RBGSP" } as const;
const RANKS = "一二三四五六七八九";
const KANJI: Record<string, string> = {
  P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
};

export type PieceStyle = "kanji" | "letters";
export type UsiMove = { from: string | null; drop: string | null; to: string; promotes: boolean };

export function readUsi(move: string): UsiMove | null {
  const found = /^(?:([A-Z])\*|(\d[a-i]))(\d[a-i])(\+?)$/.exec(move);
  return found && { drop: found[1] ?? null, from: found[2] ?? null, to: found[3], promotes: found[4] === "+" };
}

export function squareName(size: number, [column, row]: Cell): string {
  return `${size - column}${String.fromCharCode(97 + row)}`;
}

export function squareCell(size: number, square: string): Cell {
  return [size - Number(square[0]), square.charCodeAt(1) - 97];
}

/** Where a square is drawn. */
export function drawnCell(size: number, square: string, flipped: boolean): Cell {
  const cell = squareCell(size, square);
  return flipped ? turned(size, cell) : cell;
}

export function pieceAt(board: ShogiBoard, square: string): string {
  const [column, row] = squareCell(board.size, square);
  return board.cells[row]?.[column] ?? "";
}

/** Whose piece `p` or `+P` is; capitals are of the side that begins. */
export function sideOf(piece: string): Side {
  return piece === piece.toUpperCase() ? 0 : 1;
}

export function isPromoted(piece: string): boolean {
  return piece.startsWith("+");
}

/** The piece as both sides call it: `P`, `+P`. */
export function kindOf(piece: string): string {
  return piece.toUpperCase();
}

export function ofSide(kind: string, side: Side): string {
  return side === 0 ? kind : kind.toLowerCase();
}

/** What is written on a piece. */
export function pieceSign(piece: string, style: PieceStyle): string {
  const kind = kindOf(piece);
  if (style === "letters") return kind;
  return KANJI[kind] ?? (sideOf(piece) === 0 ? "玉" : "王");
}

export function rankSign(row: number): string {
  return RANKS[row];
}

export function pieceWords(piece: string): string {
  return t(`board.piece.${kindOf(piece)}`);
}

export function sideWords(side: Side): string {
  return t(side === 0 ? "board.sente" : "board.gote");
}

/** The name of a square as a person says it. */
export function squareWords(square: string): string {
  return getLanguage() === "ja" ? square[0] + rankSign(square.charCodeAt(1) - 97) : square;
}
