"""How strong the weights of a run have become: against earlier weights in compiled code, against players in a match."""

from __future__ import annotations

import pathlib
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from yomi.arena.event import MATCH, new_event
from yomi.arena.workers import Here
from yomi.errors import BadSpec
from yomi.learn.duel import Match
from yomi.players.rating import Score
from yomi.value import linear

if TYPE_CHECKING:
    from yomi.learn.train import Run

START, PREVIOUS = "start", "previous"


class Checked(NamedTuple):
    """A match during a run."""

    games: int  # that the run had played
    against: str
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> Score:
        """Of the weights that learn."""
        return Score(self.wins, self.draws, self.losses)


def check_weights(run: Run, name: str) -> Checked:
    """A match of the weights as they are now."""
    check, features = run.plan.check, run.features
    game, seed = run.position.game, run.plan.seed + 1
    if name in (START, PREVIOUS):
        other = run.first if name == START else run.previous
    elif name in features.by_hand:
        other = features.by_hand[name]
    else:
        try:
            other = linear.load(linear.path_of(name, game), game)[0]
        except BadSpec:
            return Checked(run.games, name, *match_against(run, name))
    match = Match(run.theta, other, run.position, check.games, check.depth, check.opening, seed)
    return Checked(run.games, name, *match.score(run.threads))


def shown_against_start(run: Run, style: str) -> tuple[float, float]:
    """How much of a style the weights show in games against those of the start, and how much these show."""
    check = run.plan.check
    match = Match(run.theta, run.first, run.position, check.games, check.depth, check.opening, run.plan.seed + 1)
    return match.shown(run.features.styles[style], run.threads)


def match_against(run: Run, player: str) -> Score:
    """A match against any player: a spec, or another engine."""
    check = run.plan.check
    with tempfile.TemporaryDirectory() as folder:
        weights = pathlib.Path(folder) / "now.npz"
        linear.save(run.theta, run.position.game, {}, weights)
        own = f"alphabeta(depth={check.depth}) playout=quiescence(value={weights})"
        event = new_event(MATCH, run.plan.game, [own, player], seed=run.plan.seed)
        return Score.of(game.points for game in Here().play(event, event.fixtures(check.games)))
