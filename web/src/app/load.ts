// Sends game records to the server, also those that are dropped or pasted anywhere on the page.
import { useEffect } from "preact/hooks";
import type { Wish } from "../watch/props";
import { loadFile, loadText } from "./files";
import type { Session } from "./session";

/** Sends what `prepare` makes of a file or text; whether the server took it. */
export async function load(session: Session, prepare: () => Wish | Promise<Wish>): Promise<boolean> {
  try {
    return (await session.wish(await prepare())) !== null;
  } catch (error) {
    session.notify((error as Error).message, true);
    return false;
  }
}

const TYPED = "input, textarea, select, [contenteditable]";

/** Takes records that are dropped or pasted anywhere on the page. */
export function useDropAndPaste(session: Session): void {
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) load(session, () => loadFile(file));
      else if (text) load(session, () => loadText(text));
    };
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(TYPED)) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text?.trim()) load(session, () => loadText(text));
    };
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [session]);
}
