// Where the game stands, in two lines that keep their place: whose turn or the result, and what is being done.
import { t } from "../i18n";
import type { State } from "../protocol";
import { mayPlay } from "./commands";
import { usePage, useSession } from "./context";
import { busyText, playerName, resultText, scoreText, sideName, winText } from "./naming";
import { newsHere, type Page } from "./store";

function headline(state: State): string {
  if (state.phase === "over") return resultText(state);
  if (state.phase === "count") return t("app.count");
  const side = (state.moves.length - state.at) % 2 === 0 ? state.side : state.side === 0 ? 1 : 0; // to move at the end of the line
  const name = sideName(state, side);
  if (state.paused) return t("app.paused", name);
  const people = state.players.every((player) => player.kind === "person"); // such as a record: what counts is the position looked at
  if (state.turn === "person") return t("app.turn.person", people ? sideName(state, state.side) : name);
  return t(state.thinking ? "app.turn.thinking" : "app.turn.engine", name, playerName(state.players[side]));
}

function detail(page: Page, state: State): string {
  const news = newsHere(page);
  if (page.busy) return busyText(page.busy);
  if (page.queue > 0) return t("app.queue", page.queue);
  if (page.estimate) return t("app.estimate.is", scoreText(state, page.estimate.text));
  if (page.hint) return t("app.hint.is", page.hint.move, winText(page.hint.value));
  if (state.phase === "count") return scoreText(state, state.count?.text ?? "");
  if (!news) return state.moves.length === 0 && mayPlay(state) ? t("app.first") : "";
  const rate = Math.round(news.rate).toLocaleString("en");
  return t("app.search", news.simulations.toLocaleString("en"), rate, winText(news.value), sideName(state, 0));
}

export function Status({ state }: { state: State }) {
  const session = useSession();
  const busy = usePage((page) => page.busy);
  const said = usePage((page) => detail(page, state));
  const counting = state.phase === "count";
  return (
    <section class={`ya-status${counting ? " ya-counting" : ""}`} aria-label={t("app.status")}>
      <p class="ya-headline" role="status">
        {headline(state)}
      </p>
      <p class="ya-detail">{said}</p>
      {counting && (
        <p class="ya-agree">
          <button type="button" class="ya-button ya-main" onClick={() => session.wish({ do: "agree" })}>
            {t("app.count.agree")}
          </button>
          <button type="button" class="ya-button" onClick={() => session.wish({ do: "resume" })}>
            {t("app.count.resume")}
          </button>
        </p>
      )}
      <progress class={`ya-progress${busy ? "" : " ya-absent"}`} aria-label={t("app.progress")} value={busy?.done ?? 0} max={busy?.total || 1} />
    </section>
  );
}
