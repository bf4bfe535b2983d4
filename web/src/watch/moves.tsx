// The distribution over moves: the same moves weighed in several ways, side by side.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { MoveRow } from "../protocol";
import { Bar } from "./bar";
import { percent } from "./numbers";
import type { WatchProps } from "./props";

type Props = Pick<WatchProps, "news" | "onLine">;
const COLUMNS = ["share", "boltzmann", "prior", "amaf", "value"] as const;
type Column = (typeof COLUMNS)[number];

export const isKnown = (rows: MoveRow[], column: Column) => rows.some((row) => row[column] !== null && row[column] !== undefined);

/** Largest first, unknown last, otherwise as they came; moves by name. */
export function sorted(rows: MoveRow[], by: Column | "move"): MoveRow[] {
  if (by === "move") return [...rows].sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
  return [...rows].sort((a, b) => (b[by] ?? -1) - (a[by] ?? -1));
}

export function MovesPanel({ news, onLine }: Props) {
  const [by, setBy] = useState<Column | "move">("share");
  const rows = sorted(news?.moves ?? [], by);
  if (rows.length === 0) return <p class="yw-empty">{t(news && !news.over ? "watch.wait" : "watch.nothing")}</p>;
  const known = COLUMNS.filter((column) => isKnown(rows, column));
  const most = (column: Column) => (column === "value" ? 1 : Math.max(1e-9, ...rows.map((row) => row[column] ?? 0)));
  const head = (column: Column | "move") => (
    <th key={column} scope="col" class={column === "move" ? "" : "yw-wide"} aria-sort={by === column ? (column === "move" ? "ascending" : "descending") : "none"}>
      <button type="button" class="yw-sort" onClick={() => setBy(column)}>{t(column === "move" ? "watch.move" : `watch.moves.${column}`)}<span aria-hidden="true">{by === column ? " ▾" : ""}</span></button>
    </th>
  );
  return (
    <div class="yw-moves">
      <table class="yw-table">
        <caption class="yw-hidden">{t("watch.moves.caption")}</caption>
        <thead><tr>{head("move")}{known.map(head)}</tr></thead>
        <tbody onMouseLeave={() => onLine(null)}>
          {rows.map((row) => (
            <tr key={row.move} onMouseEnter={() => onLine([row.move])}>
              <th scope="row">{row.move}</th>
              {known.map((column) => (
                <td key={column}><Bar share={(row[column] ?? 0) / most(column)} text={percent(row[column])} mark={`yw-c-${column}`} /></td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="yw-legend">
        {known.map((column) => (
          <div key={column}><dt><span class={`yw-swatch yw-c-${column}`} />{t(`watch.moves.${column}`)}</dt><dd>{t(`watch.moves.${column}.about`)}</dd></div>
        ))}
      </dl>
      {COLUMNS.filter((column) => !known.includes(column)).map((column) => (
        <p key={column} class="yw-note">{t(`watch.moves.${column}.none`)}</p>
      ))}
    </div>
  );
}
