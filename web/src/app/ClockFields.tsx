// The kind of clock and its numbers.
import { t } from "../i18n";
import type { ClockChoice, ClockKind } from "./clock";

const KINDS: ClockKind[] = ["none", "absolute", "byoyomi", "fischer"];
const NUMBERS: Record<ClockKind, ("minutes" | "periods" | "period" | "increment")[]> = {
  none: [],
  absolute: ["minutes"],
  byoyomi: ["minutes", "periods", "period"],
  fischer: ["minutes", "increment"],
};
const LEAST = { minutes: 0, periods: 1, period: 1, increment: 0 };

export function ClockFields({ clock, onChange }: { clock: ClockChoice; onChange: (clock: ClockChoice) => void }) {
  return (
    <fieldset>
      <legend>{t("app.new.clock")}</legend>
      <div class="ya-chips">
        {KINDS.map((kind) => (
          <label key={kind} class="ya-chip">
            <input type="radio" name="clock" value={kind} checked={clock.kind === kind} onChange={() => onChange({ ...clock, kind })} />
            <span>{t(`app.clock.${kind}`)}</span>
          </label>
        ))}
      </div>
      <div class="ya-numbers">
        {NUMBERS[clock.kind].map((name) => (
          <label key={name} class="ya-line">
            {t(`app.clock.${name}`)}
            <input
              class="ya-field"
              type="number"
              required
              min={name === "minutes" && clock.kind === "absolute" ? 1 : LEAST[name]}
              max={999}
              value={clock[name]}
              onInput={(event) => onChange({ ...clock, [name]: Number(event.currentTarget.value) })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
