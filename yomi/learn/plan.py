"""A plan of learning: stages one after the other, each with a method, its games and the weights that learn [LEARN 5].

Plans come with Yomi by name, or are TOML files of the same form.
"""

from __future__ import annotations

import pathlib
import tomllib
from typing import Any, NamedTuple

from yomi.errors import BadText
from yomi.learn import bootstrap, pushed, reinforce, supervised, td, vaps
from yomi.players.spec import setting

SHIPPED = pathlib.Path(__file__).parent / "plans"
METHODS: dict[str, type] = {
    cls.__name__.lower(): cls
    for cls in (
        td.TdLeaf,
        td.Td,
        td.TdTrace,
        bootstrap.RootStrap,
        bootstrap.TreeStrap,
        reinforce.Reinforce,
        supervised.Kl,
        vaps.Vaps,
        pushed.PgExpectation,
        pushed.PgSample,
        td.TdMoves,
    )
}


class Stage(NamedTuple):
    """A part of a plan with one method."""

    name: str
    method: str = "tdleaf"  # with its settings, 'tdleaf(decay=0.9)'
    games: int = 6400
    depth: int = 3  # of the searches
    look: int = 1  # depth of the search after each move, for methods that learn a policy; 0: as it stands
    opening: int = 8  # random moves at the beginning, at most
    openings: str = ""  # positions to begin with: a file, or balanced
    longest: int = 256  # moves of a game; a longer one is a draw
    stray: float = 0.0  # chance of a random move; where it is not 0, a repeated position gets one too
    batch: int = 64  # games between two steps
    step: float = 8.0  # hundredths of a pawn that a weight moves at most
    last_step: float = 0.8  # to which it falls
    groups: tuple[str, ...] = ()  # of features that learn; none: all
    opponent: str = ""  # who is played against, a spec; none: itself
    watch: bool = False  # whether the opponent plays both sides, and the learner only watches
    style: str = ""  # what is rewarded beside the result
    reward: float = 0.0  # how much, for all of a style
    discount: float = 1.0  # gamma of these rewards: 1: for the whole game, less: for each move that brings more of it

    def learner(self) -> Any:
        """The method with its settings."""
        return setting(self.method, METHODS, "method")


class Check(NamedTuple):
    """Matches against earlier weights while a run goes on."""

    every: int = 1600  # games between them; 0: none
    games: int = 100  # of each match
    against: tuple[str, ...] = ("start",)  # start, previous, weights set by hand, a file, or any player's spec
    depth: int = 3  # of the searches
    opening: int = 6  # random moves at the beginning


class Plan(NamedTuple):
    """What makes a run."""

    game: str
    stages: tuple[Stage, ...]
    start: str = ""  # weights to begin with: set by hand, or a file; none: zero
    seed: int = 1
    check: Check = Check()
    name: str = ""

    @property
    def games(self) -> int:
        return sum(stage.games for stage in self.stages)

    def as_dict(self) -> dict[str, Any]:
        """As plain values."""
        stages = [stage._asdict() for stage in self.stages]
        return self._asdict() | {"stages": stages, "check": self.check._asdict()}

    def identity(self) -> dict[str, Any]:
        """What must be the same for a run to go on: how many games there are and how they are checked may change."""
        stages = [{k: v for k, v in stage._asdict().items() if k != "games"} for stage in self.stages]
        return {"game": self.game, "start": self.start, "seed": self.seed, "stages": stages}


def names() -> list[str]:
    """The plans that come with Yomi."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def read(text: str) -> Plan:
    """A plan by its name or its file."""
    path = SHIPPED / f"{text}.toml"
    if text not in names():
        path = pathlib.Path(text)
        if not path.is_file():
            raise BadText(f"plan {text!r}: expected a TOML file or one of {', '.join(names())}")
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadText(f"plan {text!r}: not a TOML file ({error})") from None
    return of_table(table, path.stem)


def of_table(table: dict[str, Any], name: str) -> Plan:
    """A plan from what a file says."""
    stages = table.pop("stage", None)
    if not isinstance(stages, list) or not stages or not all(isinstance(stage, dict) for stage in stages):
        raise BadText(f"plan {name!r}: expected at least one [[stage]]")
    check = built(Check, table.pop("check", {}), f"plan {name!r}, [check]")
    parts = tuple(
        built(Stage, {"name": str(number)} | stage, f"plan {name!r}, stage {number}")
        for number, stage in enumerate(stages, 1)
    )
    plan = built(Plan, table | {"stages": parts, "check": check, "name": name}, f"plan {name!r}")
    for stage in plan.stages:
        stage.learner()
        least = min(stage.games, stage.batch, stage.depth, stage.look + 1, stage.longest)
        if least < 1 or not 0 < stage.last_step <= stage.step:
            raise BadText(
                f"plan {name!r}, stage {stage.name!r}: expected games, batch, depth and longest of 1 or more, "
                "and a step that does not grow"
            )
    return plan


def built(form: type, values: object, where: str) -> Any:
    """A named tuple of values by name, each of the kind its default has."""
    if not isinstance(values, dict):
        raise BadText(f"{where}: expected settings by name, not {values!r}")
    known, defaults = form._fields, form._field_defaults  # type: ignore[attr-defined]
    for name, value in values.items():
        if name not in known:
            raise BadText(f"{where}: {name!r} is not a setting, expected some of {', '.join(known)}")
        values[name] = converted(value, defaults.get(name, value), f"{where}, {name}")
    missing = [name for name in known if name not in values and name not in defaults]
    if missing:
        raise BadText(f"{where}: {missing[0]!r} is missing")
    return form(**values)


def converted(value: object, default: object, where: str) -> object:
    """A value of the kind of a default."""
    if isinstance(default, tuple) and isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not type(default):
        raise BadText(f"{where} = {value!r}: expected something like {default!r}")
    return value


def changed(plan: Plan, games: int, method: str, seed: int) -> Plan:
    """A plan with other settings in all its stages, where they are given."""
    new: dict[str, Any] = ({"games": games} if games else {}) | ({"method": method} if method else {})
    stages = tuple(stage._replace(**new) for stage in plan.stages)
    for stage in stages:
        stage.learner()
    return plan._replace(stages=stages, seed=plan.seed if seed < 0 else seed)
