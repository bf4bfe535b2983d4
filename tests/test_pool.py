"""Claims about the ratings of a pool: closed forms, another library, intervals, and what cannot be rated."""

from itertools import combinations
from math import log, log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomi.arena.pool import ELO, Pool, Rated
from yomi.errors import BadText
from yomi.players.rating import Score, Z, elo

THREE = {(0, 1): Score(10, 5, 3), (0, 2): Score(20, 4, 2), (1, 2): Score(8, 6, 4)}


def by_name(pool: Pool) -> dict[str, Rated]:
    return {player.name: player for player in pool.rated}


def simulated(true: np.ndarray, nu: float, games: int, rng: np.random.Generator) -> dict[tuple[int, int], Score]:
    """Everyone against everyone, by Davidson's model."""
    scores = {}
    for i, j in combinations(range(len(true)), 2):
        weights = np.array([10 ** ((true[i] - true[j]) / 800), nu, 10 ** ((true[j] - true[i]) / 800)])
        scores[i, j] = Score(*map(int, rng.multinomial(games, weights / weights.sum())))
    return scores


@pytest.mark.parametrize("wins, losses", [(30, 10), (1, 1), (7, 93)])
def test_two_players_without_draws_differ_by_the_elo_of_their_score(wins, losses):
    first = by_name(Pool.of(["a", "b"], {(0, 1): Score(wins, 0, losses)}, ("b", 0.0), prior=0))["a"]
    assert first.elo == pytest.approx(elo(wins / (wins + losses)))
    assert first.high - first.elo == pytest.approx(Z * ELO * (1 / wins + 1 / losses) ** 0.5)  # delta method


@pytest.mark.parametrize("draws", [1, 40, 400])
def test_two_players_with_draws_differ_by_the_odds_of_winning(draws):
    first = by_name(Pool.of(["a", "b"], {(0, 1): Score(30, draws, 10)}, ("b", 0.0), prior=0))["a"]
    assert first.elo == pytest.approx(400 * log10(3))  # Davidson 1970: the likeliest strengths do not depend on draws
    assert first.high - first.elo == pytest.approx(Z * ELO * (1 / 30 + 1 / 10) ** 0.5)


def test_the_prior_of_two_players_is_shared_by_wins_and_losses():
    gap = np.diff([player.elo for player in Pool.of(["a", "b"], {(0, 1): Score(20, 0, 0)}, prior=1).rated])
    assert -gap[0] == pytest.approx(400 * log10(20.5 / 0.5))


@pytest.mark.parametrize("seed", range(5))
def test_without_draws_strengths_are_those_of_choix(seed):
    choix = pytest.importorskip("choix")
    rng = np.random.default_rng(seed)
    scores = simulated(rng.normal(0, 150, 6), 0, 30, rng)
    data = [game for (i, j), s in scores.items() for game in [(i, j)] * s.wins + [(j, i)] * s.losses]
    theirs = choix.opt_pairwise(6, data, alpha=0, tol=1e-9)
    ours = Pool.of(list("abcdef"), scores, prior=0).strengths
    assert ours == pytest.approx(theirs - theirs.mean(), abs=1e-3)


def test_strengths_are_the_top_of_the_likelihood_with_draws():
    ours = Pool.of(["a", "b", "c"], THREE, prior=0).strengths

    def likelihood(parameters):
        *s, log_nu = parameters
        total = 0.0
        for (i, j), score in THREE.items():
            logits = np.array([(s[i] - s[j]) / 2, log_nu, (s[j] - s[i]) / 2])
            total += np.dot(score, logits - np.log(np.exp(logits).sum()))
        return total

    best = max(([*ours, log_nu] for log_nu in np.linspace(-2, 2, 4001)), key=likelihood)
    for nudge in np.random.default_rng(1).normal(0, 0.01, (200, 4)):
        assert likelihood(best + nudge) < likelihood(best)


@pytest.mark.parametrize("nu, anchored", [(0, False), (1, False), (0.5, True)])
def test_true_ratings_are_in_their_intervals_95_times_of_100(nu, anchored):
    rng, held = np.random.default_rng(2), []
    for _ in range(500):
        true = rng.normal(0, 150, 6)
        true -= true[0] if anchored else true.mean()
        pool = Pool.of(list("abcdef"), simulated(true, nu, 20, rng), ("a", 0.0) if anchored else None)
        held += [p.low <= true["abcdef".index(p.name)] <= p.high for p in pool.rated if p.name != "a" or not anchored]
    assert 0.93 <= np.mean(held) <= 0.97


def test_the_strongest_comes_first_with_games_and_score():
    rated = Pool.of(["a", "b", "c"], THREE).rated
    assert [player.name for player in rated] == ["a", "b", "c"]
    assert rated[1].games == 36 and rated[1].score == (3 + 2.5 + 8 + 3) / 36
    assert sum(player.elo for player in rated) == pytest.approx(0)
    assert not any(player.bounded for player in rated)


def test_an_anchor_has_its_elo_and_shifts_all_others():
    free, tied = (by_name(Pool.of(["a", "b", "c"], THREE, anchor)) for anchor in (None, ("b", 1500.0)))
    assert tied["b"][1:4] == (1500, 1500, 1500)
    assert tied["a"].elo - 1500 == pytest.approx(free["a"].elo - free["b"].elo)


def test_a_player_who_won_everything_is_finite_and_marked():
    scores = {(0, 1): Score(20, 0, 0), (0, 2): Score(20, 0, 0), (1, 2): Score(10, 0, 10)}
    players = by_name(Pool.of(["a", "b", "c"], scores))
    assert 400 < players["a"].elo - players["b"].elo < 1500
    assert [players[name].bounded for name in "abc"] == [True, False, False]
    assert [by_name(Pool.of(["a", "b", "c"], scores, ("a", 0.0)))[name].bounded for name in "abc"] == [
        False,
        True,
        True,
    ]
    with pytest.raises(BadText, match="prior 0: expected more"):
        Pool.of(["a", "b", "c"], scores, prior=0)


def test_draws_alone_make_equals():
    assert [player.elo for player in Pool.of(["a", "b"], {(0, 1): Score(0, 9, 0)}).rated] == pytest.approx([0, 0])


@given(st.lists(st.tuples(*[st.integers(0, 40)] * 3).filter(any), min_size=6, max_size=6))
def test_exchanging_wins_and_losses_negates_all_ratings(counts):
    pairings = list(combinations(range(4), 2))
    there = Pool.of("abcd", {pair: Score(*c) for pair, c in zip(pairings, counts, strict=True)})
    back = Pool.of("abcd", {pair: Score(*c[::-1]) for pair, c in zip(pairings, counts, strict=True)})
    assert back.strengths == pytest.approx(-there.strengths, abs=1e-6)
    assert there.superiority("a", "b") == pytest.approx(back.superiority("b", "a"), abs=1e-6)


def test_more_of_the_same_narrows_the_intervals_as_its_root():
    once, often = (
        by_name(Pool.of("abc", {pair: Score(*(k * n for n in score)) for pair, score in THREE.items()}, prior=0))
        for k in (1, 4)
    )
    for name in "abc":
        assert often[name].elo == pytest.approx(once[name].elo)
        assert often[name].high - often[name].low == pytest.approx((once[name].high - once[name].low) / 2)


def test_superiority_agrees_with_the_interval_of_the_difference():
    pool = Pool.of(["a", "b", "c"], THREE, ("b", 0.0))
    a = by_name(pool)["a"]
    assert (a.low > 0) == (pool.superiority("a", "b") > 0.975)
    assert pool.superiority("a", "b") + pool.superiority("b", "a") == pytest.approx(1)
    assert pool.superiority("a", "a") == 0.5


def test_a_lone_player_is_the_mean():
    assert Pool.of(["a"], {}).rated == [Rated("a", 0, 0, 0, 0, 0.5, False)]


def test_a_hundred_players_a_thousand_apart_are_rated():
    names = [str(i) for i in range(100)]
    pool = Pool.of(names, {(i, i + 1): Score(99, 0, 1) for i in range(99)}, prior=0)
    assert pool.strengths[0] - pool.strengths[99] == pytest.approx(99 * log(99))


@pytest.mark.parametrize(
    "scores, anchor, said",
    [
        ({(0, 1): Score(3, 0, 2)}, None, "players 'a', 'c': expected games that connect the groups of these players"),
        ({(1, 0): Score(3, 0, 2)}, None, "players 1 and 0: expected two of 0 to 2, the lower first"),
        ({(0, 1): Score(3, 0, -2)}, None, "score (3, 0, -2) of 'a' against 'b': expected counts of 0 or more"),
        (THREE, ("d", 0.0), "player 'd': expected one of 'a', 'b', 'c'"),
    ],
)
def test_what_cannot_be_rated_is_refused_in_one_sentence(scores, anchor, said):
    with pytest.raises(BadText) as caught:
        Pool.of(["a", "b", "c"], scores, anchor)
    assert str(caught.value) == said


def test_a_pairing_without_games_connects_nobody():
    with pytest.raises(BadText, match="players 'a', 'c'"):
        Pool.of(["a", "b", "c"], {(0, 1): Score(3, 0, 2), (0, 2): Score()})
