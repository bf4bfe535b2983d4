// The board of any other game: its cells where it has a grid, else its text; every legal move is a button too.
import { Fragment } from "preact";
import { t } from "../i18n";
import type { Candidate, PlainBoard } from "../protocol";
import "./board.css";
import "./plain.css";
import { percent, quality, short } from "./candidates";
import type { BoardProps } from "./props";

export type PlainBoardProps = Omit<BoardProps, "board"> & { board: PlainBoard };

export function PlainBoardView(props: PlainBoardProps) {
  const { board, line } = props;
  return (
    <div class="yb yb-plain">
      {board.cells ? <CellGrid {...props} cells={board.cells} /> : <pre class="yb-text" tabIndex={0} aria-label={t("board.plain_label")}>{board.text}</pre>}
      <p class="yb-plainline" aria-live="off">{(line ?? []).map((move, k) => `${k + 1} ${move}`).join("  ")}</p>
      <LegalMoves {...props} />
    </div>
  );
}

function CellGrid(props: PlainBoardProps & { cells: string[][] }) {
  const { cells, flipped, line, coordinates } = props;
  const turn = <T,>(list: T[]): T[] => (flipped ? [...list].reverse() : list);
  const rows = turn(cells.map((_, row) => row));
  const columns = turn((cells[0] ?? []).map((_, column) => column));
  const tap = (move: string | null, name: string) => {
    if (!props.interactive) props.onRefused(t("board.wait"));
    else if (move) props.onPlay(move);
    else props.onRefused(t("board.no_such_move", name));
  };
  return (
    <div
      class="yb-cells" role="group" aria-label={t("board.plain_label")}
      style={{ gridTemplateColumns: `${coordinates ? "1.4em " : ""}repeat(${columns.length}, 1fr)`, "--yb-columns": columns.length }}
    >
      {rows.map((row) => (
        <Fragment key={row}>
          {coordinates && <span class="yb-cellname" aria-hidden="true">{cells.length - row}</span>}
          {columns.map((column) => {
            const name = cellName(cells, column, row);
            const word = cells[row][column];
            const move = moveAt(props.legal, name);
            const number = word || !line ? -1 : line.indexOf(name);
            return (
              <button
                key={name} type="button" class={`yb-cell ${props.hint && props.hint === move ? "yb-cellhint" : ""}`} data-word={word}
                onClick={() => tap(move, name)}
                onPointerEnter={() => props.onHover?.(known(props.candidates, move)?.move ?? null)} onPointerLeave={() => props.onHover?.(null)}
              >
                <span class="yb-hidden">{`${name}, ${word || t("board.empty")}`}</span>
                <span aria-hidden="true">{word || (number >= 0 && <small>{number + 1}</small>)}</span>
              </button>
            );
          })}
        </Fragment>
      ))}
      {coordinates && <span />}
      {coordinates && columns.map((column) => <span key={column} class="yb-cellname" aria-hidden="true">{letter(column)}</span>)}
    </div>
  );
}

function LegalMoves({ legal, candidates, interactive, hint, onPlay, onHover, onRefused }: PlainBoardProps) {
  return (
    <ul class="yb-moves" aria-label={t("board.moves")}>
      {legal.map((move) => {
        const candidate = known(candidates, move);
        return (
          <li key={move}>
            <button
              type="button" class={move === hint ? "yb-cellhint" : undefined} onClick={() => (interactive ? onPlay(move) : onRefused(t("board.wait")))}
              onPointerEnter={() => candidate && onHover?.(move)} onPointerLeave={() => onHover?.(null)}
              onFocus={() => candidate && onHover?.(move)} onBlur={() => onHover?.(null)}
            >
              <b>{move}</b>
              <span class={candidate && `yb-rate yb-${quality(candidate, candidates[0])}`}>{candidate && `${percent(candidate.value)}%`}</span>
              <span class="yb-visits">{candidate && short(candidate.visits)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function known(candidates: Candidate[], move: string | null): Candidate | undefined {
  return candidates.find((candidate) => candidate.move === move);
}

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

function cellName(cells: string[][], column: number, row: number): string {
  return `${letter(column)}${cells.length - row}`;
}

/** The legal move that a click on a cell means: the cell itself, or its column where moves are columns. */
function moveAt(legal: string[], name: string): string | null {
  return [name, name.toLowerCase(), name[0]].find((text) => legal.includes(text)) ?? null;
}
