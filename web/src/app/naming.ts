// Names of games, sides, players and results in the person's language.
import { t } from "../i18n";
import type { Level, Player, Side, State } from "../protocol";

/** The text of a key, or `otherwise` where the page has no such word. */
export function word(key: string, otherwise: string): string {
  const text = t(key);
  return text === key ? otherwise : text;
}

export const gameTitle = (game: { name: string; title: string }) => word(`app.game.${game.name}`, game.title || game.name);

export function sideName(game: { kind: string; sides: [string, string] }, side: Side): string {
  if (game.kind === "plain") return word(`app.side.${game.sides[side].toLowerCase()}`, game.sides[side]);
  return t(`app.side.${game.kind}.${side}`);
}

export const levelName = (name: string) => word(`app.level.${name}`, name);

/** A level with the strength that it has about. */
export function levelText(level: Level): string {
  return level.elo === null ? levelName(level.name) : t("app.level.elo", levelName(level.name), level.elo);
}

export function playerName(player: Player): string {
  if (player.kind === "person") return t("app.person");
  return player.level ? levelName(player.level) : player.spec.split(/[\s(]/)[0];
}

export const winText = (value: number) => `${Math.round(value * 100)}%`;

const WRITTEN = /^([BW])\+(.*)$/i; // as SGF has it: B+3.5, W+R
const sideOf = (letter: string): Side => (letter.toUpperCase() === "B" ? 0 : 1);

/** A count of Go in words: "Black leads by 3.5". */
export function scoreText(state: State, text: string): string {
  const written = WRITTEN.exec(text);
  return written ? t("app.score", sideName(state, sideOf(written[1])), written[2]) : text === "0" ? t("app.score.even") : text;
}

/** What a result says, in words: "Black wins by 3.5 points". */
export function resultText(state: State): string {
  const { result, winner } = state;
  const written = WRITTEN.exec(result);
  const side = written ? sideOf(written[1]) : winner;
  if (side === null) return result === "" || /^(0|draw|jigo)$/i.test(result) ? t("app.result.draw") : result;
  const name = sideName(state, side);
  const how = written?.[2] ?? result.replace(/^\S+ wins( by )?/, "");
  if (/^\d+(\.\d+)?$/.test(how)) return t("app.result.points", name, how);
  if (/^(r|resign|resignation)$/i.test(how)) return t(state.kind === "go" ? "app.result.resign" : "app.result.resignPlain", name);
  if (/^(t|time)$/i.test(how)) return t("app.result.time", name);
  return how && !written ? t("app.result.how", name, how) : t("app.result.win", name);
}

/** What the server is busy with, in words. */
export function busyText({ text, done, total }: { text: string; done: number; total: number }): string {
  const compiled = /^compiling (.*)$/.exec(text);
  const what = compiled ? t("app.busy.compiling", compiled[1]) : word(`app.busy.${text}`, text);
  return `${what} ${done}/${total}`;
}
