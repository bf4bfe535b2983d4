"""A player with gaps: `uct(p={0.1..2},fpu={0.5..2}) simulations=300` stands for all players in these ranges."""

from __future__ import annotations

import re
from typing import NamedTuple

from yomi.errors import BadText

GAP = re.compile(r"\{([^{}]*)\}")
NAME = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)=$")
RANGE = re.compile(r"(?P<low>[-+0-9.e]+?)\.\.(?P<high>[-+0-9.e]+)(?P<log> log)?")


class Knob(NamedTuple):
    """A gap: numbers from low to high, or some words."""

    name: str
    low: float = 0.0
    high: float = 0.0
    whole: bool = False  # numbers without a fraction
    log: bool = False  # whether ratios count, not differences
    words: tuple[str, ...] = ()

    def middle(self) -> str:
        """A value to begin with."""
        if self.words:
            return self.words[0]
        return self.text((self.low * self.high) ** 0.5 if self.log else (self.low + self.high) / 2)

    def text(self, value: float | str) -> str:
        """A value as it stands in a spec."""
        if isinstance(value, str):
            return value
        return str(round(value)) if self.whole else f"{value:.4g}"


class Template(NamedTuple):
    """A text with gaps."""

    text: str
    knobs: tuple[Knob, ...]

    def fill(self, values: dict[str, float | str]) -> str:
        """The text with a value in each gap, by the name of its knob."""
        given = iter(knob.text(values[knob.name]) for knob in self.knobs)
        return GAP.sub(lambda _: next(given), self.text)

    def middle(self) -> str:
        """The player in the middle of all ranges."""
        return self.fill({knob.name: knob.middle() for knob in self.knobs})


def read_template(text: str) -> Template:
    """The gaps of a text: `{LOW..HIGH}`, `{LOW..HIGH log}` or `{WORD|WORD}`."""
    knobs: list[Knob] = []
    for found in GAP.finditer(text):
        name = NAME.search(text[: found.start()])
        base = name[1] if name else "value"
        same = sum(knob.name.split("#")[0] == base for knob in knobs)
        knobs.append(read_knob(f"{base}#{same + 1}" if same else base, found[1]))
    if not knobs:
        raise BadText(f"{text!r}: expected a gap to tune, such as uct(p={{0.1..2}})")
    return Template(text, tuple(knobs))


def read_knob(name: str, text: str) -> Knob:
    """What stands between the brackets."""
    if "|" in text:
        return Knob(name, words=tuple(word.strip() for word in text.split("|")))
    found = RANGE.fullmatch(text.strip())
    try:
        low, high = (float(found["low"]), float(found["high"])) if found else (1.0, 0.0)
    except ValueError:
        low, high = 1.0, 0.0
    if found is None or not low < high or (found["log"] and low <= 0):
        raise BadText(f"gap {text!r}: expected LOW..HIGH, LOW..HIGH log, or WORD|WORD")
    whole = all("." not in part and "e" not in part for part in (found["low"], found["high"]))
    return Knob(name, low, high, whole, bool(found["log"]))
