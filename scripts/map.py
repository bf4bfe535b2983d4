"""Writes docs/map.md: one line for each folder and file, taken from the sentence that opens each file.

Run: python scripts/map.py
"""

import ast
import pathlib

PROJECT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = {
    "yomi": "the package; imports point down this page's list, from the command line to the kernel",
    "yomi/cli": "the command line",
    "yomi/frontend": "codecs round a session: text in, a call, text out",
    "yomi/frontend/gtp": "the Go Text Protocol",
    "yomi/frontend/usi": "the Universal Shogi Interface",
    "yomi/frontend/web": "the server of the page; the page itself is built from web/",
    "yomi/bench": "speed, memory and waiting times",
    "yomi/cluster": "work on many machines, by ray",
    "yomi/papers": "the documents' experiments, one to a file",
    "yomi/learn": "learners: weights from the engine's own games",
    "yomi/learn/zero": "networks from self-play alone, with the search as teacher",
    "yomi/arena": "events: games in parallel, results in one file, ratings, tuning",
    "yomi/players": "a search with a budget: players, clocks, sessions, other engines",
    "yomi/search": "trees, rules and the one simulation loop; names no game and no evaluator",
    "yomi/value": "what a position is worth: playouts, and the weights they use",
    "yomi/games": "rules: verbs, the catalog, positions",
    "yomi/games/go": "Go on any board",
    "yomi/games/shogi": "shogi and 5x5 shogi from one set of rules",
    "yomi/games/toy": "small solved games",
    "yomi/kernel": "records, verbs, random numbers, atomics; numpy and numba only",
    "examples": "games of your own",
    "bench": "the C++ yardstick",
    "scripts": "what keeps the project tidy",
    "tests": "claims, checked",
    "docs": "this map, the pointers from the papers to the code, recipes",
    "docs/ideas": "a page for each idea: picture, equation, setting, worth in Elo",
}


def sentence(path: pathlib.Path) -> str:
    """The first line of a file's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text())) or "").splitlines()[0]


def page() -> str:
    """The whole map."""
    lines = ["# The map", "", "One line for each folder and file; written by `python scripts/map.py`.", ""]
    for folder, meaning in FOLDERS.items():
        lines += [f"## `{folder}/` — {meaning}", ""]
        for path in sorted((PROJECT / folder).glob("*.py")):
            if path.read_text().strip():
                lines.append(f"- `{path.relative_to(PROJECT).as_posix()}` — {sentence(path)}")
        if lines[-1]:
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    (PROJECT / "docs" / "map.md").write_text(page())
