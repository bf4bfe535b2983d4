// How many nodes each depth has, on a logarithmic scale, with earlier searches of the position beside it.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { t } from "../i18n";
import { drawn, summary, type DepthBook } from "./depthkeep";
import { count } from "./numbers";
import { axis, colour, usePlot } from "./plot";

const LOOKS = [ // told apart without colours by their dashes
  { name: "accent", dash: [] }, { name: "focus", dash: [10, 4] }, { name: "good", dash: [2, 4] },
  { name: "bad", dash: [10, 3, 2, 3] }, { name: "warn", dash: [5, 3] }, { name: "text", dash: [1, 7] },
];

export function DepthsPanel({ book, onClear }: { book: DepthBook; onClear: () => void }) {
  const shown = drawn(book);
  const key = shown.map((one) => one.spec).join("\n");
  const data = useMemo<uPlot.AlignedData>(() => {
    const length = Math.max(1, ...shown.map((one) => one.depths.length));
    const depth = Array.from({ length }, (_, k) => k);
    return [depth, ...shown.map((one) => depth.map((k) => one.depths[k] || null))]; // a logarithm has no 0
  }, [book]);
  const { box } = usePlot(() => options(shown.length), data, key);
  return (
    <div class="yw-depths">
      <div class="yw-depths-head">
        <p class="yw-note">{t("watch.depths.about")}</p>
        <button type="button" onClick={onClear} disabled={book.kept.length === 0}>{t("watch.depths.clear")}</button>
      </div>
      <div class="yw-depths-plot" ref={box} aria-hidden="true" />
      {shown.length === 0 && <p class="yw-empty">{t("watch.depths.none")}</p>}
      <ul class="yw-depths-legend">
        {shown.map((one, k) => {
          const { nodes, deepest, mean } = summary(one.depths);
          const { name, dash } = LOOKS[k % LOOKS.length];
          return (
            <li key={one.spec}>
              <svg width="38" height="10" aria-hidden="true"><line x1="1" x2="37" y1="5" y2="5" stroke={`var(--${name})`} stroke-width="2.5" stroke-dasharray={dash.join(" ")} /></svg>
              <span class="yw-spec" title={one.spec}>{one.spec}</span>
              <span class="yw-num">{t("watch.depths.summary", count(nodes), deepest, mean.toFixed(1))}</span>
            </li>
          );
        })}
      </ul>
      <DepthTable book={book} />
    </div>
  );
}

/** The same numbers for those who do not see the curves. */
function DepthTable({ book }: { book: DepthBook }) {
  const shown = drawn(book);
  if (shown.length === 0) return null;
  const deepest = Math.max(...shown.map((one) => one.depths.length));
  return (
    <table class="yw-hidden">
      <caption>{t("watch.depths.caption")}</caption>
      <thead><tr><th scope="col">{t("watch.depths.depth")}</th>{shown.map((one) => <th key={one.spec} scope="col">{one.spec}</th>)}</tr></thead>
      <tbody>
        {Array.from({ length: deepest }, (_, depth) => (
          <tr key={depth}><th scope="row">{depth}</th>{shown.map((one) => <td key={one.spec}>{one.depths[depth] ?? 0}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

const isPower = (value: number | null) => value !== null && Number.isInteger(Math.log10(value)); // 1, 10, 100 …
const powers: uPlot.Axis.Filter = (_, splits) => splits.map((value) => (isPower(value) ? value : null));

function options(curves: number): Omit<uPlot.Options, "width" | "height"> {
  return {
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: (_, __, high) => [0, Math.max(8, high ?? 0)] }, y: { distr: 3, range: (_, __, high) => [1, 10 ** Math.ceil(Math.log10(Math.max(10, (high ?? 1) * 1.2)))] } },
    axes: [
      axis({ size: 24, space: 32, incrs: [1, 2, 5, 10, 20], label: t("watch.depths.depth"), labelSize: 16, labelGap: 0, labelFont: "11px system-ui, sans-serif" }),
      axis({
        size: 48,
        grid: { stroke: () => colour("line"), width: 1, filter: powers },
        ticks: { stroke: () => colour("line"), width: 1, size: 4, filter: powers },
        values: (_, splits) => splits.map((value) => (isPower(value) ? count(value) : "")),
      }),
    ],
    series: [
      {},
      ...Array.from({ length: curves }, (_, k): uPlot.Series => {
        const { name, dash } = LOOKS[k % LOOKS.length];
        return { stroke: () => colour(name), width: 2, dash, points: { show: true, size: 4 + (k % 3) * 2, fill: () => colour(k % 2 ? "panel" : name), stroke: () => colour(name) } };
      }),
    ],
  };
}
