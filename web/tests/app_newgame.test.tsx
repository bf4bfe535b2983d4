// The new-game dialog and the setup that comes out of it.
import { fireEvent, waitFor } from "@testing-library/preact";
import { beforeEach, expect, test, vi } from "vitest";
import { NewGame } from "../src/app/NewGame";
import { firstChoice, forGame, OWN_GAME, setupOf } from "../src/app/setup";
import { CATALOG, fakeSession, show } from "./app_mock";

vi.mock("../src/watch", () => ({ SpecForm: ({ spec, onChange }: { spec: string; onChange: (spec: string) => void }) => <input aria-label="spec" value={spec} onInput={(event) => onChange(event.currentTarget.value)} /> }));

beforeEach(() => localStorage.clear());

function dialog() {
  const session = fakeSession();
  const shown = show(<NewGame catalog={CATALOG} onClose={() => {}} />, session);
  const start = async () => {
    fireEvent.submit(shown.container.querySelector("form") as HTMLFormElement);
    await waitFor(() => expect(session.begin).toHaveBeenCalled());
    return (session.begin.mock.calls as unknown as [unknown][])[0][0];
  };
  const pick = (name: string, value: string) => fireEvent.click(shown.container.querySelector(`input[name=${name}][value=${value}]`) as HTMLInputElement);
  return { ...shown, start, pick };
}

test("a first visit plays black on 9x9 against the gentlest level", () => {
  expect(setupOf(firstChoice(CATALOG), CATALOG)).toEqual({
    game: "go9",
    options: { rules: "chinese", handicap: "0" },
    players: [{ kind: "person" }, { kind: "engine", spec: "yomi simulations=8", level: "beginner" }],
    clock: "",
  });
});

test("colour, level, clock and options reach the setup", async () => {
  const { pick, start, getByLabelText } = dialog();
  pick("role", "second");
  pick("clock", "byoyomi");
  fireEvent.change(getByLabelText("Level"), { target: { value: "strong" } });
  fireEvent.change(getByLabelText("Rules"), { target: { value: "japanese" } });
  fireEvent.input(getByLabelText("Komi"), { target: { value: "5.5" } });
  fireEvent.input(getByLabelText("Periods"), { target: { value: "3" } });
  expect(await start()).toEqual({
    game: "go9",
    options: { rules: "japanese", komi: "5.5", handicap: "0" },
    players: [{ kind: "engine", spec: "yomi simulations=3000", level: "strong" }, { kind: "person" }],
    clock: "10m+3x30",
  });
});

test("engine against engine has two specs, a search of one's own among them", async () => {
  const { pick, start, getAllByLabelText, getByLabelText } = dialog();
  pick("game", "shogi");
  pick("role", "watch");
  fireEvent.change(getAllByLabelText("Level")[1], { target: { value: "" } });
  fireEvent.input(getByLabelText("spec"), { target: { value: "uct(c=0.4)" } });
  expect(await start()).toMatchObject({
    game: "shogi",
    players: [
      { kind: "engine", spec: "yomi simulations=8", level: "beginner" },
      { kind: "engine", spec: "uct(c=0.4)", level: "" },
    ],
  });
});

test("a game of one's own is named by its path", () => {
  const choice = { ...forGame(firstChoice(CATALOG), CATALOG, OWN_GAME), path: " examples/breakthrough.py " };
  expect(setupOf(choice, CATALOG)).toMatchObject({ game: "examples/breakthrough.py", options: {}, players: [{}, { level: "", spec: "yomi" }] });
});

test("two persons need no engine", () => {
  expect(setupOf({ ...firstChoice(CATALOG), role: "both" }, CATALOG).players).toEqual([{ kind: "person" }, { kind: "person" }]);
});

test("the last choice is remembered", async () => {
  const first = dialog();
  first.pick("role", "both");
  await first.start();
  first.unmount();
  expect((dialog().container.querySelector("input[name=role]:checked") as HTMLInputElement).value).toBe("both");
});
