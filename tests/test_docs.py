"""The documents tell the truth: citations, the map, the pointers from the papers to the code, the README's Python."""

import pathlib
import re

import pytest

import yomi

ROOT = pathlib.Path(yomi.__file__).parent
PROJECT = ROOT.parent
CITED = re.compile(r"\[([A-Z][A-Za-z]+(?:\d{4})?)(?: [^\]]*)?\]")


def test_every_cited_work_is_listed():
    listed = set(
        re.findall(r"^\| \*?\*?([A-Z][A-Za-z]+(?:\d{4})?)\*?\*? \|", (PROJECT / "docs/papers.md").read_text(), re.M)
    )
    for path in ROOT.rglob("*.py"):
        for line in path.read_text().splitlines():
            for key in CITED.findall(line.partition("#")[2] + (line if '"""' in line else "")):
                if key.isupper() or key[-4:].isdecimal():
                    assert key in listed, f"{path.name} cites {key}"


def test_the_map_names_every_file():
    text = (PROJECT / "docs/map.md").read_text()
    for path in ROOT.rglob("*.py"):
        if path.read_text().strip():
            assert f"`{path.relative_to(PROJECT).as_posix()}`" in text, f"{path.name} is not on the map"
    for name in re.findall(r"`(yomi/[\w/]+\.py)`", text):
        assert (PROJECT / name).is_file(), f"{name} is on the map only"


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
