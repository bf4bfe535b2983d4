// Changing the search in the middle of a game: of the analyst, and of each player that is an engine.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Player, Side, State } from "../protocol";
import { sideName } from "./numbers";
import type { WatchProps, Wish } from "./props";
import { BadSpec, parseSpec, problems } from "./spec";
import { SpecForm } from "./specform";

type Who = "analyst" | Side;
export interface Draft { chosen: Who; specs: Partial<Record<Who, string>> } // what is typed and not yet applied, for each
export const NO_DRAFT: Draft = { chosen: "analyst", specs: {} };
type Props = Pick<WatchProps, "state" | "catalog" | "ask"> & { kept?: Draft; onKeep?: (kept: Draft) => void };

/** `kept` and `onKeep`: where the draft is while another tab is open. */
export function SearchPanel({ state, catalog, ask, kept = NO_DRAFT, onKeep }: Props) {
  const engines = ([0, 1] as Side[]).filter((side) => state.players[side].kind === "engine");
  const [{ chosen, specs }, setForm] = useState(kept);
  const keep = (form: Draft) => { setForm(form); onKeep?.(form); };
  const who = chosen === "analyst" || engines.includes(chosen) ? chosen : "analyst";
  const current = specOf(state, who);
  const draft = specs[who] ?? current;
  const [said, setSaid] = useState<{ text: string; bad: boolean }>({ text: "", bad: false });

  async function apply() {
    const wrong = firstProblem();
    if (wrong) return setSaid({ text: wrong, bad: true });
    try {
      await ask(wish(state, who, draft.trim(), levelOf(draft.trim())));
      keep({ chosen: who, specs: { ...specs, [who]: undefined } });
      setSaid({ text: t("watch.form.applied"), bad: false });
    } catch (error) {
      setSaid({ text: (error as Error).message, bad: true });
    }
  }
  /** A value that cannot stand; what the form cannot read is for the server to judge. */
  function firstProblem(): string {
    try {
      const [first] = problems(catalog, parseSpec(catalog, draft));
      return first ? `${first.name}: ${t(first.key)}` : "";
    } catch (error) {
      if (error instanceof BadSpec) return "";
      throw error;
    }
  }
  const levelOf = (spec: string) => catalog.games.find((game) => game.name === state.name)?.levels.find((level) => level.spec === spec)?.name ?? "";
  const hush = () => setSaid({ text: "", bad: false });
  const change = (spec: string | undefined) => { keep({ chosen: who, specs: { ...specs, [who]: spec } }); hush(); };
  return (
    <form class="yw-search" onSubmit={(event) => { event.preventDefault(); void apply(); }}>
      <div class="yw-search-head">
        <label>
          {t("watch.form.who")}{" "}
          <select value={String(who)} onChange={(event) => { const value = event.currentTarget.value; keep({ chosen: value === "analyst" ? value : (Number(value) as Side), specs }); hush(); }}>
            <option value="analyst">{t("watch.form.analyst")}</option>
            {engines.map((side) => <option key={side} value={String(side)}>{sideName(state, side)}</option>)}
          </select>
        </label>
        <button type="submit" class="yw-primary" disabled={draft.trim() === current}>{t("watch.form.apply")}</button>
        <button type="button" disabled={draft === current} onClick={() => change(undefined)}>{t("watch.form.reset")}</button>
        <p role="status" class={said.bad ? "yw-error" : "yw-note"}>{said.text}</p>
      </div>
      <SpecForm catalog={catalog} game={state.name} spec={draft} onChange={change} />
    </form>
  );
}

function specOf(state: State, who: Who): string {
  if (who === "analyst") return state.analyst;
  const player = state.players[who];
  return player.kind === "engine" ? player.spec : "";
}

function wish(state: State, who: Who, spec: string, level: string): Wish {
  if (who === "analyst") return { do: "analyst", spec };
  const players = [...state.players] as [Player, Player];
  players[who] = { kind: "engine", spec, level };
  return { do: "players", players };
}
