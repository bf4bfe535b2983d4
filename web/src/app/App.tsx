// The whole page: header, board column, side column, and what lies over them.
import { useCallback, useEffect } from "preact/hooks";
import { t } from "../i18n";
import { WatchPanels, WinGraph } from "../watch";
import { BoardColumn } from "./BoardColumn";
import { carryOut } from "./commands";
import { SessionContext, usePage, useSession } from "./context";
import { Controls } from "./Controls";
import { Dialogs } from "./Dialogs";
import { Header } from "./Header";
import { commandOf } from "./keys";
import { useDropAndPaste } from "./load";
import { busyText, gameTitle } from "./naming";
import { Notices } from "./Notices";
import { Record } from "./Record";
import type { Session } from "./session";
import { Status } from "./Status";
import { newsHere } from "./store";
import "./app.css";
import "./dialogs.css";

function Graph() {
  const session = useSession();
  const state = usePage((page) => page.state);
  const news = usePage(newsHere);
  return <div class="ya-graph">{state && <WinGraph state={state} news={news} onGo={session.go} />}</div>;
}

function Watch() {
  const session = useSession();
  const state = usePage((page) => page.state);
  const news = usePage(newsHere);
  const catalog = usePage((page) => page.catalog);
  const onLine = useCallback((line: string[] | null) => session.store.set({ line }), []);
  return (
    <section class="ya-watch" aria-label={t("app.watch")}>
      {state && catalog && <WatchPanels state={state} news={news} catalog={catalog} ask={session.ask} look={session.look} onLine={onLine} onParts={session.parts} />}
    </section>
  );
}

function Waiting() {
  const busy = usePage((page) => page.busy);
  return (
    <main class="ya-main-grid">
      <p class="ya-waiting" role="status">
        {busy ? busyText(busy) : t("app.waiting")}
      </p>
    </main>
  );
}

function Main() {
  const state = usePage((page) => page.state);
  useEffect(() => {
    document.title = state ? `${gameTitle(state)} · Yomi 読み` : "Yomi 読み";
  });
  if (!state) return <Waiting />;
  return (
    <main class={`ya-main-grid ya-kind-${state.kind}`}>
      <div class="ya-left">
        <BoardColumn state={state} />
      </div>
      <div class="ya-right">
        <Status state={state} />
        <Controls state={state} />
        <Graph />
        <Record state={state} />
        <Watch />
      </div>
    </main>
  );
}

function Keys() {
  const session = useSession();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (!command) return;
      event.preventDefault();
      carryOut(command, session);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [session]);
  useDropAndPaste(session);
  return null;
}

function Whole() {
  const language = usePage((page) => page.preferences.language);
  return (
    <div class="ya">
      <Header />
      <Main key={language} />
      <Notices />
      <Dialogs />
      <Keys />
    </div>
  );
}

export function App({ session }: { session: Session }) {
  return (
    <SessionContext.Provider value={session}>
      <Whole />
    </SessionContext.Provider>
  );
}
