// A small drawing of a board that is only looked at.
import { t } from "../i18n";
import type { Board, GoBoard, ShogiBoard } from "../protocol";
import "./board.css";
import "./thumb.css";
import { pointCell } from "./goPoints";
import { SideMark } from "./Piece";
import { handKinds } from "./positionText";
import "./shogi.css";
import { ShogiGrid } from "./ShogiGrid";
import { pieceSign } from "./shogiSquares";

export function BoardThumb({ board }: { board: Board }) {
  const label = board.kind === "go" ? t("board.go_label", board.size) : board.kind === "shogi" ? t("board.shogi_label", board.size) : t("board.plain_label");
  return (
    <div class="yb yb-thumb" role="img" aria-label={label}>
      {board.kind === "go" && <GoThumb board={board} />}
      {board.kind === "shogi" && <ShogiThumb board={board} />}
      {board.kind === "plain" && <pre class="yb-text">{board.text}</pre>}
    </div>
  );
}

function GoThumb({ board }: { board: GoBoard }) {
  const size = board.size;
  const last = board.last ? pointCell(size, board.last) : null;
  const lines = Array.from({ length: size }, (_, k) => `M.5 ${k + 0.5}H${size - 0.5}M${k + 0.5} .5V${size - 0.5}`).join("");
  return (
    <svg viewBox={`-.2 -.2 ${size + 0.4} ${size + 0.4}`} aria-hidden="true">
      <rect class="yb-wood" x={-0.2} y={-0.2} width={size + 0.4} height={size + 0.4} />
      <path class="yb-thumblines" d={lines} />
      {board.stones.flatMap((row, y) => row.map((stone, x) =>
        stone !== 0 && <circle key={`${x}-${y}`} class={`yb-thumbstone yb-side${stone === 1 ? 0 : 1}`} cx={x + 0.5} cy={y + 0.5} r={0.46} />))}
      {last && <circle class="yb-thumblast" cx={last[0] + 0.5} cy={last[1] + 0.5} r={0.2} />}
    </svg>
  );
}

function ShogiThumb({ board }: { board: ShogiBoard }) {
  const held = (side: 0 | 1) => handKinds(board.size)
    .filter((kind) => board.hands[side][kind] > 0)
    .map((kind) => pieceSign(kind, "kanji") + (board.hands[side][kind] > 1 ? board.hands[side][kind] : ""))
    .join(" ");
  return (
    <>
      <span class="yb-thumbhand" lang="ja" aria-hidden="true"><SideMark side={1} /> {held(1)}</span>
      <ShogiGrid board={board} flipped={false} coordinates={false} pieces="kanji" />
      <span class="yb-thumbhand" lang="ja" aria-hidden="true"><SideMark side={0} /> {held(0)}</span>
    </>
  );
}
