"""What an experiment of the documents is: cells of a table with the document's figures, and what was found there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Published(NamedTuple):
    """A figure as the document gives it."""

    value: float  # percent of the games won, unless the experiment says otherwise
    margin: float | None = None  # what stands behind ±
    games: int | None = None


class Cell(NamedTuple):
    """One measurement: a player against an opponent in a match, or whatever the experiment measures."""

    series: str  # the line of the figure that it belongs to
    x: float | str  # its place on the axis
    player: str
    opponent: str = ""
    published: Published | None = None
    game: str = ""  # another one than the experiment's


class Point(NamedTuple):
    """A point of a figure with its 95% interval."""

    x: float | str
    y: float
    low: float
    high: float


class Outcome(NamedTuple):
    """What was measured for a cell."""

    points: tuple[Point, ...]  # one for a match, a curve otherwise
    games: int  # behind it
    text: str  # for the table

    @property
    def value(self) -> float:
        """The last point's height: of a match its percentage, of a curve where it ends."""
        return self.points[-1].y


class Size(NamedTuple):
    """How large an experiment is run."""

    games: int  # of each cell
    scale: float = 1.0  # of simulations and times, 1 as in the document

    def scaled(self, simulations: float) -> int:
        """So many simulations of the document, here."""
        return max(1, round(simulations * self.scale))


class Verdict(NamedTuple):
    """Whether the document's finding holds here."""

    holds: bool | None  # None: it cannot be told from so few games
    sentence: str


Outcomes = dict[Cell, Outcome]
Measure = Callable[[Cell, Size, "Heard"], Outcome]
Heard = Callable[[str], None]  # hears what is being done


class Experiment(NamedTuple):
    """A table or figure of a document, to be run again."""

    id: str
    title: str
    source: str
    finding: str  # what the document found, in one sentence
    game: str
    cells: Callable[[Size], list[Cell]]
    judge: Callable[[Outcomes], Verdict]
    full: Size
    quick: Size
    time: str  # that the full size takes, on two cores
    differences: tuple[str, ...]  # to the document
    across: str  # what the axes of the figure are
    up: str = "games won, %"
    logarithmic: bool = False  # whether the axis across is
    openings: str = ""
    limit: int = 0  # moves of a game
    measure: Measure | None = None  # none: cells are matches
