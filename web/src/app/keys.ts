// Which key does what, and when a key is left to what has the focus.
export type Command =
  | "back" | "forth" | "back10" | "forth10" | "start" | "end" | "analyze" | "pass" | "undo" | "hint" | "estimate" | "now"
  | "pause" | "review" | "new" | "load" | "save" | "edit" | "players" | "theme" | "flip" | "candidates" | "owner" | "coordinates" | "tab" | "help";

export const KEYS: Record<string, Command> = {
  ArrowLeft: "back",
  ArrowRight: "forth",
  ArrowUp: "back10",
  ArrowDown: "forth10",
  Home: "start",
  End: "end",
  " ": "analyze",
  p: "pass",
  u: "undo",
  h: "hint",
  e: "estimate",
  m: "now",
  k: "pause",
  r: "review",
  n: "new",
  l: "load",
  s: "save",
  d: "edit",
  y: "players",
  t: "theme",
  f: "flip",
  c: "candidates",
  o: "owner",
  x: "coordinates",
  w: "tab",
  "?": "help",
};

const NAMES: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };

/** The key of a command as a person reads it. */
export function keyName(command: Command): string {
  const key = Object.keys(KEYS).find((one) => KEYS[one] === command) ?? "";
  return NAMES[key] ?? key;
}

const TYPING = "input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable], dialog";
const PRESSED = "button, a[href], summary, input, [role=button], [role=tab], [role=gridcell], [role=treeitem], [role=switch]";
const STEERED = "[role=grid], [role=tablist], [role=radiogroup], [role=slider], [role=tree], [role=listbox], [role=application], input";

/** The command of a key press, or null where the key belongs to what has the focus. */
export function commandOf(event: KeyboardEvent): Command | null {
  const command = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!command || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING)) return null;
  if (event.key === " " && target?.closest(PRESSED)) return null;
  if (/^(Arrow|Home|End)/.test(event.key) && target?.closest(STEERED)) return null;
  return command;
}
