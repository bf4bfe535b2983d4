// The Go half of the position editor: black, white or empty, put on the points.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { GoBoard } from "../protocol";
import { pointCell } from "./goPoints";
import { GoBoardView } from "./GoBoardView";
import type { GoPosition } from "./positionText";

const TOOLS = [[1, "board.black"], [-1, "board.white"], [0, "board.empty"]] as const;

export function GoEditor({ position, onChange }: { position: GoPosition; onChange: (position: GoPosition) => void }) {
  const [tool, setTool] = useState<0 | 1 | -1>(1);
  const size = position.stones.length;
  const board: GoBoard = { kind: "go", size, stones: position.stones, last: null, atari: [], ko: null, captures: [0, 0] };
  const put = (point: string) => {
    const cell = pointCell(size, point);
    if (!cell) return;
    const stones = position.stones.map((row) => [...row]);
    stones[cell[1]][cell[0]] = stones[cell[1]][cell[0]] === tool ? 0 : tool;
    onChange({ ...position, stones });
  };
  return (
    <>
      <div class="yb-tools" role="group" aria-label={t("board.palette")}>
        {TOOLS.map(([stone, name]) => (
          <button key={stone} type="button" aria-pressed={tool === stone} onClick={() => setTool(stone)}>
            <span class={`yb-swatch yb-stone${stone}`} aria-hidden="true" />
            {t(name)}
          </button>
        ))}
      </div>
      <GoBoardView
        board={board} side={position.side} legal={[]} interactive={false} flipped={false} coordinates candidates={[]}
        line={null} owner={null} count={null} hint={null} onPlay={put} onPoint={put} onRefused={() => {}}
      />
    </>
  );
}
