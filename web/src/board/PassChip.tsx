// What cannot be drawn on a point of a Go board: a pass that was played, is thought about, or belongs to a line.
import { t } from "../i18n";
import { percent, short } from "./candidates";
import type { GoBoardProps } from "./GoBoardView";
import { isPass } from "./goPoints";

export function PassChip({ board, candidates, line, hint }: GoBoardProps) {
  const passes = (line ?? []).flatMap((move, k) => (isPass(move) ? [k + 1] : []));
  const candidate = candidates.find((each) => isPass(each.move));
  let note = "";
  if (line) note = passes.join(", ");
  else if (candidate) note = `${percent(candidate.value)}% ${short(candidate.visits)}`;
  else if (hint && isPass(hint)) note = t("board.hint");
  const played = board.last !== null && isPass(board.last);
  if (!note && !played) return null;
  return <div class="yb-pass">{`${t("board.pass")} ${note}`.trim()}</div>;
}
