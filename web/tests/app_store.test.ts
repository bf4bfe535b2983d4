// The page's state after what the server says, and what is read from it.
import { expect, test } from "vitest";
import { gameOfHash } from "../src/app/address";
import { mayPlay, nextTheme, possible } from "../src/app/commands";
import { busyText, resultText, scoreText } from "../src/app/naming";
import { positionText } from "../src/app/position";
import { soundOf } from "../src/app/sound";
import { createStore, newsHere, withNews, withState } from "../src/app/store";
import type { SearchNews, State } from "../src/protocol";
import { STATE } from "./app_mock";

const news = (at: number): SearchNews => ({ type: "search", at, side: 0, spec: "", simulations: 1, rate: 1, seconds: 1, value: 0.5, lead: null, over: true, candidates: [] });

function page(state: State = STATE) {
  const store = createStore();
  store.set(withState(store.get(), state, 0));
  return store;
}

test("news belong to their position: stepping back shows what was thought there", () => {
  const store = page();
  store.set((now) => withNews(now, news(2)));
  store.set((now) => withNews(now, news(4)));
  expect(newsHere(store.get())?.at).toBe(4);
  store.set((now) => withState(now, { ...STATE, at: 2 }, 0));
  expect(newsHere(store.get())?.at).toBe(2);
});

test("news of positions that the line has left are forgotten", () => {
  const store = page();
  store.set((now) => withNews(now, news(2)));
  store.set((now) => withNews(now, news(4)));
  store.set((now) => withState(now, { ...STATE, moves: STATE.moves.slice(0, 3), at: 3 }, 0));
  expect([...store.get().searches.keys()]).toEqual([2]);
});

test("a hint and an estimate last until the next move", () => {
  const store = page();
  store.set({ hint: { at: 4, move: "A1", value: 0.5, line: [] }, estimate: { owner: [], score: 1, text: "", dead: [] } });
  store.set((now) => withState(now, { ...STATE, thinking: true }, 0));
  expect(store.get().hint?.move).toBe("A1");
  store.set((now) => withState(now, { ...STATE, at: 3 }, 0));
  expect([store.get().hint, store.get().estimate]).toEqual([null, null]);
});

test("a person may play at the end on her turn, and anywhere before it", () => {
  expect(mayPlay(STATE)).toBe(true);
  expect(mayPlay({ ...STATE, turn: "engine" })).toBe(false);
  expect(mayPlay({ ...STATE, turn: "engine", paused: true })).toBe(true);
  expect(mayPlay({ ...STATE, turn: "engine", at: 2 })).toBe(true);
  expect(mayPlay({ ...STATE, phase: "count" })).toBe(false);
});

test("what cannot be done is known before it is asked", () => {
  expect(possible("pass", { ...STATE, legal: ["A1"] })).toBe(false);
  expect(possible("now", STATE)).toBe(false);
  expect(possible("now", { ...STATE, thinking: true })).toBe(true);
  expect(possible("estimate", { ...STATE, kind: "shogi" })).toBe(false);
  expect(possible("new", null)).toBe(true);
});

test.each([
  ["B+3.5", "Black wins by 3.5 points"],
  ["W+R", "White wins by resignation"],
  ["W+Time", "White wins on time"],
  ["0", "A draw"],
])("the result %s reads: %s", (result, text) => {
  expect(resultText({ ...STATE, result })).toBe(text);
});

test.each([
  ["white wins by resignation", 1, "White wins by resignation"],
  ["black wins", 0, "Black wins"],
  ["black wins by illegal move", 0, "Black wins (illegal move)"],
  ["draw", null, "A draw"],
] as const)("the result %s of shogi reads as words", (result, winner, text) => {
  expect(resultText({ ...STATE, kind: "shogi", result, winner })).toBe(text);
});

test("scores and work are told in words", () => {
  expect(scoreText(STATE, "W+2.5")).toBe("White leads by 2.5");
  expect(busyText({ text: "compiling go9: rules", done: 0, total: 1 })).toBe("Compiling, once only: go9: rules 0/1");
  expect(busyText({ text: "review", done: 3, total: 9 })).toBe("Reviewing the game: 3/9");
});

test("the address names the game", () => {
  expect(gameOfHash("#game=abc")).toBe("abc");
  expect(gameOfHash("")).toBe(null);
});

test("a position becomes the text that the editor shares with the server", () => {
  expect(positionText(STATE)).toBe(".X./.../..O b");
  const cells = [["k", "", ""], ["", "", "+P"], ["", "", "K"]];
  const board: State["board"] = { kind: "shogi", size: 3, cells, hands: [{ P: 2 }, { R: 1 }], last: null, check: null };
  expect(positionText({ ...STATE, kind: "shogi", board, side: 1 })).toBe("k2/2+P/2K w 2Pr 1");
});

test("a capture sounds otherwise than a move, and a jump is silent", () => {
  const before = { ...STATE, at: 3, board: { ...STATE.board, captures: [0, 0] } } as State;
  expect(soundOf(before, STATE)).toBe("stir");
  expect(soundOf({ ...STATE, at: 3 }, STATE)).toBe("move");
  expect(soundOf({ ...STATE, at: 0 }, STATE)).toBe(null);
});

test("the theme goes round: as the system, light, dark", () => {
  expect([nextTheme("auto"), nextTheme("light"), nextTheme("dark")]).toEqual(["light", "dark", "auto"]);
});
