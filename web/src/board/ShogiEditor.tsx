// The shogi half of the position editor: pieces of both sides put on the squares, and hands counted up and down.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Side } from "../protocol";
import { CursorBoard } from "./CursorBoard";
import { PiecePicture, SideMark } from "./Piece";
import { handKinds, kindsOf, type ShogiPosition } from "./positionText";
import "./shogi.css";
import { middleOf, ShogiGrid } from "./ShogiGrid";
import { ofSide, pieceAt, pieceWords, sideOf, sideWords, squareCell, squareName, squareWords } from "./shogiSquares";

const SIDES = [0, 1] as const;
interface ShogiEditorProps { position: ShogiPosition; onChange: (position: ShogiPosition) => void }

export function ShogiEditor({ position, onChange }: ShogiEditorProps) {
  const [tool, setTool] = useState("P"); // "" takes away
  const size = position.cells.length;
  const board = { kind: "shogi" as const, size, cells: position.cells, hands: position.hands, last: null, check: null };
  const put = (square: string) => {
    const [column, row] = squareCell(size, square);
    const cells = position.cells.map((line) => [...line]);
    cells[row][column] = cells[row][column] === tool ? "" : tool;
    onChange({ ...position, cells });
  };
  const describe = (square: string) => {
    const piece = pieceAt(board, square);
    return `${squareWords(square)}, ${piece ? nameOf(piece) : t("board.empty")}`;
  };
  return (
    <>
      <Palette size={size} tool={tool} onTool={setTool} />
      <Hand side={1} position={position} onChange={onChange} />
      <CursorBoard
        class="yb-playable" size={size} label={t("board.shogi_label", size)} start={[Math.floor(size / 2), size - 1]}
        describe={(cell) => describe(squareName(size, cell))} onChoose={(cell) => put(squareName(size, cell))} onCursor={() => {}}
      >
        {(cursor) => {
          const [x, y] = middleOf(cursor, true);
          return (
            <ShogiGrid board={board} flipped={false} coordinates pieces="kanji" onSquare={put}>
              <rect class="yb-cursor" x={x - 46} y={y - 46} width={92} height={92} rx={10} />
            </ShogiGrid>
          );
        }}
      </CursorBoard>
      <Hand side={0} position={position} onChange={onChange} />
    </>
  );
}

function nameOf(piece: string): string {
  return t("board.piece_of", sideWords(sideOf(piece)), pieceWords(piece));
}

function Palette({ size, tool, onTool }: { size: number; tool: string; onTool: (piece: string) => void }) {
  return (
    <div class="yb-palette" role="group" aria-label={t("board.palette")}>
      {SIDES.map((side) => (
        <div key={side} class="yb-paletterow">
          {kindsOf(size).map((kind) => {
            const piece = ofSide(kind, side);
            return (
              <button key={piece} type="button" aria-pressed={tool === piece} aria-label={nameOf(piece)} onClick={() => onTool(piece)}>
                <PiecePicture piece={piece} down={side === 1} style="kanji" />
              </button>
            );
          })}
        </div>
      ))}
      <button type="button" class="yb-eraser" aria-pressed={tool === ""} onClick={() => onTool("")}>{t("board.empty")}</button>
    </div>
  );
}

function Hand({ side, position, onChange }: ShogiEditorProps & { side: Side }) {
  const hand = position.hands[side];
  const add = (kind: string, more: number) => {
    const hands: ShogiPosition["hands"] = [{ ...position.hands[0] }, { ...position.hands[1] }];
    hands[side][kind] = Math.max(0, Math.min(18, (hand[kind] ?? 0) + more));
    onChange({ ...position, hands });
  };
  return (
    <div class="yb-edithand" role="group" aria-label={t("board.hand", sideWords(side))}>
      <SideMark side={side} />
      {handKinds(position.cells.length).map((kind) => (
        <span key={kind} class="yb-editheld">
          <button type="button" aria-label={t("board.fewer", pieceWords(kind), sideWords(side))} disabled={!hand[kind]} onClick={() => add(kind, -1)}>−</button>
          <PiecePicture piece={ofSide(kind, side)} down={side === 1} style="kanji" />
          <output aria-label={t("board.in_hand", pieceWords(kind), hand[kind] ?? 0)}>{hand[kind] ?? 0}</output>
          <button type="button" aria-label={t("board.more", pieceWords(kind), sideWords(side))} onClick={() => add(kind, 1)}>+</button>
        </span>
      ))}
    </div>
  );
}
