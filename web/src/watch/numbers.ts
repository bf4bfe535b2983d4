// Numbers and names as the panels write them: of fixed width, so that nothing moves while they change.
import { t } from "../i18n";
import type { Side, State } from "../protocol";

const known = (value: number | null | undefined): value is number => typeof value === "number" && Number.isFinite(value);

/** 0.634 is "63.4%". */
export const percent = (value: number | null | undefined, digits = 1) => (known(value) ? `${(value * 100).toFixed(digits)}%` : "–");

export const decimal = (value: number | null | undefined, digits = 3) => (known(value) ? value.toFixed(digits).replace("-", "−") : "–");

export const signed = (value: number, digits = 1) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/** 9,999 as it is, more as 12.3k and 1.23M. */
export function count(value: number): string {
  if (value < 10_000) return String(Math.round(value));
  if (value < 999_500) return `${(value / 1000).toFixed(value < 99_950 ? 1 : 0)}k`;
  return value < 1e9 ? `${(value / 1e6).toFixed(value < 1e8 ? 2 : 0)}M` : `${(value / 1e9).toFixed(2)}G`;
}

const SIDES = ["black", "white", "first", "second", "sente", "gote"];

/** The name of a side, translated where it is a common one; in shogi black is 先手. */
export function sideName(state: Pick<State, "sides" | "kind">, side: Side): string {
  if (state.kind === "shogi") return t(`watch.side.${side === 0 ? "sente" : "gote"}`);
  const name = state.sides[side];
  return SIDES.includes(name.toLowerCase()) ? t(`watch.side.${name.toLowerCase()}`) : name;
}
