// What the terms of a selection formula say: which add up to the score, and why a move comes next, in words.
import { t } from "../i18n";
import type { Terms } from "../protocol";
import { count, decimal, percent } from "./numbers";

const BY_CHANCE = ["mcss"]; // rules that draw moves: their score is a probability, and no move is sure to come next

export const isDrawn = ({ rule }: Terms) => BY_CHANCE.includes(rule);

/** The columns whose sum is the score. */
export const addends = ({ columns }: Terms): number[] => columns.flatMap((column, k) => (column.adds ? [k] : []));

/** Those that can be laid end to end: none where one is below 0, since a bar cannot show that. */
export function stacked(terms: Terms): number[] {
  const parts = addends(terms);
  return terms.rows.some((row) => parts.some((k) => (row.cells[k] ?? 0) < 0)) ? [] : parts;
}

/** A cell as text: counts, such as visits, have no decimals. */
export function cellText({ columns, rows }: Terms, place: number, k: number): string {
  const whole = !columns[k].adds && rows.every((row) => Number.isInteger(row.cells[k] ?? 0));
  const cell = rows[place].cells[k];
  return whole && cell !== null ? count(cell) : decimal(cell);
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
  if (isDrawn(terms)) return t("watch.why.drawn", first.move, percent(score));
  if (score === null) return t(scoreText(terms, 0) === "∞" ? "watch.why.untried" : "watch.why.next", first.move);
  const parts = addends(terms).filter((k) => first.cells[k] !== null).map((k) => `${decimal(first.cells[k])} (${terms.columns[k].name})`);
  const sum = parts.length ? t("watch.why.sum", first.move, parts.join(" + "), decimal(score)) : t("watch.why.score", first.move, decimal(score));
  const other = second?.cells[last];
  return other === null || other === undefined ? sum : `${sum} ${t("watch.why.second", second.move, decimal(score - other))}`;
}
