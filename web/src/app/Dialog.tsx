// A native dialog with a title: the focus goes in and comes back, Esc and the close button close it.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

interface DialogProps {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.showModal();
    return () => opener instanceof HTMLElement && opener.focus();
  }, []);
  const onBackdrop = (event: MouseEvent) => void (event.target === box.current && onClose());
  return (
    <dialog ref={box} class={`ya-dialog${wide ? " ya-wide" : ""}`} aria-labelledby={heading} onClose={onClose} onMouseDown={onBackdrop}>
      <div class="ya-dialog-inside">
        <h2 id={heading}>{title}</h2>
        {children}
        <button type="button" class="ya-button ya-plain ya-dialog-close" aria-label={t("app.close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  );
}
