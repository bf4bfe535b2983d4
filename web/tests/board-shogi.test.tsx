// Claims about the shogi board.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BoardThumb, BoardView, SHOGI_STARTS } from "../src/board";
import { moves } from "../src/board/shogiReasons";
import { setLanguage } from "../src/i18n";
import { candidate, quiet, shogi } from "./boardProps";

beforeEach(() => setLanguage("en"));
afterEach(cleanup);

const start = shogi(SHOGI_STARTS[9], 9);
const square = (name: string) => document.querySelector(`[data-square="${name}"]`)!;
const tap = (...names: string[]) => names.forEach((name) => fireEvent.click(square(name)));
const targets = () => [...document.querySelectorAll("[data-target]")].map((dot) => dot.getAttribute("data-target"));

describe("a move", () => {
  test("is a click on the piece, which shows its targets, and one on the square", () => {
    const props = quiet(start, { legal: ["7g7f", "2g2f", "2h5h", "2h6h"] });
    render(<BoardView {...props} />);
    tap("2h");
    expect(targets()).toEqual(["5h", "6h"]);
    tap("5h");
    expect(props.onPlay).toHaveBeenCalledWith("2h5h");
    expect(targets()).toEqual([]);
  });

  test("on a flipped board begins where the piece is seen", () => {
    render(<BoardView {...quiet(start, { flipped: true })} />);
    expect([square("9i").getAttribute("x"), square("9i").getAttribute("y")]).toEqual(["814", "40"]);
    expect([square("1a").getAttribute("x"), square("1a").getAttribute("y")]).toEqual(["14", "840"]);
  });

  test("of another own piece takes the place of the first choice", () => {
    const props = quiet(start, { legal: ["7g7f", "2g2f"] });
    render(<BoardView {...props} />);
    tap("7g", "2g", "2f");
    expect(props.onPlay).toHaveBeenCalledWith("2g2f");
  });

  test("that was begun is forgotten in another position", () => {
    const props = quiet(start, { legal: ["7g7f"] });
    const { rerender } = render(<BoardView {...props} />);
    tap("7g");
    rerender(<BoardView {...props} board={shogi("4k4/9/9/9/9/9/2P6/9/4K4 b - 1", 9)} />);
    expect(targets()).toEqual([]);
  });

  test("is a drop when the piece comes from the hand", () => {
    const props = quiet(shogi("4k/5/5/5/K4 b G2P 1", 5), { legal: ["P*3c", "G*3c"] });
    render(<BoardView {...props} />);
    fireEvent.click(screen.getByRole("button", { name: "pawn in hand, 2" }));
    expect(targets()).toEqual(["3c"]);
    tap("3c");
    expect(props.onPlay).toHaveBeenCalledWith("P*3c");
  });
});

describe("promotion", () => {
  const board = shogi("4k/1S3/5/5/K4 b - 1", 5);
  const legal = ["4b4a", "4b4a+", "4b5a+"];

  test("is asked for when both are legal, and either can be chosen", () => {
    for (const [label, move] of [["Promote: promoted silver", "4b4a+"], ["Do not promote: silver", "4b4a"]]) {
      const props = quiet(board, { legal });
      render(<BoardView {...props} />);
      tap("4b", "4a");
      expect(props.onPlay).not.toHaveBeenCalled();
      fireEvent.click(screen.getByRole("button", { name: label }));
      expect(props.onPlay).toHaveBeenCalledWith(move);
      cleanup();
    }
  });

  test("is not asked for when there is no choice", () => {
    const props = quiet(board, { legal });
    render(<BoardView {...props} />);
    tap("4b", "5a");
    expect(props.onPlay).toHaveBeenCalledWith("4b5a+");
  });

  test("has the focus on its first answer, arrows go to the other, and Escape cancels", () => {
    const props = quiet(board, { legal });
    render(<BoardView {...props} />);
    screen.getByRole("application").focus();
    tap("4b", "4a");
    expect(document.activeElement?.querySelector(".yb-hidden")?.textContent).toBe("Promote: promoted silver");
    fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement?.querySelector(".yb-hidden")?.textContent).toBe("Do not promote: silver");
    fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("application"));
    expect(props.onPlay).not.toHaveBeenCalled();
  });
});

describe("a refusal says why", () => {
  const hands = shogi("4k4/9/9/9/9/2P6/9/9/4K4 b 2PLNp 1", 9);
  const drops = ["P*5e", "L*5e", "N*5e"];
  const drop = (label: string, to: string) => {
    fireEvent.click(screen.getByRole("button", { name: label }));
    tap(to);
  };
  test.each([
    ["an empty square first", start, ["7g7f"], () => tap("5e"), /Choose one of your pieces/],
    ["the other side's piece", start, ["7g7f"], () => tap("7c"), /not yours/],
    ["a piece that cannot move", start, ["7g7f"], () => tap("8i"), /knight has no legal move/],
    ["an own piece on the way", start, ["7g7f"], () => tap("7g", "8h"), /own piece/],
    ["a strange move", start, ["7g7f"], () => tap("7g", "7e"), /pawn does not move to 7e/],
    ["a king left in check", shogi("4k4/9/9/9/9/9/9/9/r2GK4 b - 1", 9), ["6i7i"], () => tap("6i", "6h"), /in check/],
    ["two pawns in a file", hands, drops, () => drop("pawn in hand, 2", "7e"), /Nifu/],
    ["a drop on a piece", hands, drops, () => drop("pawn in hand, 2", "7f"), /empty square/],
    ["a knight that could never move", hands, drops, () => drop("knight in hand, 1", "5b"), /never move/],
    ["mate by a dropped pawn", hands, drops, () => drop("pawn in hand, 2", "5b"), /mate/],
    ["a piece in the other hand", hands, drops, () => fireEvent.click(screen.getByRole("button", { name: "pawn in hand, 1" })), /not yours/],
  ])("%s", (_, board, legal, act, why) => {
    const props = quiet(board, { legal });
    render(<BoardView {...props} />);
    act();
    expect(props.onPlay).not.toHaveBeenCalled();
    expect(props.onRefused).toHaveBeenLastCalledWith(expect.stringMatching(why));
  });
});

test.each([
  ["lances go straight ahead until something stands there", "1i", ["1h", "1g"], ["1f", "2i"]],
  ["knights jump", "2i", ["3g", "1g"], ["2g", "3h"]],
  ["bishops stop at pieces", "8h", ["7g", "9i"], ["6f", "8g"]],
  ["rooks move along ranks and files", "2h", ["5h", "2g", "8h"], ["9h", "3g"]],
  ["white pawns go down", "7c", ["7d"], ["7b"]],
])("%s", (_, from, yes, no) => {
  expect(yes.filter((to) => !moves(start, from, to))).toEqual([]);
  expect(no.filter((to) => moves(start, from, to))).toEqual([]);
});

describe("the keyboard", () => {
  test("chooses, moves and plays", () => {
    const props = quiet(start, { legal: ["5g5f"] });
    render(<BoardView {...props} />);
    const board = screen.getByRole("application");
    const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(board, { key }));
    press("ArrowUp", "ArrowUp");
    expect(screen.getByLabelText("5g, Black pawn")).toBeTruthy();
    press("Enter", "ArrowUp");
    expect(screen.getByLabelText("5f, empty, can go here")).toBeTruthy();
    press("Enter");
    expect(props.onPlay).toHaveBeenCalledWith("5g5f");
  });

  test("lets go of the piece with Escape", () => {
    render(<BoardView {...quiet(start, { legal: ["7g7f"] })} />);
    tap("7g");
    fireEvent.keyDown(screen.getByRole("application"), { key: "Escape" });
    expect(targets()).toEqual([]);
  });
});

describe("what is drawn", () => {
  test("both hands with counts, the upper one of white unless flipped", () => {
    const board = shogi("4k/5/5/5/K4 b R2pg 1", 5);
    const names = () => screen.getAllByRole("group").map((hand) => hand.getAttribute("aria-label"));
    const { rerender } = render(<BoardView {...quiet(board)} />);
    expect(names()).toEqual(["Pieces in hand, White", "Pieces in hand, Black"]);
    rerender(<BoardView {...quiet(board, { flipped: true })} />);
    expect(names()).toEqual(["Pieces in hand, Black", "Pieces in hand, White"]);
    expect(screen.getByRole("button", { name: "pawn in hand, 2" }).textContent).toContain("歩2");
  });

  test("kanji, promoted ones in red, or letters", () => {
    const board = shogi("+r3k/5/5/5/K3+P b - 1", 5);
    const signs = () => [...document.querySelectorAll(".yb-piece text")].map((text) => text.textContent);
    const { rerender } = render(<BoardView {...quiet(board)} />);
    expect(signs()).toEqual(["龍", "王", "玉", "と"]);
    expect(document.querySelectorAll(".yb-promoted")).toHaveLength(2);
    rerender(<BoardView {...quiet(board)} pieces="letters" />);
    expect(signs()).toEqual(["+R", "K", "K", "+P"]);
  });

  test("last move and check", () => {
    const { container } = render(<BoardView {...quiet(shogi("4k/5/4R/5/K4 w - 1", 5, { last: { from: "3c", to: "1c" }, check: "1a" }), { side: 1 })} />);
    for (const mark of ["yb-from", "yb-to", "yb-check"]) expect(container.querySelectorAll(`.${mark}`)).toHaveLength(1);
    expect(container.querySelector("[aria-live]")?.textContent).toBe("Black: rook to 1c. Check.");
  });

  test("candidates as arrows, drops as dots, with win rates", () => {
    const candidates = [candidate("7g7f", 0.55, 900), candidate("P*5e", 0.4, 100)];
    const { container } = render(<BoardView {...quiet(start, { candidates })} />);
    expect([...container.querySelectorAll(".yb-label")].map((label) => label.textContent).sort()).toEqual(["55%", "歩40%"].sort());
    expect(container.querySelector('[data-move="7g7f"] line')).toBeTruthy();
    expect(container.querySelector('[data-move="P*5e"] .yb-dot')).toBeTruthy();
    expect(container.querySelector('[data-move="7g7f"]')!.classList.contains("yb-best")).toBe(true);
  });

  test("the principal variation is numbered", () => {
    const { container } = render(<BoardView {...quiet(start, { line: ["7g7f", "3c3d", "8h2b+"] })} />);
    const numbers = [...container.querySelectorAll(".yb-badge")].map((badge) => [badge.getAttribute("data-move"), badge.textContent]);
    expect(numbers.sort()).toEqual([["3c3d", "2"], ["7g7f", "1"], ["8h2b+", "3+"]]);
  });

  test("a thumb has pieces and hands but nothing to click", () => {
    const { container } = render(<BoardThumb board={shogi("4k/5/5/5/K4 b 2P 1", 5)} />);
    expect(container.querySelectorAll(".yb-piece")).toHaveLength(2);
    expect(container.textContent).toContain("歩2");
    expect(container.querySelectorAll("[data-square], button")).toHaveLength(0);
  });

  test("squares and pieces have Japanese names in Japanese", () => {
    setLanguage("ja");
    render(<BoardView {...quiet(start, { legal: ["7g7f"] })} />);
    expect(screen.getByLabelText("5九, 先手の玉")).toBeTruthy();
  });
});
