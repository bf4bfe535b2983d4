// Clocks: what they show, how they are written, and that they tick by themselves.
import { act } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clockText, leftNow, readClock, timeText, USUAL_CLOCK } from "../src/app/clock";
import { Clock } from "../src/app/PlayerStrip";
import { fakeSession, show } from "./app_mock";

const face = { left: 12, period: false, periods: 0, running: true, fallen: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [3725, "1:02:05"],
  [600, "10:00"],
  [59.9, "0:59"],
  [10, "0:10"],
  [9.46, "0:09.4"],
  [-1, "0:00.0"],
])("%d seconds are shown as %s", (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});

test.each([
  ["none", ""],
  ["absolute", "10m"],
  ["byoyomi", "10m+5x30"],
  ["fischer", "10m+3"],
] as const)("a clock of kind %s is written %j", (kind, text) => {
  expect(clockText({ ...USUAL_CLOCK, kind })).toBe(text);
});

test("only a running clock loses time", () => {
  expect(leftNow(face, 2500)).toBe(9.5);
  expect(leftNow({ ...face, running: false }, 2500)).toBe(12);
});

test("a clock ticks between two states, and warns below ten seconds", () => {
  const { getByRole } = show(<Clock face={face} received={performance.now()} name="Black" />, fakeSession());
  expect(getByRole("timer").textContent).toBe("0:12");
  expect(getByRole("timer").className).not.toContain("ya-late");
  act(() => void vi.advanceTimersByTime(3000));
  expect(getByRole("timer").textContent).toMatch(/^0:0[89]\.\d$/);
  expect(getByRole("timer").className).toContain("ya-late");
});

test.each(["", "10m", "10m+5x30", "5m+3", "0m+1x10"])("the clock %j is read as it was written", (text) => {
  expect(clockText(readClock(text))).toBe(text);
});
