// The question whether a shogi piece promotes: both pieces, drawn where it arrives.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { PiecePicture } from "./Piece";
import { type PieceStyle, pieceWords } from "./shogiSquares";

interface PromotionChoiceProps {
  piece: string; // before it promotes
  left: number; // of the drawing, in percent
  top: number;
  width: number;
  down: boolean;
  pieces: PieceStyle;
  onChoose: (promotes: boolean) => void;
  onCancel: () => void;
}

export function PromotionChoice({ piece, left, top, width, down, pieces, onChoose, onCancel }: PromotionChoiceProps) {
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    first.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus();
    };
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    else if (event.key.startsWith("Arrow")) (document.activeElement === first.current ? second : first).current?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const promoted = `+${piece}`;
  return (
    <div class="yb-promotion" role="dialog" aria-label={t("board.promotion")} style={{ left: `${left}%`, top: `${top}%`, width: `${width}%` }} onKeyDown={press}>
      <button ref={first} type="button" onClick={() => onChoose(true)}>
        <span class="yb-hidden">{t("board.promote", pieceWords(promoted))}</span>
        <PiecePicture piece={promoted} down={down} style={pieces} />
      </button>
      <button ref={second} type="button" onClick={() => onChoose(false)}>
        <span class="yb-hidden">{t("board.not_promote", pieceWords(piece))}</span>
        <PiecePicture piece={piece} down={down} style={pieces} />
      </button>
    </div>
  );
}
