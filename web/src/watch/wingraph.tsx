// The win chance of side 0 along the game: the position looked at and mistakes are marked, a click or a key goes there.
import { useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { t } from "../i18n";
import type { SearchNews, State } from "../protocol";
import { graphText, keyJump, lines, positionText, valueNear, type Lines } from "./graphdata";
import { sideName } from "./numbers";
import { axis, colour, usePlot } from "./plot";

interface Props { state: State; news: SearchNews | null; onGo: (at: number) => void }
interface Marks { at: number; mistakes: State["mistakes"]; shown: Lines }

export function WinGraph({ state, news, onGo }: Props) {
  const last = state.moves.length;
  const shown = useMemo(() => lines(state, news), [state.graph, state.moves, news]);
  const [hovered, setHovered] = useState<number | null>(null);
  const marks = useRef<Marks>({ at: 0, mistakes: [], shown });
  marks.current = { at: state.at, mistakes: state.mistakes, shown };
  const data = useMemo<uPlot.AlignedData>(() => [shown.at, shown.value, shown.lead], [shown, state.at, state.mistakes]);
  const { box, plot } = usePlot(() => options(marks, setHovered), data, "game");
  const told = hovered !== null && hovered <= last ? hovered : state.at;

  function onClick(event: MouseEvent) {
    if (!box.current) return;
    const over = plot.current?.over.getBoundingClientRect() ?? box.current.getBoundingClientRect();
    const span = plot.current ? rangeOf(last)[1] : last;
    const at = Math.round(((event.clientX - over.left) / Math.max(1, over.width)) * span);
    onGo(Math.max(0, Math.min(last, at)));
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = keyJump(event.key, state.at, last);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== state.at) onGo(to);
  }
  return (
    <figure class="yw-graph">
      <figcaption>
        <span class="yw-graph-title">{t("watch.graph.title", sideName(state, 0))}</span>
        <span class="yw-graph-now">{positionText(state, shown, told)}</span>
      </figcaption>
      <div
        class="yw-graph-plot"
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t("watch.graph.slider")}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={state.at}
        aria-valuetext={positionText(state, shown, state.at)}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onMouseLeave={() => setHovered(null)}
      />
      <p class="yw-hidden">{graphText(state, shown)}</p>
    </figure>
  );
}

const rangeOf = (last: number): [number, number] => [0, Math.max(20, last)]; // a new game does not stretch two moves

function options(marks: { current: Marks }, onHover: (at: number | null) => void): Omit<uPlot.Options, "width" | "height"> {
  return {
    padding: [6, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => rangeOf(marks.current.shown.at.length - 1) },
      y: { range: () => [0, 1] },
      lead: { range: (_, low, high) => evenRange(low, high) },
    },
    axes: [
      axis({ size: 22, space: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200], grid: { show: false } }),
      axis({ size: 42, splits: () => [0, 0.5, 1], values: () => ["0%", "50%", "100%"] }),
    ],
    series: [
      {},
      { stroke: () => colour("accent"), width: 2, spanGaps: true, points: { size: 4, fill: () => colour("accent") }, fill: () => `${colour("accent")}22`, fillTo: 0.5 } as uPlot.Series,
      { scale: "lead", stroke: () => colour("muted"), width: 1, dash: [4, 4], spanGaps: true, points: { show: false } },
    ],
    hooks: {
      draw: [(u) => drawMarks(u, marks.current)],
      setCursor: [(u) => onHover(u.cursor.left === undefined || u.cursor.left < 0 ? null : Math.round(u.posToVal(u.cursor.left, "x")))],
    },
  };
}

function evenRange(low: number | null, high: number | null): [number, number] {
  const most = Math.max(5, Math.abs(low ?? 0), Math.abs(high ?? 0));
  return [-most, most];
}

/** A line at the position looked at, and a dot for each mistake, larger the more it cost. */
function drawMarks(u: uPlot, { at, mistakes, shown }: Marks): void {
  const { ctx, bbox } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  const x = u.valToPos(at, "x", true);
  ctx.strokeStyle = colour("text");
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  for (const mistake of mistakes) {
    ctx.beginPath();
    ctx.arc(u.valToPos(mistake.at, "x", true), u.valToPos(valueNear(shown, mistake.at), "y", true), mistakeRadius(mistake.loss) * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = `${colour("bad")}cc`;
    ctx.fill();
    ctx.strokeStyle = colour("panel");
    ctx.lineWidth = ratio;
    ctx.stroke();
  }
  dot(u, x, u.valToPos(valueNear(shown, at), "y", true), 4 * ratio);
  ctx.restore();
}

function dot({ ctx }: uPlot, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = colour("text");
  ctx.fill();
}

export const mistakeRadius = (loss: number) => 3 + 10 * Math.sqrt(Math.max(0, Math.min(1, loss)) / 2);
