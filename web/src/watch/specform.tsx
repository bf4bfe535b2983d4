// A search and all its settings as a form, beside the one line of text that says the same.
import { useId, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Catalog } from "../protocol";
import { BadSpec, choices, isPreset, PARTS, parseSpec, writeSpec, type SpecParts } from "./spec";
import { Fields, PartFields } from "./specfields";

interface Props { catalog: Catalog; game: string; spec: string; onChange: (spec: string) => void }

export function SpecForm({ catalog, game, spec, onChange }: Props) {
  const id = useId();
  const [problem, setProblem] = useState(""); // of opening up a preset
  const { parts, why } = read(catalog, spec);
  const change = (changes: Partial<SpecParts>) => parts && onChange(writeSpec(catalog, { ...parts, ...changes }));
  const preset = parts !== null && isPreset(catalog, parts.head.name);
  const search = catalog.searches.find((one) => one.name === parts?.head.name);

  async function openUp() {
    setProblem("");
    try {
      onChange(await presetText(spec, game));
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  return (
    <div class="yw-form">
      <label class="yw-raw">
        {t("watch.form.text")}
        <textarea rows={2} spellcheck={false} autocomplete="off" aria-invalid={why !== ""} value={spec} onInput={(event) => onChange(event.currentTarget.value.replace(/\n/g, " "))} />
      </label>
      {why && <p class="yw-error" role="alert">{why}</p>}
      {parts && (
        <>
          <fieldset>
            <legend>{t("watch.form.search")}</legend>
            <select aria-label={t("watch.form.search")} value={parts.head.name} onChange={(event) => change({ head: { name: event.currentTarget.value, settings: {} }, playout: null, prior: null, moves: null })}>
              <optgroup label={t("watch.form.presets")}>{catalog.presets.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}</optgroup>
              <optgroup label={t("watch.form.searches")}>{catalog.searches.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}</optgroup>
            </select>
            {preset && <button type="button" onClick={openUp}>{t("watch.form.open")}</button>}
            {problem && <p class="yw-error" role="alert">{problem}</p>}
            {preset && <p class="yw-about">{t("watch.form.preset")}</p>}
            {search && <p class="yw-about">{search.about}</p>}
            {search && <Fields id={`${id}-search`} infos={search.settings} values={parts.head.settings} onChange={(settings) => change({ head: { ...parts.head, settings } })} />}
          </fieldset>
          {PARTS.map((part) => (
            <PartFields
              key={part}
              id={`${id}-${part}`}
              title={t(`watch.form.${part}`)}
              known={choices(catalog, part)}
              usual={t(preset ? "watch.form.ofPreset" : "watch.form.usual")}
              call={parts[part]}
              onChange={(call) => change({ [part]: call })}
            />
          ))}
          <fieldset>
            <legend>{t("watch.form.budget")}</legend>
            <Fields id={`${id}-budget`} infos={catalog.budget} values={parts.budget} onChange={(budget) => change({ budget })} />
          </fieldset>
        </>
      )}
    </div>
  );
}

/** The parts of a text, or in one sentence why the form cannot show it. */
function read(catalog: Catalog, spec: string): { parts: SpecParts | null; why: string } {
  try {
    return { parts: parseSpec(catalog, spec), why: "" };
  } catch (error) {
    if (error instanceof BadSpec) return { parts: null, why: t(error.key, ...error.values) };
    throw error;
  }
}

/** What a preset stands for in this game, as the server writes it. */
async function presetText(text: string, game: string): Promise<string> {
  const answer = await fetch(`/api/spec?${new URLSearchParams({ text, game })}`);
  const body = (await answer.json().catch(() => ({}))) as { spec?: string; text?: string };
  if (!answer.ok || !body.spec) throw new Error(body.text ?? t("watch.form.noAnswer"));
  return body.spec;
}
