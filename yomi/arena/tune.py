"""Searches the settings with which a player does best against another: optuna proposes, matches answer.

Trials are kept by optuna beside the file of results, games in it: an interrupted search goes on. The best settings
must confirm their score in a match with other seeds, since the best of many noisy scores is mostly luck.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import optuna

from yomi.arena import report
from yomi.arena.event import MATCH, Event, new_event
from yomi.arena.run import Standing, play_event
from yomi.arena.store import Store
from yomi.arena.template import Knob, Template
from yomi.arena.workers import Workers
from yomi.errors import BadText
from yomi.players.rating import Score

MakeWorkers = Callable[[Event], Workers]
CONFIRMING = 1_000_003  # added to the seed for the last match


class Goal(NamedTuple):
    """What is tuned, and how."""

    game: str
    template: Template
    against: str
    trials: int
    games: int  # of each trial
    confirm: int  # games of the last match
    seed: int = 1
    openings: str = ""


class Trial(NamedTuple):
    """Settings that were tried."""

    number: int
    player: str
    score: Score


class Tuned(NamedTuple):
    """What came out."""

    trials: list[Trial]  # the best first
    confirmed: Standing


Heard = Callable[[Trial, int], None]  # hears of a trial, and how many are finished


def tune(goal: Goal, out: Path, workers: MakeWorkers, heard: Heard | None = None) -> Tuned:
    """Try settings until there are enough trials, then let the best ones confirm their score."""
    optuna.logging.set_verbosity(logging.WARNING)
    study = opened(goal, out)
    found: dict[int, Trial] = {}
    with Store(out) as store:
        for known in study.get_trials(states=(optuna.trial.TrialState.COMPLETE,)):
            found[known.number] = measured(goal, known.number, known.params, store, workers)
        while len(found) < goal.trials:
            trial = study.ask()
            values = {knob.name: suggested(trial, knob) for knob in goal.template.knobs}
            found[trial.number] = done = measured(goal, trial.number, values, store, workers)
            study.tell(trial, done.score.mean)
            if heard:
                heard(done, len(found))
        ranked = sorted(found.values(), key=lambda trial: -trial.score.mean)
        last = event_of(goal, ranked[0].player, goal.seed + CONFIRMING)
        return Tuned(ranked, play_event(last, goal.confirm, store, workers(last), True, name="confirmation"))


def opened(goal: Goal, out: Path) -> optuna.Study:
    """The study of this goal, new or not; a trial that was cut off is tried again first."""
    key = event_of(goal, goal.template.middle(), goal.seed).key + goal.template.text
    storage = optuna.storages.RDBStorage(f"sqlite:///{out.with_suffix('.optuna')}")
    sampler = optuna.samplers.TPESampler(seed=goal.seed, multivariate=True, n_startup_trials=max(5, goal.trials // 5))
    study = optuna.create_study(
        storage=storage, study_name=key, direction="maximize", load_if_exists=True, sampler=sampler
    )
    for cut in study.get_trials(states=(optuna.trial.TrialState.RUNNING,)):
        study.tell(cut.number, state=optuna.trial.TrialState.FAIL)
        if cut.params:
            study.enqueue_trial(cut.params)
    return study


def suggested(trial: optuna.Trial, knob: Knob) -> float | str:
    """What optuna proposes for a gap."""
    if knob.words:
        return str(trial.suggest_categorical(knob.name, knob.words))
    if knob.whole:
        return trial.suggest_int(knob.name, round(knob.low), round(knob.high), log=knob.log)
    return trial.suggest_float(knob.name, knob.low, knob.high, log=knob.log)


def event_of(goal: Goal, player: str, seed: int) -> Event:
    return new_event(MATCH, goal.game, [player, goal.against], seed=seed, openings=goal.openings)


def measured(goal: Goal, number: int, values: dict[str, Any], store: Store, workers: MakeWorkers) -> Trial:
    """The match of a trial; games that were played before are not played again."""
    if set(values) != {knob.name for knob in goal.template.knobs}:
        raise BadText(f"trial {number} has other settings than {goal.template.text!r}: give another file")
    player = goal.template.fill(values)
    event = event_of(goal, player, goal.seed)
    standing = play_event(event, goal.games, store, workers(event), True, name="tuning")
    return Trial(number, player, report.score_of(standing.played))
