// One player: colour, name and level, stones taken, clock.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ClockFace, Side, State } from "../protocol";
import { leftNow, timeText, WARNING } from "./clock";
import { usePage } from "./context";
import { playerName, sideName } from "./naming";

/** A clock that goes on by itself between two states. */
export function Clock({ face, received, name }: { face: ClockFace; received: number; name: string }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!face.running) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [face, received]);
  const left = leftNow(face, Math.max(0, now - received));
  const periods = face.periods > 0 ? (face.period ? `×${face.periods}` : `+${face.periods}`) : "";
  const classes = ["ya-clock", face.running && "ya-running", (face.fallen || left < WARNING) && "ya-late"].filter(Boolean).join(" ");
  return (
    <span class={classes} role="timer" aria-label={t("app.clock.of", name)}>
      {face.fallen ? t("app.clock.fallen") : timeText(left)}
      <span class="ya-periods">{periods}</span>
    </span>
  );
}

/** A player of a record by name; "you" only where there is one person. */
function shownName({ players, names }: State, side: Side): string {
  if (players[side].kind === "engine") return playerName(players[side]);
  return names[side] || (players[1 - side].kind === "person" ? t("app.player.person") : playerName(players[side]));
}

export function PlayerStrip({ state, side }: { state: State; side: Side }) {
  const received = usePage((page) => page.received);
  const player = state.players[side];
  const face = state.clocks[side];
  const name = sideName(state, side);
  const turn = state.side === side && state.phase === "play";
  return (
    <div class={`ya-strip${turn ? " ya-turn" : ""}`} role="group" aria-label={name}>
      <span class={`ya-stone ya-stone-${side}`} aria-hidden="true" />
      <span class="ya-side">{name}</span>
      <span class="ya-name" title={player.kind === "engine" ? player.spec : undefined}>
        {shownName(state, side)}
      </span>
      {state.board.kind === "go" && <span class="ya-taken">{t("app.captures", state.board.captures[side])}</span>}
      {face && <Clock face={face} received={received} name={name} />}
    </div>
  );
}
