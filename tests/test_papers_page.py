"""What `yomi papers run` writes and says: a table, a figure where it can be drawn, and the page of all experiments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from yomi.cli import app
from yomi.frontend import papers
from yomi.papers import catalog
from yomi.papers.experiment import Cell, Experiment, Outcome, Point, Size

each = pytest.mark.parametrize("experiment", catalog.EXPERIMENTS, ids=lambda experiment: experiment.id)


def measure(cell: Cell, size: Size, heard: object) -> Outcome:
    """As in the document, without a game; what is no match has a curve, of one point here."""
    y = cell.published.value if cell.published else 50.0
    return Outcome((Point(cell.x if cell.opponent else 1, y, y - 1, y + 1),), size.games, f"{y:g}")


@pytest.fixture
def run(monkeypatch, tmp_path):
    """The command, its experiments measured at once; what it printed, without line breaks."""

    def one(experiment: Experiment, *words: str) -> str:
        monkeypatch.setattr(catalog, "experiment", lambda name: experiment._replace(measure=measure))
        done = CliRunner().invoke(app, ["papers", "run", experiment.id, "--out", str(tmp_path), *words])
        assert done.exit_code == 0, done.output
        return " ".join(done.stdout.split())

    return one


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^#)]+)\)", text)


def assert_whole(folder: Path) -> None:
    """Every link of every page leads to a file."""
    for path in folder.glob("*.md"):
        assert all((folder / name).exists() for name in links(path.read_text())), path


@each
def test_a_run_says_which_files_there_are(experiment, run, tmp_path):
    pytest.importorskip("matplotlib")
    said = run(experiment, "--games", "7")
    for form in ("md", "png", "svg"):
        assert f"{experiment.id}.{form}" in said and (tmp_path / f"{experiment.id}.{form}").stat().st_size > 500
    for name in (f"{experiment.id}.md", "README.md"):
        assert f"{experiment.id}.svg" in links((tmp_path / name).read_text())
    assert_whole(tmp_path)


@each
def test_without_matplotlib_no_figure_is_promised(experiment, run, tmp_path, monkeypatch):
    monkeypatch.setattr(papers, "new_figure", lambda width, height: None)
    said = run(experiment, "--games", "7")
    assert f"{experiment.id}.md" in said and "pip install 'yomi[plots]'" in said and ".png" not in said
    assert not list(tmp_path.glob("*.svg"))
    assert_whole(tmp_path)


def test_the_page_tells_what_was_found_there_and_here_and_whether_it_holds(run, tmp_path, monkeypatch):
    monkeypatch.setattr(papers, "new_figure", lambda width, height: None)
    first, second, *_ = catalog.EXPERIMENTS
    for experiment in (first, second):
        run(experiment, "--games", "7")
    page = (tmp_path / "README.md").read_text()
    for experiment in (first, second):
        assert f"| [{experiment.title}](#{experiment.id}) | {experiment.source} | yes |" in page
        assert f'## <a id="{experiment.id}"></a>{experiment.title}' in page
        assert f"**What the document found** ({experiment.source}): {experiment.finding}" in page
    assert page.count("**What we found:**") == page.count("**Yes**, with 7 games behind each number") == 2
    assert links(page) == [f"{first.id}.md", f"{second.id}.md"]
    assert "Yes: 2, no: 0, not decided yet: 0" in page


def test_a_run_goes_on_whether_asked_to_or_not(run, monkeypatch):
    first, *_ = catalog.EXPERIMENTS
    said = run(first, "--games", "7")
    monkeypatch.setattr(f"{__name__}.measure", lambda *_: pytest.fail("measured again"))
    assert run(first, "--games", "7", "--resume") == run(first, "--games", "7") == said
