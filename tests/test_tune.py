"""Players with gaps: which settings they stand for, and that the search for the best ones goes on after a break."""

import pytest
from arena_help import FASTER

from yomi.arena.template import Knob, read_template
from yomi.arena.workers import Here
from yomi.errors import BadText

TEXT = "uct(p={0.5..2},fpu={1..9 log}) simulations={10|20}"


def test_gaps_are_read_and_filled():
    template = read_template(TEXT)
    assert template.knobs == (
        Knob("p", 0.5, 2.0),
        Knob("fpu", 1.0, 9.0, whole=True, log=True),
        Knob("simulations", words=("10", "20")),
    )
    assert template.middle() == "uct(p=1.25,fpu=3) simulations=10"
    values = {"p": 0.123456, "fpu": 7, "simulations": "20"}
    assert template.fill(values) == "uct(p=0.1235,fpu=7) simulations=20"


def test_gaps_of_one_name_are_told_apart():
    assert [knob.name for knob in read_template("uct(p={1..2}) playout=mogo(p={0..1})").knobs] == ["p", "p#2"]


@pytest.mark.parametrize("text", ["uct", "uct(p={})", "uct(p={2..1})", "uct(p={0..1 log})", "uct(p={a..b})"])
def test_bad_gaps_are_refused(text):
    with pytest.raises(BadText, match="expected"):
        read_template(text)


@pytest.mark.jit
def test_tuning_goes_on_and_ends_with_a_confirmation(tmp_path):
    tuning = pytest.importorskip("yomi.arena.tune")
    template = read_template("flat simulations={1..200 log}")
    goal = tuning.Goal("nim(heap=9)", template, FASTER, trials=3, games=4, confirm=6)
    heard: list[int] = []

    def tune(trials: int):
        return tuning.tune(
            goal._replace(trials=trials),
            tmp_path / "t.sqlite",
            lambda event: Here(),
            lambda trial, _: heard.append(trial.number),
        )

    first = tune(3)
    more = tune(5)
    assert heard == [0, 1, 2, 3, 4], "no trial is made twice"
    assert {trial.player for trial in first.trials} <= {trial.player for trial in more.trials}
    assert len(more.trials) == 5 and len(more.confirmed.played) == 6
    assert more.trials[0].player.split()[-1] in more.confirmed.event.players[0]
    assert more.confirmed.event.seed != goal.seed
