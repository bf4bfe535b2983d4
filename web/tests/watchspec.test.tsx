// Claims about searches as text and as a form.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { useState } from "preact/hooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SpecForm } from "../src/watch";
import { SearchPanel } from "../src/watch/searchpanel";
import { BadSpec, parseSpec, problems, writeSpec } from "../src/watch/spec";
import { catalog, state } from "./watchmock";

const again = (text: string) => writeSpec(catalog, parseSpec(catalog, text));
afterEach(() => { cleanup(); vi.unstubAllGlobals(); });

describe("a spec", () => {
  it.each([
    "uct",
    "uct(p=1.1)",
    "uct(p=1.1,grow=5)",
    "mcss(t=20) playout=random",
    "uct(p=1.1) playout=mogo(press=0.5) prior=learned simulations=3000 threads=2",
    "uct moves=groups(distance=3) early=no",
    "puct playout=network(file=/nets/a-b.bin.gz) seconds=1.5",
    "yomi",
    "yomi simulations=500",
    "mc-rave playout=random prior=nothing moves=everything threads=4",
  ])("comes back as it was: %s", (text) => expect(again(text)).toBe(text));

  it.each([
    ["uct(p=1.0,fpu=inf)", "uct"],
    ["uct(p=1,fpu=Infinity,grow=02)", "uct"],
    ["", "uct"],
    ["simulations=5", "uct simulations=5"],
    ["UCT( p = 1.1 , fpu=1.0 )  threads=1", "uct(p=1.1,fpu=1.0)"],
    ["uct prior=nothing moves=everything", "uct"],
    ["uct playout=random(depth=0)", "uct playout=random"],
    ["uct threads=2 playout=mogo", "uct playout=mogo threads=2"],
    ["uct early=true memory=1000", "uct"],
    ["uct early=False", "uct early=False"],
    ["network=a.bin.gz", "puct playout=network(file=a.bin.gz)"],
    ["puct playout=network(cache=50000)", "puct playout=network"],
    ["yomi playout=random playout=mogo", "yomi playout=mogo"],
  ])("is written without what is so anyway: %s", (text, short) => {
    expect(again(text)).toBe(short);
    expect(again(short)).toBe(short);
  });

  it.each([
    ["uct(p=1.1", "watch.bad.brackets"],
    ["uct random", "watch.bad.word"],
    ["alfabeta", "watch.bad.name"],
    ["yomi(p=1)", "watch.bad.name"],
    ["uct playout=monte", "watch.bad.name"],
    ["uct(q=1)", "watch.bad.setting"],
    ["uct simulation=5", "watch.bad.setting"],
    ["uct(p=1,p=2)", "watch.bad.twice"],
    ["uct threads=1 threads=2", "watch.bad.twice"],
    ["uct(1.1)", "watch.bad.option"],
  ])("that cannot be read says why: %s", (text, key) => {
    expect(() => parseSpec(catalog, text)).toThrow(BadSpec);
    try { parseSpec(catalog, text); } catch (error) { expect((error as BadSpec).key).toBe(key); }
  });

  it("names values of the wrong kind", () => {
    expect(problems(catalog, parseSpec(catalog, "uct(p=x,grow=1.5) threads=two seconds=0.5"))).toEqual([
      { name: "p", key: "watch.bad.number" },
      { name: "grow", key: "watch.bad.whole" },
      { name: "threads", key: "watch.bad.whole" },
    ]);
  });
});

function Held({ first, told }: { first: string; told: (spec: string) => void }) {
  const [spec, setSpec] = useState(first);
  return <SpecForm catalog={catalog} game="go9" spec={spec} onChange={(next) => { setSpec(next); told(next); }} />;
}

describe("the form", () => {
  it("writes a changed setting into the text, and takes a default out of it", () => {
    const told = vi.fn();
    render(<Held first="uct(p=1.1) threads=2" told={told} />);
    fireEvent.input(screen.getByLabelText("fpu"), { target: { value: "0.9" } });
    expect(told).toHaveBeenLastCalledWith("uct(p=1.1,fpu=0.9) threads=2");
    fireEvent.input(screen.getByLabelText("p"), { target: { value: "1" } });
    expect(told).toHaveBeenLastCalledWith("uct(fpu=0.9) threads=2");
    fireEvent.click(screen.getByLabelText("early"));
    expect(told).toHaveBeenLastCalledWith("uct(fpu=0.9) threads=2 early=no");
  });

  it("shows the settings of the part that is chosen", () => {
    const told = vi.fn();
    render(<Held first="uct" told={told} />);
    expect(screen.queryByLabelText("press")).toBeNull();
    fireEvent.change(screen.getByLabelText("Playout"), { target: { value: "mogo" } });
    expect(screen.getByLabelText("press")).toBeTruthy();
    expect(told).toHaveBeenLastCalledWith("uct playout=mogo");
  });

  it("asks the server what a preset stands for in this game", async () => {
    const fetched = vi.fn().mockResolvedValue(new Response(JSON.stringify({ spec: "uct(p=1.1) prior=learned threads=3" })));
    vi.stubGlobal("fetch", fetched);
    const told = vi.fn();
    render(<Held first="yomi threads=3" told={told} />);
    fireEvent.click(screen.getByText("Open up the preset"));
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith("uct(p=1.1) prior=learned threads=3"));
    expect(fetched.mock.calls[0][0]).toBe("/api/spec?text=yomi+threads%3D3&game=go9");
  });

  it("says in a sentence what it cannot read", () => {
    render(<Held first="uct(q=1)" told={() => {}} />);
    expect(screen.getByRole("alert").textContent).toContain("no setting “q”");
  });
});

describe("the search tab", () => {
  const edit = (text: string) => fireEvent.input(screen.getByLabelText("As text"), { target: { value: text } });

  it("changes who analyses", async () => {
    const ask = vi.fn().mockResolvedValue({});
    render(<SearchPanel state={state} catalog={catalog} ask={ask} />);
    edit("mcss(t=20)");
    fireEvent.click(screen.getByText("Apply"));
    expect(ask).toHaveBeenCalledWith({ do: "analyst", spec: "mcss(t=20)" });
    await screen.findByText("Applied.");
  });

  it("changes an engine in the middle of a game and leaves the person alone", () => {
    const ask = vi.fn().mockResolvedValue({});
    render(<SearchPanel state={state} catalog={catalog} ask={ask} />);
    fireEvent.change(screen.getByLabelText("Search of"), { target: { value: "1" } });
    edit("uct(p=2) seconds=1");
    fireEvent.click(screen.getByText("Apply"));
    expect(ask).toHaveBeenCalledWith({ do: "players", players: [{ kind: "person" }, { kind: "engine", spec: "uct(p=2) seconds=1", level: "" }] });
  });

  it("shows the server's refusal, and asks nothing while a value cannot stand", async () => {
    const ask = vi.fn().mockRejectedValue(new Error("uct has no such thing."));
    render(<SearchPanel state={state} catalog={catalog} ask={ask} />);
    edit("uct(p=x)");
    fireEvent.click(screen.getByText("Apply"));
    expect(ask).not.toHaveBeenCalled();
    expect(screen.getByRole("status").textContent).toContain("A number is expected");
    edit("uct(p=2)");
    fireEvent.click(screen.getByText("Apply"));
    await screen.findByText("uct has no such thing.");
  });
});
