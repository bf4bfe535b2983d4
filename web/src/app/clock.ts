// Clocks as texts: what a clock shows, and how a kind of clock is written for the server.
import type { ClockFace } from "../protocol";

export type ClockKind = "none" | "absolute" | "byoyomi" | "fischer";
export interface ClockChoice {
  kind: ClockKind;
  minutes: number;
  periods: number;
  period: number; // seconds
  increment: number; // seconds
}
export const USUAL_CLOCK: ClockChoice = { kind: "none", minutes: 10, periods: 5, period: 30, increment: 3 };
export const WARNING = 10; // seconds

/** The text of a clock for the server: "", "10m", "10m+5x30" or "5m+3". */
export function clockText(clock: ClockChoice): string {
  if (clock.kind === "none") return "";
  const main = `${clock.minutes}m`;
  if (clock.kind === "byoyomi") return `${main}+${clock.periods}x${clock.period}`;
  return clock.kind === "fischer" ? `${main}+${clock.increment}` : main;
}

const WRITTEN = /^(\d+(?:\.\d+)?)m?(?:\+(?:(\d+)x)?(\d+(?:\.\d+)?))?$/;

/** The choice that a text of a clock stands for. */
export function readClock(text: string): ClockChoice {
  const found = WRITTEN.exec(text);
  if (!found) return USUAL_CLOCK;
  const [, main, periods, added] = found;
  const clock = { ...USUAL_CLOCK, minutes: text.includes("m") ? Number(main) : Number(main) / 60 };
  if (periods) return { ...clock, kind: "byoyomi", periods: Number(periods), period: Number(added) };
  return added ? { ...clock, kind: "fischer", increment: Number(added) } : { ...clock, kind: "absolute" };
}

/** 1:02:05, 10:00, 0:12; tenths below ten seconds. */
export function timeText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < WARNING) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Seconds that a clock has left, so long after the state that told of it. */
export function leftNow(face: ClockFace, elapsed: number): number {
  return Math.max(0, face.left - (face.running ? elapsed / 1000 : 0));
}
