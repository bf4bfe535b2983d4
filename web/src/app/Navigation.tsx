// Steps through the game: to its start, back, forth, to its end, and out of a variation.
import { t } from "../i18n";
import type { State } from "../protocol";
import { carryOut, possible } from "./commands";
import { useSession } from "./context";
import { Icon } from "./Icon";
import { keyName } from "./keys";

const STEPS = ["start", "back", "forth", "end"] as const;

export function Navigation({ state }: { state: State }) {
  const session = useSession();
  const button = (step: (typeof STEPS)[number] | "flip" | "players") => (
    <button
      key={step}
      type="button"
      class="ya-button ya-plain"
      title={t("app.withKey", t(`app.do.${step}`), keyName(step))}
      aria-label={t(`app.do.${step}`)}
      disabled={!possible(step, state)}
      onClick={() => carryOut(step, session)}
    >
      <Icon name={step} />
    </button>
  );
  return (
    <div class="ya-navigation" role="toolbar" aria-label={t("app.navigation")}>
      <span class="ya-aside">
        {button("flip")}
        {button("players")}
      </span>
      {STEPS.slice(0, 2).map(button)}
      <span class="ya-at">{t("app.at", state.at, state.moves.length)}</span>
      {STEPS.slice(2).map(button)}
      <button
        type="button"
        class={`ya-button ya-variation${state.variation ? "" : " ya-absent"}`}
        disabled={!state.variation}
        onClick={() => session.wish({ do: "back" })}
      >
        {t("app.variation", state.variation?.from ?? 0)}
      </button>
    </div>
  );
}
