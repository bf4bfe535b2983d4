// The shallow tree, growing: a drawing to zoom and shift, whose nodes open a card with their position.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Look, TreeNode } from "../protocol";
import { sideName } from "./numbers";
import type { WatchProps } from "./props";
import { TreeCard } from "./treecard";
import { useDrawing } from "./treedrawing";
import { FACTOR, useGestures } from "./treegestures";
import { fontSize, labelled, NodeMark, nodeText, radius } from "./treenodes";
import { branches, EMPTY, neighbour, settle, tidy, type Branch, type Shape } from "./treeshape";

type Props = Pick<WatchProps, "state" | "news" | "look" | "onLine">;

export function TreeView({ state, news, look, onLine }: Props) {
  const where = `${state.game} ${state.moves.slice(0, state.at).map((played) => played.move).join(" ")}`;
  return <TreeDrawing key={where} state={state} news={news} look={look} onLine={onLine} />;
}

function TreeDrawing({ state, news, look, onLine }: Props) {
  const tree = useRef<TreeNode[]>([]); // the last one stays while a message has none
  if (news?.tree) tree.current = news.tree;
  const nodes = useMemo(() => branches(tree.current), [tree.current]);
  const shape = useRef<Shape>(EMPTY);
  const [arranged, setArranged] = useState(0); // how often the person asked for it
  useMemo(() => { shape.current = settle(nodes, shape.current); }, [nodes]);

  const frame = useRef<HTMLDivElement>(null);
  const drawn = useDrawing(nodes, shape.current, frame, arranged);
  const { handlers, zoom, dragged } = useGestures({ camera: drawn.camera, move: drawn.move, fit: drawn.fit });
  const [told, setTold] = useState<string | null>(null); // under the pointer, or focused
  const [current, setCurrent] = useState(""); // where Tab enters the tree
  const [open, setOpen] = useState<{ node: Branch; look: Look | null; problem: string } | null>(null);
  const labels = useMemo(() => labelled(nodes, shape.current, drawn.zoom), [nodes, drawn.zoom, arranged]);
  useEffect(() => () => onLine(null), []);

  function openCard(node: Branch) {
    setOpen({ node, look: null, problem: "" });
    onLine(node.path);
    const same = (now: typeof open) => now?.node.key === node.key;
    look(node.path).then(
      (found) => setOpen((now) => (same(now) ? { ...now!, look: found } : now)),
      (error: Error) => setOpen((now) => (same(now) ? { ...now!, problem: error.message } : now)),
    );
  }
  function closeCard() {
    const key = open?.node.key;
    setOpen(null);
    onLine(null);
    (drawn.groups.get(key ?? "") ?? frame.current)?.focus();
  }
  function onNodeKey(event: KeyboardEvent, node: Branch) {
    if (event.key === "Enter" || event.key === " ") openCard(node);
    else if (event.key === "Escape") frame.current?.focus();
    else if (event.key.startsWith("Arrow")) {
      const next = neighbour(nodes, shape.current, node, event.key);
      if (next) drawn.groups.get(next.key)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onNodeFocus(node: Branch) {
    setCurrent(node.key);
    setTold(node.key);
    drawn.show(node.key);
  }
  const byKey = useMemo(() => new Map(nodes.map((node) => [node.key, node])), [nodes]);
  const most = nodes[0]?.visits ?? 1;
  const entered = byKey.has(current) ? current : "";
  const pointed = told === null ? undefined : byKey.get(told);
  const kept = open && (byKey.get(open.node.key) ?? open.node);
  return (
    <div class="yw-tree">
      <div class="yw-tree-head">
        <p class="yw-num">{pointed ? nodeText(pointed) : t("watch.tree.size", nodes.length)}</p>
        <div class="yw-buttons">
          <button type="button" aria-label={t("watch.tree.in")} title={t("watch.tree.in")} onClick={() => zoom(FACTOR, frame.current!)}>+</button>
          <button type="button" aria-label={t("watch.tree.out")} title={t("watch.tree.out")} onClick={() => zoom(1 / FACTOR, frame.current!)}>−</button>
          <button type="button" onClick={drawn.fit}>{t("watch.tree.fit")}</button>
          <button type="button" onClick={() => { shape.current = tidy(nodes, shape.current); setArranged(arranged + 1); }}>{t("watch.tree.tidy")}</button>
        </div>
      </div>
      <div class="yw-tree-frame" ref={frame} role="group" tabIndex={0} aria-label={t("watch.tree.label")} {...handlers}>
        {nodes.length > 0 && (
          <svg width="100%" height="100%" role="tree" aria-label={t("watch.tree.title")}>
            <g ref={drawn.world} style={{ fontSize: `${fontSize(drawn.zoom)}px` }}>
              {nodes.map((node) => node.parent !== null && (
                <path
                  key={`${node.key}-`}
                  class="yw-edge"
                  ref={(element) => keep(drawn.edges, node.key, element)}
                  stroke-width={(0.6 + 6 * (node.visits / Math.max(1, most))).toFixed(2)}
                />
              ))}
              {nodes.map((node) => (
                <g
                  key={node.key}
                  class="yw-node"
                  ref={(element) => keep(drawn.groups, node.key, element)}
                  role="treeitem"
                  aria-label={nodeText(node)}
                  aria-level={node.path.length + 1}
                  aria-selected={open?.node.key === node.key}
                  tabIndex={node.key === entered ? 0 : -1}
                  onClick={() => !dragged.current && openCard(node)}
                  onKeyDown={(event) => onNodeKey(event, node)}
                  onFocus={() => onNodeFocus(node)}
                  onBlur={() => setTold(null)}
                  onMouseEnter={() => setTold(node.key)}
                  onMouseLeave={() => setTold(null)}
                >
                  <NodeMark node={node} size={radius(node.visits, most, drawn.zoom)} label={labels.has(node.key)} />
                </g>
              ))}
            </g>
          </svg>
        )}
        {nodes.length === 0 && <p class="yw-empty">{t("watch.tree.none")}</p>}
      </div>
      {open && kept && <TreeCard node={kept} mover={sideName(state, kept.side)} look={open.look} problem={open.problem} onClose={closeCard} />}
      <p class="yw-note">{t("watch.tree.legend")}</p>
    </div>
  );
}

function keep<E>(map: Map<string, E>, key: string, element: E | null): void {
  if (element) map.set(key, element);
  else map.delete(key);
}
