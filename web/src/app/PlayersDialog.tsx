// The dialog that changes who plays, how strong, and the clock, in the middle of a game.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Catalog, Player, Side, State } from "../protocol";
import { SpecForm } from "../watch";
import { clockText, readClock } from "./clock";
import { ClockFields } from "./ClockFields";
import { useSession } from "./context";
import { Dialog } from "./Dialog";
import { levelText, sideName } from "./naming";
import { gameInfo, usualSpec } from "./setup";

const [PERSON, OWN] = ["person", "own"];

interface SideProps {
  state: State;
  catalog: Catalog;
  side: Side;
  player: Player;
  onChange: (player: Player) => void;
}

function SideFields({ state, catalog, side, player, onChange }: SideProps) {
  const levels = gameInfo(catalog, state.name)?.levels ?? [];
  const known = player.kind === "engine" && levels.some((level) => level.name === player.level);
  const choose = (name: string) => {
    const level = levels.find((one) => one.name === name);
    if (name === PERSON) onChange({ kind: "person" });
    else if (level) onChange({ kind: "engine", spec: level.spec, level: name });
    else onChange({ kind: "engine", spec: player.kind === "engine" ? player.spec : usualSpec(catalog, state.name), level: "" });
  };
  return (
    <fieldset>
      <label class="ya-line">
        <strong>{sideName(state, side)}</strong>
        <select class="ya-field" value={player.kind === "person" ? PERSON : known ? player.level : OWN} onChange={(event) => choose(event.currentTarget.value)}>
          <option value={PERSON}>{t("app.player.person")}</option>
          {levels.map((level) => (
            <option key={level.name} value={level.name}>
              {levelText(level)}
            </option>
          ))}
          <option value={OWN}>{t("app.new.search")}</option>
        </select>
      </label>
      {player.kind === "engine" && !known && <SpecForm catalog={catalog} game={state.name} spec={player.spec} onChange={(spec) => onChange({ ...player, spec })} />}
    </fieldset>
  );
}

export function PlayersDialog({ state, catalog, onClose }: { state: State; catalog: Catalog; onClose: () => void }) {
  const session = useSession();
  const [players, setPlayers] = useState(state.players);
  const [clock, setClock] = useState(() => readClock(state.clock));
  const put = (side: Side, player: Player) => setPlayers((old) => (side === 0 ? [player, old[1]] : [old[0], player]));
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

  async function apply(event: Event): Promise<void> {
    event.preventDefault();
    if (!same(clock, readClock(state.clock)) && !(await session.wish({ do: "clock", clock: clockText(clock) }))) return;
    if (!same(players, state.players) && !(await session.wish({ do: "players", players }))) return;
    onClose();
  }

  return (
    <Dialog title={t("app.do.players")} onClose={onClose} wide>
      <form class="ya-form" onSubmit={apply}>
        <p class="ya-note">{t("app.players.note")}</p>
        {([0, 1] as Side[]).map((side) => (
          <SideFields key={side} state={state} catalog={catalog} side={side} player={players[side]} onChange={(player) => put(side, player)} />
        ))}
        <ClockFields clock={clock} onChange={setClock} />
        <footer class="ya-foot">
          <button type="button" class="ya-button" onClick={onClose}>
            {t("app.cancel")}
          </button>
          <button type="submit" class="ya-button ya-main">
            {t("app.players.apply")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
