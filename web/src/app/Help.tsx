// The help dialog: every key, and what there is to see.
import { t } from "../i18n";
import { Dialog } from "./Dialog";
import { KEYS, keyName, type Command } from "./keys";

export function Help({ onClose }: { onClose: () => void }) {
  const commands = [...new Set<Command>(Object.values(KEYS))];
  return (
    <Dialog title={t("app.do.help")} onClose={onClose} wide>
      <p>{t("app.help.about")}</p>
      <h3>{t("app.help.keys")}</h3>
      <dl class="ya-keys">
        {commands.map((command) => (
          <div key={command}>
            <dt>
              <kbd>{keyName(command)}</kbd>
            </dt>
            <dd>{t(`app.do.${command}`)}</dd>
          </div>
        ))}
      </dl>
      <p class="ya-note">{t("app.help.board")}</p>
    </Dialog>
  );
}
