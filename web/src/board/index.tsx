// The boards of the page: one view for each kind of game, a small drawing, and the editor of positions.
import { GoBoardView } from "./GoBoardView";
import { PlainBoardView } from "./PlainBoardView";
import type { BoardProps } from "./props";
import { ShogiBoardView } from "./ShogiBoardView";
import type { PieceStyle } from "./shogiSquares";

export { BoardThumb } from "./BoardThumb";
export { GoBoardView } from "./GoBoardView";
export { PlainBoardView } from "./PlainBoardView";
export { PositionEditor, type PositionEditorProps } from "./PositionEditor";
export { emptyGo, emptyShogi, readGo, readSfen, SHOGI_STARTS, writeGo, writeSfen } from "./positionText";
export type { BoardProps } from "./props";
export { ShogiBoardView } from "./ShogiBoardView";

/** The board of whatever game it is; it fills the width that it is given. */
export function BoardView(props: BoardProps & { pieces?: PieceStyle }) {
  const { board } = props;
  if (board.kind === "go") return <GoBoardView {...props} board={board} />;
  if (board.kind === "shogi") return <ShogiBoardView {...props} board={board} />;
  return <PlainBoardView {...props} board={board} />;
}
