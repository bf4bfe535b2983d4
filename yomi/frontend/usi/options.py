"""What a shogi program can set: names, kinds, bounds and defaults, as USI declares them."""

import os
import re
from typing import NamedTuple

from yomi.errors import BadText
from yomi.players.presets import PRESETS

DEFAULT = "yomi"  # the player, a preset
NAMES = ("yomi", "alphabeta", "mcss", "uctmax-h", "uct-h", *(name for name in PRESETS if "rave" in name))  # of players
GIVEN = "given"  # the value of Search that stands for the player of the command line
NEVER = 99999  # of ResignValue
ENTERING = {"NoEnteringKing": 0, "CSARule24": 24, "CSARule27": 27}  # the points of each rule
IN_SPEC = {"Threads": "threads", "USI_Hash": "memory"}  # options that are also words of a player's spec
EMPTY = "<empty>"  # how programs write a value that is none


class Option(NamedTuple):
    """One option; a combo takes other texts than its choices where it is open."""

    name: str
    kind: str  # check, spin, combo
    default: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    open: bool = False

    def declaration(self) -> str:
        """The line that tells a program of it."""
        bounds = {"spin": f" min {self.low} max {self.high}", "combo": "".join(f" var {c}" for c in self.choices)}
        return f"option name {self.name} type {self.kind} default {self.default}{bounds.get(self.kind, '')}"

    def checked(self, value: str) -> str:
        """The value in its usual form; BadText where it is none."""
        if self.kind == "check":
            if value.lower() not in ("true", "false"):
                raise BadText(f"option {self.name} value {value!r}: expected true or false")
            return value.lower()
        if self.kind == "spin":
            if not re.fullmatch(r"[+-]?\d{1,18}", value) or not self.low <= int(value) <= self.high:
                raise BadText(f"option {self.name} value {value!r}: expected {self.low} to {self.high}")
            return str(int(value))
        known = {choice.lower(): choice for choice in self.choices}
        if value.lower() not in known and not (self.open and value):
            raise BadText(f"option {self.name} value {value!r}: expected one of {', '.join(self.choices)}")
        return known.get(value.lower(), value)


def options_of(game: str, spec_text: str) -> dict[str, Option]:
    """The options for a game and the player of the command line, by name in small letters."""
    said = said_in(spec_text)
    searches = NAMES if spec_text in NAMES else (GIVEN, *NAMES)
    options = [
        Option("USI_Hash", "spin", said.get("USI_Hash", "256"), 1, 1_000_000),
        Option("USI_Ponder", "check", "false"),
        Option("Threads", "spin", said.get("Threads", "1"), 1, max(256, os.cpu_count() or 1)),
        Option("MultiPV", "spin", "1", 1, 500),
        Option("ResignValue", "spin", str(NEVER), 0, NEVER),
        Option("MaxMovesToDraw", "spin", "0", 0, 100_000),
        Option("NetworkDelay", "spin", "120", 0, 10_000),
        Option("Search", "combo", spec_text if spec_text in NAMES else GIVEN, choices=searches, open=True),
    ]
    if game == "shogi":
        options.append(Option("EnteringKingRule", "combo", "CSARule27", choices=tuple(ENTERING)))
    return {option.name.lower(): option for option in options}


def said_in(spec_text: str) -> dict[str, str]:
    """What a player's text says of options that are declared on their own."""
    found = {name: re.search(rf"\b{word}=(\d+)(\.\d*)?(?!\S)", spec_text) for name, word in IN_SPEC.items()}
    return {name: str(int(match[1]) + bool(match[2])) for name, match in found.items() if match}


def read_setting(words: list[str]) -> tuple[str, str]:
    """The name and the value of `setoption name NAME [value VALUE]`."""
    if len(words) < 2 or words[0] != "name":
        raise BadText(f"setoption {' '.join(words)!r}: expected 'name NAME value VALUE'")
    end = words.index("value") if "value" in words else len(words)
    value = " ".join(words[end + 1 :])
    return " ".join(words[1:end]), "" if value == EMPTY else value
