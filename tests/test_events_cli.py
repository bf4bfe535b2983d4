"""Events on the command line: tables, JSON, exports, and one sentence for what cannot be."""

import json

import pytest
from typer.testing import CliRunner

from yomi.cli import app
from yomi.errors import BadText

pytestmark = pytest.mark.jit
PLAYERS = ["uct simulations=5", "uct simulations=50", "flat simulations=5"]


def yomi(*words: object):
    done = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(done.exception, BadText):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A tournament and a match in one file."""
    path = tmp_path_factory.mktemp("events") / "a.sqlite"
    yomi("tournament", "tictactoe", *PLAYERS, "--games", 4, "--workers", 1, "--out", path)
    yomi("match", "go5", *PLAYERS[:2], "--games", 2, "--workers", 1, "--out", path)
    return path


def test_events_are_listed(store):
    listed = json.loads(yomi("results", store, "--json"))
    assert [entry["games"] for entry in listed] == [12, 2]
    assert "roundrobin" in yomi("results", store)


def test_a_tournament_has_ratings_and_points(store):
    shown = json.loads(yomi("results", store, "--event", 1, "--anchor", "1=100", "--json"))
    ratings = {rated["name"]: rated["elo"] for rated in shown["ratings"]}
    assert len(ratings) == 3 and ratings["uct playout=random simulations=5"] == pytest.approx(100)
    assert sum(pairing["wins"] + pairing["draws"] + pairing["losses"] for pairing in shown["pairings"]) == 12
    assert "points against each other" in yomi("results", store, "--event", 1)


def test_a_ladder_is_drawn(store, tmp_path):
    pytest.importorskip("matplotlib")
    yomi("results", store, "--event", 1, "--plot", tmp_path / "ladder.png")
    assert (tmp_path / "ladder.png").stat().st_size > 1000


def test_games_are_exported(store, tmp_path):
    assert "2 games" in yomi("results", store, "--event", 2, "--export", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-2-0001.sgf", "1-2-0002.sgf"]
    yomi("results", store, "--event", 1, "--export", tmp_path / "moves")
    assert "# tictactoe" in (tmp_path / "moves" / "2-3-0004.txt").read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["results", "{}", "--event", "9"], "event 9: expected 1 to 2"),
        (["results", "none.sqlite"], "there is no such file"),
        (["results", "{}", "--event", "1", "--anchor", "5=0"], "expected a player's number, 1 to 3"),
        (["results", "{}", "--event", "1", "--anchor", "best"], "expected NUMBER=ELO"),
        (["results", "{}", "--event", "2", "--export", "x", "--format", "kif"], "expected sgf or txt for go5"),
        (["results", "{}", "--event", "2", "--plot", "x.png"], "x.png': expected a tournament, event 2 is a match"),
        (["match", "go5", *PLAYERS[:2], "--out", "{}"], "--resume goes on"),
        (["match", "go5", *PLAYERS[:2], "--sprt", "5", "0", "--seed", "2", "--out", "{}"], "elo0 below elo1"),
    ],
)
def test_what_cannot_be_is_said(store, tmp_path, monkeypatch, words, complaint):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadText, match=complaint):
        yomi(*(word.format(store) for word in words))


def test_a_sequential_test_ends_a_match(tmp_path):
    words = ["match", "tictactoe", "uct simulations=200", "flat simulations=1", "--games", 400, "--sprt", 0, 200]
    shown = json.loads(yomi(*words, "--workers", 1, "--out", tmp_path / "a.sqlite", "--json"))
    assert shown["sprt"]["verdict"] == "H1" and 16 <= shown["played"] < 100
