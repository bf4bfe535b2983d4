// Opens the dialog that is asked for; their code is fetched when the first of them is opened.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type * as All from "./dialogcode";
import { usePage, useSession } from "./context";

/** The code of all dialogs, once it is there. */
function useDialogs(wanted: boolean): typeof All | null {
  const [code, setCode] = useState<typeof All | null>(null);
  useEffect(() => {
    if (wanted && !code) import("./dialogcode").then(setCode);
  }, [wanted]);
  return code;
}

export function Dialogs() {
  const session = useSession();
  const name = usePage((page) => page.dialog);
  const state = usePage((page) => page.state);
  const catalog = usePage((page) => page.catalog);
  const code = useDialogs(name !== null);
  if (!name || !code) return null;
  const onClose = () => session.open(null);
  if (name === "new") return catalog && <code.NewGame catalog={catalog} onClose={onClose} />;
  if (name === "players") return state && catalog && <code.PlayersDialog state={state} catalog={catalog} onClose={onClose} />;
  if (name === "save") return state && <code.SaveDialog state={state} onClose={onClose} />;
  if (name === "edit") return state && <code.EditDialog state={state} onClose={onClose} />;
  const Simple: ComponentType<{ onClose: () => void }> = { load: code.LoadDialog, resign: code.ResignDialog, help: code.Help }[name];
  return <Simple onClose={onClose} />;
}
