// Two short sounds made on the spot: a stone or piece put down, and something taken or attacked.
import type { Board, State } from "../protocol";

let context: AudioContext | null = null;

function knock(pitch: number, length: number): void {
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, now + length);
  volume.gain.setValueAtTime(0.35, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}

/** How many stones or pieces have been taken on a board, and whether a king is in check. */
function stir(board: Board): number {
  if (board.kind === "go") return board.captures[0] + board.captures[1];
  if (board.kind === "plain") return 0;
  return board.hands.flatMap((hand) => Object.values(hand)).reduce((sum, count) => sum + count, 0);
}

export type Sound = "move" | "stir" | null;

/** Which sound the step from one state to the next makes. */
export function soundOf(before: State | null, after: State): Sound {
  if (!before || before.game !== after.game || after.at !== before.at + 1) return null;
  const check = after.board.kind === "shogi" && after.board.check !== null;
  return check || stir(after.board) > stir(before.board) ? "stir" : "move";
}

export function hearMove(before: State | null, after: State): void {
  const sound = soundOf(before, after);
  if (sound === "move") knock(900, 0.06);
  if (sound === "stir") knock(420, 0.14);
}
