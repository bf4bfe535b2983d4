"""Imports point down the layers, and third-party libraries stay where they belong."""

import ast
import pathlib
import sys
from collections.abc import Iterator

import pytest

import yomi

ROOT = pathlib.Path(yomi.__file__).parent
LAYERS = {"errors": 0, "_cache": 0, "kernel": 1, "games": 2, "value": 3, "search": 4, "players": 5, "arena": 6,
          "learn": 7, "papers": 8, "cluster": 9, "frontend": 9, "bench": 10, "cli": 10, "__main__": 11}  # fmt: skip
ALLOWED = {  # which third-party libraries a layer may import, beside numpy and numba below the command line
    "value": {"onnxruntime", "torch"},  # each in the one file that runs networks with it
    "players": {"pydantic"},
    "arena": {"optuna"},  # tuning only
    "learn": {"torch"},  # networks only
    "bench": {"rich", "torch", "ray", "websockets", "playwright"},
    "cluster": {"ray"},
    "frontend": {"rich", "matplotlib", "torch", "pydantic", "fastapi", "uvicorn"},  # the last three: the page only
    "cli": {"typer", "rich"},
}
FILES = sorted(ROOT.rglob("*.py"))


def layer_of(path: pathlib.Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: pathlib.Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path.name} imports relatively"
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "yomi" else [node.module]
            yield from names
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_down(path):
    layer = layer_of(path)
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "yomi" and layer != "__init__" and len(parts) > 1 and parts[1] in LAYERS:
            assert LAYERS[parts[1]] <= LAYERS[layer], f"{path} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_third_party_libraries_stay_where_they_belong(path):
    layer = layer_of(path)
    allowed = {"yomi", "numpy", "numba"} | ALLOWED.get(layer, set())
    for name in imports(path):
        top = name.split(".")[0]
        assert top in allowed or top in sys.stdlib_module_names, f"{path} imports {name}"


def test_siblings_do_not_know_each_other():
    for path in FILES:
        if layer_of(path) == "bench":
            assert not any(name.startswith("yomi.papers") for name in imports(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_says_what_it_is_and_stays_small(path):
    text = path.read_text()
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{path} has no opening sentence"
    assert text.count("\n") <= 400
