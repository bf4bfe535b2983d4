// Claims about the Go board.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BoardThumb, BoardView } from "../src/board";
import { percent, quality, short } from "../src/board/candidates";
import { candidate, go, quiet } from "./boardProps";

afterEach(cleanup);

const vertex = (column: number, row: number) => document.querySelector(`.shudan-vertex[data-x="${column}"][data-y="${row}"]`)!;
const points = ["A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"];

describe("a click", () => {
  test("plays the point, counted from the bottom left", () => {
    const props = quiet(go(".../.../... b"), { legal: points });
    render(<BoardView {...props} />);
    fireEvent.click(vertex(2, 0));
    expect(props.onPlay).toHaveBeenCalledWith("C3");
  });

  test("on a flipped board plays the point that is seen there", () => {
    const props = quiet(go(".../.../... b"), { legal: points, flipped: true });
    render(<BoardView {...props} />);
    fireEvent.click(vertex(2, 0));
    expect(props.onPlay).toHaveBeenCalledWith("A1");
  });

  test("goes to the game that is shown now, not the one that was drawn first", () => {
    const props = quiet(go(".../.../... b"), { legal: points });
    const { rerender } = render(<BoardView {...props} />);
    const later = vi.fn();
    rerender(<BoardView {...props} onPlay={later} />);
    fireEvent.click(vertex(0, 0));
    expect(later).toHaveBeenCalledWith("A3");
  });

  test.each([
    ["a stone", go("X../.../... b"), [0, 0], /already/],
    ["the ko", go(".../.../... b", { ko: "B2" }), [1, 1], /ko/],
    ["suicide", go(".O./O../... b"), [0, 0], /no liberty/],
    ["a repeated position", go(".O./.../... b"), [0, 0], /repeat/],
  ] as const)("on %s says why not", (_, board, [column, row], why) => {
    const props = quiet(board);
    render(<BoardView {...props} />);
    fireEvent.click(vertex(column, row));
    expect(props.onPlay).not.toHaveBeenCalled();
    expect(props.onRefused).toHaveBeenCalledWith(expect.stringMatching(why));
  });

  test("that takes stones is no suicide", () => {
    const props = quiet(go(".OX/OX./X.. b"));
    render(<BoardView {...props} />);
    fireEvent.click(vertex(0, 0));
    expect(props.onRefused).toHaveBeenCalledWith(expect.stringMatching(/repeat/));
  });

  test("while counting names the point and plays nothing", () => {
    const onPoint = vi.fn();
    const count = { dead: ["A3"], territory: [0, 0, 0, 0, 1, 0, 0, 0, -1], score: 0, text: "" };
    const props = quiet(go("X../.../... b"), { count, onPoint, legal: points });
    const { container } = render(<BoardView {...props} />);
    fireEvent.click(vertex(0, 0));
    expect(onPoint).toHaveBeenCalledWith("A3");
    expect(props.onPlay).not.toHaveBeenCalled();
    expect(vertex(0, 0).classList.contains("shudan-dimmed")).toBe(true);
    expect(container.querySelectorAll(".yb-territory")).toHaveLength(2);
  });

  test("when no move may be played says so", () => {
    const props = quiet(go(".../.../... b"), { interactive: false, legal: points });
    render(<BoardView {...props} />);
    fireEvent.click(vertex(0, 0));
    expect(props.onPlay).not.toHaveBeenCalled();
    expect(props.onRefused).toHaveBeenCalled();
  });
});

describe("the keyboard", () => {
  test("moves a cursor from the middle and plays with Enter", () => {
    const props = quiet(go(".../.../... b"), { legal: points });
    render(<BoardView {...props} />);
    const board = screen.getByRole("application");
    fireEvent.keyDown(board, { key: "ArrowUp" });
    fireEvent.keyDown(board, { key: "ArrowLeft" });
    fireEvent.keyDown(board, { key: "ArrowLeft" });
    expect(screen.getByLabelText("A3, empty")).toBeTruthy();
    fireEvent.keyDown(board, { key: "Enter" });
    expect(props.onPlay).toHaveBeenCalledWith("A3");
  });

  test("follows what is seen on a flipped board", () => {
    const props = quiet(go(".../.../... b"), { legal: points, flipped: true });
    render(<BoardView {...props} />);
    fireEvent.keyDown(screen.getByRole("application"), { key: "ArrowUp" });
    fireEvent.keyDown(screen.getByRole("application"), { key: " " });
    expect(props.onPlay).toHaveBeenCalledWith("B1");
  });

  test("leaves other keys to the page", () => {
    render(<BoardView {...quiet(go(".../.../... b"))} />);
    expect(fireEvent.keyDown(screen.getByRole("application"), { key: "?" })).toBe(true);
    expect(fireEvent.keyDown(screen.getByRole("application"), { key: "ArrowUp" })).toBe(false);
  });
});

describe("what is drawn", () => {
  test("candidates have win rate and visits, and the best is emphasised", () => {
    const candidates = [candidate("A3", 0.561, 12345), candidate("C1", 0.3, 999)];
    const { container } = render(<BoardView {...quiet(go(".../.../... b"), { candidates })} />);
    const marks = [...container.querySelectorAll(".yb-candidate")];
    expect(marks.map((mark) => mark.textContent)).toEqual(["56%12k", "30%999"]);
    expect(marks.map((mark) => mark.classList.contains("yb-best"))).toEqual([true, false]);
  });

  test("the principal variation is numbered in both colours, and a pass has its number too", () => {
    const { container } = render(<BoardView {...quiet(go(".../.../... b"), { side: 1, line: ["A3", "pass", "C1", "A3"] })} />);
    const stones = [...container.querySelectorAll(".yb-gomarks g[data-move]")];
    expect(stones.map((stone) => [stone.getAttribute("data-move"), stone.textContent])).toEqual([["A3", "1"], ["C1", "3"]]);
    expect(stones[0].querySelector(".yb-side1")).toBeTruthy();
    expect(container.querySelector(".yb-pass")?.textContent).toBe("pass 2");
  });

  test("the pointer on a candidate is told, and that it left", () => {
    const props = quiet(go(".../.../... b"), { candidates: [candidate("A3", 0.5, 10)] });
    render(<BoardView {...props} />);
    fireEvent.pointerEnter(vertex(0, 0));
    expect(props.onHover).toHaveBeenLastCalledWith("A3");
    fireEvent.pointerEnter(vertex(1, 1));
    expect(props.onHover).toHaveBeenLastCalledWith(null);
  });

  test("last move, atari and ko are seen and said", () => {
    const { container } = render(<BoardView {...quiet(go("XO./.../... b", { last: "B3", atari: ["A3"], ko: "C1" }))} />);
    expect(vertex(1, 0).classList.contains("shudan-marker_circle")).toBe(true);
    expect(container.querySelectorAll(".yb-atari")).toHaveLength(1);
    expect(container.querySelectorAll(".yb-ko")).toHaveLength(1);
    expect(container.querySelector("[aria-live]")?.textContent).toBe("White played B3.");
  });

  test("a thumb shows every stone", () => {
    const { container } = render(<BoardThumb board={go("XO./.../..X b", { last: "B3" })} />);
    expect(container.querySelectorAll(".yb-thumbstone")).toHaveLength(3);
  });
});

test("numbers are short", () => {
  expect([7, 999, 1000, 1234, 9949, 9950, 34_567, 999_499, 999_500, 5_600_000].map(short)).toEqual(
    ["7", "999", "1.0k", "1.2k", "9.9k", "10k", "35k", "999k", "1.0M", "5.6M"],
  );
  expect(percent(0.5449)).toBe("54");
});

test("candidates are coloured by what they lose beside the best", () => {
  const best = candidate("A1", 0.6, 9);
  expect([0.6, 0.59, 0.56, 0.5, 0.2].map((value) => quality(candidate("B1", value, 1), best))).toEqual(["good", "good", "fair", "poor", "bad"]);
  expect(quality(best, best)).toBe("best");
});
