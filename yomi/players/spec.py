"""A player as one line of text: `uct(p=1.1,fpu=1.0) playout=random simulations=3000 threads=2`."""

import re
from math import isnan
from typing import Any, NamedTuple, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from yomi.errors import BadSpec, BadText
from yomi.games.game import Game
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players.presets import PRESETS, text_of
from yomi.search import graph  # noqa: F401  (bodies of a rule)
from yomi.search.alphabeta import AlphaBeta
from yomi.search.bandit import Greedy, Ucb1, Uct
from yomi.search.flat import Flat
from yomi.search.gumbel import Gumbel
from yomi.search.learned import Learned
from yomi.search.method import Everything, Groups, Method, Nothing
from yomi.search.minimax import UctMax
from yomi.search.prior import Even, Expert, Grandfather, Handcrafted, Order
from yomi.search.puct import Puct
from yomi.search.rave import FAMILY
from yomi.search.shape import Shape
from yomi.search.softmax import Mcss
from yomi.search.tdsearch import TdSearch
from yomi.value.mogo import Mogo
from yomi.value.network import Network
from yomi.value.playout import Captures, Random
from yomi.value.quiescence import Quiescence
from yomi.value.softmax import Softmax
from yomi.value.zone import Zone

SEARCHES: dict[str, type] = {
    cls.__name__.lower(): cls
    for cls in (Uct, Ucb1, Greedy, Flat, *FAMILY, Puct, Gumbel, AlphaBeta, Mcss, UctMax, TdSearch)
}
PRIORS: dict[str, type] = {
    cls.__name__.lower(): cls for cls in (Nothing, Even, Grandfather, Handcrafted, Shape, Expert, Learned, Order)
}
MOVES: dict[str, type] = {cls.__name__.lower(): cls for cls in (Everything, Groups)}
PLAYOUTS: dict[str, type] = {
    cls.__name__.lower(): cls for cls in (Random, Captures, Mogo, Softmax, Zone, Quiescence, Network)
}
EVALUATING = (AlphaBeta, Mcss, UctMax)  # searches that value a position where others play it out
BY_POLICY = (Puct, Gumbel)  # searches that want to know how likely moves are
PARTS = {"playout": PLAYOUTS, "prior": PRIORS, "moves": MOVES}


class Budget(BaseModel):
    """How much a player may use, and its manners."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    simulations: int | None = Field(default=None, ge=1, le=10**12, description="simulations a move")
    seconds: float | None = Field(default=None, gt=0, le=10**7, description="seconds a move")
    threads: int = Field(default=1, ge=1, le=256, description="threads on one tree")
    memory: float = Field(default=1000.0, gt=0, le=10**6, description="megabytes for the tree")
    seed: int = Field(
        default=1, ge=0, lt=2**63, description="of the random numbers; one thread with one seed plays one game"
    )
    early: bool = Field(default=True, description="stop when the second move cannot catch up")
    reuse: bool = Field(default=True, description="keep the part of the tree below the moves played, or weights")
    mate: bool = Field(default=True, description="look for a mate by checks first, where the game has such")
    resign: float = Field(default=0.1, ge=0, le=1, description="resign below this win rate (0: never)")


NETWORK = "network"  # `network=FILE` is short for `playout=network(file=FILE)`
DEFAULT_SIMULATIONS = 20_000  # where neither simulations nor seconds are given


class Spec(NamedTuple):
    """What makes a player: a search rule, a playout, what is known of new moves and which there are, a budget."""

    search: Any = Uct()
    playout: Any = Random()
    prior: Any = Nothing()
    moves: Any = Everything()
    budget: Budget = Budget()
    preset: tuple[str, ...] = ()  # a preset's name and what follows it, where the settings depend on the game

    def on(self, game: Game) -> "Spec":
        """The player for a game: a preset may have other settings for another size of board."""
        if not self.preset:
            return self
        name, *words = self.preset
        return parse(" ".join([text_of(name, game), *words]))

    def __str__(self) -> str:
        words = [setting_text(self.search), f"playout={setting_text(self.playout)}"]
        words += [f"{key}={setting_text(getattr(self, key))}" for key in ("prior", "moves") if self.differs(key)]
        given = self.budget.model_dump(exclude_defaults=True)
        return " ".join(words + [f"{key}={value}" for key, value in given.items()])

    def differs(self, key: str) -> bool:
        """Whether a part is not the default."""
        return getattr(self, key) != self._field_defaults[key]

    def method(self, position: Position) -> Method:
        """What the simulation loop runs from a position: a part that needs tables is replaced by its prepared form."""
        parts = (self.search, self.playout, self.prior, self.moves)
        return Method(*(part.prepared(position) if hasattr(part, "prepared") else part for part in parts))

    @property
    def shared(self) -> bool:
        """Whether the tree needs the columns for AMAF values and priors."""
        return isinstance(self.search, FAMILY)

    @property
    def policy(self) -> bool:
        """Whether the tree needs the columns for a policy."""
        return isinstance(self.search, BY_POLICY)

    def with_budget(self, **changes: Any) -> "Spec":
        """The same player with another budget."""
        budget = checked_budget(self.budget.model_dump(exclude_unset=True) | changes)
        words = [f"{key}={value}" for key, value in budget.model_dump(exclude_defaults=True).items()]
        kept = [word for word in self.preset if word.partition("=")[0] not in Budget.model_fields]
        return self._replace(budget=budget, preset=tuple(kept + words) if kept else ())


def setting_text(setting: Any) -> str:
    """`uct(p=1.1)`: the name, and what differs from the default."""
    name = type(setting).__name__.lower()
    changed = [f"{k}={v}" for k, v in setting._asdict().items() if v != setting._field_defaults[k]]
    return f"{name}({','.join(changed)})" if changed else name


def parse(text: str) -> Spec:
    """The player a text describes; what it does not say has its default."""
    if text.count("(") != text.count(")"):
        raise BadSpec(f"{text!r}: expected as many ( as )")
    words = re.findall(r"(?:[^\s(]|\([^)]*\))+", text)
    if words and words[0] in PRESETS:
        base = parse(" ".join([text_of(words[0], None), *words[1:]]))
        return base._replace(preset=tuple(words)) if len(PRESETS[words[0]]) > 1 else base
    spec, playout, searching = Spec(), None, False
    budget: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if "(" in key or not equals:
            if word is not words[0]:
                raise BadSpec(f"{word!r} in {text!r}: expected key=value after the search")
            spec, searching = spec._replace(search=setting(word, SEARCHES, "search")), True
        elif key == NETWORK:
            playout = Network(file=value)
            spec = spec._replace(playout=playout)
        elif key in PARTS:  # the last one counts: words after a preset replace its parts
            spec = spec._replace(**{key: setting(value, PARTS[key], key)})
            playout = spec.playout if key == "playout" else playout
        elif key in budget:
            raise BadSpec(f"{key!r} is given twice in {text!r}")
        else:
            budget[key] = value
    if isinstance(spec.playout, Network) and not searching:
        spec = spec._replace(search=Puct())
    if isinstance(spec.playout, Network) and not spec.policy:
        raise BadSpec(f"{setting_text(spec.search)} in {text!r}: expected puct or gumbel with a network")
    if spec.differs("prior") and not spec.shared and not isinstance(spec.prior, Order):
        raise BadSpec(
            f"prior={setting_text(spec.prior)} in {text!r}: expected a search of the rave family, or prior=order"
        )
    if playout is None and isinstance(spec.search, EVALUATING):
        spec = spec._replace(playout=Quiescence())
    if isinstance(spec.search, AlphaBeta) and not isinstance(spec.playout, Quiescence):
        raise BadSpec(f"playout={setting_text(spec.playout)} in {text!r}: expected playout=quiescence with alphabeta")
    if isinstance(spec.search, TdSearch):
        check_learning(spec)
    return spec._replace(budget=checked_budget(budget))


def check_learning(spec: Spec) -> None:
    """Refuse what temporal-difference search has no use for."""
    spec.search.checked()
    for key in PARTS:
        if spec.differs(key):
            raise BadSpec(f"{key}={setting_text(getattr(spec, key))}: expected no {key} with tdsearch")


def checked_budget(given: dict[str, Any]) -> Budget:
    try:
        return Budget(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        if first["type"] == "extra_forbidden":
            raise BadSpec(
                f"unknown setting {name!r}: expected {', '.join((*PARTS, NETWORK))}, {', '.join(Budget.model_fields)}"
            ) from None
        raise BadSpec(f"{name}={first['input']}: {first['msg']}") from None


def setting(text: str, known: dict[str, type], kind: str) -> Any:
    """A search or playout with its settings: `uct(p=1.1)`."""
    try:
        name, options = split_call(text)
    except BadText as error:
        raise BadSpec(str(error)) from None
    cls = known.get(name.lower())
    if cls is None:
        others = PRESETS if kind == "search" else ()
        raise BadSpec(f"{kind} {name!r}: expected one of {', '.join((*known, *others))}")
    hints = get_type_hints(cls)
    return cls(**{key: value_of(key, value, hints, text) for key, value in options.items()})


def value_of(key: str, value: object, hints: dict[str, type], text: str) -> object:
    """A setting's value in the type its class declares, so that Numba compiles one loop for all of them."""
    if key not in hints:
        raise BadSpec(f"{text!r} has no setting {key!r}: expected one of {', '.join(hints)}")
    wanted = hints[key]
    if wanted is str:
        return str(value)
    fits = isinstance(value, int) if wanted is int else isinstance(value, int | float) and not isnan(value)
    if not fits or (wanted is int and abs(int(value)) >= 2**62):  # type: ignore[call-overload]
        raise BadSpec(f"{key}={value} in {text!r}: expected {'a whole number' if wanted is int else 'a number'}")
    return wanted(value)
