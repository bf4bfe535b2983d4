// What a person has chosen about the page, kept in the browser.
import { type Language, preferredLanguage, setLanguage } from "../i18n";

export interface Preferences {
  language: Language;
  theme: "auto" | "light" | "dark";
  sounds: boolean;
  candidates: boolean;
  owner: boolean;
  coordinates: boolean;
  pieces: "kanji" | "letters";
  flipped: boolean;
}

const PLACE = "yomi.preferences";

/** A value of the browser's storage, or `otherwise` where it has none or may not be read. */
export function recall<T>(place: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(place);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function loadPreferences(): Preferences {
  const usual: Preferences = {
    language: preferredLanguage(),
    theme: "auto",
    sounds: false,
    candidates: true,
    owner: false,
    coordinates: true,
    pieces: "kanji",
    flipped: false,
  };
  return { ...usual, ...recall<Partial<Preferences>>(PLACE, {}) };
}

const darkWanted = () => window.matchMedia?.("(prefers-color-scheme: dark)");

export function applyPreferences(preferences: Preferences): void {
  remember(PLACE, preferences);
  setLanguage(preferences.language);
  const dark = preferences.theme === "dark" || (preferences.theme === "auto" && darkWanted()?.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

/** Follows the system's light and dark while the page is set to do so. */
export function followSystem(current: () => Preferences): void {
  darkWanted()?.addEventListener("change", () => applyPreferences(current()));
}
