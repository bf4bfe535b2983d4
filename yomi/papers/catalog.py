"""All experiments, one to a file."""

from yomi.errors import BadText
from yomi.papers.experiment import Experiment

EXPERIMENTS: tuple[Experiment, ...] = ()


def experiment(name: str) -> Experiment:
    """The experiment of that name."""
    for found in EXPERIMENTS:
        if found.id == name:
            return found
    raise BadText(f"experiment {name!r}: expected one of {', '.join(found.id for found in EXPERIMENTS)}")
