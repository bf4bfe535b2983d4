// One WebSocket to the server: numbers the asks, gives each its answer, and comes back by itself after a break.
import { t } from "../i18n";
import type { Say } from "../protocol";
import type { Wish } from "../watch/props";

export type Answer = Extract<Say, { id: number }>;
export type News = Exclude<Say, { id: number }>;
/** What became of the game to come back to: it is open, there was none, or the server no longer has it. */
export type Homecoming = "open" | "none" | "gone";

export interface Ends {
  url: string;
  game: () => string | null; // the game to come back to
  onNews: (say: News) => void;
  onTrouble: (text: string) => void; // something went wrong that nobody asked for
  onReady: (home: Homecoming) => void; // asks are sent from now on
  onBreak: () => void;
}
export interface Connection {
  ask: (wish: Wish) => Promise<Answer>;
  close: () => void;
}

export const FIRST_PAUSE = 500;
export const LONGEST_PAUSE = 8000;
export const PATIENCE = 15000; // how long an ask waits for the connection

/** What answers an ask, where more than `done` is meant to come; a `done` with its number is no answer then. */
const ANSWERS: Partial<Record<Wish["do"], Answer["type"]>> = { hint: "hint", estimate: "estimate", look: "look", save: "file" };

interface Errand {
  wish: Wish;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export function connect(ends: Ends): Connection {
  let socket: WebSocket;
  let ready = false;
  let closed = false;
  let pause = FIRST_PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let number = 0;
  const asked = new Map<number, Errand>();
  const waiting = new Set<Errand>();

  function send(errand: Errand): void {
    const id = ++number;
    asked.set(id, errand);
    socket.send(JSON.stringify({ id, ...errand.wish }));
  }

  function hear(say: Say): void {
    if (!("id" in say)) return ends.onNews(say);
    const errand = asked.get(say.id);
    if (!errand) return say.type === "refused" ? ends.onTrouble(say.text) : undefined;
    if (say.type === "done" && ANSWERS[errand.wish.do]) return;
    asked.delete(say.id);
    if (say.type === "refused") errand.reject(new Error(say.text));
    else errand.resolve(say);
  }

  function welcome(home: Homecoming): void {
    ready = true;
    pause = FIRST_PAUSE;
    ends.onReady(home);
    for (const errand of [...waiting]) {
      waiting.delete(errand);
      if (home === "gone") errand.reject(new Error(t("app.link.gone")));
      else send(errand);
    }
  }

  function comeHome(mine: WebSocket): void {
    const game = ends.game();
    if (!game) return welcome("none");
    const arrive = (home: Homecoming) => () => void (mine === socket && mine.readyState === WebSocket.OPEN && welcome(home));
    new Promise<Answer>((resolve, reject) => send({ wish: { do: "open", game }, resolve, reject })).then(arrive("open"), arrive("gone"));
  }

  function open(): void {
    const mine = (socket = new WebSocket(ends.url));
    mine.onopen = () => comeHome(mine);
    mine.onmessage = (event) => hear(JSON.parse(event.data as string) as Say);
    mine.onclose = () => {
      ready = false;
      for (const errand of asked.values()) errand.reject(new Error(t("app.link.lost")));
      asked.clear();
      if (closed) return;
      ends.onBreak();
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
  }

  function ask(wish: Wish): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const errand = { wish, resolve, reject };
      if (ready) return send(errand);
      waiting.add(errand);
      setTimeout(() => waiting.delete(errand) && reject(new Error(t("app.link.none"))), PATIENCE);
    });
  }

  open();
  const close = () => {
    closed = true;
    clearTimeout(timer);
    socket.close();
  };
  return { ask, close };
}
