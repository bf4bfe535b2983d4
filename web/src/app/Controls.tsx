// What a player can do in the game: a bar of buttons that keep their places.
import { t } from "../i18n";
import type { State } from "../protocol";
import { carryOut, possible } from "./commands";
import { useSession } from "./context";
import { Icon, type IconName } from "./Icon";
import { keyName, type Command } from "./keys";

const PACES = [0, 0.5, 1, 2, 5];
type Control = Command | "resign";

function controlsOf(state: State): Control[] {
  const go: Control[] = state.kind === "go" ? ["pass"] : [];
  const count: Control[] = state.kind === "go" ? ["estimate"] : [];
  return ["analyze", ...go, "undo", "hint", ...count, "now", "pause", "resign"];
}

function Pace({ state }: { state: State }) {
  const session = useSession();
  const paces = PACES.includes(state.pace) ? PACES : [...PACES, state.pace].sort((a, b) => a - b);
  return (
    <label class="ya-pace">
      {t("app.pace")}
      <select class="ya-field" value={state.pace} onChange={(event) => session.wish({ do: "pace", seconds: Number(event.currentTarget.value) })}>
        {paces.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds ? t("app.pace.seconds", seconds) : t("app.pace.full")}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Controls({ state }: { state: State }) {
  const session = useSession();
  const pressed: Partial<Record<Control, boolean>> = { analyze: state.analyzing, pause: state.paused };
  const act = (control: Control) => (control === "resign" ? session.open("resign") : carryOut(control, session));
  const controls = controlsOf(state);
  return (
    <div class="ya-controls" role="toolbar" aria-label={t("app.controls")} style={{ "--columns": controls.length, "--half": Math.ceil(controls.length / 2) }}>
      {controls.map((control) => (
        <button
          key={control}
          type="button"
          class="ya-button ya-control"
          title={control === "resign" ? t("app.do.resign") : t("app.withKey", t(`app.do.${control}`), keyName(control))}
          aria-pressed={pressed[control]}
          disabled={!possible(control, state)}
          onClick={() => act(control)}
        >
          <Icon name={(control === "pause" && state.paused ? "resume" : control) as IconName} />
          <span class="ya-label">{t(`app.do.${control}`)}</span>
        </button>
      ))}
      {state.players.every((player) => player.kind === "engine") && <Pace state={state} />}
    </div>
  );
}
