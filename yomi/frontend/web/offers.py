"""What the page offers to choose from: games with options and levels, searches with every setting and its meaning."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any, get_type_hints

import yomi
from yomi.frontend.catalog import declared
from yomi.frontend.web.boards import GO, SHOGI_KIND, kind_of
from yomi.frontend.web.levels import analyst, levels
from yomi.games.catalog import GAMES
from yomi.games.game import Game
from yomi.games.go.game import RULE_SETS, SCORING, SUPERKO
from yomi.games.shogi.game import HANDICAPS, REPETITIONS
from yomi.players.presets import PRESETS
from yomi.players.spec import PARTS, SEARCHES, Budget

OFFERED = ("go9", "go13", "go19", "shogi", "minishogi", "tictactoe", "connect4", "nim")  # other sizes can be typed
CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    (GO, "rules"): tuple(RULE_SETS),
    (GO, "superko"): ("", *SUPERKO),
    (GO, "suicide"): ("", "0", "1"),
    (GO, "scoring"): ("", *SCORING),
    (GO, "handicap"): ("0", *map(str, range(2, 10))),
    (SHOGI_KIND, "repetition"): tuple(REPETITIONS),
    (SHOGI_KIND, "entering"): ("27", "24", "0"),
    (SHOGI_KIND, "handicap"): ("", *HANDICAPS),
}
KINDS = {bool: "yes", int: "whole", float: "number", str: "text"}


@cache
def offers() -> dict[str, Any]:
    """Everything."""
    parts = {"searches": SEARCHES} | {f"{key}s" if key != "moves" else key: known for key, known in PARTS.items()}
    return {
        "version": yomi.__version__,
        "games": [game_offer(GAMES[name]) for name in OFFERED],
        **{key: [part_offer(name, cls) for name, cls in known.items()] for key, known in parts.items()},
        "budget": budget_offer(),
        "presets": [{"name": name, "texts": texts} for name, texts in PRESETS.items()],
    }


def game_offer(game: Game) -> dict[str, Any]:
    """A game with its options and levels."""
    kind = kind_of(game)
    options = []
    for name, meaning in game.options.items():
        choices = CHOICES.get((kind, name), ())
        options.append({"name": name, "meaning": meaning, "choices": choices, "value": choices[0] if choices else ""})
    return {
        "name": game.name,
        "title": game.title,
        "kind": kind,
        "sides": game.sides,
        "options": options,
        "levels": [level._asdict() for level in levels(game)],
        "analyst": analyst(game),
    }


def part_offer(name: str, cls: type) -> dict[str, Any]:
    """A search, playout or prior with its settings."""
    hints, defaults = get_type_hints(cls), cls._field_defaults  # type: ignore[attr-defined]
    settings = []
    for setting, _, meaning in declared(cls):
        if setting in defaults:
            about = {"kind": KINDS.get(hints[setting], "text"), "value": plain(defaults[setting]), "meaning": meaning}
            settings.append({"name": setting, **about})
    return {"name": name, "about": str(inspect.getdoc(cls)), "settings": settings}


def plain(value: Any) -> str:
    """A default as a person types it."""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def budget_offer() -> list[dict[str, Any]]:
    """What a player may use, and its manners."""
    offered = []
    for name, info in Budget.model_fields.items():
        kinds = [kind for kind in KINDS if kind in getattr(info.annotation, "__args__", (info.annotation,))]
        value = "" if info.default is None else str(info.default).lower()
        offered.append({"name": name, "kind": KINDS[kinds[0]], "value": value, "meaning": info.description})
    return offered
