// What the tests of the page around the board share: a made-up server, a made-up game, and a session without a network.
import { cleanup, render } from "@testing-library/preact";
import type { ComponentChildren } from "preact";
import { afterEach, vi } from "vitest";
import { SessionContext } from "../src/app/context";
import type { Session } from "../src/app/session";
import { createStore } from "../src/app/store";
import type { Catalog, GameInfo, Say, State } from "../src/protocol";

afterEach(cleanup);

/** A WebSocket that a test answers by hand. */
export class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1];
  }
  readyState = 0;
  sent: { id: number; do: string; [key: string]: unknown }[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;

  constructor(public url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(say: Say): void {
    this.onmessage?.({ data: JSON.stringify(say) });
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const LEVELS = [
  { name: "beginner", spec: "yomi simulations=8", elo: 400 },
  { name: "strong", spec: "yomi simulations=3000", elo: 1900 },
];
const OPTIONS: GameInfo["options"] = [
  { name: "rules", meaning: "rule set", choices: ["chinese", "japanese"], value: "chinese" },
  { name: "komi", meaning: "points for white", choices: [], value: "" },
  { name: "handicap", meaning: "stones", choices: ["0", "2"], value: "0" },
];
const info = (name: string, kind: GameInfo["kind"], options: GameInfo["options"] = []): GameInfo => ({
  name, kind, options, title: name, sides: ["black", "white"], levels: LEVELS, analyst: "yomi",
});
export const CATALOG: Catalog = {
  version: "1",
  games: [info("go9", "go", OPTIONS), info("shogi", "shogi"), info("nim", "plain")],
  searches: [], playouts: [], priors: [], moves: [], budget: [], presets: [],
};

const MOVES = ["E5", "C5", "G5", "E3"];
export const STATE: State = {
  type: "state", game: "g1", name: "go9", title: "Go 9x9", kind: "go", options: {}, sides: ["black", "white"],
  players: [{ kind: "person" }, { kind: "engine", spec: "yomi simulations=8", level: "beginner" }],
  names: ["", ""],
  analyst: "yomi",
  moves: MOVES.map((move, k) => ({ move, label: move, side: k % 2 === 0 ? 0 : 1, seconds: null })),
  at: 4, variation: null,
  board: { kind: "go", size: 3, stones: [[0, 1, 0], [0, 0, 0], [0, 0, -1]], last: "E3", atari: [], ko: null, captures: [1, 0] },
  side: 0, legal: ["A1", "pass"], phase: "play", result: "", winner: null, count: null, turn: "person", thinking: false,
  analyzing: false, paused: false, pace: 0, clock: "", clocks: [], graph: [],
  mistakes: [{ at: 3, move: "G5", best: "D7", loss: 0.21, line: ["D7", "F3"] }], formats: ["sgf"],
};

/** A session whose asks all succeed and are remembered. */
export function fakeSession(state: State | null = STATE) {
  const store = createStore();
  store.set({ state, catalog: CATALOG, link: "up" });
  const session = {
    store,
    ask: vi.fn(async () => ({ type: "done", id: 1 })),
    wish: vi.fn(async () => ({ type: "done", id: 1 })),
    look: vi.fn(), notify: vi.fn(), dismiss: vi.fn(), prefer: vi.fn(), parts: vi.fn(), save: vi.fn(),
    open: vi.fn(), go: vi.fn(), step: vi.fn(), hint: vi.fn(), estimate: vi.fn(),
    begin: vi.fn(async () => ({ type: "done", id: 1 })),
  };
  return session as typeof session & Session;
}

export function show(children: ComponentChildren, session: Session) {
  return render(<SessionContext.Provider value={session}>{children}</SessionContext.Provider>);
}
