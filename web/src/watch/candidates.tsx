// The candidates of a search as a table: win rate, visits, prior and line, the best first.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Candidate, SearchNews, State } from "../protocol";
import { Bar } from "./bar";
import { count, percent, sideName } from "./numbers";
import type { WatchProps } from "./props";

type Props = Pick<WatchProps, "state" | "news" | "onLine">;

export function CandidatesTable({ state, news, onLine }: Props) {
  const rows = news?.candidates ?? [];
  const [active, setActive] = useState<number | null>(null); // by place: what is under the pointer stays there
  const body = useRef<HTMLTableSectionElement>(null);
  const line = active === null ? null : (rows[active]?.line ?? null);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const now = line && line.join(" ");
    if (now !== shown.current) onLine(line);
    shown.current = now;
  }, [line?.join(" ")]);
  useEffect(() => () => { if (shown.current !== null) onLine(null); }, []);

  function onKeyDown(event: KeyboardEvent, place: number) {
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: rows.length - 1 }[event.key];
    const row = to === undefined ? undefined : body.current?.rows[to];
    if (!row) return;
    event.preventDefault();
    event.stopPropagation();
    row.focus();
  }
  const most = Math.max(1, ...rows.map((row) => row.visits));
  return (
    <div class="yw-candidates">
      <NewsLine state={state} news={news} />
      <table class="yw-table">
        <caption class="yw-hidden">{t("watch.candidates.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("watch.move")}</th>
            <th scope="col" class="yw-wide">{t("watch.winrate")}</th>
            <th scope="col" class="yw-wide">{t("watch.visits")}</th>
            <th scope="col" class="yw-right">{t("watch.prior")}</th>
            <th scope="col" class="yw-line">{t("watch.line")}</th>
          </tr>
        </thead>
        <tbody ref={body} onMouseLeave={() => setActive(null)}>
          {rows.map((row, place) => (
            <tr
              key={place}
              tabIndex={place === (active ?? 0) ? 0 : -1}
              class={place === active ? "yw-active" : ""}
              onMouseEnter={() => setActive(place)}
              onFocus={() => setActive(place)}
              onBlur={() => setActive(null)}
              onKeyDown={(event) => onKeyDown(event, place)}
            >
              <th scope="row">{row.move}<Proof row={row} /></th>
              <td><Bar share={row.value} text={percent(row.value)} mark={row.value < 0.5 ? "yw-behind" : "yw-ahead"} /></td>
              <td><Bar share={row.visits / most} text={count(row.visits)} /></td>
              <td class="yw-right yw-num">{percent(row.prior)}</td>
              <td class="yw-line" title={row.line.join(" ")}>{row.line.join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="yw-empty">{t("watch.nothing")}</p>}
    </div>
  );
}

function Proof({ row }: { row: Candidate }) {
  if (!row.proved) return null;
  const word = row.value > 0.75 ? "won" : row.value < 0.25 ? "lost" : "drawn";
  return <span class={`yw-proof yw-${word}`} title={t("watch.proved")}>{t(`watch.proof.${word}`)}</span>;
}

/** How far the search has come, and what it thinks of the position. */
export function NewsLine({ state, news }: { state: State; news: SearchNews | null }) {
  const facts: [string, string][] = [
    [sideName(state, 0), percent(news?.value)],
    [t("watch.simulations"), news ? count(news.simulations) : "–"],
    [t("watch.rate"), news ? count(news.rate) : "–"],
    [t("watch.seconds"), news ? news.seconds.toFixed(1) : "–"],
  ];
  return (
    <div class="yw-news">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}><dt>{name}</dt><dd class="yw-num">{value}</dd></div>
        ))}
      </dl>
      <p class="yw-spec" title={news?.spec}>{news?.spec ?? "–"}</p>
    </div>
  );
}
