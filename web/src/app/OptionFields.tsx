// The options of a game as its catalog lists them: choices, numbers and texts.
import { t } from "../i18n";
import type { GameInfo } from "../protocol";
import { word } from "./naming";

type Option = GameInfo["options"][number];
type Values = Record<string, string | number>;

const choiceText = (option: Option, choice: string) =>
  choice === "" || (option.name === "handicap" && choice === "0") ? t(option.name === "handicap" ? "app.option.none" : "app.option.usual") : word(`app.choice.${choice}`, choice);

export function OptionFields({ info, options, onChange }: { info: GameInfo; options: Values; onChange: (options: Values) => void }) {
  const set = (option: Option, text: string) => {
    const value = typeof option.value === "number" && text !== "" ? Number(text) : text;
    onChange({ ...options, [option.name]: value });
  };
  return (
    <fieldset>
      <legend>{t("app.new.options")}</legend>
      <div class="ya-numbers">
        {info.options.map((option) => (
          <label key={option.name} class="ya-line" title={option.meaning}>
            {word(`app.option.${option.name}`, option.name)}
            {option.choices.length > 0 ? (
              <select class="ya-field" value={String(options[option.name] ?? option.value)} onChange={(event) => set(option, event.currentTarget.value)}>
                {option.choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choiceText(option, choice)}
                  </option>
                ))}
              </select>
            ) : (
              <input
                class="ya-field"
                type="number"
                step="any"
                placeholder={t("app.option.usual")}
                value={options[option.name] ?? option.value}
                onInput={(event) => set(option, event.currentTarget.value)}
              />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
