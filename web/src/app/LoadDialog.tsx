// The dialog that loads a game record, from a file or from text.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Wish } from "../watch/props";
import { useSession } from "./context";
import { Dialog } from "./Dialog";
import { loadFile, loadText } from "./files";
import { load } from "./load";

export function LoadDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [text, setText] = useState("");
  const take = async (prepare: () => Wish | Promise<Wish>) => void ((await load(session, prepare)) && onClose());
  return (
    <Dialog title={t("app.do.load")} onClose={onClose}>
      <form
        class="ya-form"
        onSubmit={(event) => {
          event.preventDefault();
          take(() => loadText(text));
        }}
      >
        <label class="ya-line ya-tall">
          {t("app.load.file")}
          <input
            type="file"
            accept=".sgf,.kif,.kifu,.ki2,.ki2u,.csa,.sfen,.usi,.txt"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) take(() => loadFile(file));
            }}
          />
        </label>
        <label class="ya-line ya-tall">
          {t("app.load.text")}
          <textarea class="ya-field" rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <p class="ya-note">{t("app.load.note")}</p>
        <footer class="ya-foot">
          <button type="button" class="ya-button" onClick={onClose}>
            {t("app.cancel")}
          </button>
          <button type="submit" class="ya-button ya-main" disabled={text.trim() === ""}>
            {t("app.load.take")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
