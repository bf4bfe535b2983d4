// The short dialogs: in which format to save, whether to resign, and a position to edit.
import { useState } from "preact/hooks";
import { PositionEditor } from "../board";
import { t } from "../i18n";
import type { State } from "../protocol";
import { useSession } from "./context";
import { Dialog } from "./Dialog";
import { download } from "./files";
import { positionText } from "./position";

export function SaveDialog({ state, onClose }: { state: State; onClose: () => void }) {
  const session = useSession();
  const save = async (format: string) => {
    const file = await session.save(format);
    if (!file) return;
    download(file);
    onClose();
  };
  return (
    <Dialog title={t("app.do.save")} onClose={onClose}>
      <p class="ya-note">{t("app.save.note")}</p>
      <div class="ya-chips">
        {state.formats.map((format, k) => (
          <button key={format} type="button" class={`ya-button${k === 0 ? " ya-main" : ""}`} onClick={() => save(format)}>
            {format.toUpperCase()}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

export function ResignDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const resign = () => {
    session.wish({ do: "resign" });
    onClose();
  };
  return (
    <Dialog title={t("app.do.resign")} onClose={onClose}>
      <p>{t("app.resign.sure")}</p>
      <footer class="ya-foot">
        <button type="button" class="ya-button" onClick={onClose}>
          {t("app.cancel")}
        </button>
        <button type="button" class="ya-button ya-main" onClick={resign}>
          {t("app.do.resign")}
        </button>
      </footer>
    </Dialog>
  );
}

export function EditDialog({ state, onClose }: { state: State; onClose: () => void }) {
  const session = useSession();
  const [position, setPosition] = useState(() => positionText(state) ?? "");
  if (state.board.kind === "plain") return null;
  const start = async () => void ((await session.wish({ do: "edit", game: state.name, position })) && onClose());
  return (
    <Dialog title={t("app.do.edit")} onClose={onClose} wide>
      <div class="ya-editor">
        <PositionEditor kind={state.board.kind} size={state.board.size} value={position} onChange={setPosition} />
      </div>
      <footer class="ya-foot">
        <button type="button" class="ya-button" onClick={onClose}>
          {t("app.cancel")}
        </button>
        <button type="button" class="ya-button ya-main" onClick={start}>
          {t("app.edit.start")}
        </button>
      </footer>
    </Dialog>
  );
}
