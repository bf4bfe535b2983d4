// How strong an engine plays: a named level, or a search of one's own.
import { t } from "../i18n";
import type { Catalog } from "../protocol";
import { SpecForm } from "../watch";
import { levelText } from "./naming";
import { gameInfo, OWN_SEARCH, type Choice } from "./setup";

interface Props {
  catalog: Catalog;
  choice: Choice;
  side: 0 | 1;
  title: string;
  onChange: (part: Partial<Choice>) => void;
}

const put = (pair: [string, string], side: 0 | 1, text: string): [string, string] => (side === 0 ? [text, pair[1]] : [pair[0], text]);

export function EngineFields({ catalog, choice, side, title, onChange }: Props) {
  const levels = gameInfo(catalog, choice.game)?.levels ?? [];
  const own = choice.levels[side] === OWN_SEARCH;
  return (
    <fieldset>
      <legend>{title}</legend>
      <label class="ya-line">
        {t("app.new.level")}
        <select class="ya-field" value={choice.levels[side]} onChange={(event) => onChange({ levels: put(choice.levels, side, event.currentTarget.value) })}>
          {levels.map((level) => (
            <option key={level.name} value={level.name}>
              {levelText(level)}
            </option>
          ))}
          <option value={OWN_SEARCH}>{t("app.new.search")}</option>
        </select>
      </label>
      {own && <SpecForm catalog={catalog} game={choice.game} spec={choice.specs[side]} onChange={(spec: string) => onChange({ specs: put(choice.specs, side, spec) })} />}
    </fieldset>
  );
}
