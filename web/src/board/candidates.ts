// How candidates are shown, whatever the game: which ones, in which words, and how good each is beside the best.
import type { Candidate } from "../protocol";

export type Quality = "best" | "good" | "fair" | "poor" | "bad";

/** The candidates worth drawing: visited ones, the best first, and not so many that they hide the board. */
export function drawn(candidates: Candidate[], most: number): Candidate[] {
  return candidates.filter((candidate, rank) => rank === 0 || candidate.visits > 0).slice(0, most);
}

/** How much worse a candidate is than the first one, in five steps. */
export function quality(candidate: Candidate, best: Candidate): Quality {
  if (candidate.move === best.move) return "best";
  const loss = best.value - candidate.value;
  if (loss < 0.02) return "good";
  if (loss < 0.06) return "fair";
  return loss < 0.15 ? "poor" : "bad";
}

export function percent(value: number, digits = 0): string {
  return (100 * value).toFixed(digits);
}

/** 950, 1.2k, 34k, 5.6M: at most four letters. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  const [size, unit] = count < 999_500 ? [1000, "k"] : [1_000_000, "M"];
  const scaled = count / size;
  return (scaled < 9.95 ? scaled.toFixed(1) : scaled.toFixed(0)) + unit;
}
