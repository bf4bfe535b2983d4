// The fields of the form for a search: one for each setting, with its meaning and what is usual.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { PartInfo, SettingInfo } from "../protocol";
import { isYes, valueProblem, type Call } from "./spec";

interface FieldProps { id: string; info: SettingInfo; value: string | undefined; onChange: (value: string) => void }

function Field({ id, info, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null); // while it has the focus: "1." is not yet 1
  const text = typed ?? value ?? "";
  const problem = valueProblem(info, text);
  return (
    <div class="yw-field">
      <label for={id}>{info.name}</label>
      {info.kind === "yes" ? (
        <input id={id} type="checkbox" aria-describedby={`${id}-about`} checked={isYes(value ?? info.value)} onChange={(event) => onChange(event.currentTarget.checked ? "yes" : "no")} />
      ) : (
        <input
          id={id}
          type="text"
          inputMode={info.kind === "text" ? "text" : "decimal"}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-about`}
          aria-invalid={problem !== null}
          placeholder={info.value || t("watch.form.unset")}
          value={text}
          onFocus={() => setTyped(value ?? "")}
          onInput={(event) => { setTyped(event.currentTarget.value); onChange(event.currentTarget.value); }}
          onBlur={() => setTyped(null)}
        />
      )}
      <p id={`${id}-about`}>
        {info.meaning} <span class="yw-default">({info.value ? t("watch.form.default", usualText(info)) : t("watch.form.unset")})</span>
        {problem && <strong class="yw-error"> {t(problem)}</strong>}
      </p>
    </div>
  );
}

const usualText = (info: SettingInfo) => (info.kind === "yes" ? t(isYes(info.value) ? "watch.form.yes" : "watch.form.no") : info.value);

interface FieldsProps { id: string; infos: SettingInfo[]; values: Record<string, string>; onChange: (values: Record<string, string>) => void }

export function Fields({ id, infos, values, onChange }: FieldsProps) {
  return (
    <>
      {infos.map((info) => (
        <Field key={info.name} id={`${id}-${info.name}`} info={info} value={values[info.name]} onChange={(value) => onChange({ ...values, [info.name]: value })} />
      ))}
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  known: PartInfo[];
  usual: string; // what choosing nothing means
  call: Call | null;
  onChange: (call: Call | null) => void;
}

/** A playout, prior or choice of moves with its settings. */
export function PartFields({ id, title, known, usual, call, onChange }: PartProps) {
  const info = known.find((one) => one.name === call?.name);
  return (
    <fieldset>
      <legend>{title}</legend>
      <select aria-label={title} value={call?.name ?? ""} onChange={(event) => onChange(event.currentTarget.value ? { name: event.currentTarget.value, settings: {} } : null)}>
        <option value="">{usual}</option>
        {known.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
      </select>
      {info && <p class="yw-about">{info.about}</p>}
      {info && call && <Fields id={id} infos={info.settings} values={call.settings} onChange={(settings) => onChange({ ...call, settings })} />}
    </fieldset>
  );
}
