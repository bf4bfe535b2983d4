// The moves of the line; a click goes to one, mistakes are marked, and the list follows the position looked at.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { Mistake, State } from "../protocol";
import { useSession } from "./context";
import { sideName } from "./naming";

export const BLUNDER = 0.15; // of the chance to win

const grade = (mistake: Mistake | undefined) => (mistake ? (mistake.loss >= BLUNDER ? "??" : "?") : "");

export function MoveList({ state }: { state: State }) {
  const session = useSession();
  const list = useRef<HTMLOListElement>(null);
  const mistakes = new Map(state.mistakes.map((mistake) => [mistake.at, mistake]));
  useEffect(() => {
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (!box) return;
    if (!current) box.scrollTop = 0;
    else box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2 + current.offsetHeight / 2;
  }, [state.at, state.moves.length, state.game]);
  return (
    <ol class="ya-moves" ref={list} tabIndex={0} aria-label={t("app.moves")}>
      {state.moves.map(({ move, label, side }, k) => {
        const mark = grade(mistakes.get(k + 1));
        const apart = state.variation && k >= state.variation.from ? " ya-apart" : "";
        return (
          <li key={k}>
            <button
              type="button"
              class={`ya-move${mark ? " ya-mistake" : ""}${apart}`}
              aria-current={k + 1 === state.at ? "step" : undefined}
              onClick={() => session.go(k + 1)}
            >
              <span class="ya-number">{k + 1}</span>
              <span class="ya-spoken">{sideName(state, side)}</span>
              {state.kind !== "shogi" && <span class={`ya-dot ya-stone-${side}`} aria-hidden="true" />}
              <span class="ya-text">{label || move}</span>
              {mark && <span class="ya-mark">{mark}</span>}
              {mark && <span class="ya-spoken">{t("app.mistake")}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
