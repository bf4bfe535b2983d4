"""Claims about the sequential test: its numbers, its words, and how often it errs."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_pairs import COUNTS, chances

from yomi.arena.pairs import SHARES, Pairs
from yomi.arena.sprt import Sprt, expected, likelihood_ratio, log_tilt
from yomi.errors import BadText

BLOCK = 16  # pairs that all matches play before those decided leave


def simulate(test: Sprt, p: np.ndarray, matches: int, seed: int) -> tuple[float, float]:
    """How often H1 is accepted in matches of pairs with these chances, looking after every pair, and their length."""
    rng, (low, high) = np.random.default_rng(seed), test.bounds
    counts, played, accepted, length = np.zeros((matches, 5)), 0, 0, 0
    while len(counts):
        outcome = rng.choice(5, size=(len(counts), BLOCK), p=p)
        path = counts[:, None] + np.cumsum(np.eye(5)[outcome], axis=1)
        ratio = likelihood_ratio(path, expected(test.elo0), expected(test.elo1))
        late = np.arange(played + 1, played + BLOCK + 1) >= test.least
        ended = ((ratio <= low) | (ratio >= high)) & late
        first, over = ended.argmax(axis=1), ended.any(axis=1)
        accepted += (ratio[np.arange(len(first)), first] >= high)[over].sum()
        length += (played + 1 + first[over]).sum()
        counts, played = path[~over, -1], played + BLOCK
    return accepted / matches, length / matches


@pytest.mark.parametrize(
    "elo0, elo1, draws, bias",
    [(0, 30, 0.4, 0), (-5, 50, 0, 0), (-5, 50, 0, 400), (0, 200, 0, 0), (0, 200, 0, 400), (0, 200, 0.4, 0)],
)
def test_errors_are_as_rare_as_asked_for(elo0, elo1, draws, bias):
    test = Sprt(elo0, elo1)
    wrong, _ = simulate(test, chances(elo0, draws, bias), matches=2000, seed=1)
    right, _ = simulate(test, chances(elo1, draws, bias), matches=2000, seed=2)
    assert wrong <= 0.06 and 1 - right <= 0.06


@pytest.mark.parametrize(
    "elo0, elo1, pairs, llr",  # fastchess, app/tests/sprt_test.cpp, logistic pentanomial 1 and 2; given to 1%
    [(0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07), (0, 2, (871, 26175, 55983, 26678, 821), -4.98)],
)
def test_the_ratio_is_the_published_one(elo0, elo1, pairs, llr):
    assert Sprt(elo0, elo1).llr(Pairs(*pairs)) == pytest.approx(llr, rel=0.01)


def test_bounds_are_walds():
    assert Sprt().bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(alpha=0.01, beta=0.2).bounds == pytest.approx((log(0.2 / 0.99), log(80)))


def test_a_verdict_is_one_sentence():
    test = Sprt(0, 10)
    assert test.line(Pairs(90, 300, 900, 345, 125)) == (
        "accepted: +0 to +10 Elo, LLR 4.34 (bounds -2.94 to 2.94) after 1760 pairs"
    )
    assert test.line(Pairs(130, 330, 900, 300, 100)).startswith("rejected: +0 to +10 Elo, LLR -")
    assert test.line(Pairs(1, 3, 9, 3, 1)).startswith("undecided: +0 to +10 Elo, LLR -0.0")
    assert test.line(Pairs()) == "undecided: +0 to +10 Elo, LLR 0.00 (bounds -2.94 to 2.94) after 0 pairs"


def test_no_verdict_before_the_least_number_of_pairs():
    assert Sprt(0, 400, least=12).verdict(Pairs(won=11)) is None
    assert Sprt(0, 400, least=11).verdict(Pairs(won=11)) == "H1"
    assert Sprt(0, 400, least=11).verdict(Pairs(lost=11)) == "H0"


@given(COUNTS.filter(any), st.floats(-300, 300), st.floats(1, 300))
def test_exchanging_the_players_and_the_hypotheses_negates_the_ratio(pairs, elo0, gap):
    turned = Sprt(-elo0 - gap, -elo0).llr(Pairs(*reversed(pairs)))
    assert turned == pytest.approx(-Sprt(elo0, elo0 + gap).llr(pairs), rel=1e-6, abs=1e-6)


@given(COUNTS, st.floats(-100, 100), st.floats(1, 100))
def test_a_pair_won_instead_of_even_speaks_for_the_higher_elo(pairs, elo0, gap):
    test = Sprt(elo0, elo0 + gap)
    assert test.llr(pairs._replace(won=pairs.won + 1)) > test.llr(pairs._replace(even=pairs.even + 1))


@given(COUNTS.filter(any), st.floats(0.02, 0.98))
def test_the_likeliest_outcomes_have_the_mean_and_no_others_are_likelier(pairs, mean):
    q = np.array(pairs) + 0.05
    p = q / q.sum() / np.exp(log_tilt(q, mean))
    assert p.sum() == pytest.approx(1) and p @ SHARES == pytest.approx(mean)
    still = np.linalg.svd(np.stack((np.ones(5), SHARES)))[2][2:]  # directions that keep the sum and the mean
    assert still @ (q / p) / q.sum() == pytest.approx(np.zeros(3), abs=1e-5 * (q / p).max() / q.sum())


@pytest.mark.parametrize(
    "settings, said",
    [
        ({"elo0": 10, "elo1": 10}, "elo0 10 and elo1 10: expected elo0 below elo1, both within ±4000"),
        ({"alpha": 0.5}, "alpha 0.5: expected a number between 0 and 0.5"),
        ({"beta": 0}, "beta 0: expected a number between 0 and 0.5"),
        ({"elo1": float("nan")}, "elo0 0.0 and elo1 nan: expected elo0 below elo1, both within ±4000"),
        ({"least": 0}, "least 0: expected 1 pair or more"),
    ],
)
def test_bad_settings_are_refused_in_one_sentence(settings, said):
    with pytest.raises(BadText) as caught:
        Sprt(**settings)
    assert str(caught.value) == said
