// What is laid over a Go board: coordinates, atari, ko, territory, candidates, a numbered line, the hint and the cursor.
import type { Side } from "../protocol";
import { drawn, percent, quality, short } from "./candidates";
import type { GoBoardProps } from "./GoBoardView";
import { type Cell, COLUMNS, pointCell, pointName } from "./goPoints";

const MOST_CANDIDATES = 24;
const ROOM_FOR_VISITS = 26; // pixels of a point

interface GoMarksProps extends GoBoardProps {
  place: (cell: Cell) => Cell; // where a cell is drawn
  cursor: Cell; // as drawn
  hovered: Cell | null;
  margin: number; // around the points, in points
  vertex: number; // pixels of a point
}

export function GoMarks(props: GoMarksProps) {
  const { board, place, margin, cursor, hovered, line, count } = props;
  const size = board.size;
  const centre = (name: string | null): Cell | null => {
    const cell = name ? pointCell(size, name) : null;
    return cell && middle(place(cell));
  };
  const ko = centre(board.ko);
  const hint = centre(props.hint);
  const empty = hovered && props.legal.includes(pointName(size, hovered));
  return (
    <svg class="yb-gomarks" viewBox={`0 0 ${size} ${size}`} style={{ left: `${margin}em`, top: `${margin}em`, width: `${size}em`, height: `${size}em` }}>
      {props.coordinates && <Coordinates {...props} />}
      {board.atari.map((name) => <Ring key={name} at={centre(name)} radius={0.43} class="yb-atari" />)}
      {ko && <rect class="yb-ko" x={ko[0] - 0.2} y={ko[1] - 0.2} width={0.4} height={0.4} />}
      {count && <Territory territory={count.territory} size={size} place={place} />}
      {empty && !line && <Ghost at={middle(place(hovered))} side={props.side} faint />}
      {line ? <Line {...props} line={line} centre={centre} /> : <Candidates {...props} centre={centre} />}
      {hint && <Ring at={hint} radius={0.4} class="yb-hint" />}
      <rect class="yb-cursor" x={cursor[0] + 0.04} y={cursor[1] + 0.04} width={0.92} height={0.92} rx={0.1} />
    </svg>
  );
}

/** Letters and numbers on all four sides, about as large as the text of the page. */
function Coordinates({ board, flipped, margin, vertex }: GoMarksProps) {
  const size = board.size;
  const far = margin / 2 + 0.01;
  const names = Array.from({ length: size }, (_, k) => [COLUMNS[flipped ? size - 1 - k : k], String(flipped ? k + 1 : size - k)]);
  return (
    <g class="yb-gocoordinates" font-size={Math.min(1.35 * margin, 13 / vertex)}>
      {names.map(([letter, number], k) => (
        <g key={k}>
          <text x={k + 0.5} y={-far}>{letter}</text>
          <text x={k + 0.5} y={size + far}>{letter}</text>
          <text x={-far} y={k + 0.5}>{number}</text>
          <text x={size + far} y={k + 0.5}>{number}</text>
        </g>
      ))}
    </g>
  );
}

function middle([column, row]: Cell): Cell {
  return [column + 0.5, row + 0.5];
}

function Ring(props: { at: Cell | null; radius: number; class: string }) {
  return props.at && <circle class={props.class} cx={props.at[0]} cy={props.at[1]} r={props.radius} />;
}

function Ghost({ at, side, faint = false }: { at: Cell; side: Side; faint?: boolean }) {
  return <circle class={`yb-ghost yb-side${side}${faint ? " yb-faint" : ""}`} cx={at[0]} cy={at[1]} r={0.46} />;
}

function Territory({ territory, size, place }: { territory: number[]; size: number; place: (cell: Cell) => Cell }) {
  return (
    <>
      {territory.map((owner, k) => {
        if (owner === 0) return null;
        const [x, y] = middle(place([k % size, Math.floor(k / size)]));
        return <rect key={k} class={`yb-territory yb-side${owner > 0 ? 0 : 1}`} x={x - 0.17} y={y - 0.17} width={0.34} height={0.34} />;
      })}
    </>
  );
}

type Drawing = GoMarksProps & { centre: (name: string | null) => Cell | null };

function Candidates({ candidates, centre, vertex }: Drawing) {
  const shown = drawn(candidates, MOST_CANDIDATES);
  return (
    <>
      {shown.map((candidate) => {
        const at = centre(candidate.move);
        if (!at) return null;
        const roomy = vertex >= ROOM_FOR_VISITS;
        return (
          <g key={candidate.move} class={`yb-candidate yb-${quality(candidate, shown[0])}`} data-move={candidate.move} transform={`translate(${at[0]} ${at[1]})`}>
            <circle r={0.47} />
            <text class={candidate.proved ? "yb-proved" : undefined} y={roomy ? -0.1 : 0.02} font-size={roomy ? 0.32 : 0.5}>
              {percent(candidate.value)}{roomy && "%"}
            </text>
            {roomy && <text y={0.21} font-size={0.24}>{short(candidate.visits)}</text>}
          </g>
        );
      })}
    </>
  );
}

/** The moves of a line as numbered ghost stones; a point that is played twice keeps its first number. */
function Line({ line, side, centre }: Drawing & { line: string[] }) {
  return (
    <>
      {line.map((move, k) => {
        const at = centre(move);
        if (!at || line.indexOf(move) < k) return null;
        const mover = (k % 2 === 0 ? side : 1 - side) as Side;
        return (
          <g key={k} data-move={move}>
            <Ghost at={at} side={mover} />
            <text class={`yb-number yb-side${mover}`} x={at[0]} y={at[1] + 0.02} font-size={k < 9 ? 0.52 : 0.42}>{k + 1}</text>
          </g>
        );
      })}
    </>
  );
}
