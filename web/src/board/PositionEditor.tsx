// The editor of positions: a palette, a board to put things on, who is to move, and the position as text.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Side } from "../protocol";
import "./board.css";
import "./editor.css";
import { GoEditor } from "./GoEditor";
import { emptyGo, emptyShogi, readGo, readSfen, SHOGI_STARTS, writeGo, writeSfen } from "./positionText";
import { ShogiEditor } from "./ShogiEditor";
import { sideWords } from "./shogiSquares";

export interface PositionEditorProps {
  kind: "go" | "shogi";
  size: number;
  value: string; // the position at first, and whenever it changes; what cannot be read is the usual start
  onChange: (text: string) => void;
}

export function PositionEditor({ kind, size, value, onChange }: PositionEditorProps) {
  const start = kind === "go" ? writeGo(emptyGo(size)) : SHOGI_STARTS[size];
  const reads = (text: string) => (kind === "go" ? readGo(text, size) : readSfen(text, size)) !== null;
  const [text, setText] = useState(reads(value) ? value : start); // always a position
  const [typed, setTyped] = useState(text); // perhaps not yet
  const show = (next: string) => {
    setText(next);
    setTyped(next);
  };
  useEffect(() => {
    if (value !== text) show(reads(value) ? value : start);
  }, [kind, size, value]);
  const change = (next: string) => {
    show(next);
    onChange(next);
  };
  const type = (next: string) => (reads(next) ? change(next) : setTyped(next));

  const go = kind === "go" ? (readGo(text, size) ?? emptyGo(size)) : null;
  const shogi = kind === "shogi" ? (readSfen(text, size) ?? emptyShogi(size)) : null;
  const empty = kind === "go" ? writeGo(emptyGo(size)) : writeSfen(emptyShogi(size));
  return (
    <div class="yb yb-editor">
      {go && <GoEditor position={go} onChange={(next) => change(writeGo(next))} />}
      {shogi && <ShogiEditor position={shogi} onChange={(next) => change(writeSfen(next))} />}
      <div class="yb-editrow">
        {go && <ToMove side={go.side} names={[t("board.black"), t("board.white")]} onChange={(side) => change(writeGo({ ...go, side }))} />}
        {shogi && <ToMove side={shogi.side} names={[sideWords(0), sideWords(1)]} onChange={(side) => change(writeSfen({ ...shogi, side }))} />}
        {shogi && <button type="button" onClick={() => change(start)}>{t("board.usual_start")}</button>}
        <button type="button" onClick={() => change(empty)}>{t("board.clear")}</button>
      </div>
      <label class="yb-edittext">
        {t("board.position_text")}
        <input value={typed} spellcheck={false} autocomplete="off" aria-invalid={typed !== text} onInput={(event) => type(event.currentTarget.value.trim())} />
      </label>
      <p class="yb-editwrong" role="status">{typed !== text && t("board.position_wrong")}</p>
    </div>
  );
}

function ToMove({ side, names, onChange }: { side: Side; names: [string, string]; onChange: (side: Side) => void }) {
  return (
    <div class="yb-tools" role="group" aria-label={t("board.to_move")}>
      <span aria-hidden="true">{t("board.to_move")}</span>
      {([0, 1] as const).map((each) => (
        <button key={each} type="button" aria-pressed={side === each} onClick={() => onChange(each)}>{names[each]}</button>
      ))}
    </div>
  );
}
