// Words: English and Japanese are complete, and every key that the page uses exists.
import { expect, test } from "vitest";
import { allWords } from "../src/i18n";

const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const known = new Set(allWords.flatMap((part) => Object.keys(part.en)));

test("English and Japanese have the same keys, none empty", () => {
  for (const { en, ja } of allWords) {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
    for (const text of [...Object.values(en), ...Object.values(ja)]) expect(text).not.toBe("");
  }
});

test("translations have the places of the English text", () => {
  const places = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort().join();
  for (const { en, ja, zh, ko } of allWords)
    for (const words of [ja, zh, ko]) for (const [key, text] of Object.entries(words)) expect(`${key} ${places(text ?? "")}`).toBe(`${key} ${places(en[key])}`);
});

test.each(Object.entries(sources).filter(([path]) => !path.includes("/words/")))("%s uses no unknown key", (_, text) => {
  const used = [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key]) => key);
  expect(used.filter((key) => !known.has(key))).toEqual([]);
});

test.each(Object.entries(sources).filter(([path]) => !path.includes("/words/")))("%s makes keys only of beginnings that are known", (_, text) => {
  const begun = [...text.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map(([, key]) => key);
  expect(begun.filter((start) => ![...known].some((key) => key.startsWith(start)))).toEqual([]);
});
