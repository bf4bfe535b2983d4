"""Claims about scores, their intervals and Elo."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomi.players.rating import Score, elo

COUNTS = st.integers(0, 10_000)


def test_a_score_is_one_line():
    expected = "54.5% ±6.9 (109 wins, 0 draws, 91 losses of 200), +31 Elo (-17 to +80)"
    assert Score(109, 0, 91).line() == expected


@pytest.mark.parametrize(
    "wins, games, low, high",  # Newcombe 1998 (Statistics in Medicine 17), table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_the_published_one(wins, games, low, high):
    assert Score(wins, 0, games - wins).interval == pytest.approx((low, high), abs=5e-5)


def test_a_draw_is_half_a_win():
    assert Score(0, 10, 0).mean == 0.5
    assert Score.of([1, 0.5, 0.5, 0]) == Score(1, 2, 1)
    assert Score(1, 2, 1).points == 2


@pytest.mark.parametrize("mean, difference", [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (1, inf), (0, -inf)])
def test_ten_to_one_is_400_elo(mean, difference):
    assert elo(mean) == pytest.approx(difference)


def test_winning_all_games_is_infinitely_better_at_most():
    assert Score(20, 0, 0).line() == "100.0% ±16.1 (20 wins, 0 draws, 0 losses of 20), +inf Elo (+287 to +inf)"
    assert Score(0, 0, 20).line() == "0.0% ±16.1 (0 wins, 0 draws, 20 losses of 20), -inf Elo (-inf to -287)"


def test_no_games_say_nothing():
    assert Score().line() == "no games"
    assert Score().interval == (0, 1)
    assert Score().elo_interval == (-inf, inf)


def test_an_even_score_has_no_minus_zero():
    assert "+0 Elo" in Score(5, 0, 5).line() and "+0 Elo" in Score(50_000, 0, 50_001).line()


@given(COUNTS, COUNTS, COUNTS)
def test_the_interval_holds_the_mean_and_mirrors_with_the_players(wins, draws, losses):
    score, mirrored = Score(wins, draws, losses), Score(losses, draws, wins)
    low, high = score.interval
    assert 0 <= low <= score.mean <= high <= 1
    assert (1 - high, 1 - low) == pytest.approx(mirrored.interval)
    assert score.elo_interval[0] <= score.elo <= score.elo_interval[1]
