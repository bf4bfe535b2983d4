// The card that opens at a node of the tree: the moves that lead there, its numbers and a small board.
import { useEffect, useRef } from "preact/hooks";
import { BoardThumb } from "../board";
import { t } from "../i18n";
import type { Look } from "../protocol";
import { count, percent } from "./numbers";
import { proofText } from "./treenodes";
import type { Branch } from "./treeshape";

interface Props { node: Branch; mover: string; look: Look | null; problem: string; onClose: () => void }

export function TreeCard({ node, mover, look, problem, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus({ preventScroll: true }), [node.key]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  }
  return (
    <div class="yw-card" role="dialog" aria-label={t("watch.tree.card")} onKeyDown={onKeyDown}>
      <button ref={close} type="button" class="yw-close" aria-label={t("watch.close")} onClick={onClose}>×</button>
      <p class="yw-path">{node.path.length ? node.path.join(" ") : t("watch.tree.root")}</p>
      <div class="yw-thumb">{look ? <BoardThumb board={look.board} /> : <p class="yw-empty" role={problem ? "alert" : undefined}>{problem || t("watch.wait")}</p>}</div>
      <dl class="yw-facts">
        <div><dt>{t("watch.visits")}</dt><dd class="yw-num">{count(node.visits)}</dd></div>
        <div><dt>{t("watch.tree.for", mover)}</dt><dd class="yw-num">{percent(node.value)} {proofText(node)}</dd></div>
      </dl>
    </div>
  );
}
