// The squares of a shogi board with their pieces, as a drawing without behaviour; what lies over it comes as children.
import type { ComponentChildren } from "preact";
import type { ShogiBoard } from "../protocol";
import { type Cell, turned } from "./goPoints";
import { Piece } from "./Piece";
import { drawnCell, type PieceStyle, rankSign, sideOf, squareName } from "./shogiSquares";

const EDGE = 14;
const WORDS = 40; // room for coordinates, at the top and at the right

interface ShogiGridProps {
  board: Pick<ShogiBoard, "size" | "cells" | "last" | "check">;
  flipped: boolean;
  coordinates: boolean;
  pieces: PieceStyle;
  chosen?: string | null;
  onSquare?: (square: string) => void;
  onPoint?: (square: string | null) => void;
  children?: ComponentChildren;
}

/** Where the squares are: the top left corner of the first one and the size of the whole drawing. */
export function layout(size: number, coordinates: boolean) {
  const top = coordinates ? WORDS : EDGE;
  return { left: EDGE, top, width: EDGE + 100 * size + top, height: top + 100 * size + EDGE };
}

/** The middle of a drawn cell. */
export function middleOf([column, row]: Cell, coordinates: boolean): Cell {
  const { left, top } = layout(0, coordinates);
  return [left + 100 * column + 50, top + 100 * row + 50];
}

export function ShogiGrid({ board, flipped, coordinates, pieces, chosen, onSquare, onPoint, children }: ShogiGridProps) {
  const { left, top, width, height } = layout(board.size, coordinates);
  const size = board.size;
  const marks: [string, string | null | undefined][] = [
    ["yb-from", board.last?.from], ["yb-to", board.last?.to], ["yb-check", board.check], ["yb-chosen", chosen],
  ];
  const cells = Array.from({ length: size * size }, (_, k): Cell => [k % size, Math.floor(k / size)]);
  return (
    <svg class="yb-shogigrid" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect class="yb-wood" width={width} height={height} rx={8} />
      {marks.map(([name, square]) => {
        if (!square) return null;
        const [x, y] = drawnCell(size, square, flipped);
        return <rect key={name} class={name} x={left + 100 * x} y={top + 100 * y} width={100} height={100} />;
      })}
      <Lines size={size} left={left} top={top} />
      {coordinates && <Coordinates size={size} flipped={flipped} left={left} top={top} />}
      {cells.map((cell) => {
        const piece = board.cells[cell[1]]?.[cell[0]];
        if (!piece) return null;
        const [x, y] = middleOf(flipped ? turned(size, cell) : cell, coordinates);
        return <Piece key={String(cell)} piece={piece} x={x} y={y} down={(sideOf(piece) === 1) !== flipped} style={pieces} />;
      })}
      <g class="yb-over">{children}</g>
      {onSquare && cells.map((cell) => {
        const square = squareName(size, cell);
        const [x, y] = flipped ? turned(size, cell) : cell;
        return (
          <rect
            key={square} data-square={square} class="yb-square"
            x={left + 100 * x} y={top + 100 * y} width={100} height={100}
            onClick={() => onSquare(square)} onPointerEnter={() => onPoint?.(square)} onPointerLeave={() => onPoint?.(null)}
          />
        );
      })}
    </svg>
  );
}

function Lines({ size, left, top }: { size: number; left: number; top: number }) {
  const all = Array.from({ length: size + 1 }, (_, k) => 100 * k);
  const stars = size === 9 ? [300, 600] : [];
  return (
    <g class="yb-lines">
      {all.map((at) => <path key={at} d={`M${left} ${top + at}h${100 * size}M${left + at} ${top}v${100 * size}`} />)}
      {stars.flatMap((x) => stars.map((y) => <circle key={`${x}-${y}`} cx={left + x} cy={top + y} r={7} />))}
    </g>
  );
}

function Coordinates({ size, flipped, left, top }: { size: number; flipped: boolean; left: number; top: number }) {
  return (
    <g class="yb-coordinates">
      {Array.from({ length: size }, (_, k) => (
        <g key={k}>
          <text x={left + 100 * k + 50} y={top / 2 + 2}>{flipped ? k + 1 : size - k}</text>
          <text lang="ja" x={left + 100 * size + top / 2} y={top + 100 * k + 50}>{rankSign(flipped ? size - 1 - k : k)}</text>
        </g>
      ))}
    </g>
  );
}
