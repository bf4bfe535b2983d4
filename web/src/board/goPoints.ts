// Points of a Go board: their names, and why a stone may not be put on one.
import type { GoBoard, Side } from "../protocol";

export type Cell = [column: number, row: number]; // from the left and from the top

export const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export function pointName(size: number, [column, row]: Cell): string {
  return `${COLUMNS[column]}${size - row}`;
}

/** The cell of a point such as D4; null for a pass and what is no point. */
export function pointCell(size: number, name: string): Cell | null {
  const column = COLUMNS.indexOf(name[0]?.toUpperCase() ?? "?");
  const row = size - Number(name.slice(1));
  return column >= 0 && column < size && row >= 0 && row < size ? [column, row] : null;
}

/** The cell half a turn away: where it is drawn with white at the bottom. */
export function turned(size: number, [column, row]: Cell): Cell {
  return [size - 1 - column, size - 1 - row];
}

export function isPass(move: string): boolean {
  return move.toLowerCase() === "pass";
}

export type GoRefusal = "occupied" | "ko" | "suicide" | "repetition";

/** Why a point that is not among the legal moves may not be played. */
export function whyNotGo(board: GoBoard, side: Side, cell: Cell): GoRefusal {
  const [column, row] = cell;
  if (board.stones[row][column] !== 0) return "occupied";
  if (board.ko === pointName(board.size, cell)) return "ko";
  const colour = side === 0 ? 1 : -1;
  const after = board.stones.map((line) => [...line]);
  after[row][column] = colour;
  const takes = around(board.size, cell).some(([x, y]) => after[y][x] === -colour && !hasLiberty(after, [x, y]));
  return takes || hasLiberty(after, cell) ? "repetition" : "suicide";
}

function around(size: number, [column, row]: Cell): Cell[] {
  const steps: Cell[] = [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]];
  return steps.filter(([x, y]) => x >= 0 && y >= 0 && x < size && y < size);
}

function hasLiberty(stones: number[][], start: Cell): boolean {
  const colour = stones[start[1]][start[0]];
  const chain = [start];
  const seen = new Set([String(start)]);
  for (const cell of chain) {
    for (const next of around(stones.length, cell)) {
      const found = stones[next[1]][next[0]];
      if (found === 0) return true;
      if (found !== colour || seen.has(String(next))) continue;
      seen.add(String(next));
      chain.push(next);
    }
  }
  return false;
}
