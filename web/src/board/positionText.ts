// Positions as text and back: rows of stones for Go, SFEN for shogi.
import type { Side } from "../protocol";
import { HAND_ORDER, ofSide } from "./shogiSquares";

export interface GoPosition { stones: (0 | 1 | -1)[][]; side: Side }
export interface ShogiPosition { cells: string[][]; hands: [Record<string, number>, Record<string, number>]; side: Side }

export const SHOGI_STARTS: Record<number, string> = {
  9: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
  5: "rbsgk/4p/5/P4/KGSBR b - 1",
};

/** ".X./.../..O b": X is black, O is white, then who is to move; null where the text is something else. */
export function readGo(text: string, size: number): GoPosition | null {
  const [board = "", turn = "b", ...more] = text.trim().split(/\s+/);
  const rows = board.split("/");
  const fits = rows.length === size && rows.every((row) => row.length === size && /^[.XO]*$/.test(row));
  if (!fits || more.length > 0 || !/^[bw]$/.test(turn)) return null;
  const stones = rows.map((row) => [...row].map((sign): 0 | 1 | -1 => (sign === "X" ? 1 : sign === "O" ? -1 : 0)));
  return { stones, side: turn === "b" ? 0 : 1 };
}

export function writeGo({ stones, side }: GoPosition): string {
  const rows = stones.map((row) => row.map((stone) => (stone === 0 ? "." : stone === 1 ? "X" : "O")).join(""));
  return `${rows.join("/")} ${"bw"[side]}`;
}

export function emptyGo(size: number): GoPosition {
  return { stones: Array.from({ length: size }, () => Array<0 | 1 | -1>(size).fill(0)), side: 0 };
}

/** The position of an SFEN of this size; null where the text is something else. */
export function readSfen(text: string, size: number): ShogiPosition | null {
  const [board = "", turn = "b", held = "-", number = "1", ...more] = text.trim().replace(/^sfen\s+/, "").split(/\s+/);
  if (more.length > 0 || !/^[bw]$/.test(turn) || !/^\d+$/.test(number)) return null;
  const cells = board.split("/").map((row) => readRow(row, size));
  const hands = readHands(held, size);
  if (cells.length !== size || !hands || !cells.every((row) => row?.length === size)) return null;
  return { cells: cells as string[][], hands, side: turn === "b" ? 0 : 1 };
}

function readRow(row: string, size: number): string[] | null {
  const kinds = kindsOf(size);
  const parts = row.match(/\+?[A-Za-z]|\d|./g) ?? [];
  const cells: string[] = [];
  for (const part of parts) {
    if (/^[1-9]$/.test(part)) cells.push(...Array<string>(Number(part)).fill(""));
    else if (kinds.includes(part.toUpperCase())) cells.push(part);
    else return null;
  }
  return cells;
}

function readHands(text: string, size: number): ShogiPosition["hands"] | null {
  const hands: ShogiPosition["hands"] = [{}, {}];
  if (text === "-") return hands;
  if (!/^(\d{0,2}[A-Za-z])+$/.test(text)) return null;
  for (const [, count, letter] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = letter.toUpperCase();
    if (!handKinds(size).includes(kind)) return null;
    const hand = hands[letter === kind ? 0 : 1];
    hand[kind] = (hand[kind] ?? 0) + Number(count || 1);
  }
  return hands;
}

export function writeSfen({ cells, hands, side }: ShogiPosition): string {
  const rows = cells.map((row) => row.map((piece) => piece || "1").join("").replace(/1+/g, (run) => String(run.length)));
  const order = [...HAND_ORDER[9]];
  const held = ([0, 1] as const).flatMap((owner) =>
    order.filter((kind) => hands[owner][kind] > 0).map((kind) => {
      const count = hands[owner][kind];
      return (count > 1 ? count : "") + ofSide(kind, owner);
    }),
  );
  return `${rows.join("/")} ${"bw"[side]} ${held.join("") || "-"} 1`;
}

export function emptyShogi(size: number): ShogiPosition {
  return { cells: Array.from({ length: size }, () => Array<string>(size).fill("")), hands: [{}, {}], side: 0 };
}

/** The pieces of this board size that can be held in hand. */
export function handKinds(size: number): string[] {
  return [...(size === 5 ? HAND_ORDER[5] : HAND_ORDER[9])];
}

/** All pieces of this board size, promoted ones too. */
export function kindsOf(size: number): string[] {
  return ["K", ...handKinds(size), ...handKinds(size).filter((kind) => kind !== "G").map((kind) => `+${kind}`)];
}
