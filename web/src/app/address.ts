// The game that the page comes back to: named by its address, or the last one that this browser looked at.
import { recall, remember } from "./preferences";

const LAST_GAME = "yomi.game";

/** The game that the address names. */
export function gameOfHash(hash: string): string | null {
  return /[#&]game=([^&]+)/.exec(hash)?.[1] ?? null;
}

export function lastGame(): string | null {
  return gameOfHash(location.hash) ?? recall<string | null>(LAST_GAME, null);
}

export function keepGame(game: string): void {
  if (gameOfHash(location.hash) !== game) history.replaceState(null, "", `#game=${game}`);
  remember(LAST_GAME, game);
}
