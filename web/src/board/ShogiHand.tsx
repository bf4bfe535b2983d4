// The pieces that a side holds in hand: one place for each kind, so that nothing moves when pieces come and go.
import { t } from "../i18n";
import type { Side } from "../protocol";
import { PiecePicture, SideMark } from "./Piece";
import { HAND_ORDER, ofSide, type PieceStyle, pieceWords, sideWords } from "./shogiSquares";

interface ShogiHandProps {
  side: Side;
  hand: Record<string, number>;
  size: number;
  down: boolean; // its pieces are drawn head down
  turn: boolean; // this side is to move
  chosen: string | null;
  pieces: PieceStyle;
  onTap: (kind: string) => void;
}

export function ShogiHand({ side, hand, size, down, turn, chosen, pieces, onTap }: ShogiHandProps) {
  const kinds = [...(size === 5 ? HAND_ORDER[5] : HAND_ORDER[9])];
  return (
    <div class={`yb-hand ${down ? "yb-handdown" : ""} ${turn ? "yb-handturn" : ""}`} role="group" aria-label={t("board.hand", sideWords(side))}>
      <SideMark side={side} />
      {kinds.map((kind) => {
        const count = hand[kind] ?? 0;
        if (count === 0) return <span key={kind} class="yb-handplace" />;
        return (
          <button key={kind} type="button" class="yb-handplace" aria-pressed={chosen === kind} onClick={() => onTap(kind)}>
            <span class="yb-hidden">{t("board.in_hand", pieceWords(kind), count)}</span>
            <PiecePicture piece={ofSide(kind, side)} down={down} style={pieces} />
            <span class="yb-handcount" aria-hidden="true">{count > 1 ? count : ""}</span>
          </button>
        );
      })}
    </div>
  );
}
