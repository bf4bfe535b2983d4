// The state of the page: what the server said last, what is open, and what was chosen.
import type { Catalog, Estimate, Hint, SearchNews, State } from "../protocol";
import { loadPreferences, type Preferences } from "./preferences";

export type DialogName = "new" | "load" | "save" | "edit" | "players" | "resign" | "help";
export type RecordTab = "moves" | "review";
export interface Notice {
  id: number;
  text: string;
  bad: boolean;
}
export interface Page {
  catalog: Catalog | null;
  state: State | null;
  received: number; // performance.now() when the state came, for the clocks
  searches: ReadonlyMap<number, SearchNews>; // the latest of each position of the line, by its number of moves
  busy: { text: string; done: number; total: number } | null;
  queue: number;
  link: "new" | "up" | "down";
  notices: Notice[];
  hint: Hint | null; // of the position looked at
  estimate: Estimate | null; // of the position looked at
  line: string[] | null; // shown on the board
  dialog: DialogName | null;
  record: RecordTab;
  welcome: boolean;
  preferences: Preferences;
}

export interface Store {
  get: () => Page;
  set: (change: Partial<Page> | ((page: Page) => Partial<Page>)) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore(): Store {
  let page: Page = {
    catalog: null,
    state: null,
    received: 0,
    searches: new Map(),
    busy: null,
    queue: 0,
    link: "new",
    notices: [],
    hint: null,
    estimate: null,
    line: null,
    dialog: null,
    record: "moves",
    welcome: false,
    preferences: loadPreferences(),
  };
  const listeners = new Set<() => void>();
  return {
    get: () => page,
    set: (change) => {
      page = { ...page, ...(typeof change === "function" ? change(page) : change) };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** How many moves two lines have in common, from the first. */
function inCommon(first: State["moves"], second: State["moves"]): number {
  let k = 0;
  while (k < first.length && k < second.length && first[k].move === second[k].move) k++;
  return k;
}

/** The page after a state: searches of positions that the line has left are forgotten, hints end with their position. */
export function withState(page: Page, state: State, now: number): Partial<Page> {
  const before = page.state?.game === state.game ? page.state : null;
  const common = before ? inCommon(before.moves, state.moves) : -1;
  const stays = before !== null && before.at === state.at && before.moves.length === state.moves.length && common === state.moves.length;
  const searches = new Map([...page.searches].filter(([at]) => at <= common));
  const passing = stays ? {} : { hint: null, estimate: null, line: null };
  return { state, received: now, searches, ...passing };
}

/** The page after news of a search. */
export function withNews(page: Page, news: SearchNews): Partial<Page> {
  if (!page.state || news.at > page.state.moves.length) return {};
  return { searches: new Map(page.searches).set(news.at, news) };
}

/** The news of the position that is looked at. */
export function newsHere(page: Page): SearchNews | null {
  return (page.state && page.searches.get(page.state.at)) ?? null;
}
