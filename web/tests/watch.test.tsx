// Claims about the panels that show a search.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CandidatesTable, MovesPanel, TermsPanel, WatchPanels, WinGraph } from "../src/watch";
import { drawn, noted, summary, type DepthBook } from "../src/watch/depthkeep";
import { lines } from "../src/watch/graphdata";
import { count } from "../src/watch/numbers";
import { addends, cellText, stacked, whyNext } from "../src/watch/termsum";
import { watch } from "../src/words/watch";
import { catalog, news, state } from "./watchmock";

afterEach(cleanup);
const props = () => ({ state, news, catalog, ask: vi.fn().mockResolvedValue({}), look: vi.fn().mockResolvedValue({}), onLine: vi.fn(), onParts: vi.fn() });

describe("the tabs", () => {
  it("go round with arrow keys, Home and End, and say what the open one needs", () => {
    const given = props();
    render(<WatchPanels {...given} />);
    expect(given.onParts).toHaveBeenLastCalledWith([]);
    const press = (key: string) => fireEvent.keyDown(screen.getByRole("tab", { selected: true }), { key });
    const opened = () => screen.getByRole("tab", { selected: true }).textContent;
    for (const [key, name, parts] of [
      ["ArrowRight", "Tree", ["tree"]], ["ArrowRight", "Moves", ["moves"]], ["ArrowRight", "Why", ["terms"]], ["ArrowRight", "Depths", ["depths"]],
      ["End", "Search", []], ["ArrowRight", "Candidates", []], ["ArrowLeft", "Search", []], ["Home", "Candidates", []],
    ] as [string, string, string[]][]) {
      press(key);
      expect(opened()).toBe(name);
      expect(document.activeElement?.textContent).toBe(name);
      expect(given.onParts).toHaveBeenLastCalledWith(parts);
    }
    expect(screen.getAllByRole("tab").filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
    expect(screen.getByRole("tabpanel").getAttribute("aria-labelledby")).toBe(screen.getByRole("tab", { selected: true }).id);
  });
});

describe("the candidates", () => {
  const rows = () => screen.getAllByRole("row").slice(1);

  it("show their line on the board while pointed at or focused", async () => {
    const { onLine } = props();
    render(<CandidatesTable state={state} news={news} onLine={onLine} />);
    fireEvent.mouseEnter(rows()[0]);
    await vi.waitFor(() => expect(onLine).toHaveBeenLastCalledWith(["C5", "D6", "E6"]));
    fireEvent.mouseLeave(rows()[0].parentElement!);
    await vi.waitFor(() => expect(onLine).toHaveBeenLastCalledWith(null));
    fireEvent.focus(rows()[1]);
    await vi.waitFor(() => expect(onLine).toHaveBeenLastCalledWith(["G3", "F3"]));
    fireEvent.blur(rows()[1]);
    await vi.waitFor(() => expect(onLine).toHaveBeenLastCalledWith(null));
  });

  it("show the line that a search has now, not the one it had", async () => {
    const { onLine } = props();
    const { rerender } = render(<CandidatesTable state={state} news={news} onLine={onLine} />);
    fireEvent.mouseEnter(rows()[0]);
    rerender(<CandidatesTable state={state} news={{ ...news, candidates: [{ ...news.candidates[0], line: ["C5", "C6"] }] }} onLine={onLine} />);
    await vi.waitFor(() => expect(onLine).toHaveBeenLastCalledWith(["C5", "C6"]));
  });

  it("mark what is proved and tell how far the search has come", () => {
    render(<CandidatesTable state={state} news={news} onLine={() => {}} />);
    expect(rows()[1].textContent).toContain("lost");
    for (const text of ["61.0%", "12.3k", "5000", "2.5"]) expect(screen.getByText(text)).toBeTruthy();
  });

  it("say so when nothing was searched", () => {
    render(<CandidatesTable state={state} news={null} onLine={() => {}} />);
    expect(screen.getByText(/No search has looked at this position/)).toBeTruthy();
  });
});

describe("the graph", () => {
  const show = () => {
    const onGo = vi.fn();
    render(<WinGraph state={state} news={news} onGo={onGo} />);
    return { onGo, graph: screen.getByRole("slider") };
  };

  it("goes to another move by keys", () => {
    const { onGo, graph } = show();
    for (const [key, at] of [["ArrowRight", 3], ["ArrowLeft", 1], ["Home", 0], ["End", 4], ["PageDown", 0]] as const) {
      fireEvent.keyDown(graph, { key });
      expect(onGo).toHaveBeenLastCalledWith(at);
    }
  });

  it("goes to the move that is clicked", () => {
    const { onGo, graph } = show();
    graph.getBoundingClientRect = () => ({ left: 100, width: 400, top: 0, height: 120 }) as DOMRect;
    fireEvent.click(graph, { clientX: 395 });
    expect(onGo).toHaveBeenLastCalledWith(3);
    fireEvent.click(graph, { clientX: 5000 });
    expect(onGo).toHaveBeenLastCalledWith(4);
  });

  it("has a place for each position, and believes the search that runs", () => {
    expect(lines(state, news).value).toEqual([0.5, 0.55, 0.61, 0.3, null]);
    expect(lines(state, null).lead).toEqual([null, 1.5, null, null, null]);
  });

  it("can be heard", () => {
    const { graph } = show();
    expect(graph.getAttribute("aria-valuetext")).toBe("Move 2: Black 61.0%");
    expect(screen.getByText(/lowest with 30.0% after move 3 .* Mistake at move 3, C3: it lost 25.0%/)).toBeTruthy();
  });
});

describe("the distribution", () => {
  it("hides what the search does not know, and says why", () => {
    render(<MovesPanel news={news} onLine={() => {}} />);
    expect(screen.queryByRole("columnheader", { name: /Boltzmann/ })).toBeNull();
    expect(screen.getByText(/Boltzmann probabilities are not shown/)).toBeTruthy();
    expect(screen.getByRole("columnheader", { name: /AMAF/ })).toBeTruthy();
    expect(screen.queryByText(/AMAF values are not shown/)).toBeNull();
  });

  it("is sorted by the column that is clicked", () => {
    render(<MovesPanel news={news} onLine={() => {}} />);
    const moves = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);
    expect(moves()).toEqual(["C5", "G3"]);
    fireEvent.click(screen.getByRole("button", { name: /Prior/ }));
    expect(moves()).toEqual(["G3", "C5"]);
    expect(screen.getByRole("columnheader", { name: /Prior/ }).getAttribute("aria-sort")).toBe("descending");
  });
});

describe("the terms", () => {
  const given = news.terms!;

  it("that make up the score are those that the server says add", () => expect(addends(given)).toEqual([0, 1]));

  it("are not drawn as bars where one is below 0", () => {
    expect(stacked(given)).toEqual([0, 1]);
    expect(stacked({ ...given, rows: [{ move: "G3", cells: [0.9, -0.2, 40, 0.7] }] })).toEqual([]);
  });

  it("that are counts have no decimals", () => expect([cellText(given, 0, 2), cellText(given, 0, 0)]).toEqual(["40", "0.500"]));

  it("do not promise a move where the search draws by chance", () => {
    expect(whyNext({ ...given, rule: "mcss" })).toBe("Every simulation draws a move by chance: G3 is the likeliest, with a probability of 70.0%.");
  });

  it("say why a move comes next", () => {
    render(<TermsPanel news={news} onLine={() => {}} />);
    expect(screen.getByText("The next simulation tries G3: 0.500 (Q) + 0.200 (exploration) = 0.700 is the highest score. C5 follows, 0.050 behind.")).toBeTruthy();
    expect(screen.getByText("how little is known")).toBeTruthy();
  });

  it("let a move that was never tried come first", () => {
    const rows = [{ move: "A1", cells: [null, null, 0, null] }, ...news.terms!.rows, { move: "B1", cells: [null, null, null, null] }];
    render(<TermsPanel news={{ ...news, terms: { ...news.terms!, rows } }} onLine={() => {}} />);
    expect(screen.getByText(/A1: it was not tried yet/)).toBeTruthy();
    expect(screen.getAllByText("∞")).toHaveLength(1);
  });
});

describe("the depths", () => {
  const empty: DepthBook = { where: "here", kept: [], now: null };
  const search = (spec: string, over: boolean) => ({ ...news, spec, over });

  it("of finished searches are kept, each spec once, five at most", () => {
    let book = empty;
    for (const t of [10, 20, 30, 40, 50, 60, 20]) book = noted(book, "here", search(`mcss(t=${t})`, true));
    expect(book.kept.map((one) => one.spec)).toEqual(["mcss(t=30)", "mcss(t=40)", "mcss(t=50)", "mcss(t=60)", "mcss(t=20)"]);
  });

  it("of a search that another took the place of are kept too", () => {
    const book = noted(noted(empty, "here", search("mcss(t=20)", false)), "here", search("mcss(t=80)", false));
    expect(drawn(book).map((one) => one.spec)).toEqual(["mcss(t=20)", "mcss(t=80)"]);
  });

  it("of another position are forgotten", () => {
    expect(drawn(noted(noted(empty, "here", search("uct", true)), "there", null))).toEqual([]);
  });

  it("are summed up", () => expect(summary([1, 2, 1, 0])).toEqual({ nodes: 4, deepest: 2, mean: 1 }));
});

describe("words", () => {
  it("are complete in English and Japanese", () => expect(Object.keys(watch.ja).sort()).toEqual(Object.keys(watch.en).sort()));

  it("in other languages have no key of their own", () => {
    for (const key of [...Object.keys(watch.zh), ...Object.keys(watch.ko)]) expect(key in watch.en).toBe(true);
  });
});

it("large numbers are short", () => expect([9999, 12345, 123456, 1234567].map(count)).toEqual(["9999", "12.3k", "123k", "1.23M"]));
