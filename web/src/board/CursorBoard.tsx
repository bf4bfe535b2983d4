// A square board that the keyboard can use: arrows move a cursor, Enter or Space chooses, and the cell is said in words.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Cell } from "./goPoints";

const STEPS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface CursorBoardProps {
  class: string;
  size: number;
  label: string;
  start: Cell; // where the cursor is before it was moved; cells are as drawn
  describe: (cell: Cell) => string;
  onChoose: (cell: Cell) => void;
  onCursor: (cell: Cell | null) => void; // null: the keyboard left the board
  onEscape?: () => void;
  children: (cursor: Cell) => ComponentChildren;
}

export function CursorBoard(props: CursorBoardProps) {
  const { size, onChoose, onCursor, onEscape } = props;
  const id = useId();
  const [moved, setMoved] = useState<Cell | null>(null);
  const inside = (place: number) => Math.max(0, Math.min(size - 1, place));
  const cursor: Cell = moved ? [inside(moved[0]), inside(moved[1])] : props.start;

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      const next: Cell = [inside(cursor[0] + step[0]), inside(cursor[1] + step[1])];
      setMoved(next);
      onCursor(next);
    } else if (event.key === "Enter" || event.key === " ") onChoose(cursor);
    else if (event.key === "Escape" && onEscape) onEscape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const here = `${id}-${cursor.join("-")}`;
  return (
    <div
      class={`yb-cursorboard ${props.class}`}
      tabIndex={0}
      role="application"
      aria-label={props.label}
      aria-activedescendant={here}
      onKeyDown={press}
      onFocus={() => onCursor(cursor)}
      onBlur={() => onCursor(null)}
      onMouseDown={leaveFocus}
    >
      <span key={here} id={here} class="yb-hidden" role="button" aria-label={props.describe(cursor)} />
      {props.children(cursor)}
    </div>
  );
}

/** A click does not take the keyboard to the board, so that arrow keys go on stepping through the game. */
function leaveFocus(event: MouseEvent): void {
  event.preventDefault();
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== event.currentTarget) focused.blur();
}
