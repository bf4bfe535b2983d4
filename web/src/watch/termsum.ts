// Which terms of a selection formula add up to the score, and why the first move comes next, in words.
import { t } from "../i18n";
import type { Terms } from "../protocol";
import { decimal } from "./numbers";

const NEAR = 0.002; // the server rounds each term

/** The columns whose sum is the score in every row that has one; none where there are no such. */
export function addends({ columns, rows }: Terms): number[] {
  const last = columns.length - 1;
  const full = rows.filter((row) => row.cells[last] !== null).slice(0, 12);
  if (full.length === 0 || last < 1 || last > 10) return [];
  let best: number[] = [];
  for (let bits = 1; bits < 1 << last; bits++) {
    const chosen = columns.slice(0, last).map((_, k) => k).filter((k) => bits & (1 << k));
    const sum = (cells: (number | null)[]) => chosen.reduce((total, k) => total + (cells[k] ?? 0), 0);
    if (chosen.length > best.length && full.every((row) => Math.abs(sum(row.cells) - row.cells[last]!) < NEAR * (1 + chosen.length))) best = chosen;
  }
  return best;
}

/** A score as text: one without a bound stands before all others, one that is not known after them. */
export function scoreText(terms: Terms, place: number): string {
  const last = terms.columns.length - 1;
  const score = terms.rows[place].cells[last];
  if (score !== null) return decimal(score);
  return terms.rows.slice(place).some((row) => row.cells[last] !== null) ? "∞" : "–";
}

/** "D4 comes next: 0.481 (Q) + 0.051 (exploration) = 0.532, which is 0.003 more than E5 has." */
export function whyNext(terms: Terms): string {
  const [first, second] = terms.rows;
  if (!first) return "";
  const last = terms.columns.length - 1;
  const score = first.cells[last];
  if (score === null) return t(scoreText(terms, 0) === "∞" ? "watch.why.untried" : "watch.why.next", first.move);
  const parts = addends(terms).filter((k) => first.cells[k] !== null).map((k) => `${decimal(first.cells[k])} (${terms.columns[k].name})`);
  const sum = parts.length ? t("watch.why.sum", first.move, parts.join(" + "), decimal(score)) : t("watch.why.score", first.move, decimal(score));
  const other = second?.cells[last];
  return other === null || other === undefined ? sum : `${sum} ${t("watch.why.second", second.move, decimal(score - other))}`;
}
