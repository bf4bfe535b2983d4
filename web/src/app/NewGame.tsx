// The dialog that starts a game: which game, who plays, how strong, with which clock and options.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Catalog, GameInfo } from "../protocol";
import { ClockFields } from "./ClockFields";
import { useSession } from "./context";
import { Dialog } from "./Dialog";
import { EngineFields } from "./EngineFields";
import { gameTitle, sideName, word } from "./naming";
import { OptionFields } from "./OptionFields";
import { recall, remember } from "./preferences";
import { engines, firstChoice, forGame, gameInfo, LAST_CHOICE, OWN_GAME, setupOf, type Choice, type Role } from "./setup";

const ROLES: Role[] = ["first", "second", "both", "watch"];

function roleText(role: Role, info: GameInfo | undefined): string {
  const sides = info ?? { kind: "plain", sides: ["black", "white"] as [string, string] };
  if (role === "first" || role === "second") return t("app.role.side", sideName(sides, role === "first" ? 0 : 1));
  return t(`app.role.${role}`);
}

/** The last choice, if the catalog still has its game. */
function lastChoice(catalog: Catalog): Choice {
  const first = firstChoice(catalog);
  const last = { ...first, ...recall<Partial<Choice>>(LAST_CHOICE, {}) };
  return last.game === OWN_GAME || gameInfo(catalog, last.game) ? last : first;
}

export function NewGame({ catalog, onClose }: { catalog: Catalog; onClose: () => void }) {
  const session = useSession();
  const [choice, setChoice] = useState(() => lastChoice(catalog));
  const change = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }));
  const info = gameInfo(catalog, choice.game);
  const playing = engines(choice.role);

  async function begin(event: Event): Promise<void> {
    event.preventDefault();
    remember(LAST_CHOICE, choice);
    if (await session.begin(setupOf(choice, catalog))) onClose();
  }

  return (
    <Dialog title={t("app.do.new")} onClose={onClose} wide>
      <form class="ya-form" onSubmit={begin}>
        <fieldset>
          <legend>{t("app.new.game")}</legend>
          <div class="ya-chips">
            {catalog.games.map((game) => (
              <label key={game.name} class="ya-chip">
                <input type="radio" name="game" value={game.name} checked={choice.game === game.name} onChange={() => setChoice((old) => forGame(old, catalog, game.name))} />
                <span>{gameTitle(game)}</span>
              </label>
            ))}
            <label class="ya-chip">
              <input type="radio" name="game" value={OWN_GAME} checked={choice.game === OWN_GAME} onChange={() => setChoice((old) => forGame(old, catalog, OWN_GAME))} />
              <span>{t("app.new.own")}</span>
            </label>
          </div>
          {choice.game === OWN_GAME && (
            <label class="ya-line">
              {t("app.new.path")}
              <input class="ya-field" required value={choice.path} placeholder="examples/breakthrough.py" onInput={(event) => change({ path: event.currentTarget.value })} />
            </label>
          )}
        </fieldset>
        <fieldset>
          <legend>{t("app.new.role")}</legend>
          <div class="ya-chips">
            {ROLES.map((role) => (
              <label key={role} class="ya-chip">
                <input type="radio" name="role" value={role} checked={choice.role === role} onChange={() => change({ role })} />
                <span>{roleText(role, info)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {playing.map((side) => (
          <EngineFields
            key={side}
            catalog={catalog}
            choice={choice}
            side={side}
            title={playing.length > 1 ? t("app.new.engineOf", info ? sideName(info, side) : word(`app.side.go.${side}`, "")) : t("app.new.engine")}
            onChange={change}
          />
        ))}
        <ClockFields clock={choice.clock} onChange={(clock) => change({ clock })} />
        {info && info.options.length > 0 && <OptionFields info={info} options={choice.options} onChange={(options) => change({ options })} />}
        <footer class="ya-foot">
          <button type="button" class="ya-button" onClick={onClose}>
            {t("app.cancel")}
          </button>
          <button type="submit" class="ya-button ya-main">
            {t("app.new.start")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
