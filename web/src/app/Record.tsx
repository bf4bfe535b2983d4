// The record of the game in a box of fixed height: its moves, or its review; at first a word of welcome.
import { t } from "../i18n";
import type { State } from "../protocol";
import { usePage, useSession } from "./context";
import { MoveList } from "./MoveList";
import { Review } from "./Review";
import type { RecordTab } from "./store";

const TABS: RecordTab[] = ["moves", "review"];

function Welcome() {
  const session = useSession();
  return (
    <aside class="ya-welcome" aria-label={t("app.welcome.title")}>
      <p>
        <strong>{t("app.welcome.title")}</strong> {t("app.welcome")}
      </p>
      <button type="button" class="ya-button ya-main" onClick={() => session.store.set({ welcome: false })}>
        {t("app.welcome.close")}
      </button>
    </aside>
  );
}

export function Record({ state }: { state: State }) {
  const session = useSession();
  const open = usePage((page) => page.record);
  const welcome = usePage((page) => page.welcome);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    session.store.set({ record: open === "moves" ? "review" : "moves" });
    document.getElementById(`ya-tab-${open === "moves" ? "review" : "moves"}`)?.focus();
  };
  return (
    <section class="ya-record" aria-label={t("app.record")}>
      <div class="ya-tabs" role="tablist" aria-label={t("app.record")} onKeyDown={onKey}>
        {TABS.map((tab) => (
          <button
            key={tab}
            id={`ya-tab-${tab}`}
            type="button"
            role="tab"
            class="ya-tab"
            aria-selected={tab === open}
            aria-controls="ya-record-panel"
            tabIndex={tab === open ? 0 : -1}
            onClick={() => session.store.set({ record: tab })}
          >
            {t(`app.tab.${tab}`)}
            {tab === "review" && state.mistakes.length > 0 && ` (${state.mistakes.length})`}
          </button>
        ))}
      </div>
      <div id="ya-record-panel" class="ya-record-panel" role="tabpanel" aria-labelledby={`ya-tab-${open}`}>
        {open === "moves" && welcome ? <Welcome /> : open === "moves" ? <MoveList state={state} /> : <Review state={state} />}
      </div>
    </section>
  );
}
