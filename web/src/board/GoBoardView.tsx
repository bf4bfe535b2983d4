// A Go board: Shudan draws stones, lines and the owner map; marks, candidates and lines of play are laid over it.
import { Goban } from "@sabaki/shudan";
import "@sabaki/shudan/css/goban.css";
import { useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { GoBoard } from "../protocol";
import "./board.css";
import "./go.css";
import { percent, short } from "./candidates";
import { CursorBoard } from "./CursorBoard";
import { GoMarks } from "./GoMarks";
import { PassChip } from "./PassChip";
import { type Cell, isPass, pointCell, pointName, turned, whyNotGo } from "./goPoints";
import type { BoardProps } from "./props";
import { useWidth } from "./useWidth";

export type GoBoardProps = Omit<BoardProps, "board"> & { board: GoBoard };

const LEAST_OWNED = 0.12; // what belongs to nobody is not painted
const BORDER = 0.05; // of the board, in points
const WORDS = 22; // pixels that coordinates need on each side

export function GoBoardView(props: GoBoardProps) {
  const { board, flipped, coordinates, legal, candidates } = props;
  const size = board.size;
  const [frame, width] = useWidth();
  const [hovered, setHovered] = useState<Cell | null>(null);
  const margin = marginOf(size, width || 480, coordinates);
  const dots = window.devicePixelRatio || 1; // of the screen in a pixel: lines are sharp on whole ones
  const vertex = Math.max(4, Math.floor((dots * (width || 480)) / (size + 2 * margin)) / dots);
  const place = (cell: Cell): Cell => (flipped ? turned(size, cell) : cell);

  const point = (cell: Cell | null) => {
    setHovered(cell);
    if (!props.onHover) return;
    const name = cell && pointName(size, cell);
    props.onHover(candidates.some((each) => each.move === name) ? name : null);
  };
  const choose = (cell: Cell) => {
    const name = pointName(size, cell);
    if (props.onPoint && (props.count || !props.interactive)) props.onPoint(name);
    else if (!props.interactive) props.onRefused(t("board.wait"));
    else if (legal.includes(name)) props.onPlay(name);
    else props.onRefused(t(`board.${whyNotGo(board, props.side, cell)}`, name));
  };
  const goban = useGoban(props, vertex, (cell) => choose(place(cell)), (cell) => point(cell && place(cell)));
  const last = board.last ? pointCell(size, board.last) : null;
  const middle = Math.floor(size / 2);

  return (
    <div class="yb yb-go" ref={frame}>
      <CursorBoard
        class="yb-goban"
        size={size}
        label={t("board.go_label", size)}
        start={place(last ?? [middle, middle])}
        describe={(cell) => describe(props, place(cell))}
        onChoose={(cell) => choose(place(cell))}
        onCursor={(cell) => point(cell && place(cell))}
      >
        {(cursor) => (
          <div aria-hidden="true" class={props.interactive || props.onPoint ? "yb-playable" : undefined} style={{ fontSize: vertex, "--yb-pad": `${margin - BORDER}em` }}>
            {goban}
            <GoMarks {...props} place={place} cursor={cursor} hovered={props.interactive && !props.count ? hovered : null} margin={margin} vertex={vertex} />
            <PassChip {...props} />
          </div>
        )}
      </CursorBoard>
      <p class="yb-hidden" aria-live="polite">{lastMove(props)}</p>
    </div>
  );
}

/** Shudan's board, drawn anew only when the position or its size changes, not with each news of the search. */
function useGoban(props: GoBoardProps, vertex: number, onClick: (cell: Cell) => void, onPoint: (cell: Cell | null) => void) {
  const { board, flipped, owner, count } = props;
  const size = board.size;
  const latest = useRef({ onClick, onPoint });
  latest.current = { onClick, onPoint };
  return useMemo(() => {
    const place = (cell: Cell): Cell => (flipped ? turned(size, cell) : cell);
    const rows = <T,>(value: (cell: Cell) => T): T[][] =>
      Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => value(place([column, row]))));
    const owned = owner && !count ? rows(([x, y]) => paint(owner[y * size + x])) : undefined;
    return (
      <Goban
        vertexSize={vertex}
        signMap={rows(([x, y]) => board.stones[y][x])}
        markerMap={rows((cell) => (pointName(size, cell) === board.last ? { type: "circle" as const } : null))}
        paintMap={owned as (0 | 1 | -1)[][] | undefined}
        dimmedVertices={(count?.dead ?? []).flatMap((name) => { const cell = pointCell(size, name); return cell ? [place(cell)] : []; })}
        onVertexClick={(_, cell) => latest.current.onClick(cell)}
        onVertexPointerEnter={(_, cell) => latest.current.onPoint(cell)}
        onVertexPointerLeave={() => latest.current.onPoint(null)}
      />
    );
  }, [board, flipped, owner, count, vertex]);
}

/** The room around the points, in points: a modest one for coordinates, whatever the size of the board. */
function marginOf(size: number, width: number, coordinates: boolean): number {
  return coordinates ? Math.min(0.9, Math.max(0.4, (WORDS * size) / (width - 2 * WORDS))) : 0.3;
}

function paint(value: number | undefined): number {
  return value === undefined || Math.abs(value) < LEAST_OWNED ? 0 : value;
}

/** What a listener is told of a point: its name, its stone, and all that is drawn there. */
function describe({ board, candidates, count, hint }: GoBoardProps, cell: Cell): string {
  const name = pointName(board.size, cell);
  const stone = board.stones[cell[1]][cell[0]];
  const candidate = candidates.find((each) => each.move === name);
  return [
    name,
    t(stone === 0 ? "board.empty" : stone === 1 ? "board.black" : "board.white"),
    board.atari.includes(name) && t("board.in_atari"),
    board.ko === name && t("board.is_ko"),
    count?.dead.includes(name) && t("board.dead"),
    hint === name && t("board.hint"),
    candidate && t("board.candidate", percent(candidate.value), short(candidate.visits)),
  ].filter(Boolean).join(", ");
}

function lastMove({ board, side }: GoBoardProps): string {
  if (!board.last) return t("board.no_move");
  const who = t(side === 0 ? "board.white" : "board.black");
  return isPass(board.last) ? t("board.passed", who) : t("board.played", who, board.last);
}
