"""Players by name: the settings of the documents' tables, and our strongest for each size of board.

A preset is text as a user would type it; words that follow its name in a spec replace what it says.
"""

from math import inf

RICHER = "playout=mogo(press=0.9,nakade=0.8,earlier=0.5)"  # as MoGo had grown by the time of the RAVE paper [RAVE 6]

PRESETS: dict[str, dict[float, str]] = {  # a text for games with up to so many moves in a position
    "mogo-2006-random": {inf: "uct playout=captures"},  # MOGO tables 3, 5 and 6: captures are preferred [MOGO 3.2]
    "mogo-2006": {inf: "uct(fpu=1.1) playout=mogo prior=order"},  # the version on the server [MOGO 4.2, 4.3]
    "mc-rave": {inf: f"mcrave(k=1000,each=1) {RICHER}"},  # [RAVE 4.5]; why each: docs/ideas/rave.md
    "heuristic-mc-rave": {inf: f"mcrave(k=1000,each=1) {RICHER} prior=learned"},  # [RAVE 5.1], with our best prior
    "yomi": {
        122: "evenrave(grow=8,bias=0.03) playout=mogo(press=0.5,nakade=0.8,mercy=0.25) prior=learned",
        inf: "evenrave(grow=8,bias=0.02) playout=mogo(press=0.5,nakade=0.8,mercy=0.15) prior=learned",
    },
}


def text_of(name: str, width: float) -> str:
    """What a preset stands for in a game whose positions have up to `width` moves."""
    return next(text for most, text in PRESETS[name].items() if width <= most)
