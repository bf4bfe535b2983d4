// Where the nodes of a growing tree are drawn: a column for each depth, and rows that a node keeps once it has one.
import type { TreeNode } from "../protocol";

/** A node of the tree, known by the moves that lead to it, which stay the same while numbers of nodes may not. */
export interface Branch extends Omit<TreeNode, "id" | "parent"> {
  key: string;
  parent: string | null;
  path: string[];
}
export interface Place { depth: number; row: number }
export interface Shape {
  places: Map<string, Place>;
  tidied: number; // nodes when all was last arranged anew
}
export const EMPTY: Shape = { places: new Map(), tidied: 0 };

/** The nodes by path, parents before children, as the server sends them. */
export function branches(nodes: TreeNode[]): Branch[] {
  const known = new Map<number, Branch>();
  for (const { id, parent, ...rest } of nodes) {
    const above = known.get(parent);
    if (!above && known.size > 0) continue; // no way leads to it
    const path = above ? [...above.path, rest.move] : [];
    known.set(id, { ...rest, key: path.join(" "), parent: above ? above.key : null, path });
  }
  return [...known.values()];
}

/** The places of all nodes: what had one keeps it, unless the tree has grown or shrunk so much that it is arranged anew. */
export function settle(nodes: Branch[], before: Shape): Shape {
  if (nodes.length >= 2 * before.tidied || nodes.length * 3 <= before.tidied) return tidy(nodes, before);
  const here = new Set(nodes.map((node) => node.key));
  const places = new Map([...before.places].filter(([key]) => here.has(key)));
  for (const node of nodes) if (!places.has(node.key)) places.set(node.key, freePlace(node, nodes, places));
  return { places, tidied: before.tidied };
}

/** The free place nearest to a new node's last sibling, or else to its parent; rows of a column are one apart at least. */
function freePlace(node: Branch, nodes: Branch[], places: Map<string, Place>): Place {
  const depth = node.path.length;
  const rows = [...places.values()].filter((place) => place.depth === depth).map((place) => place.row);
  const siblings = nodes.filter((other) => other.parent === node.parent && places.has(other.key));
  const wanted = siblings.length
    ? Math.max(...siblings.map((other) => places.get(other.key)!.row)) + 1
    : node.parent === null ? 0 : places.get(node.parent)!.row;
  const free = (row: number) => rows.every((other) => Math.abs(other - row) >= 1 - 1e-9);
  const offers = [wanted, ...rows.flatMap((row) => [row - 1, row + 1])].filter(free);
  const row = offers.reduce((best, offer) => (Math.abs(offer - wanted) < Math.abs(best - wanted) ? offer : best));
  return { depth, row };
}

interface Block { rows: Map<string, number>; low: number[]; high: number[] } // a subtree; its outermost rows by depth below it

/** Everything arranged anew: subtrees as close as they go, parents in the middle, children in the order they came in. */
export function tidy(nodes: Branch[], before: Shape = EMPTY): Shape {
  const order = new Map([...before.places.keys()].map((key, k) => [key, k]));
  const rank = (node: Branch) => order.get(node.key) ?? Infinity;
  const children = new Map<string | null, Branch[]>();
  for (const node of nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  for (const list of children.values()) list.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));

  function block(node: Branch): Block {
    const whole: Block = { rows: new Map(), low: [], high: [] };
    const own: number[] = [];
    for (const child of children.get(node.key) ?? []) {
      const part = block(child);
      const shift = Math.max(0, ...part.low.map((low, k) => (k in whole.high ? whole.high[k] + 1 - low : -Infinity)));
      own.push(shift + part.rows.get(child.key)!);
      part.rows.forEach((row, key) => whole.rows.set(key, row + shift));
      part.low.forEach((low, k) => {
        whole.low[k] = Math.min(whole.low[k] ?? Infinity, low + shift);
        whole.high[k] = Math.max(whole.high[k] ?? -Infinity, part.high[k] + shift);
      });
    }
    const row = own.length ? (own[0] + own[own.length - 1]) / 2 : 0;
    whole.rows.set(node.key, row);
    return { rows: whole.rows, low: [row, ...whole.low], high: [row, ...whole.high] };
  }
  const root = nodes.find((node) => node.parent === null);
  const rows = root ? block(root).rows : new Map<string, number>();
  const places = new Map<string, Place>();
  for (const node of [...nodes].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))) {
    places.set(node.key, { depth: node.path.length, row: rows.get(node.key) ?? 0 });
  }
  return { places, tidied: nodes.length };
}

/** The outermost rows and the deepest column. */
export function extent(shape: Shape): { low: number; high: number; depth: number } {
  const rows = [...shape.places.values()];
  return {
    low: Math.min(0, ...rows.map((place) => place.row)),
    high: Math.max(0, ...rows.map((place) => place.row)),
    depth: Math.max(0, ...rows.map((place) => place.depth)),
  };
}

/** Left is the parent, right its most visited child, up and down the next in the same column. */
export function neighbour(nodes: Branch[], shape: Shape, node: Branch, key: string): Branch | undefined {
  if (key === "ArrowLeft") return nodes.find((other) => other.key === node.parent);
  const row = (other: Branch) => shape.places.get(other.key)!.row;
  if (key === "ArrowRight") return nodes.filter((other) => other.parent === node.key).sort((a, b) => b.visits - a.visits)[0];
  const sign = key === "ArrowDown" ? 1 : -1;
  const beyond = nodes.filter((other) => other.path.length === node.path.length && sign * (row(other) - row(node)) > 0);
  return beyond.sort((a, b) => sign * (row(a) - row(b)))[0];
}
