// Keys: each has its command, and none is taken from someone who types.
import { expect, test } from "vitest";
import { t } from "../src/i18n";
import { commandOf, KEYS } from "../src/app/keys";

function press(key: string, target: string | null = null, more: KeyboardEventInit = {}) {
  document.body.innerHTML = target ?? "";
  let heard: ReturnType<typeof commandOf> = null;
  const listener = (event: KeyboardEvent) => void (heard = commandOf(event));
  document.addEventListener("keydown", listener);
  const element = document.body.querySelector("[data-here]") ?? document.body;
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  document.removeEventListener("keydown", listener);
  return heard;
}

test.each(Object.entries(KEYS))("the key %s means %s", (key, command) => {
  expect(press(key)).toBe(command);
});

test.each(["<input data-here>", "<textarea data-here></textarea>", "<select data-here></select>", "<dialog open><button data-here></button></dialog>"])("no key is taken from %s", (target) => {
  expect(press("p", target)).toBe(null);
});

test("keys with Ctrl, Alt or Command are the browser's", () => {
  expect(press("s", null, { ctrlKey: true })).toBe(null);
  expect(press("l", null, { metaKey: true })).toBe(null);
});

test("Space presses a button that has the focus, letters still work there", () => {
  expect(press(" ", "<button data-here></button>")).toBe(null);
  expect(press("h", "<button data-here></button>")).toBe("hint");
});

test("arrows belong to a board, a slider or tabs that have the focus", () => {
  expect(press("ArrowLeft", "<div role=grid><b data-here></b></div>")).toBe(null);
  expect(press("ArrowLeft", "<div role=slider data-here></div>")).toBe(null);
  expect(press("ArrowLeft", "<button data-here></button>")).toBe("back");
});

test("every command has a name for the help", () => {
  for (const command of Object.values(KEYS)) expect(t(`app.do.${command}`)).not.toContain("app.");
});
