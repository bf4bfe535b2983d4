// Parts of the page: records that are loaded, the list of moves and mistakes, counting, controls.
import { fireEvent } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { Controls } from "../src/app/Controls";
import { isFlipped } from "../src/app/BoardColumn";
import { LARGEST, loadFile, loadText } from "../src/app/files";
import { load } from "../src/app/load";
import { MoveList } from "../src/app/MoveList";
import { Review } from "../src/app/Review";
import { Status } from "../src/app/Status";
import { setLanguage } from "../src/i18n";
import { fakeSession, show, STATE } from "./app_mock";

vi.mock("../src/board", () => ({ BoardView: () => null }));

test("a huge file is refused with a sentence before anything is sent", async () => {
  const session = fakeSession();
  const file = new File([new Uint8Array(LARGEST + 1)], "huge.sgf");
  expect(await load(session, () => loadFile(file))).toBe(false);
  expect(session.wish).not.toHaveBeenCalled();
  expect(session.notify).toHaveBeenCalledWith(expect.stringContaining("huge.sgf is larger than 1 MB"), true);
});

test("a file goes as base64, so that any encoding of it arrives", async () => {
  const bytes = new Uint8Array([0x8f, 0xbd, 0x00, 0xff]);
  expect(await loadFile(new File([bytes], "a.kif"))).toEqual({ do: "load", name: "a.kif", base64: btoa("\x8f\xbd\x00\xff") });
  expect(loadText("(;GM[1])")).toEqual({ do: "load", name: "", text: "(;GM[1])" });
});

test("a click on a move goes there, and the position looked at is marked", () => {
  const session = fakeSession();
  const { getByText, container } = show(<MoveList state={STATE} />, session);
  fireEvent.click(getByText("C5"));
  expect(session.go).toHaveBeenCalledWith(2);
  expect(container.querySelector("[aria-current]")?.textContent).toContain("E3");
  expect(container.querySelector(".ya-mistake")?.textContent).toBe("3BlackG5??mistake");
});

test("a mistake in the list tells what it cost and what was better, and jumps before it", () => {
  const session = fakeSession();
  const { container } = show(<Review state={STATE} />, session);
  const mistake = container.querySelector(".ya-mistakes button") as HTMLElement;
  expect(mistake.textContent).toContain("−21%");
  expect(mistake.textContent).toContain("better D7");
  fireEvent.click(mistake);
  expect(session.go).toHaveBeenCalledWith(2);
});

test("the better line of a mistake is shown in the position before it, while it is pointed at", () => {
  const session = fakeSession();
  const { container } = show(<Review state={{ ...STATE, at: 2 }} />, session);
  const mistake = container.querySelector(".ya-mistakes button") as HTMLElement;
  fireEvent.mouseEnter(mistake);
  return vi.waitFor(() => expect(session.store.get().line).toEqual(["D7", "F3"]));
});

test("a review is asked with so many simulations a move, and can be stopped", () => {
  const session = fakeSession();
  session.store.set({ busy: null });
  const { getByText, getByLabelText } = show(<Review state={STATE} />, session);
  fireEvent.change(getByLabelText(/Simulations/), { target: { value: "1600" } });
  fireEvent.click(getByText("Review"));
  expect(session.wish).toHaveBeenCalledWith({ do: "review", simulations: 1600 });
});

test("while counting, the two may agree or play on", () => {
  const session = fakeSession();
  const count = { dead: [], territory: [], score: 3.5, text: "B+3.5" };
  const { getByText, getByRole } = show(<Status state={{ ...STATE, phase: "count", count }} />, session);
  expect(getByRole("status").textContent).toBe("Click dead stones, then agree");
  fireEvent.click(getByText("Agree"));
  fireEvent.click(getByText("Play on"));
  expect((session.wish.mock.calls as unknown[][]).map(([wish]) => wish)).toEqual([{ do: "agree" }, { do: "resume" }]);
});

test("the headline names who is to move at the end, wherever one looks", () => {
  const { getByRole } = show(<Status state={{ ...STATE, at: 3, side: 1 }} />, fakeSession());
  expect(getByRole("status").textContent).toBe("Black to move");
});

test("between two persons the headline names who is to move in the position looked at", () => {
  const { getByRole } = show(<Status state={{ ...STATE, players: [{ kind: "person" }, { kind: "person" }], at: 3, side: 1 }} />, fakeSession());
  expect(getByRole("status").textContent).toBe("White to move");
});

test("shogi has no pass and no estimate", () => {
  const { queryByText } = show(<Controls state={{ ...STATE, kind: "shogi" }} />, fakeSession());
  expect([queryByText("Pass"), queryByText("Estimate")]).toEqual([null, null]);
  expect(queryByText("Undo")).not.toBe(null);
});

test("sides are called 先手 and 後手 in Japanese shogi", () => {
  setLanguage("ja");
  const { getByRole } = show(<Status state={{ ...STATE, kind: "shogi" }} />, fakeSession());
  expect(getByRole("status").textContent).toBe("先手の番です");
  setLanguage("en");
});

test("a person who plays white sits at the bottom", () => {
  const white = { ...STATE, players: [STATE.players[1], STATE.players[0]] as typeof STATE.players };
  expect([isFlipped(STATE, false), isFlipped(white, false), isFlipped(white, true)]).toEqual([false, true, false]);
});
