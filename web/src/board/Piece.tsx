// One shogi piece: five-sided, pointing at the other side, with its sign, promoted ones in red.
import type { Side } from "../protocol";
import { isPromoted, kindOf, type PieceStyle, pieceSign } from "./shogiSquares";

const OUTLINE = "0,-44 29,-33 38,43 -38,43 -29,-33";
const SCALE: Record<string, number> = { K: 1, R: 0.98, B: 0.98, G: 0.94, S: 0.94, N: 0.9, L: 0.9, P: 0.86 };

interface PieceProps {
  piece: string; // as SFEN writes it
  x: number; // its middle; a square is 100 wide
  y: number;
  down: boolean; // drawn head down
  style: PieceStyle;
  class?: string;
}

export function Piece({ piece, x, y, down, style, class: name = "" }: PieceProps) {
  const scale = SCALE[kindOf(piece).slice(-1)];
  const sign = pieceSign(piece, style);
  return (
    <g class={`yb-piece ${isPromoted(piece) ? "yb-promoted" : ""} ${name}`} transform={`translate(${x} ${y}) scale(${scale})${down ? " rotate(180)" : ""}`}>
      <polygon points={OUTLINE} />
      <text lang="ja" y={5} font-size={sign.length > 1 ? 38 : style === "kanji" ? 54 : 46}>{sign}</text>
    </g>
  );
}

/** A piece alone, as a picture. */
export function PiecePicture({ piece, down, style }: Pick<PieceProps, "piece" | "down" | "style">) {
  return (
    <svg class="yb-piecepicture" viewBox="-42 -48 84 96" aria-hidden="true">
      <Piece piece={piece} x={0} y={0} down={down} style={style} />
    </svg>
  );
}

/** The black or white piece without a sign that stands for a side. */
export function SideMark({ side }: { side: Side }) {
  return (
    <svg class={`yb-sidemark yb-side${side}`} viewBox="-48 -52 96 104" aria-hidden="true">
      <polygon points={OUTLINE} />
    </svg>
  );
}
