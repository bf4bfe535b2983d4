// Words of the page in four languages: each part of the page has its own list in words/, merged here.
import { board } from "./words/board";
import { shell } from "./words/shell";
import { watch } from "./words/watch";

export type Language = "en" | "ja" | "zh" | "ko";
export const LANGUAGES: Record<Language, string> = { en: "English", ja: "日本語", zh: "中文", ko: "한국어" };
// English and Japanese have every word; Chinese and Korean fall back to English where one is missing.
export type Words<K extends string = string> = { en: Record<K, string>; ja: Record<K, string>; zh: Partial<Record<K, string>>; ko: Partial<Record<K, string>> };

const parts: Words[] = [shell, board, watch];
let language: Language = "en";

export function setLanguage(chosen: Language): void {
  language = chosen;
  document.documentElement.lang = chosen;
}

export function getLanguage(): Language {
  return language;
}

/** The text of a key in the chosen language; `{0}`, `{1}` … are replaced by the values. */
export function t(key: string, ...values: (string | number)[]): string {
  const part = parts.find((words) => key in words.en);
  const text = part?.[language][key] ?? part?.en[key] ?? key;
  return text.replace(/\{(\d)\}/g, (_, k) => String(values[Number(k)] ?? ""));
}

/** The language that the browser asks for. */
export function preferredLanguage(): Language {
  const wanted = navigator.languages?.map((tag) => tag.slice(0, 2)) ?? [];
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";
}

export const allWords = parts;
