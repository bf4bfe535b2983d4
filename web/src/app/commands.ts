// What each command does, and whether it can be done now: buttons and keys ask here.
import type { State } from "../protocol";
import type { Command } from "./keys";
import type { Preferences } from "./preferences";
import type { Session } from "./session";

const THEMES: Preferences["theme"][] = ["auto", "light", "dark"];

export const nextTheme = (theme: Preferences["theme"]) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];

/** Whether the position looked at is the last one of its line. */
export const atEnd = (state: State) => state.at === state.moves.length;

/** Whether a person may put down a move in the position looked at. */
export function mayPlay(state: State): boolean {
  if (state.legal.length === 0 || (atEnd(state) && state.phase !== "play")) return false;
  return !atEnd(state) || state.turn === "person" || state.paused;
}

/** Whether a command can be carried out now; those not listed always can. */
export function possible(command: Command | "resign", state: State | null): boolean {
  if (!state) return command === "new" || command === "load" || command === "help" || command === "theme";
  const playing = state.phase === "play";
  if (command === "pass") return mayPlay(state) && state.legal.includes("pass");
  if (command === "undo") return state.moves.length > 0;
  if (command === "resign") return playing && state.players.some((player) => player.kind === "person");
  if (command === "now") return state.thinking;
  if (command === "hint") return state.legal.length > 0 && state.phase !== "count";
  if (command === "estimate") return state.kind === "go";
  if (command === "pause") return playing && state.players.some((player) => player.kind === "engine");
  if (command === "edit") return state.kind !== "plain";
  if (command === "review") return state.moves.length > 0;
  if (command === "back" || command === "start") return state.at > 0;
  if (command === "forth" || command === "end") return !atEnd(state);
  return true;
}

function nextWatchTab(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>(".ya-watch [role=tab]")];
  const open = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
  tabs[(open + 1) % tabs.length]?.click();
}

export function carryOut(command: Command, session: Session): void {
  const { state, preferences } = session.store.get();
  if (!possible(command, state)) return;
  const turn = (key: "candidates" | "owner" | "coordinates" | "flipped") => session.prefer({ [key]: !preferences[key] });
  const deeds: Record<Command, () => unknown> = {
    back: () => session.step(-1),
    forth: () => session.step(1),
    back10: () => session.step(-10),
    forth10: () => session.step(10),
    start: () => session.go(0),
    end: () => session.go(state?.moves.length ?? 0),
    analyze: () => session.wish({ do: "analyze", on: !state?.analyzing }),
    pass: () => session.play("pass"),
    undo: () => session.wish({ do: "undo" }),
    hint: session.hint,
    estimate: session.estimate,
    now: () => session.wish({ do: "now" }),
    pause: () => session.wish({ do: "pause", on: !state?.paused }),
    review: () => session.store.set({ record: "review" }),
    new: () => session.open("new"),
    load: () => session.open("load"),
    save: () => session.open("save"),
    edit: () => session.open("edit"),
    players: () => session.open("players"),
    theme: () => session.prefer({ theme: nextTheme(preferences.theme) }),
    flip: () => turn("flipped"),
    candidates: () => turn("candidates"),
    owner: () => turn("owner"),
    coordinates: () => turn("coordinates"),
    tab: nextWatchTab,
    help: () => session.open("help"),
  };
  deeds[command]();
}
