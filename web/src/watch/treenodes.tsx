// How a node of the tree looks: size by visits, a slice and a colour by value, a ring where it is proved.
import { t } from "../i18n";
import { count, percent } from "./numbers";
import { BIGGEST, ROW } from "./treecamera";
import type { Branch, Shape } from "./treeshape";

const SMALLEST = 2.4;
const PROOF = ["open", "won", "drawn", "lost"] as const; // as the server numbers them
const SEEN = 0.6; // zoom below which nodes keep their size
const FULL = 0.25; // from an even game to where the colour is full

/** Before zooming; seen from afar nodes do not shrink as much as the room between them. */
export function radius(visits: number, most: number, zoom: number): number {
  return (SMALLEST + (BIGGEST - SMALLEST) * Math.sqrt(visits / Math.max(1, most))) * Math.max(1, SEEN / zoom);
}

/** Good for who moved there is green, bad red, even grey; the slice says the same without colours. */
export function tint(value: number): string {
  const strength = Math.min(1, Math.abs(value - 0.5) / FULL);
  return `color-mix(in oklab, var(--${value < 0.5 ? "bad" : "good"}) ${Math.round(strength * 100)}%, var(--muted))`;
}

export const proofText = (node: Branch) => (node.proof ? t(`watch.proof.${PROOF[node.proof]}`) : "");

/** "D4 E5: 63.4%, 1234 visits, won". */
export function nodeText(node: Branch): string {
  const path = node.path.length ? node.path.join(" ") : t("watch.tree.root");
  return [`${path}: ${percent(node.value)}`, t("watch.tree.visits", count(node.visits)), proofText(node)].filter(Boolean).join(" · ");
}

/** Which nodes have room for their move: in each column the most visited first, none over another. */
export function labelled(nodes: Branch[], shape: Shape, zoom: number): Set<string> {
  const apart = (1.05 * fontSize(zoom)) / ROW;
  const taken = new Map<number, number[]>();
  const found = new Set<string>();
  for (const node of [...nodes].sort((a, b) => b.visits - a.visits)) {
    const place = shape.places.get(node.key);
    if (!place || !node.move) continue;
    const rows = taken.get(place.depth) ?? [];
    if (rows.some((row) => Math.abs(row - place.row) < apart)) continue;
    taken.set(place.depth, [...rows, place.row]);
    found.add(node.key);
  }
  return found;
}

/** So that text has about the same size on the screen whatever the zoom. */
export const fontSize = (zoom: number) => 11.5 / Math.min(Math.max(zoom, 0.12), 1.6);

export function NodeMark({ node, size, label }: { node: Branch; size: number; label: boolean }) {
  const value = Number.isFinite(node.value) ? node.value : 0.5;
  const round = Math.PI * size;
  return (
    <>
      <circle class="yw-node-base" r={size} />
      <circle
        r={size / 2}
        class="yw-node-slice"
        style={{ stroke: tint(value) }}
        stroke-width={size}
        stroke-dasharray={`${(round * value).toFixed(2)} ${round.toFixed(2)}`}
        transform="rotate(-90)"
      />
      {node.proof > 0 && <circle class={`yw-ring yw-ring-${PROOF[node.proof]}`} r={size * 1.2} />}
      {label && <text x={size} dx="0.35em" dy="0.35em">{node.move}</text>}
    </>
  );
}
