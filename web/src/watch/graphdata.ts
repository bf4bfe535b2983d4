// What the win-rate graph shows, as plain numbers: values and leads by move, mistakes, and the same in words.
import { t } from "../i18n";
import type { SearchNews, State } from "../protocol";
import { percent, sideName, signed } from "./numbers";

type Graphed = Pick<State, "graph" | "moves" | "at" | "mistakes" | "sides" | "kind">;

export interface Lines {
  at: number[];
  value: (number | null)[]; // chance of side 0
  lead: (number | null)[]; // in points
}

/** One place for each position of the game; what a search says now counts more than what was said before. */
export function lines(state: Graphed, news: SearchNews | null): Lines {
  const length = state.moves.length + 1;
  const value: (number | null)[] = Array(length).fill(null);
  const lead: (number | null)[] = Array(length).fill(null);
  for (const point of news ? [...state.graph, news] : state.graph) {
    if (point.at < 0 || point.at >= length) continue;
    value[point.at] = point.value;
    lead[point.at] = point.lead ?? lead[point.at];
  }
  return { at: value.map((_, at) => at), value, lead };
}

/** The value at a position, or of the nearest one before it that has one. */
export function valueNear(shown: Lines, at: number): number {
  for (let k = Math.min(at, shown.value.length - 1); k >= 0; k--) if (shown.value[k] !== null) return shown.value[k]!;
  return 0.5;
}

/** One position in words: "Move 34: Black 63.4%, lead +2.5". */
export function positionText(state: Graphed, shown: Lines, at: number): string {
  const value = shown.value[at] ?? null;
  const lead = shown.lead[at] ?? null;
  const words = [t("watch.graph.position", at, sideName(state, 0), percent(value))];
  if (lead !== null && state.kind === "go") words.push(t("watch.graph.lead", signed(lead)));
  const mistake = state.mistakes.find((other) => other.at === at);
  if (mistake) words.push(t("watch.graph.mistake", mistake.move, percent(mistake.loss), mistake.best));
  return words.join(" · ");
}

/** The whole graph in words, for those who do not see it. */
export function graphText(state: Graphed, shown: Lines): string {
  const known = shown.at.filter((at) => shown.value[at] !== null);
  if (known.length === 0) return t("watch.graph.none");
  const by = (sign: number) => known.reduce((best, at) => (sign * shown.value[at]! > sign * shown.value[best]! ? at : best));
  const [high, low] = [by(1), by(-1)];
  const span = t("watch.graph.span", sideName(state, 0), percent(shown.value[low]), low, percent(shown.value[high]), high);
  return [span, ...state.mistakes.map((mistake) => t("watch.graph.mistakeAt", mistake.at, mistake.move, percent(mistake.loss)))].join(" ");
}

export const keyJump = (key: string, at: number, last: number): number | null => {
  const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10, Home: 0, End: last }[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
};
