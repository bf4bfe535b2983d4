// The connection: numbers, answers, refusals, and coming back after a break.
import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { connect, PATIENCE, type Ends } from "../src/app/connection";
import { FakeSocket, STATE } from "./app_mock";

let game: string | null;
let ends: Ends;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  game = null;
  ends = { url: "ws://here/ws", game: () => game, onNews: vi.fn(), onTrouble: vi.fn(), onReady: vi.fn(), onBreak: vi.fn() };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("asks are numbered, and each gets the answer with its number", async () => {
  const { ask } = connect(ends);
  FakeSocket.last.open();
  const [undo, hint] = [ask({ do: "undo" }), ask({ do: "hint" })];
  const [first, second] = FakeSocket.last.sent;
  expect([first.do, second.do]).toEqual(["undo", "hint"]);
  expect(second.id).toBeGreaterThan(first.id);
  FakeSocket.last.say({ type: "hint", id: second.id, at: 0, move: "E5", value: 0.6, line: [] });
  FakeSocket.last.say({ type: "done", id: first.id });
  expect((await hint).type).toBe("hint");
  expect((await undo).type).toBe("done");
});

test("a refusal rejects with the server's sentence", async () => {
  const { ask } = connect(ends);
  FakeSocket.last.open();
  const answer = ask({ do: "resign" });
  FakeSocket.last.say({ type: "refused", id: FakeSocket.last.sent[0].id, text: "the game is over" });
  await expect(answer).rejects.toThrow("the game is over");
});

test("a hint is answered by the hint, not by the done that comes before it", async () => {
  const { ask } = connect(ends);
  FakeSocket.last.open();
  const hint = ask({ do: "hint" });
  const { id } = FakeSocket.last.sent[0];
  FakeSocket.last.say({ type: "done", id });
  FakeSocket.last.say({ type: "hint", id, at: 0, move: "E5", value: 0.6, line: [] });
  expect((await hint).type).toBe("hint");
});

test("a refusal of nothing that was asked is told as trouble", () => {
  connect(ends);
  FakeSocket.last.open();
  FakeSocket.last.say({ type: "refused", id: -1, text: "the engine failed" });
  expect(ends.onTrouble).toHaveBeenCalledWith("the engine failed");
});

test("what has no number is news", () => {
  connect(ends);
  FakeSocket.last.open();
  FakeSocket.last.say(STATE);
  expect(ends.onNews).toHaveBeenCalledWith(STATE);
});

test("after a break it comes back with growing pauses of half a second to eight", async () => {
  connect(ends);
  for (const pause of [500, 1000, 2000, 4000, 8000, 8000]) {
    FakeSocket.last.close();
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(FakeSocket.all.length).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all.length).toBe(before + 1);
  }
  expect(ends.onBreak).toHaveBeenCalledTimes(6);
});

test("it comes back to the same game before anything else is asked", async () => {
  const { ask } = connect(ends);
  FakeSocket.last.open();
  game = "g1";
  FakeSocket.last.close();
  const undo = ask({ do: "undo" });
  await vi.advanceTimersByTimeAsync(500);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent.map((one) => [one.do, one.game])).toEqual([["open", "g1"]]);
  FakeSocket.last.say({ type: "done", id: FakeSocket.last.sent[0].id });
  await settle();
  expect(ends.onReady).toHaveBeenLastCalledWith("open");
  expect(FakeSocket.last.sent[1].do).toBe("undo");
  FakeSocket.last.say({ type: "done", id: FakeSocket.last.sent[1].id });
  await undo;
});

test("a game that the server has lost is told, and asks meant for it fail", async () => {
  game = "old";
  const { ask } = connect(ends);
  const undo = ask({ do: "undo" });
  undo.catch(() => {});
  FakeSocket.last.open();
  FakeSocket.last.say({ type: "refused", id: FakeSocket.last.sent[0].id, text: "no such game" });
  await settle();
  expect(ends.onReady).toHaveBeenCalledWith("gone");
  await expect(undo).rejects.toThrow("no longer has this game");
});

test("an ask without an answer at a break fails, and is not sent twice", async () => {
  const { ask } = connect(ends);
  FakeSocket.last.open();
  const answer = ask({ do: "resign" });
  answer.catch(() => {});
  FakeSocket.last.close();
  await expect(answer).rejects.toThrow("lost before the server answered");
  await vi.advanceTimersByTimeAsync(500);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([]);
});

test("an ask waits for the connection, but not for ever", async () => {
  const { ask } = connect(ends);
  const answer = ask({ do: "undo" });
  answer.catch(() => {});
  await vi.advanceTimersByTimeAsync(PATIENCE);
  await expect(answer).rejects.toThrow("no connection");
});

test("a closed connection stays closed", async () => {
  connect(ends).close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(FakeSocket.all.length).toBe(1);
});
