// A shogi board of 9x9 or 5x5 with both hands, played by mouse, touch or keys.
import { t } from "../i18n";
import type { Side } from "../protocol";
import "./board.css";
import "./shogi.css";
import { percent, short } from "./candidates";
import { CursorBoard } from "./CursorBoard";
import { type Cell, turned } from "./goPoints";
import { PromotionChoice } from "./PromotionChoice";
import { layout, middleOf, ShogiGrid } from "./ShogiGrid";
import { ShogiHand } from "./ShogiHand";
import { ShogiMarks } from "./ShogiMarks";
import { type ShogiBoardProps, type ShogiPlay, useShogiPlay } from "./shogiPlay";
import { drawnCell, pieceAt, type PieceStyle, pieceWords, readUsi, sideOf, sideWords, squareName, squareWords } from "./shogiSquares";

export function ShogiBoardView(props: ShogiBoardProps & { pieces?: PieceStyle }) {
  const { board, flipped, coordinates, candidates, pieces = "kanji" } = props;
  const size = board.size;
  const play = useShogiPlay(props);
  const name = (cell: Cell) => squareName(size, flipped ? turned(size, cell) : cell);
  const hover = (square: string | null) => {
    const candidate = candidates.find((each) => square !== null && readUsi(each.move)?.to === square);
    props.onHover?.(candidate?.move ?? null);
  };
  const start: Cell = board.last ? drawnCell(size, board.last.to, flipped) : [Math.floor(size / 2), size - 1];
  const hand = (side: Side) => (
    <ShogiHand
      side={side} hand={board.hands[side]} size={size} down={(side === 1) !== flipped} turn={props.side === side}
      chosen={props.side === side ? (play.chosen?.drop ?? null) : null} pieces={pieces} onTap={(kind) => play.tapHand(kind, side)}
    />
  );
  return (
    <div class="yb yb-shogi">
      {hand(flipped ? 0 : 1)}
      <div class="yb-shogiboard">
        <CursorBoard
          class={props.interactive || props.onPoint ? "yb-playable" : ""}
          size={size}
          label={t("board.shogi_label", size)}
          start={start}
          describe={(cell) => describe(props, play, name(cell))}
          onChoose={(cell) => play.tapSquare(name(cell))}
          onCursor={(cell) => hover(cell && name(cell))}
          onEscape={play.chosen ? play.cancel : undefined}
        >
          {(cursor) => (
            <ShogiGrid board={board} flipped={flipped} coordinates={coordinates} pieces={pieces} chosen={play.chosen?.from} onSquare={play.tapSquare} onPoint={hover}>
              <ShogiMarks {...props} targets={play.targets} cursor={cursor} pieces={pieces} />
            </ShogiGrid>
          )}
        </CursorBoard>
        {play.promoting && <Promotion {...props} play={play} from={play.promoting.from} to={play.promoting.to} pieces={pieces} />}
      </div>
      {hand(flipped ? 1 : 0)}
      <p class="yb-hidden" aria-live="polite">{lastMove(props)}</p>
    </div>
  );
}

function Promotion({ board, flipped, coordinates, play, from, to, pieces }: ShogiBoardProps & { play: ShogiPlay; from: string; to: string; pieces: PieceStyle }) {
  const { width, height } = layout(board.size, coordinates);
  const [x, y] = middleOf(drawnCell(board.size, to, flipped), coordinates);
  const piece = pieceAt(board, from);
  const left = Math.max(0, Math.min(width - 220, x - 110));
  return (
    <PromotionChoice
      piece={piece} left={(100 * left) / width} top={(100 * (y - 60)) / height} width={22000 / width}
      down={(sideOf(piece) === 1) !== flipped} pieces={pieces} onChoose={play.promote} onCancel={play.cancel}
    />
  );
}

/** What a listener is told of a square: its name, its piece, and all that is drawn there. */
function describe({ board, candidates, hint }: ShogiBoardProps, play: ShogiPlay, square: string): string {
  const piece = pieceAt(board, square);
  const candidate = candidates.find((each) => readUsi(each.move)?.to === square);
  return [
    squareWords(square),
    piece ? t("board.piece_of", sideWords(sideOf(piece)), pieceWords(piece)) : t("board.empty"),
    board.check === square && t("board.in_check"),
    play.chosen?.from === square && t("board.chosen"),
    play.targets.includes(square) && t("board.target"),
    hint && readUsi(hint)?.to === square && t("board.hint"),
    candidate && t("board.candidate", percent(candidate.value), short(candidate.visits)),
  ].filter(Boolean).join(", ");
}

function lastMove({ board }: ShogiBoardProps): string {
  if (!board.last) return t("board.no_move");
  const piece = pieceAt(board, board.last.to);
  const text = t("board.moved", sideWords(sideOf(piece)), pieceWords(piece), squareWords(board.last.to));
  return board.check ? `${text} ${t("board.check")}` : text;
}
