// What is laid over a shogi board: legal targets, candidates and the hint as arrows, a numbered line, and the cursor.
import type { Candidate, Side } from "../protocol";
import { drawn, percent, quality } from "./candidates";
import type { Cell } from "./goPoints";
import { Piece } from "./Piece";
import { middleOf } from "./ShogiGrid";
import type { ShogiBoardProps } from "./shogiPlay";
import { drawnCell, ofSide, pieceAt, type PieceStyle, pieceSign, readUsi } from "./shogiSquares";

const MOST_CANDIDATES = 6;

interface ShogiMarksProps extends ShogiBoardProps {
  targets: string[];
  cursor: Cell; // as drawn
  pieces: PieceStyle;
}

export function ShogiMarks(props: ShogiMarksProps) {
  const { board, flipped, coordinates, targets, cursor, line, hint } = props;
  const centre = (square: string) => middleOf(drawnCell(board.size, square, flipped), coordinates);
  const [x, y] = middleOf(cursor, coordinates);
  const pointed = hint ? readUsi(hint) : null;
  return (
    <>
      {targets.map((square) => {
        const [cx, cy] = centre(square);
        return pieceAt(board, square)
          ? <circle key={square} data-target={square} class="yb-taken" cx={cx} cy={cy} r={44} />
          : <circle key={square} data-target={square} class="yb-target" cx={cx} cy={cy} r={15} />;
      })}
      {line ? <Line {...props} line={line} centre={centre} /> : <Candidates {...props} centre={centre} />}
      {pointed && <Arrow class="yb-hint" from={pointed.from ? centre(pointed.from) : null} to={centre(pointed.to)} width={12} />}
      <rect class="yb-cursor" x={x - 46} y={y - 46} width={92} height={92} rx={10} />
    </>
  );
}

type Drawing = ShogiMarksProps & { centre: (square: string) => Cell };

function Candidates({ candidates, centre, pieces, side }: Drawing) {
  const shown = drawn(candidates, MOST_CANDIDATES);
  const labels = stacks();
  const rows = shown.flatMap((candidate) => {
    const move = readUsi(candidate.move);
    return move ? [{ candidate, move, to: centre(move.to), rank: labels(move.to) }] : [];
  });
  return (
    <>
      {[...rows].reverse().map(({ candidate, move, to }) => (
        <g key={candidate.move} class={`yb-candidate yb-${quality(candidate, shown[0])}`} data-move={candidate.move}>
          <Arrow class="yb-arrow" from={move.from ? centre(move.from) : null} to={to} width={weight(candidate, shown[0])} />
        </g>
      ))}
      {[...rows].reverse().map(({ candidate, move, to, rank }) => (
        <g key={`${candidate.move} label`} class={`yb-label yb-${quality(candidate, shown[0])}`} transform={`translate(${to[0]} ${to[1] - 30 + 32 * rank})`}>
          <rect x={-44} y={-16} width={88} height={31} rx={8} />
          <text class={candidate.proved ? "yb-proved" : undefined} lang="ja">
            {move.drop && pieceSign(ofSide(move.drop, side), pieces)}{move.promotes && "+"}{percent(candidate.value)}%
          </text>
        </g>
      ))}
    </>
  );
}

/** The arrow is the thicker the more the search looked at the move. */
function weight(candidate: Candidate, best: Candidate): number {
  if (candidate === best) return 16;
  return 5 + 8 * Math.sqrt(candidate.visits / Math.max(1, best.visits, candidate.visits));
}

function Line({ line, side, centre, flipped, pieces }: Drawing & { line: string[] }) {
  const numbers = stacks();
  const rows = line.flatMap((text, k) => {
    const move = readUsi(text);
    const mover = (k % 2 === 0 ? side : 1 - side) as Side;
    return move ? [{ k, text, move, mover, to: centre(move.to), rank: numbers(move.to) }] : [];
  });
  return (
    <>
      {rows.map(({ k, move, mover, to }) => (
        <g key={k} class={`yb-lineside${mover}`}>
          {move.drop && <Piece class="yb-ghostpiece" piece={ofSide(move.drop, mover)} x={to[0]} y={to[1]} down={(mover === 1) !== flipped} style={pieces} />}
          {move.from && <Arrow class="yb-arrow" from={centre(move.from)} to={to} width={Math.max(4, 12 - 2 * k)} />}
        </g>
      ))}
      {[...rows].reverse().map(({ k, text, move, mover, to, rank }) => (
        <g key={`${k} number`} data-move={text} class={`yb-badge yb-lineside${mover}`} transform={`translate(${to[0] + 28 - 30 * rank} ${to[1] - 28})`}>
          <circle r={move.promotes ? 20 : 18} />
          <text>{k + 1}{move.promotes && "+"}</text>
        </g>
      ))}
    </>
  );
}

/** Counts how often a square was asked for, so that what is written there does not lie on each other. */
function stacks(): (square: string) => number {
  const seen: Record<string, number> = {};
  return (square) => (seen[square] = (seen[square] ?? -1) + 1);
}

/** An arrow between the middles of two squares; without a beginning, a dot: a drop. */
function Arrow({ from, to, width, class: name }: { from: Cell | null; to: Cell; width: number; class: string }) {
  if (!from) return <circle class={`${name} yb-dot`} cx={to[0]} cy={to[1]} r={20 + width} />;
  const [right, down] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(right, down) || 1;
  const [ux, uy] = [right / long, down / long];
  const head = 14 + 1.3 * width;
  const [tipX, tipY] = [to[0] - 8 * ux, to[1] - 8 * uy];
  const [neckX, neckY] = [tipX - head * ux, tipY - head * uy];
  const half = head * 0.6;
  return (
    <g class={name}>
      <line x1={from[0]} y1={from[1]} x2={neckX} y2={neckY} stroke-width={width} />
      <polygon points={`${tipX},${tipY} ${neckX - half * uy},${neckY + half * ux} ${neckX + half * uy},${neckY - half * ux}`} />
    </g>
  );
}
