// A search as one line of text, `uct(p=1.1) playout=mogo simulations=3000`, read into its parts and written back.
import type { Catalog, PartInfo, SettingInfo } from "../protocol";

export interface Call { name: string; settings: Record<string, string> } // uct(p=1.1)
export const PARTS = ["playout", "prior", "moves"] as const;
export type PartName = (typeof PARTS)[number];

/** What a text says; null and a missing setting stand for what is usual. */
export interface SpecParts extends Record<PartName, Call | null> {
  head: Call; // a search, or a preset, which has no settings
  budget: Record<string, string>;
}

/** Why a text is no search: a key of the words and what goes into it. */
export class BadSpec extends Error {
  constructor(readonly key: string, readonly values: string[]) {
    super(`${key}: ${values.join(" ")}`);
  }
}

export const isPreset = (catalog: Catalog, name: string) => catalog.presets.some((preset) => preset.name === name);

export function choices(catalog: Catalog, part: "search" | PartName): PartInfo[] {
  return { search: catalog.searches, playout: catalog.playouts, prior: catalog.priors, moves: catalog.moves }[part];
}

export function parseSpec(catalog: Catalog, text: string): SpecParts {
  if (text.split("(").length !== text.split(")").length) throw new BadSpec("watch.bad.brackets", []);
  const words = text.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];
  const spec: SpecParts = { head: { name: "", settings: {} }, playout: null, prior: null, moves: null, budget: {} };
  words.forEach((word, k) => {
    const [, key, value] = /^([^=(]+)=(.*)$/s.exec(word) ?? [];
    if (key === undefined) {
      if (k > 0) throw new BadSpec("watch.bad.word", [word]);
      spec.head = isPreset(catalog, word) ? { name: word, settings: {} } : parseCall(word, catalog.searches, "search");
    } else if (key === "network") spec.playout = { name: "network", settings: value ? { file: value } : {} };
    else if (isPart(key)) spec[key] = parseCall(value, choices(catalog, key), key); // the last one counts
    else addBudget(catalog, spec.budget, key, value);
  });
  if (!spec.head.name) spec.head.name = spec.playout?.name === "network" ? "puct" : catalog.searches[0].name;
  return spec;
}

const isPart = (key: string): key is PartName => (PARTS as readonly string[]).includes(key);

function addBudget(catalog: Catalog, budget: Record<string, string>, key: string, value: string): void {
  if (!catalog.budget.some((setting) => setting.name === key)) throw new BadSpec("watch.bad.setting", [key]);
  if (key in budget) throw new BadSpec("watch.bad.twice", [key]);
  budget[key] = value;
}

function parseCall(text: string, known: PartInfo[], part: string): Call {
  const [, name, , inside = ""] = /^([^()]*)(\((.*)\))?$/s.exec(text.trim()) ?? [];
  const info = known.find((other) => other.name === name?.trim().toLowerCase());
  if (!info) throw new BadSpec("watch.bad.name", [part, name?.trim() || text, known.map((other) => other.name).join(", ")]);
  const settings: Record<string, string> = {};
  for (const piece of inside.split(",").map((one) => one.trim()).filter(Boolean)) {
    const [, key, value] = /^([^=]+?)\s*=\s*(.+)$/s.exec(piece) ?? [];
    if (key === undefined) throw new BadSpec("watch.bad.option", [piece]);
    if (!info.settings.some((setting) => setting.name === key)) throw new BadSpec("watch.bad.setting", [key]);
    if (key in settings) throw new BadSpec("watch.bad.twice", [key]);
    settings[key] = value;
  }
  return { name: info.name, settings };
}

/** The text, with nothing in it that is so anyway. */
export function writeSpec(catalog: Catalog, spec: SpecParts): string {
  const preset = isPreset(catalog, spec.head.name);
  const words = [preset ? spec.head.name : writeCall(spec.head, catalog.searches)];
  for (const part of PARTS) {
    const call = spec[part];
    if (!call) continue;
    const written = writeCall(call, choices(catalog, part));
    // What a playout is by default depends on the search, so that one that was named stays.
    const usual = part !== "playout" && !preset && written === choices(catalog, part)[0].name;
    if (!usual) words.push(`${part}=${written}`);
  }
  return [...words, ...changed(spec.budget, catalog.budget)].join(" ");
}

function writeCall(call: Call, known: PartInfo[]): string {
  const settings = changed(call.settings, known.find((info) => info.name === call.name)?.settings ?? []);
  return settings.length ? `${call.name}(${settings.join(",")})` : call.name;
}

function changed(values: Record<string, string>, infos: SettingInfo[]): string[] {
  return infos
    .filter(({ name }) => values[name]?.trim())
    .filter((info) => !sameValue(info, values[info.name], info.value))
    .map(({ name }) => `${name}=${values[name].trim()}`);
}

function sameValue(info: SettingInfo, one: string, other: string): boolean {
  if (info.kind === "yes") return isYes(one) === isYes(other);
  const a = numberOf(one);
  return info.kind !== "text" && !Number.isNaN(a) ? a === numberOf(other) : one.trim() === other.trim();
}

export const isYes = (text: string) => /^(true|yes|on|1|t|y)$/i.test(text.trim());

function numberOf(text: string): number {
  if (/^[+-]?inf(inity)?$/i.test(text.trim())) return text.trim().startsWith("-") ? -Infinity : Infinity;
  const plain = text.trim().replace(/(\d)_(?=\d)/g, "$1"); // as Python writes large numbers
  return plain ? Number(plain) : NaN;
}

/** What is wrong with a value, as a key of the words; null where it may stand. */
export function valueProblem(info: SettingInfo, value: string): string | null {
  if (!value.trim() || sameValue(info, value, info.value)) return null;
  if (/[\s(),]/.test(value.trim())) return "watch.bad.text"; // would end the setting
  if (info.kind === "whole" && !/^[+-]?\d[\d_]*$/.test(value.trim())) return "watch.bad.whole";
  return info.kind === "number" && Number.isNaN(numberOf(value)) ? "watch.bad.number" : null;
}

/** The values of a spec that cannot stand: the setting's name and what is wrong. */
export function problems(catalog: Catalog, spec: SpecParts): { name: string; key: string }[] {
  const calls = [{ call: spec.head, known: catalog.searches }, ...PARTS.map((part) => ({ call: spec[part], known: choices(catalog, part) }))];
  const settings = calls.flatMap(({ call, known }) =>
    (known.find((info) => info.name === call?.name)?.settings ?? []).map((info) => ({ info, value: call!.settings[info.name] })),
  );
  const budget = catalog.budget.map((info) => ({ info, value: spec.budget[info.name] }));
  return [...settings, ...budget].flatMap(({ info, value }) => {
    const key = value === undefined ? null : valueProblem(info, value);
    return key ? [{ name: info.name, key }] : [];
  });
}
