// A small catalog, a game and a search for the tests of the panels that show a search.
import type { Catalog, Part, SearchNews, SettingInfo, State, TreeNode } from "../src/protocol";

const setting = (name: string, value: string, kind: SettingInfo["kind"] = "number"): SettingInfo => ({ name, kind, value, meaning: `what ${name} means` });

export const catalog: Catalog = {
  version: "1",
  games: [{ name: "go9", title: "Go 9x9", kind: "go", sides: ["black", "white"], options: [], levels: [{ name: "easy", spec: "uct simulations=100", elo: null }], analyst: "yomi" }],
  searches: [
    { name: "uct", about: "UCT", settings: [setting("p", "1.0"), setting("fpu", "inf"), setting("grow", "2", "whole")] },
    { name: "mcss", about: "softmax", settings: [setting("t", "80.0")] },
    { name: "puct", about: "PUCT", settings: [setting("c", "1.1")] },
  ],
  playouts: [
    { name: "random", about: "random", settings: [setting("depth", "0", "whole")] },
    { name: "mogo", about: "MoGo", settings: [setting("press", "0.0"), setting("nakade", "0.0")] },
    { name: "network", about: "a network", settings: [setting("file", "", "text"), setting("cache", "50_000", "whole")] },
  ],
  priors: [{ name: "nothing", about: "", settings: [] }, { name: "learned", about: "", settings: [setting("weights", "prior", "text")] }],
  moves: [{ name: "everything", about: "", settings: [] }, { name: "groups", about: "", settings: [setting("distance", "2", "whole")] }],
  budget: [setting("simulations", "", "whole"), setting("seconds", ""), setting("threads", "1", "whole"), setting("memory", "1000.0"), setting("early", "True", "yes")],
  presets: [{ name: "yomi", texts: { "": "uct prior=learned" } }, { name: "mc-rave", texts: { "": "mcss" } }],
};

const played = ["D4", "E5", "C3", "F6"];
export const state: State = {
  type: "state", game: "g1", name: "go9", title: "Go 9x9", kind: "go", options: {}, sides: ["black", "white"],
  players: [{ kind: "person" }, { kind: "engine", spec: "uct simulations=100", level: "easy" }],
  names: ["", ""],
  analyst: "yomi",
  moves: played.map((move, k) => ({ move, label: move, side: (k % 2) as 0 | 1, seconds: null })),
  at: 2, variation: null,
  board: { kind: "go", size: 9, stones: Array.from({ length: 9 }, () => Array(9).fill(0)), last: null, atari: [], ko: null, captures: [0, 0] },
  side: 0, legal: [], phase: "play", result: "", winner: null, count: null, turn: "person", thinking: false, analyzing: true, paused: false,
  pace: 0, clock: "", clocks: [],
  graph: [{ at: 0, value: 0.5, visits: 10, lead: null }, { at: 1, value: 0.55, visits: 10, lead: 1.5 }, { at: 3, value: 0.3, visits: 10, lead: null }],
  mistakes: [{ at: 3, move: "C3", best: "C5", loss: 0.25, line: [] }],
  formats: ["sgf"],
};

export const tree: TreeNode[] = [
  { id: 0, parent: -1, move: "", side: 1, visits: 100, value: 0.4, proof: 0 },
  { id: 7, parent: 0, move: "C5", side: 0, visits: 60, value: 0.6, proof: 0 },
  { id: 9, parent: 0, move: "G3", side: 0, visits: 40, value: 0.5, proof: 3 },
  { id: 12, parent: 7, move: "D6", side: 1, visits: 30, value: 0.45, proof: 0 },
];

const parts: Pick<SearchNews, Exclude<Part, "owner">> = {
  tree,
  depths: [1, 5, 12, 3],
  moves: [
    { move: "C5", visits: 60, share: 0.6, boltzmann: null, prior: 0.2, amaf: 0.51, value: 0.6 },
    { move: "G3", visits: 40, share: 0.4, boltzmann: null, prior: 0.7, amaf: 0.52, value: 0.5 },
  ],
  terms: {
    rule: "uct", formula: "Q + p·√(ln N / n)",
    columns: [{ key: "q", name: "Q", meaning: "mean result", adds: true }, { key: "u", name: "exploration", meaning: "how little is known", adds: true }, { key: "n", name: "n", meaning: "visits" }, { key: "score", name: "score", meaning: "their sum" }],
    rows: [{ move: "G3", cells: [0.5, 0.2, 40, 0.7] }, { move: "C5", cells: [0.6, 0.05, 60, 0.65] }],
  },
};

export const news: SearchNews = {
  type: "search", at: 2, side: 0, spec: "uct", simulations: 12345, rate: 5000, seconds: 2.5, value: 0.61, lead: null, over: false,
  candidates: [
    { move: "C5", visits: 60, value: 0.6, prior: 0.2, proved: false, line: ["C5", "D6", "E6"] },
    { move: "G3", visits: 40, value: 0, prior: null, proved: true, line: ["G3", "F3"] },
  ],
  ...parts,
};
