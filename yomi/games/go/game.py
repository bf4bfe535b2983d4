"""Go as a game of the catalog: its sizes, rule sets by name, komi and handicap."""

import functools
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadText
from yomi.games.game import Game
from yomi.games.go import ataris, features, groups, light, local, text, weighted  # noqa: F401  (bodies of hints)
from yomi.games.go.board import BLACK, EMPTY, PASS, WHITE, can_breathe, clear
from yomi.games.go.encode import view_of
from yomi.games.go.rules import DTYPES, SIZES
from yomi.games.go.squares import features_of
from yomi.games.go.superko import POSITIONAL, SIMPLE, SITUATIONAL
from yomi.games.options import whole_number
from yomi.kernel.record import blank
from yomi.kernel.rng import U


class RuleSet(NamedTuple):
    """What a name such as `chinese` means."""

    komi: float
    superko: str  # simple, positional, situational
    suicide: bool  # of several stones
    scoring: str = "area"  # area, territory


SUPERKO = {"simple": SIMPLE, "positional": POSITIONAL, "situational": SITUATIONAL}
SCORING = {"area": 0, "territory": 1}
RULE_SETS = {
    "chinese": RuleSet(7.5, "positional", False),
    "japanese": RuleSet(6.5, "simple", False, "territory"),
    "aga": RuleSet(7.5, "situational", False),
    "new-zealand": RuleSet(7.0, "situational", True),
    "tromp-taylor": RuleSet(7.5, "positional", True),
}
ALIASES = {
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "cn": "chinese",
    "goe": "new-zealand",
    "ing": "new-zealand",
    "nz": "new-zealand",
    "newzealand": "new-zealand",
    "jp": "japanese",
    "korean": "japanese",
    "bga": "aga",
    "french": "aga",
    "aga-button": "aga",
    "tromptaylor": "tromp-taylor",
    "tt": "tromp-taylor",
}  # other names that programs and game records use
OPTIONS = {
    "rules": "rule set: " + ", ".join(RULE_SETS),
    "komi": "points given to white; the rule set's own unless given",
    "superko": "what may not be repeated: " + ", ".join(SUPERKO),
    "suicide": "whether several stones may kill themselves: 0 or 1",
    "scoring": "what counts: " + ", ".join(SCORING),
    "handicap": "black stones on the star points; white then begins",
}


def rule_name(text: object) -> str | None:
    """Our name for a rule set that somebody names, None if we have no such set."""
    word = str(text).strip().lower().replace("_", "-").replace(" ", "-")
    name = ALIASES.get(word, word)
    return name if name in RULE_SETS else None


def rule_set(text: object) -> RuleSet:
    name = rule_name(text)
    if name is None:
        raise BadText(f"rules {text!r}: expected one of {', '.join(RULE_SETS)}")
    return RULE_SETS[name]


def rules_of(state: np.record) -> str:
    """Our name for the rule set of a position, komi apart; "" if it is none of ours."""
    played = (int(state.superko), bool(state.suicide), int(state.territory))
    sets = {name: (SUPERKO[known.superko], known.suicide, SCORING[known.scoring]) for name, known in RULE_SETS.items()}
    return next((name for name, known in sets.items() if known == played), "")


def start(
    size: int,
    rules: object = "chinese",
    komi: object = None,
    superko: object = None,
    suicide: object = None,
    handicap: object = 0,
    scoring: object = None,
) -> np.ndarray:
    """An empty board, or one with handicap stones, under a rule set with exceptions."""
    chosen = rule_set(rules)
    ko = str(chosen.superko if superko is None else superko)
    if ko not in SUPERKO:
        raise BadText(f"superko {superko!r}: expected one of {', '.join(SUPERKO)}")
    counting = str(chosen.scoring if scoring is None else scoring)
    if counting not in SCORING:
        raise BadText(f"scoring {scoring!r}: expected one of {', '.join(SCORING)}")
    root = blank(DTYPES[size])
    state = root[0]
    clear(state)
    state.komi = read_komi(chosen.komi if komi is None else komi)
    state.superko = SUPERKO[ko]
    state.territory = SCORING[counting]
    state.suicide = whole_number("suicide", chosen.suicide if suicide is None else suicide, 0, 1)
    stones = whole_number("handicap", handicap, 0, 9)
    handicap_stones = fixed_handicap(size, stones) if stones else []
    state.turn = WHITE if handicap_stones else BLACK
    text.setup(state, [(p, int(BLACK)) for p in handicap_stones])
    return root


def read_position(size: int, text_line: str, **options: Any) -> np.ndarray:
    """The position a line such as `.X./.../..O b` describes, under the rules the options give."""
    root = start(size, **options)
    text.put_position(root[0], text_line)
    return root


def read_komi(value: object) -> float:
    try:
        komi = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        komi = float("nan")
    if not abs(komi) <= 400 or komi * 2 != round(komi * 2):
        raise BadText(f"komi {value!r}: expected a multiple of 0.5 between -400 and 400")
    return komi


def fixed_handicap(size: int, count: int) -> list[int]:
    """The points for `count` handicap stones, by the rule of GTP."""
    star = text.stars(size)
    most = len(star) if size > 7 else min(4, len(star))
    if not 2 <= count <= most:
        raise BadText(
            f"handicap {count}: expected 2 to {most} on a board of {size}" if most else f"no handicap on {size}x{size}"
        )
    if count in (5, 7):  # the centre, and one pair of sides fewer
        return [*star[: count - 1], star[-1]]
    return star[:count]


def why_illegal(state: np.record, move: int) -> str:
    """The rule that forbids a move."""
    if move != PASS and state.colour[move] != EMPTY:
        return "the point is occupied"
    if move == state.ko:
        return "ko"
    return "it repeats a position (superko)" if breathes(state, U(move)) else "suicide"


@njit(cache=True)
def breathes(state, p):
    return can_breathe(state, p, U(state.turn))


def moves_left(state: np.record) -> float:
    """A little under half of the empty points will be played by each side."""
    return max(8.0, 0.4 * float(state.free))


def give_turn(state: np.record, side: int) -> None:
    state.turn, state.ko, state.passes = side + 1, PASS, 0


@functools.cache
def go(size: int) -> Game:
    """Go on a board of `size` lines."""
    if size not in SIZES:
        raise BadText(f"board size {size}: expected {SIZES[0]} to {SIZES[-1]}")
    return Game(
        name=f"go{size}",
        title=f"Go, {size}x{size}",
        dtype=DTYPES[size],
        start=functools.partial(start, size),
        width=size * size + 1,
        length=4 * size * size + 64,
        sides=("black", "white"),
        options=OPTIONS,
        move_text=text.move_text,
        read_move=text.read_move,
        why_illegal=why_illegal,
        draw=text.draw,
        moves_left=moves_left,
        give_turn=give_turn,
        goes_on=True,
        position_text=text.position_text,
        read_position=functools.partial(read_position, size),
        features=features_of(size),
        view=view_of(size),
    )
