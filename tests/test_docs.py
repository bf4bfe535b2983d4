"""The documents tell the truth: citations, the map, the pointers from the papers to the code, the README's Python."""

import importlib.util
import pathlib
import re

import pytest

import yomi

ROOT = pathlib.Path(yomi.__file__).parent
PROJECT = ROOT.parent
CITED = re.compile(r"\[([A-Z]{4,5}(?= (?:\d|eq|alg|fig|table))|[A-Z][a-z]+\d{4})")


def test_every_cited_work_is_listed():
    listed = set(
        re.findall(r"^\| \*?\*?([A-Z][A-Za-z]+(?:\d{4})?)\*?\*? \|", (PROJECT / "docs/papers.md").read_text(), re.M)
    )
    for path in ROOT.rglob("*.py"):
        for key in CITED.findall(path.read_text()):
            assert key in listed, f"{path.name} cites {key}"


def test_the_map_is_up_to_date():
    spec = importlib.util.spec_from_file_location("map", PROJECT / "scripts/map.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert (PROJECT / "docs/map.md").read_text() == script.page(), "run: python scripts/map.py"
    folders = {path.parent.relative_to(PROJECT).as_posix() for path in ROOT.rglob("*.py")}
    assert folders <= set(script.FOLDERS), "a folder is missing in scripts/map.py"


def test_the_papers_page_points_to_files_that_exist():
    for name in re.findall(r"`((?:yomi|tests)/[\w/]+\.py)`", (PROJECT / "docs/papers.md").read_text()):
        assert (PROJECT / name).is_file(), name


@pytest.mark.jit
def test_the_python_of_the_readme_runs():
    code = re.search(r"```python\n(.*?)```", (PROJECT / "README.md").read_text(), re.S)
    assert code is not None
    names: dict = {}
    exec(code[1], names)
    assert sum(names["search"].visits) > 0
