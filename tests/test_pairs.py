"""Claims about matches in pairs: their scores, intervals and who is the stronger one."""

from functools import cache
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomi.arena.pairs import SHARES, Pairs
from yomi.errors import BadText
from yomi.players.rating import Score

COUNTS = st.builds(Pairs, *[st.integers(0, 1000)] * 5)


@cache
def chances(elo: float, draws: float, bias: float) -> np.ndarray:
    """How often a pair gives each number of points where the first player's mean is that of `elo`.

    Davidson's model, with so many draws between equal players; the opening is worth `bias` Elo to one of the colours.
    """

    def game(strength: float) -> np.ndarray:
        weights = np.array([10 ** (-strength / 800), 2 * draws / (1 - draws), 10 ** (strength / 800)])
        return weights / weights.sum()

    def pair(strength: float) -> np.ndarray:
        return np.convolve(game(strength + bias), game(strength - bias))

    low, high = -4000.0, 4000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if pair(middle) @ SHARES < 1 / (1 + 10 ** (-elo / 400)) else (low, middle)
    return pair(low)


@cache
def interval(*counts: int) -> tuple[float, float]:
    return Pairs(*counts).interval


@pytest.mark.parametrize("pairs, matches", [(20, 20_000), (50, 4_000), (200, 4_000)])
@pytest.mark.parametrize("bias", [0, 200, 400])
def test_the_interval_holds_the_true_mean_95_times_of_100(pairs, matches, bias):
    rng = np.random.default_rng(1)
    for elo in (0, 50, 150, 300):
        for draws in (0, 0.3, 0.6):
            p = chances(elo, draws, bias)
            found, often = np.unique(rng.multinomial(pairs, p, size=matches), axis=0, return_counts=True)
            low, high = np.array([interval(*map(int, counts)) for counts in found]).T
            held = often[(low <= p @ SHARES) & (p @ SHARES <= high)].sum() / matches
            assert 0.93 <= held <= 0.97, (elo, draws)


def test_pairs_are_one_line():
    expected = "55.0% ±4.9 (pairs 5 15 45 25 10 of 100), +35 Elo (+1 to +69), 97.8% likely the stronger one"
    assert Pairs(5, 15, 45, 25, 10).line() == expected


def test_pairs_are_counted_by_their_points_and_a_lone_game_is_left_out():
    games = [(1, 1), (1, 0.5), (0.5, 1), (1, 0), (0.5, 0.5), (0, 1), (0, 0.5), (0, 0), (1,)]
    assert Pairs.of(games) == Pairs(lost=1, behind=1, even=3, ahead=2, won=1)
    assert (Pairs.of(games).pairs, Pairs.of(games).games) == (8, 16)
    assert Pairs.of(games).mean == 8.5 / 16


@pytest.mark.parametrize("pairs", [1, 5, 20, 1000])
def test_where_all_is_won_the_interval_is_that_of_as_many_games(pairs):
    assert Pairs(won=pairs).interval == pytest.approx(Score(wins=2 * pairs).interval)
    assert Pairs(won=pairs).elo == inf


def test_openings_that_decide_the_games_narrow_the_interval():
    decided, independent = Pairs(5, 0, 90, 0, 5), Pairs(25, 0, 50, 0, 25)
    assert decided.deviation < 0.6 * independent.deviation
    assert independent.deviation == pytest.approx(0.5 / 200**0.5, rel=0.02)


def test_equal_pairs_still_leave_doubt():
    assert Pairs(even=20).interval == pytest.approx((0.465, 0.535), abs=0.001)
    assert 0.9 < Pairs(won=1).superiority < 0.98


def test_no_pairs_say_nothing():
    assert Pairs().line() == "no pairs"
    assert (Pairs().mean, Pairs().interval, Pairs().superiority) == (0.5, (0, 1), 0.5)
    assert Pairs().elo_interval == (-inf, inf)


@given(COUNTS)
def test_exchanging_the_players_mirrors_everything(pairs):
    turned = Pairs(*reversed(pairs))
    assert turned.elo == pytest.approx(-pairs.elo, abs=1e-9)
    assert turned.interval == pytest.approx((1 - pairs.interval[1], 1 - pairs.interval[0]))
    assert turned.superiority == pytest.approx(1 - pairs.superiority)


@given(COUNTS)
def test_the_interval_holds_the_mean_and_narrows_with_more_of_the_same(pairs):
    low, high = pairs.interval
    assert 0 <= low <= pairs.mean <= high <= 1
    if pairs.pairs:
        assert 0 < Pairs(*(2 * n for n in pairs)).deviation < pairs.deviation


@given(COUNTS)
def test_superiority_is_sure_just_where_the_interval_is_on_one_side(pairs):
    low, high = pairs.interval
    assert (low > 0.5) == (pairs.superiority > 0.975) or low == pytest.approx(0.5)
    assert (high < 0.5) == (pairs.superiority < 0.025) or high == pytest.approx(0.5)


@pytest.mark.parametrize("points", [(1, 2), (0.3, 1), (1, 0, 1), (-1, 0)])
def test_points_no_game_gives_are_refused(points):
    with pytest.raises(BadText, match=r"pair .*: expected two games of 0, 0\.5 or 1 points"):
        Pairs.of([points])


def test_negative_counts_are_refused():
    with pytest.raises(BadText, match=r"\(0, 0, -3, 0, 0\): expected five counts of 0 or more"):
        Pairs(even=-3)
