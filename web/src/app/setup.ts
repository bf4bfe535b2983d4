// What is chosen in the new-game dialog, and the setup that the server gets for it.
import type { Catalog, GameInfo, Player, Setup } from "../protocol";
import { clockText, USUAL_CLOCK, type ClockChoice } from "./clock";

export type Role = "first" | "second" | "both" | "watch";
export interface Choice {
  game: string; // a name of the catalog, or OWN_GAME
  path: string; // of one's own game
  role: Role;
  levels: [string, string]; // of the two sides; OWN_SEARCH for the spec
  specs: [string, string];
  clock: ClockChoice;
  options: Record<string, string | number>; // those that differ from the usual ones
}
export const OWN_GAME = "own";
export const OWN_SEARCH = "";
export const LAST_CHOICE = "yomi.newgame";

/** The sides that an engine plays. */
export function engines(role: Role): (0 | 1)[] {
  return role === "first" ? [1] : role === "second" ? [0] : role === "both" ? [] : [0, 1];
}

export function gameInfo(catalog: Catalog, name: string): GameInfo | undefined {
  return catalog.games.find((game) => game.name === name);
}

/** The search that a game gets when nothing else is said. */
export function usualSpec(catalog: Catalog, game: string): string {
  const plain = catalog.games.find((other) => other.kind === "plain");
  return (gameInfo(catalog, game) ?? plain ?? catalog.games[0])?.analyst ?? "";
}

/** A choice for another game: levels and searches that it has, its own options. */
export function forGame(choice: Choice, catalog: Catalog, game: string): Choice {
  const names = gameInfo(catalog, game)?.levels.map((level) => level.name) ?? [];
  const level = (name: string) => (names.includes(name) ? name : (names[0] ?? OWN_SEARCH));
  const spec = usualSpec(catalog, game);
  return { ...choice, game, levels: [level(choice.levels[0]), level(choice.levels[1])], specs: [spec, spec], options: {} };
}

/** Black against the gentlest level on the small board: what a first visit plays. */
export function firstChoice(catalog: Catalog): Choice {
  const game = gameInfo(catalog, "go9")?.name ?? catalog.games[0].name;
  const empty: Choice = { game, path: "", role: "first", levels: ["", ""], specs: ["", ""], clock: USUAL_CLOCK, options: {} };
  return forGame(empty, catalog, game);
}

function enginePlayer(choice: Choice, info: GameInfo | undefined, side: 0 | 1): Player {
  const level = info?.levels.find((one) => one.name === choice.levels[side] && one.name !== OWN_SEARCH);
  return { kind: "engine", spec: level?.spec ?? choice.specs[side], level: level?.name ?? "" };
}

export function setupOf(choice: Choice, catalog: Catalog): Setup {
  const info = gameInfo(catalog, choice.game);
  const chosen = info?.options.map(({ name, value }) => [name, choice.options[name] ?? value] as const) ?? [];
  const player = (side: 0 | 1): Player => (engines(choice.role).includes(side) ? enginePlayer(choice, info, side) : { kind: "person" });
  return {
    game: choice.game === OWN_GAME ? choice.path.trim() : choice.game,
    options: Object.fromEntries(chosen.filter(([, value]) => value !== "")), // "": as the game has it
    players: [player(0), player(1)],
    clock: clockText(choice.clock),
  };
}
