// What the page says in passing: refusals and news, the broken connection, and moves for those who listen.
import { t } from "../i18n";
import { usePage, useSession } from "./context";
import { Icon } from "./Icon";
import { sideName } from "./naming";
import type { Page } from "./store";

/** The last move of the position looked at, in words. */
export function spokenMove({ state }: Page): string {
  const last = state?.moves[state.at - 1];
  return state && last ? t("app.spoken", state.at, sideName(state, last.side), last.label || last.move) : "";
}

export function Notices() {
  const session = useSession();
  const link = usePage((page) => page.link);
  const notices = usePage((page) => page.notices);
  const spoken = usePage(spokenMove);
  return (
    <>
      <div class={`ya-banner${link === "down" ? "" : " ya-absent"}`} role="status">
        {link === "down" ? t("app.link.down") : ""}
      </div>
      <div class="ya-spoken" role="log" aria-live="polite" aria-atomic="true" aria-label={t("app.moves")}>
        {spoken}
      </div>
      <div class="ya-corner">
        <div class="ya-notices" aria-live="assertive" role="region" aria-label={t("app.notices")}>
          {notices.map((notice) => (
            <div key={notice.id} class={`ya-notice${notice.bad ? " ya-bad" : ""}`}>
              <span>{notice.text}</span>
              <button type="button" class="ya-button ya-plain" aria-label={t("app.close")} onClick={() => session.dismiss(notice.id)}>
                <Icon name="close" />
              </button>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
