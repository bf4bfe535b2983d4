// The whole page with a made-up server: the first visit, coming back, the keyboard, the language.
import { act, fireEvent, render, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "../src/app/App";
import { startSession } from "../src/app/session";
import { setLanguage } from "../src/i18n";
import { CATALOG, FakeSocket, STATE } from "./app_mock";

vi.mock("../src/board", () => ({ BoardView: ({ onPlay }: { onPlay: (move: string) => void }) => <button onClick={() => onPlay("A1")}>a1</button>, PositionEditor: () => null }));
vi.mock("../src/watch", () => ({ WatchPanels: () => null, WinGraph: () => null, SpecForm: () => null }));

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => CATALOG }));
  FakeSocket.all = [];
  localStorage.clear();
  history.replaceState(null, "", "#");
});
afterEach(() => {
  vi.unstubAllGlobals();
  setLanguage("en");
});

const socket = () => FakeSocket.last;
const asked = (what: string) => socket().sent.find((one) => one.do === what);

function visit() {
  const page = render(<App session={startSession()} />);
  act(() => socket().open());
  return page;
}

async function playing(state = STATE) {
  const page = visit();
  await waitFor(() => expect(asked("new")).toBeTruthy());
  act(() => socket().say(state));
  return page;
}

test("a first visit plays at once, with a word of welcome", async () => {
  const { getByText } = await playing({ ...STATE, moves: [], at: 0, mistakes: [] });
  expect(asked("new")).toMatchObject({ setup: { game: "go9", players: [{ kind: "person" }, { level: "beginner" }] } });
  expect(getByText("Black to move")).toBeTruthy();
  expect(getByText("Welcome.")).toBeTruthy();
  expect(location.hash).toBe("#game=g1");
});

test("a later visit comes back to the game of the address", async () => {
  history.replaceState(null, "", "#game=g1");
  visit();
  expect(asked("open")).toMatchObject({ game: "g1" });
  expect(asked("new")).toBe(undefined);
});

test("a move carries the number of moves that the person saw, and a refusal is read out", async () => {
  const { getByText, getByRole } = await playing();
  fireEvent.click(getByText("a1"));
  expect(asked("play")).toMatchObject({ move: "A1", at: 4 });
  act(() => socket().say({ type: "refused", id: asked("play")?.id ?? 0, text: "that point is ko" }));
  await waitFor(() => expect(getByRole("region", { name: "Notices" }).textContent).toContain("that point is ko"));
});

test("a broken connection is told until it is back", async () => {
  const { container } = await playing();
  const banner = () => container.querySelector(".ya-banner")?.textContent;
  expect(banner()).toBe("");
  act(() => socket().close());
  expect(banner()).toContain("Connection lost, coming back");
});

test("keys step and ask, and ? lists them all", async () => {
  const { findByRole } = await playing();
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  fireEvent.keyDown(document.body, { key: " " });
  expect(socket().sent.filter((one) => one.do === "go").map((one) => one.at)).toEqual([3, 2]);
  expect(asked("analyze")).toMatchObject({ on: true });
  fireEvent.keyDown(document.body, { key: "?" });
  expect((await findByRole("dialog", {}, { timeout: 4000 })).textContent).toContain("Move now");
});

test("another language changes every word at once", async () => {
  const { getByLabelText, findByText } = await playing();
  fireEvent.change(getByLabelText("Language"), { target: { value: "ja" } });
  expect(await findByText("黒の番です")).toBeTruthy();
  expect(await findByText("形勢判断")).toBeTruthy();
  expect(document.documentElement.lang).toBe("ja");
});
