// Game records that come from a person's files and go back to them.
import { t } from "../i18n";
import type { FileText } from "../protocol";
import type { Wish } from "../watch/props";

export const LARGEST = 1_000_000; // bytes

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(text);
}

/** The ask that loads a file; refuses one that is too large before anything of it is read. */
export async function loadFile(file: File): Promise<Wish> {
  if (file.size > LARGEST) throw new Error(t("app.load.large", file.name));
  return { do: "load", name: file.name, base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
}

/** The ask that loads a pasted text. */
export function loadText(text: string): Wish {
  if (text.length > LARGEST) throw new Error(t("app.load.large", t("app.load.pasted")));
  return { do: "load", name: "", text };
}

/** Hands a file of the server to the browser. */
export function download(file: FileText): void {
  const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: file.mime }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
