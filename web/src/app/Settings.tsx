// What is shown on the board and heard: a small menu under a button.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { usePage, useSession } from "./context";
import { Icon } from "./Icon";

const SWITCHES = ["candidates", "owner", "coordinates", "flipped", "sounds"] as const;

export function Settings() {
  const session = useSession();
  const preferences = usePage((page) => page.preferences);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const outside = !menu.current?.contains(event.target as Node);
      const escape = event instanceof KeyboardEvent && event.key === "Escape";
      if (menu.current?.open && (escape || (event.type === "pointerdown" && outside))) menu.current.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="ya-settings" ref={menu}>
      <summary class="ya-button ya-plain" aria-label={t("app.settings")} title={t("app.settings")}>
        <Icon name="settings" />
      </summary>
      <div class="ya-settings-box">
        {SWITCHES.map((key) => (
          <label key={key} class="ya-check">
            <input type="checkbox" checked={preferences[key]} onChange={(event) => session.prefer({ [key]: event.currentTarget.checked })} />
            {t(`app.prefer.${key}`)}
          </label>
        ))}
        <label class="ya-check">
          <input
            type="checkbox"
            checked={preferences.pieces === "letters"}
            onChange={(event) => session.prefer({ pieces: event.currentTarget.checked ? "letters" : "kanji" })}
          />
          {t("app.prefer.letters")}
        </label>
      </div>
    </details>
  );
}
