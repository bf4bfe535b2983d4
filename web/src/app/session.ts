// Joins the connection and the store, and has everything that a button or a key can do.
import type { Catalog, FileText, Look, Part, Setup } from "../protocol";
import type { Wish } from "../watch/props";
import { gameOfHash, keepGame, lastGame } from "./address";
import { fetchCatalog } from "./catalog";
import { connect, type Answer, type Homecoming, type News } from "./connection";
import { applyPreferences, followSystem, type Preferences, recall, remember } from "./preferences";
import { firstChoice, LAST_CHOICE, setupOf, type Choice } from "./setup";
import { hearMove } from "./sound";
import { createStore, withNews, withState, type DialogName, type Store } from "./store";

export interface Session {
  store: Store;
  ask: (wish: Wish) => Promise<Answer>;
  wish: (wish: Wish) => Promise<Answer | null>; // as ask, but a refusal becomes a notice and null
  play: (move: string) => Promise<void>; // in the position that is looked at
  look: (path: string[]) => Promise<Look>;
  notify: (text: string, bad?: boolean) => void;
  dismiss: (id: number) => void;
  prefer: (change: Partial<Preferences>) => void;
  open: (dialog: DialogName | null) => void;
  go: (at: number) => void;
  step: (by: number) => void;
  hint: () => void;
  estimate: () => void;
  begin: (setup: Setup) => Promise<Answer | null>;
  parts: (parts: Part[]) => void;
  save: (format: string) => Promise<FileText | null>;
}

const WELCOMED = "yomi.welcomed";
const WELCOME_MOVES = 4; // who has played so many needs no welcome
const NOTICE_TIME = 7000;

export function startSession(store: Store = createStore()): Session {
  const { get, set } = store;
  let notices = 0;
  let panelParts: Part[] = [];
  let sentParts = "";
  let goal: number | null = null;
  let playing = false; // a move is on its way

  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  const connection = connect({ url, game: lastGame, onNews: hear, onTrouble: (text) => notify(text, true), onReady: arrive, onBreak: () => set({ link: "down" }) });
  const catalog = fetchCatalog();
  catalog.then((found) => set({ catalog: found }));

  function hear(say: News): void {
    if (say.type === "state") {
      const before = get().state;
      set((page) => ({ ...withState(page, say, performance.now()), welcome: page.welcome && say.moves.length < WELCOME_MOVES && (before?.game ?? say.game) === say.game }));
      keepGame(say.game);
      if (get().preferences.sounds) hearMove(before, say);
    } else if (say.type === "search") set((page) => withNews(page, say));
    else if (say.type === "busy") set({ busy: say.done < say.total ? say : null });
    else set({ queue: say.ahead });
  }

  function arrive(home: Homecoming): void {
    set({ link: "up", busy: null, queue: 0 });
    sentParts = "";
    sendParts();
    if (home !== "open") catalog.then(playAtOnce);
  }

  function playAtOnce(found: Catalog): void {
    const last = recall<Choice | null>(LAST_CHOICE, null);
    begin(setupOf(last ?? firstChoice(found), found));
    if (!recall(WELCOMED, false)) set({ welcome: true });
    remember(WELCOMED, true);
  }

  function sendParts(): void {
    const wanted = new Set<Part>(panelParts);
    if (get().preferences.owner) wanted.add("owner");
    const parts = [...wanted].sort();
    if (parts.join() === sentParts || get().link !== "up") return;
    sentParts = parts.join();
    connection.ask({ do: "watch", parts }).catch(() => {});
  }

  function notify(text: string, bad = false): void {
    const id = ++notices;
    set((page) => ({ notices: [...page.notices.filter((notice) => notice.text !== text), { id, text, bad }].slice(-3) }));
    setTimeout(() => dismiss(id), NOTICE_TIME);
  }

  function dismiss(id: number): void {
    set((page) => ({ notices: page.notices.filter((notice) => notice.id !== id) }));
  }

  function wish(wanted: Wish): Promise<Answer | null> {
    return connection.ask(wanted).catch((error: Error) => {
      notify(error.message, true);
      return null;
    });
  }

  function prefer(change: Partial<Preferences>): void {
    const preferences = { ...get().preferences, ...change };
    applyPreferences(preferences);
    set({ preferences });
    sendParts();
  }

  async function play(move: string): Promise<void> {
    const state = get().state;
    if (!state || playing) return; // a second click on the old board would begin a variation
    playing = true;
    await wish({ do: "play", move, at: state.at });
    playing = false;
  }

  function go(at: number): void {
    const state = get().state;
    if (!state) return;
    const target = Math.max(0, Math.min(state.moves.length, at));
    if (target === (goal ?? state.at)) return;
    goal = target;
    wish({ do: "go", at: target }).then(() => void (goal === target && (goal = null)));
  }

  async function hint(): Promise<void> {
    const answer = await wish({ do: "hint" });
    if (answer?.type !== "hint" || answer.at !== get().state?.at) return;
    set({ hint: answer });
  }

  async function estimate(): Promise<void> {
    if (get().estimate) return set({ estimate: null });
    const answer = await wish({ do: "estimate" });
    if (answer?.type === "estimate") set({ estimate: answer });
  }

  const begin = (setup: Setup) => wish({ do: "new", setup });

  applyPreferences(get().preferences);
  followSystem(() => get().preferences);
  window.addEventListener("hashchange", () => {
    const named = gameOfHash(location.hash);
    if (named && named !== get().state?.game) wish({ do: "open", game: named });
  });

  return {
    store,
    ask: connection.ask,
    wish,
    look: async (path) => (await connection.ask({ do: "look", path })) as Answer & Look,
    notify,
    dismiss,
    prefer,
    open: (dialog) => set({ dialog }),
    play,
    go,
    step: (by) => go((goal ?? get().state?.at ?? 0) + by),
    hint,
    estimate,
    begin,
    parts: (parts) => {
      panelParts = parts;
      sendParts();
    },
    save: async (format) => {
      const answer = await wish({ do: "save", format });
      return answer?.type === "file" ? answer : null;
    },
  };
}
