"""Clocks follow their time control, and a player who keeps to the budget never loses on time."""

from copy import copy
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomi.errors import BadText
from yomi.players import clock as clocks
from yomi.players.clock import Absolute, Budget, Canadian, Clock, Control, Fischer, Japanese, Unlimited

SECONDS = st.floats(0.05, 10_000)
COUNTS = st.integers(1, 30)
CONTROLS = st.one_of(
    st.builds(Absolute, SECONDS),
    st.builds(Canadian, st.just(0.0) | SECONDS, SECONDS, COUNTS),
    st.builds(Japanese, st.just(0.0) | SECONDS, SECONDS, COUNTS),
    st.builds(Fischer, SECONDS, st.just(0.0) | SECONDS, st.just(inf) | SECONDS, st.just(inf) | SECONDS),
    st.just(Unlimited()),
)
ABSOLUTE = [Absolute(600), Absolute(1)]
CANADIAN = [Canadian(600, 300, 25), Canadian(0, 30, 1), Canadian(5, 60, 10)]
JAPANESE = [Japanese(600, 30, 5), Japanese(0, 10, 1), Japanese(20, 30, 2)]
FISCHER = [Fischer(300, 5), Fischer(0.5, 0.1), Fischer(30, 0), Fischer(600, 30, 900), Fischer(600, 30, 600, 20)]
LIMITED = [*ABSOLUTE, *CANADIAN, *JAPANESE, *FISCHER]


def moves_left(move: int) -> float:
    """A game of about 120 moves a side that goes on for longer."""
    return max(10.0, 120.0 - move)


def after(control: Control, *moves: float) -> Clock:
    clock = Clock(control)
    assert all(clock.spend(seconds) for seconds in moves)
    return clock


def play(control: Control, moves: int, hard: bool = False) -> float:
    """Seconds used by a player who thinks as long as planned, or always as long as allowed."""
    clock, used = Clock(control), 0.0
    for move in range(moves):
        seconds = clock.budget(moves_left(move))[hard]
        assert clock.spend(seconds), f"lost on time at move {move}"
        used += seconds
    return used


def test_absolute_time_runs_out():
    clock = after(Absolute(10), 4, 6)
    assert clock.remaining == 0
    assert not clock.spend(0.1)
    assert clock.budget(50) == Budget(0, 0)


def test_fischer_adds_its_increment_after_the_move():
    assert after(Fischer(10, 5), 8).remaining == 7
    assert not Clock(Fischer(10, 5)).spend(11)


def test_fischer_never_holds_more_than_its_maximum_nor_gives_a_move_more_than_its_own():
    assert after(Fischer(10, 5, 12), 1).remaining == 12
    assert not Clock(Fischer(10, 5, 12, 3)).spend(4)


def test_canadian_overtime_renews_after_its_stones():
    clock = after(Canadian(10, 30, 3), 10, 5)
    assert (clock.overtime, clock.remaining, clock.stones) == (True, 25, 2)
    assert clock.spend(5)
    assert (clock.remaining, clock.stones) == (20, 1)
    assert clock.spend(20)
    assert (clock.remaining, clock.stones) == (30, 3)
    assert not clock.spend(31)


def test_the_move_that_uses_up_main_time_counts_in_canadian_overtime():
    clock = after(Canadian(10, 30, 3), 12)
    assert (clock.remaining, clock.stones) == (28, 2)
    assert not Clock(Canadian(10, 30, 3)).spend(41)


def test_byo_yomi_renews_a_period_that_is_kept_and_loses_one_that_is_not():
    clock = after(Japanese(10, 30, 3), 10)
    assert (clock.overtime, clock.remaining, clock.periods) == (False, 0, 3)
    for seconds, periods in ((30, 3), (29, 3), (31, 2), (30, 2), (45, 1), (30, 1)):
        assert clock.spend(seconds)
        assert (clock.overtime, clock.remaining, clock.periods) == (True, 30, periods)
    assert not clock.spend(31)
    assert clock.periods == 0


@pytest.mark.parametrize("seconds, periods", [(10, 3), (35, 3), (41, 2), (71, 1), (100, 1)])
def test_one_long_move_may_run_through_main_time_and_several_periods(seconds: float, periods: int):
    assert after(Japanese(10, 30, 3), seconds).periods == periods
    assert not Clock(Japanese(10, 30, 3)).spend(101)


def test_a_flag_that_fell_stays_down_until_the_controller_says_otherwise():
    clock = Clock(Fischer(10, 5))
    assert not clock.spend(11)
    assert not clock.spend(0)
    clock.set_left(20, 0)
    assert clock.spend(1)


def test_time_left_is_overtime_with_stones_and_main_time_without():
    clock = Clock(Canadian(600, 30, 5))
    clock.set_left(12, 2)
    assert (clock.overtime, clock.remaining, clock.stones) == (True, 12, 2)
    clock.set_left(500, 0)
    assert (clock.overtime, clock.remaining, clock.stones) == (False, 500, 0)


def test_time_left_counts_the_periods_of_byo_yomi():
    clock = Clock(Japanese(600, 30, 5))
    clock.set_left(12, 2)
    assert (clock.overtime, clock.remaining, clock.periods) == (True, 12, 2)
    assert clock.spend(20)
    assert (clock.remaining, clock.periods) == (30, 1)


def test_time_left_may_arrive_late_but_not_as_nonsense():
    clock = Clock(Absolute(600))
    clock.set_left(-0.5, 0)
    assert clock.remaining == 0
    for seconds, stones in ((nan, 0), (inf, 0), (5, -1)):
        with pytest.raises(BadText):
            clock.set_left(seconds, stones)


def test_nothing_limits_an_unlimited_clock():
    clock = Clock(Unlimited())
    clock.set_left(1, 0)
    assert clock.spend(1e9)
    assert clock.budget(10) == Budget(inf, inf)


def test_the_budget_shares_main_time_among_the_moves_left():
    assert Clock(Absolute(600), lag=0).budget(100).soft == pytest.approx(6)
    assert Clock(Absolute(600), lag=0).budget(50).soft == pytest.approx(12)


def test_the_budget_shares_a_canadian_period_among_its_stones():
    clock = Clock(Canadian(600, 30, 5), lag=0)
    clock.set_left(30, 5)
    assert clock.budget(100).soft == pytest.approx(6)
    clock.set_left(8, 1)
    assert clock.budget(100) == pytest.approx((8, 8))


def test_the_budget_takes_nearly_all_of_a_byo_yomi_period_and_keeps_two_periods():
    clock = Clock(Japanese(600, 30, 5))
    for periods, hard in ((5, 59.5), (3, 59.5), (2, 29.5), (1, 29.5)):
        clock.set_left(30, periods)
        assert clock.budget(100) == pytest.approx((29.5, hard))


def test_the_budget_uses_the_increment_and_what_a_maximum_would_waste():
    assert Clock(Fischer(100, 10), lag=0).budget(50).soft == pytest.approx(2 + 9.5)
    assert Clock(Fischer(100, 50, 100), lag=0).budget(1000).soft == pytest.approx(50)


def test_a_clock_keeps_a_reserve_for_lag():
    clock = Clock(Japanese(0, 30, 1), lag=1.0)
    assert clock.budget(100).hard == pytest.approx(29)
    assert Clock(Japanese(0, 1, 1), lag=1.0).budget(100).hard == pytest.approx(0.9)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("control", LIMITED, ids=clocks.to_text)
def test_keeping_to_the_budget_never_loses_on_time(control: Control, hard: bool):
    assert play(control, 300, hard) > 0


@pytest.mark.parametrize("control", LIMITED, ids=clocks.to_text)
def test_more_than_half_of_main_time_is_used_by_move_200(control: Absolute | Canadian | Japanese | Fischer):
    assert play(control, 200) > control.main / 2


@pytest.mark.parametrize("control, least", [(Canadian(60, 30, 5), 5), (Japanese(60, 10, 3), 9), (Fischer(60, 5), 4.5)])
def test_most_of_the_time_each_move_brings_is_used(control: Control, least: float):
    assert (play(control, 300) - 60) / 300 > least


def test_main_time_before_byo_yomi_lasts_into_the_middle_game():
    clock, move = Clock(Japanese(1800, 30, 5)), 0
    while not clock.overtime:
        assert clock.spend(clock.budget(moves_left(move)).soft)
        move += 1
    assert 40 < move < 120
    assert clock.periods == 5


@settings(deadline=None)
@given(CONTROLS, st.lists(st.floats(0, 1.5), max_size=40), st.floats(-5, 400))
def test_no_budget_ever_exceeds_what_is_left(control: Control, habits: list[float], moves: float):
    clock = Clock(control)
    for habit in habits:
        budget = clock.budget(moves)
        assert 0 <= budget.soft <= budget.hard
        if budget.hard < inf and not clock.fallen:
            careful, periods = copy(clock), clock.periods
            assert careful.spend(budget.hard)
            assert careful.periods >= min(periods, 2)
            clock.spend(habit * budget.hard)


@settings(deadline=None)
@given(CONTROLS, st.floats(-10, 1_000), st.integers(0, 40), st.floats(-5, 400))
def test_the_budget_fits_whatever_the_controller_reports(control: Control, left: float, stones: int, moves: float):
    clock = Clock(control)
    clock.set_left(left, stones)
    soft, hard = clock.budget(moves)
    assert 0 <= soft <= hard
    assert hard == inf or clock.spend(hard)


GTP: dict[str, Control] = {"600 30 5": Canadian(600, 30, 5), "600 0 0": Absolute(600), "0 1 0": Unlimited()}


@pytest.mark.parametrize("words, control", GTP.items())
def test_gtp_time_settings(words: str, control: Control):
    assert clocks.gtp_time_settings(*words.split()) == control
    assert clocks.gtp_time_settings(*map(float, words.split())) == control


KGS: dict[str, Control] = {"none": Unlimited(), "absolute 300": Absolute(300), "byoyomi 60 10 5": Japanese(60, 10, 5)}
KGS |= {"Canadian 60 300 25": Canadian(60, 300, 25), "byoyomi 60 10 0": Absolute(60), "canadian 60 0 25": Absolute(60)}


@pytest.mark.parametrize("words, control", KGS.items())
def test_kgs_time_settings(words: str, control: Control):
    assert clocks.kgs_time_settings(words.split()) == control
    assert clocks.kata_time_settings(words.split()) == control


KATA = {"fischer 300.5 5": Fischer(300.5, 5), "fischer-capped 300 5 -1 30": Fischer(300, 5, inf, 30)}
KATA |= {"fischer-capped 86400 3600 172800 -1": Fischer(86400, 3600, 172800)}  # as gtp2ogs sends it


@pytest.mark.parametrize("words, control", KATA.items())
def test_kata_time_settings(words: str, control: Control):
    assert clocks.kata_time_settings(words.split()) == control
    with pytest.raises(BadText):
        clocks.kgs_time_settings(words.split())


SHORT: dict[str, Control] = {"300": Absolute(300), "10m": Absolute(600), "1.5h": Absolute(5400)}
SHORT |= {"5m+3s": Fischer(300, 3), "10m+5x30": Japanese(600, 30, 5), "300+5": Fischer(300, 5)}
SHORT |= {"10m+5m/25": Canadian(600, 300, 25), " byoyomi 10m 30s 5 ": Japanese(600, 30, 5), "none": Unlimited()}


@pytest.mark.parametrize("text, control", SHORT.items())
def test_a_time_control_may_be_typed_in_short(text: str, control: Control):
    assert clocks.from_text(text) == control


@settings(deadline=None)
@given(CONTROLS)
def test_the_text_of_a_control_reads_back(control: Control):
    again = clocks.from_text(clocks.to_text(control))
    assert type(again) is type(control)
    assert clocks.to_text(again) == clocks.to_text(control)


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "absolute", "absolute 1 2", "absolute -1", "absolute nan", "absolute inf", "absolute 1e999"),
        *("byoyomi 1 2", "byoyomi 1 2 -3", "byoyomi 1 2 2.5", "byoyomi 1 x 3", "canadian 1 2 3 4", "none 5"),
        *("fischer 1", "fischer 1 -1", "fischer-capped 1 2 3", "fischer-capped 1 2 -x 3", "fischer-capped 1 2 nan 3"),
        *("5+", "5+x3", "5+2x3/4", "5++3", "-5", "5x3", "5/3", "5y", "²", "9" * 400),
    ],
)
def test_nonsense_is_refused(text: str):
    with pytest.raises(BadText):
        clocks.from_text(text)


@pytest.mark.parametrize("words", ["-1 0 0", "x 0 0", "1 nan 0", "1 1 1.5", "1 1 -1"])
def test_nonsense_from_a_controller_is_refused(words: str):
    with pytest.raises(BadText):
        clocks.gtp_time_settings(*words.split())


@settings(deadline=None)
@given(
    st.text()
    | st.text("0123456789+x/smh .-")
    | st.lists(st.sampled_from(["fischer", "byoyomi", "5", "-1", "x"])).map(" ".join)
)
def test_no_text_is_answered_with_another_error(text: str):
    try:
        clocks.from_text(text)
    except BadText:
        pass
