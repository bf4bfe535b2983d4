// What tests of boards start from: a quiet board of each kind, and spies for what it tells.
import { vi } from "vitest";
import { readGo, readSfen } from "../src/board";
import type { BoardProps } from "../src/board/props";
import type { Candidate, GoBoard, ShogiBoard } from "../src/protocol";

export function quiet<B>(board: B, more: Partial<Omit<BoardProps, "board">> = {}): Omit<BoardProps, "board"> & { board: B } {
  return {
    board, side: 0, legal: [], interactive: true, flipped: false, coordinates: true, candidates: [], line: null, owner: null,
    count: null, hint: null, onPlay: vi.fn(), onHover: vi.fn(), onRefused: vi.fn(), ...more,
  };
}

/** A Go board from rows such as ".X./.../..O b". */
export function go(text: string, more: Partial<GoBoard> = {}): GoBoard {
  const size = text.indexOf("/");
  const position = readGo(text, size)!;
  return { kind: "go", size, stones: position.stones, last: null, atari: [], ko: null, captures: [0, 0], ...more };
}

export function shogi(sfen: string, size: number, more: Partial<ShogiBoard> = {}): ShogiBoard {
  const { cells, hands } = readSfen(sfen, size)!;
  return { kind: "shogi", size, cells, hands, last: null, check: null, ...more };
}

export function candidate(move: string, value: number, visits: number): Candidate {
  return { move, value, visits, prior: null, proved: false, line: [] };
}
