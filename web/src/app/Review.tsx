// Analysis of the whole game: how thorough, its progress, and the mistakes that it found.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Mistake, State } from "../protocol";
import { usePage, useSession } from "./context";
import { sideName, winText } from "./naming";
import { recall, remember } from "./preferences";

const THOROUGH = [100, 400, 1600, 6400, 25600];
const LAST = "yomi.review";

function Mistakes({ state }: { state: State }) {
  const session = useSession();
  const [pointed, point] = useState<Mistake | null>(null);
  const before = pointed !== null && state.at === pointed.at - 1;
  useEffect(() => {
    if (!before) return;
    session.store.set({ line: pointed.line.length ? pointed.line : [pointed.best] });
    return () => session.store.set({ line: null });
  }, [before, pointed]);
  return (
    <ol class="ya-mistakes" tabIndex={0} aria-label={t("app.mistakes")}>
      {state.mistakes.map((mistake) => (
        <li key={mistake.at}>
          <button
            type="button"
            class="ya-move ya-mistake"
            aria-current={state.at === mistake.at - 1 ? "step" : undefined}
            onClick={() => session.go(mistake.at - 1)}
            onMouseEnter={() => point(mistake)}
            onMouseLeave={() => point(null)}
            onFocus={() => point(mistake)}
            onBlur={() => point(null)}
          >
            <span class="ya-number">{mistake.at}</span>
            <span class="ya-text">{t("app.mistake.row", sideName(state, state.moves[mistake.at - 1]?.side ?? 0), mistake.move)}</span>
            <span class="ya-loss">−{winText(mistake.loss)}</span>
            <span class="ya-better">{t("app.mistake.better", mistake.best)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function Review({ state }: { state: State }) {
  const session = useSession();
  const busy = usePage((page) => page.busy);
  const [simulations, setSimulations] = useState(() => recall(LAST, 400));
  const start = () => {
    remember(LAST, simulations);
    session.wish({ do: "review", simulations });
  };
  return (
    <div class="ya-review">
      <div class="ya-row">
        <label>
          {t("app.review.each")}{" "}
          <select class="ya-field" value={simulations} onChange={(event) => setSimulations(Number(event.currentTarget.value))}>
            {THOROUGH.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="ya-button ya-main" disabled={!!busy || state.moves.length === 0} onClick={start}>
          {t("app.review.start")}
        </button>
        <button type="button" class="ya-button" disabled={!busy} onClick={() => session.wish({ do: "review", simulations: 0 })}>
          {t("app.review.stop")}
        </button>
      </div>
      {state.mistakes.length > 0 ? <Mistakes state={state} /> : <p class="ya-note">{t("app.review.none")}</p>}
    </div>
  );
}
