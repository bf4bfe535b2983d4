// Claims about positions as text, the editor, the plain board and the words of the boards.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BoardView, emptyGo, emptyShogi, PositionEditor, readGo, readSfen, SHOGI_STARTS, writeGo, writeSfen } from "../src/board";
import { setLanguage } from "../src/i18n";
import type { PlainBoard } from "../src/protocol";
import { board as words } from "../src/words/board";
import { candidate, quiet } from "./boardProps";

beforeEach(() => setLanguage("en"));
afterEach(cleanup);

test.each([".X./.../..O b", "XO/OX w", ".../.X./O.. w"])("the Go text %s comes back as it was", (text) => {
  expect(writeGo(readGo(text, text.indexOf("/"))!)).toBe(text);
});

test.each(["", "../.. b", ".X./.../..Q b", ".X./.../..O x", ".X./.../..O b b"])("%j is no Go position of 3x3", (text) => {
  expect(readGo(text, 3)).toBeNull();
});

test.each([
  [SHOGI_STARTS[9], 9],
  [SHOGI_STARTS[5], 5],
  ["ln1g5/1ks2r3/1ppp5/p8/9/P1P6/1PSP5/1BK2+R3/LN1G5 w RG2S10Pb2n3p 1", 9],
  ["4k/5/5/+p4/K4 w RGb2p 1", 5],
])("the SFEN %s comes back as it was", (text, size) => {
  expect(writeSfen(readSfen(text, size)!)).toBe(text);
});

test.each([
  ["4k/5/5/5/K3 b - 1", 5], ["4k/5/5/5/K4 x - 1", 5], ["4k/5/5/5/K4 b K 1", 5], ["4k/5/5/5/N4 b - 1", 5], ["4k/5/5/5/+G4 b - 1", 5],
  [SHOGI_STARTS[5], 9], ["", 9], ["4k/5/5/5/K4 b - one", 5],
])("%j is no SFEN of size %i", (text, size) => {
  expect(readSfen(text, size)).toBeNull();
});

test("empty boards have texts", () => {
  expect(writeGo(emptyGo(2))).toBe("../.. b");
  expect(writeSfen(emptyShogi(5))).toBe("5/5/5/5/5 b - 1");
});

describe("the editor", () => {
  test("puts stones, takes them away and sets who is to move", () => {
    const onChange = vi.fn();
    const { container } = render(<PositionEditor kind="go" size={3} value=".../.../..X b" onChange={onChange} />);
    const click = (column: number, row: number) => fireEvent.click(container.querySelector(`[data-x="${column}"][data-y="${row}"]`)!);
    const to = screen.getByRole("group", { name: "To move" });
    fireEvent.click(screen.getAllByRole("button", { name: "White" }).find((button) => !to.contains(button))!);
    click(0, 0);
    expect(onChange).toHaveBeenLastCalledWith("O../.../..X b");
    click(0, 0);
    expect(onChange).toHaveBeenLastCalledWith(".../.../..X b");
    fireEvent.click([...to.querySelectorAll("button")][1]);
    expect(onChange).toHaveBeenLastCalledWith(".../.../..X w");
  });

  test("puts shogi pieces on squares and in hands", () => {
    const onChange = vi.fn();
    const { container } = render(<PositionEditor kind="shogi" size={5} value="4k/5/5/5/K4 b - 1" onChange={onChange} />);
    fireEvent.click(screen.getByLabelText("White dragon"));
    fireEvent.click(container.querySelector('[data-square="3c"]')!);
    expect(onChange).toHaveBeenLastCalledWith("4k/5/2+r2/5/K4 b - 1");
    fireEvent.click(screen.getByLabelText("One pawn more in hand, Black"));
    fireEvent.click(screen.getByLabelText("One pawn more in hand, Black"));
    fireEvent.click(screen.getByLabelText("One gold more in hand, White"));
    expect(onChange).toHaveBeenLastCalledWith("4k/5/2+r2/5/K4 b 2Pg 1");
    fireEvent.click(screen.getByLabelText("One pawn less in hand, Black"));
    expect(onChange).toHaveBeenLastCalledWith("4k/5/2+r2/5/K4 b Pg 1");
  });

  test("begins with the usual position where the text is none, and says when what is typed is none", () => {
    const onChange = vi.fn();
    render(<PositionEditor kind="shogi" size={5} value="" onChange={onChange} />);
    const text = screen.getByLabelText("Position as text") as HTMLInputElement;
    expect(text.value).toBe(SHOGI_STARTS[5]);
    fireEvent.input(text, { target: { value: "4k/5" } });
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByText(/no position/)).toBeTruthy();
    fireEvent.input(text, { target: { value: "4k/5/5/5/K4 w - 1" } });
    expect(onChange).toHaveBeenLastCalledWith("4k/5/5/5/K4 w - 1");
  });
});

describe("the plain board", () => {
  const grid: PlainBoard = { kind: "plain", cells: [["X", ""], ["", ""]], text: "" };

  test("plays the cell that is clicked", () => {
    const props = quiet(grid, { legal: ["B2", "A1", "B1"] });
    render(<BoardView {...props} />);
    fireEvent.click(screen.getByRole("button", { name: "B1, empty" }));
    expect(props.onPlay).toHaveBeenCalledWith("B1");
  });

  test("plays the column where moves are columns", () => {
    const props = quiet(grid, { legal: ["A", "B"] });
    render(<BoardView {...props} />);
    fireEvent.click(screen.getByRole("button", { name: "B2, empty" }));
    expect(props.onPlay).toHaveBeenCalledWith("B");
  });

  test("says that a cell is no legal move", () => {
    const props = quiet(grid, { legal: ["B2"] });
    render(<BoardView {...props} />);
    fireEvent.click(screen.getByRole("button", { name: "A2, X" }));
    expect(props.onRefused).toHaveBeenCalledWith("A2 is no legal move here.");
  });

  test("has every legal move as a button, with the win rate of candidates", () => {
    const props = quiet({ kind: "plain" as const, cells: null, text: "|||" }, { legal: ["1", "2"], candidates: [candidate("2", 0.97, 1500)] });
    render(<BoardView {...props} />);
    expect(screen.getByText("|||")).toBeTruthy();
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["1", "297%1.5k"]);
    fireEvent.click(buttons[1]);
    expect(props.onPlay).toHaveBeenCalledWith("2");
  });
});

test("Japanese has every word of the boards, and no other language has a word of its own", () => {
  expect(Object.keys(words.ja)).toEqual(Object.keys(words.en));
  for (const other of [words.zh, words.ko]) expect(Object.keys(other).filter((key) => !(key in words.en))).toEqual([]);
});
