// The board with its players above and below, and the steps through the game.
import { useCallback } from "preact/hooks";
import { BoardView } from "../board";
import { t } from "../i18n";
import type { State } from "../protocol";
import { mayPlay } from "./commands";
import { usePage, useSession } from "./context";
import { gameTitle } from "./naming";
import { Navigation } from "./Navigation";
import { PlayerStrip } from "./PlayerStrip";
import { newsHere } from "./store";

/** Whether white sits at the bottom: for a person who plays white, and by choice. */
export function isFlipped(state: State, chosen: boolean): boolean {
  const playsSecond = state.players[0].kind === "engine" && state.players[1].kind === "person";
  return playsSecond !== chosen;
}

export function BoardColumn({ state }: { state: State }) {
  const session = useSession();
  const news = usePage(newsHere);
  const preferences = usePage((page) => page.preferences);
  const line = usePage((page) => page.line);
  const hint = usePage((page) => page.hint);
  const estimate = usePage((page) => page.estimate);
  const flipped = isFlipped(state, preferences.flipped);
  const counting = state.phase === "count" && state.at === state.moves.length;
  const onHover = useCallback((move: string | null) => {
    const found = newsHere(session.store.get())?.candidates.find((candidate) => candidate.move === move);
    session.store.set({ line: found?.line ?? null });
  }, []);
  return (
    <section class="ya-board-column" aria-label={t("app.board", gameTitle(state))}>
      <PlayerStrip state={state} side={flipped ? 0 : 1} />
      <div class={`ya-board ya-board-${state.board.kind}`}>
        <BoardView
          board={state.board}
          side={state.side}
          legal={state.legal}
          interactive={mayPlay(state)}
          flipped={flipped}
          coordinates={preferences.coordinates}
          pieces={preferences.pieces}
          candidates={preferences.candidates && !counting ? (news?.candidates ?? []) : []}
          line={line}
          owner={estimate?.owner ?? (preferences.owner ? (news?.owner ?? null) : null)}
          count={counting ? state.count : null}
          hint={hint?.move ?? null}
          onPlay={session.play}
          onPoint={counting ? (point) => session.wish({ do: "dead", point }) : undefined}
          onHover={onHover}
          onRefused={(why) => session.notify(why, true)}
        />
      </div>
      <PlayerStrip state={state} side={flipped ? 1 : 0} />
      <Navigation state={state} />
    </section>
  );
}
