"""All experiments, one to a file."""

from yomi.errors import BadText
from yomi.papers import (
    exp_depth,
    exp_fpu,
    exp_groups,
    exp_heuristic,
    exp_k,
    exp_learn,
    exp_p,
    exp_random,
    exp_scale,
    exp_temp,
    exp_time,
)
from yomi.papers.experiment import Experiment

MODULES = (exp_random, exp_groups, exp_time, exp_p, exp_fpu, exp_k, exp_heuristic, exp_scale, exp_temp, exp_depth,
           exp_learn)  # fmt: skip
EXPERIMENTS: tuple[Experiment, ...] = tuple(module.EXPERIMENT for module in MODULES)


def experiment(name: str) -> Experiment:
    """The experiment of that name."""
    for found in EXPERIMENTS:
        if found.id == name:
            return found
    raise BadText(f"experiment {name!r}: expected one of {', '.join(found.id for found in EXPERIMENTS)}")
