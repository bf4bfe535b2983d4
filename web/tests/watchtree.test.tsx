// Claims about the drawn tree: where nodes lie, and what happens when one is opened.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TreeNode } from "../src/protocol";
import { TreeView } from "../src/watch";
import { fit, ROW, zoomAt } from "../src/watch/treecamera";
import { labelled } from "../src/watch/treenodes";
import { branches, EMPTY, neighbour, settle, tidy, type Shape } from "../src/watch/treeshape";
import { news, state, tree } from "./watchmock";

afterEach(cleanup);

/** A tree that grows by chance, the same each time. */
function grown(size: number): TreeNode[] {
  const nodes: TreeNode[] = [{ id: 0, parent: -1, move: "", side: 1, visits: 1000, value: 0.5, proof: 0 }];
  let seed = 7;
  for (let id = 1; id < size; id++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    nodes.push({ id, parent: Math.floor((seed / 2147483648) ** 2 * id), move: `m${id}`, side: 0, visits: 1000 - id, value: 0.5, proof: 0 });
  }
  return nodes;
}

function closest(shape: Shape): number {
  const places = [...shape.places.values()];
  let least = Infinity;
  places.forEach((a, k) => places.slice(0, k).forEach((b) => { if (a.depth === b.depth) least = Math.min(least, Math.abs(a.row - b.row)); }));
  return least;
}

describe("the places of nodes", () => {
  const small = branches(grown(40));

  it("are by depth, and no two overlap", () => {
    const shape = tidy(branches(grown(200)));
    expect(shape.places.size).toBe(200);
    expect(closest(shape)).toBeGreaterThanOrEqual(1 - 1e-9);
    for (const node of branches(grown(200))) expect(shape.places.get(node.key)!.depth).toBe(node.path.length);
  });

  it("stay when siblings appear, and the new ones overlap nothing", () => {
    const before = tidy(small);
    const after = settle(branches(grown(75)), before);
    for (const [key, place] of before.places) expect(after.places.get(key)).toEqual(place);
    expect(after.places.size).toBe(75);
    expect(closest(after)).toBeGreaterThanOrEqual(1 - 1e-9);
  });

  it("do not depend on the order in which the server sends siblings", () => {
    const before = tidy(small);
    const turned = [small[0], ...small.slice(1).reverse()].sort((a, b) => a.path.length - b.path.length);
    expect([...tidy(turned, before).places]).toEqual([...before.places]);
  });

  it("are arranged anew only when the tree has doubled", () => {
    let shape = EMPTY;
    let times = 0;
    for (let size = 1; size <= 200; size++) {
      const next = settle(branches(grown(size)), shape);
      if (next.tidied !== shape.tidied) times++;
      shape = next;
    }
    expect(times).toBe(8);
  });

  it("put a parent between its children", () => {
    const { places } = tidy(branches(tree));
    expect(places.get("")!.row).toBe((places.get("C5")!.row + places.get("G3")!.row) / 2);
  });

  it("know the way of moves from the root", () => {
    expect(branches(tree).map((node) => node.path)).toEqual([[], ["C5"], ["G3"], ["C5", "D6"]]);
  });

  it("are walked through with arrow keys", () => {
    const nodes = branches(tree);
    const shape = tidy(nodes);
    expect(neighbour(nodes, shape, nodes[0], "ArrowRight")?.key).toBe("C5");
    expect(neighbour(nodes, shape, nodes[1], "ArrowDown")?.key).toBe("G3");
    expect(neighbour(nodes, shape, nodes[3], "ArrowLeft")?.key).toBe("C5");
  });
});

describe("the camera", () => {
  it("shows the whole tree", () => {
    const shape = tidy(branches(grown(60)));
    const { camera: [, y, zoom] } = fit(shape, { width: 600, height: 400 });
    for (const { row } of shape.places.values()) {
      expect(row * ROW * zoom + y).toBeGreaterThan(0);
      expect(row * ROW * zoom + y).toBeLessThan(400);
    }
  });

  it("zooms about the pointer", () => {
    const [x, y, zoom] = zoomAt([10, 20, 1], 2, 110, 220);
    expect([(110 - x) / zoom, (220 - y) / zoom]).toEqual([100, 200]);
  });

  it("leaves out labels that would lie on others", () => {
    const nodes = branches(grown(100));
    const shape = tidy(nodes);
    expect(labelled(nodes, shape, 0.2).size).toBeLessThan(labelled(nodes, shape, 1.5).size);
    expect(labelled(nodes, shape, 1.5).size).toBe(99);
  });
});

describe("the drawing", () => {
  const show = (look = vi.fn().mockResolvedValue({ board: state.board, side: 0, moves: [] }), onLine = vi.fn()) => {
    render(<TreeView state={state} news={news} look={look} onLine={onLine} />);
    return { look, onLine };
  };
  const node = (name: RegExp) => screen.getByRole("treeitem", { name });

  it("asks for the position after the moves that lead to a node", async () => {
    const { look, onLine } = show();
    fireEvent.click(node(/^C5 D6:/));
    expect(look).toHaveBeenCalledWith(["C5", "D6"]);
    expect(onLine).toHaveBeenLastCalledWith(["C5", "D6"]);
    expect(screen.getByRole("dialog").textContent).toContain("C5 D6");
    expect(screen.getByRole("dialog").textContent).toContain("45.0%");
    await screen.findByRole("img");
  });

  it("opens a node with Enter and closes it with Escape", () => {
    const { look, onLine } = show();
    fireEvent.keyDown(node(/^G3:/), { key: "Enter" });
    expect(look).toHaveBeenCalledWith(["G3"]);
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(onLine).toHaveBeenLastCalledWith(null);
  });

  it("says when the position cannot be had", async () => {
    show(vi.fn().mockRejectedValue(new Error("That move cannot be played.")));
    fireEvent.click(node(/^C5:/));
    await screen.findByText("That move cannot be played.");
  });

  it("tells what is proved", () => {
    show();
    expect(node(/^G3:/).getAttribute("aria-label")).toContain("lost");
  });
});
