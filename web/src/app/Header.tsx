// The top of the page: the name, what opens a dialog, and how the page looks and speaks.
import { LANGUAGES, t, type Language } from "../i18n";
import { carryOut, possible } from "./commands";
import { usePage, useSession } from "./context";
import { Icon } from "./Icon";
import { keyName } from "./keys";
import { Settings } from "./Settings";

const MENU = ["new", "load", "save", "edit"] as const;

export function Header() {
  const session = useSession();
  const state = usePage((page) => page.state);
  const preferences = usePage((page) => page.preferences);
  return (
    <header class="ya-header">
      <h1 class="ya-logo">
        <img src="./icon.svg" alt="" width="28" height="28" />
        <span lang="ja">読み</span> <span>Yomi</span>
      </h1>
      <nav class="ya-menu" aria-label={t("app.menu")}>
        {MENU.map((command) => (
          <button
            key={command}
            type="button"
            class={`ya-button${command === "new" ? " ya-main" : ""}`}
            title={t("app.withKey", t(`app.do.${command}`), keyName(command))}
            aria-label={t(`app.do.${command}`)}
            disabled={!possible(command, state)}
            onClick={() => carryOut(command, session)}
          >
            <Icon name={command} />
            <span class="ya-label">{t(`app.do.${command}`)}</span>
          </button>
        ))}
      </nav>
      <div class="ya-tools">
        <select
          class="ya-field ya-language"
          aria-label={t("app.language")}
          value={preferences.language}
          onChange={(event) => session.prefer({ language: event.currentTarget.value as Language })}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <Settings />
        <button type="button" class="ya-button ya-plain" title={t("app.withKey", t("app.do.theme"), "t")} aria-label={t("app.theme.now", t(`app.theme.${preferences.theme}`))} onClick={() => carryOut("theme", session)}>
          <Icon name="theme" />
        </button>
        <button type="button" class="ya-button ya-plain" title={t("app.withKey", t("app.do.help"), "?")} aria-label={t("app.do.help")} onClick={() => carryOut("help", session)}>
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}
