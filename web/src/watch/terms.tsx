// Why a move is chosen: the selection formula of the search, and its terms for each move.
import { t } from "../i18n";
import type { Terms } from "../protocol";
import { count, decimal } from "./numbers";
import type { WatchProps } from "./props";
import { cellText, isDrawn, scoreText, stacked, whyNext } from "./termsum";

type Props = Pick<WatchProps, "news" | "onLine">;

export function TermsPanel({ news, onLine }: Props) {
  const terms = news?.terms;
  if (!terms) return <p class="yw-empty">{t(!news ? "watch.nothing" : "watch.why.none")}</p>;
  const parts = stacked(terms);
  return (
    <div class="yw-terms">
      <p class="yw-formula"><span class="yw-rule">{terms.rule}</span> <Formula text={terms.formula} /> <Numbers terms={terms} /></p>
      <p class="yw-why">{whyNext(terms)}</p>
      <table class="yw-table">
        <caption class="yw-hidden">{t("watch.why.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("watch.move")}</th>
            {parts.length > 0 && <th scope="col" class="yw-wide">{t("watch.why.together")}</th>}
            {terms.columns.map((column) => <th key={column.key} scope="col" class="yw-right" title={column.meaning}>{column.name}</th>)}
          </tr>
        </thead>
        <tbody onMouseLeave={() => onLine(null)}>
          {terms.rows.map((row, place) => (
            <tr key={row.move} class={place === 0 ? "yw-next" : ""} onMouseEnter={() => onLine([row.move])}>
              <th scope="row">{row.move}{place === 0 && <span class="yw-proof">{t(isDrawn(terms) ? "watch.why.likeliest" : "watch.why.mark")}</span>}</th>
              {parts.length > 0 && <td><Stack terms={terms} parts={parts} cells={row.cells} /></td>}
              {row.cells.map((_, k) => (
                <td key={k} class="yw-right yw-num">{k === row.cells.length - 1 ? scoreText(terms, place) : cellText(terms, place, k)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="yw-legend">
        {terms.columns.map((column, k) => (
          <div key={column.key}><dt>{parts.includes(k) && <span class={`yw-swatch yw-t${parts.indexOf(k) % 5}`} />}{column.name}</dt><dd>{column.meaning}</dd></div>
        ))}
      </dl>
    </div>
  );
}

/** The terms of one move laid end to end; the longest bar of all moves fills the cell. */
function Stack({ terms, parts, cells }: { terms: Terms; parts: number[]; cells: (number | null)[] }) {
  const length = (k: number, of: (number | null)[]) => Math.max(0, of[k] ?? 0);
  const most = Math.max(1e-9, ...terms.rows.map((row) => parts.reduce((sum, k) => sum + length(k, row.cells), 0)));
  return (
    <span class="yw-stack">
      {parts.map((k, place) => (
        <span key={k} class={`yw-t${place % 5}`} title={`${terms.columns[k].name} ${decimal(cells[k])}`} style={{ width: `${((length(k, cells) / most) * 100).toFixed(1)}%` }} />
      ))}
    </span>
  );
}

/** What the letters of the formula are that every move shares: p = 0.6, N = 1234. */
function Numbers({ terms }: { terms: Terms }) {
  return (
    <span class="yw-numbers">
      {(terms.numbers ?? []).map(({ name, value }) => (
        <span key={name}><Formula text={name} /> = <span class="yw-num">{Number.isInteger(value) ? count(value) : decimal(value)}</span></span>
      ))}
    </span>
  );
}

/** Letters that stand for numbers are slanted, as in books; words and signs are upright. */
function Formula({ text }: { text: string }) {
  const pieces = text.split(/([\p{L}]+)/u);
  return <span class="yw-maths">{pieces.map((piece, k) => (/^\p{L}$/u.test(piece) ? <i key={k}>{piece}</i> : piece))}</span>;
}
