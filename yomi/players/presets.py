"""Players by name: the settings of the documents' tables, and our strongest for each game.

A preset is text as a user would type it; words that follow its name in a spec replace what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yomi.games.game import Game

RICHER = "playout=mogo(press=0.9,nakade=0.8,earlier=0.5)"  # as MoGo had grown by the time of the RAVE paper [RAVE 6]
ANY, LARGE, SHOGI, MINI = "", "larger boards", "shogi", "5x5 shogi"  # which games a text is for
SMALL_BOARD = 122  # moves in a position, up to 11x11

PRESETS: dict[str, dict[str, str]] = {  # a text for each kind of game that has one of its own
    "mogo-2006-random": {ANY: "uct playout=captures"},  # MOGO tables 3, 5 and 6: captures are preferred [MOGO 3.2]
    "mogo-2006": {ANY: "uct(fpu=1.1) playout=mogo prior=order"},  # the version on the server [MOGO 4.2, 4.3]
    "mc-rave": {ANY: f"mcrave(k=1000,each=1) {RICHER}"},  # [RAVE 4.5]; why each: docs/ideas/rave.md
    "heuristic-mc-rave": {ANY: f"mcrave(k=1000,each=1) {RICHER} prior=learned"},  # [RAVE 5.1], with our best prior
    "mcss": {ANY: "mcss(t=80)", SHOGI: "mcss(t=40)"},  # the best of four temperatures [MCSS 4.1]
    "uct-h": {ANY: "ucb1(c=0.5) playout=quiescence"},  # an evaluation in the place of playouts [MCSS 2.2]
    "uctmax-h": {ANY: "uctmax(c=0.5) playout=quiescence"},  # and minimax backup [MCSS 2.2]
    "zero": {ANY: "puct playout=network"},  # with the network that comes with the game: docs/networks.md
    "yomi": {
        ANY: "evenrave(grow=8,bias=0.03) playout=mogo(press=0.5,nakade=0.8,mercy=0.25) prior=learned",
        LARGE: "evenrave(grow=8,bias=0.02) playout=mogo(press=0.5,nakade=0.8,mercy=0.15) prior=learned",
        SHOGI: "alphabeta playout=quiescence(value=shogi)",  # weights learnt from self-play alone: docs/learning.md
        MINI: "alphabeta playout=quiescence(value=minishogi)",
    },
}


def with_network(player: str, file: object, default: str) -> str:
    """A spec with a network, if one is given; no player or the default one gives way to the search for networks."""
    if file is None:
        return player or default
    return f"{player if player not in ('', default) else 'puct'} network={file}"


def text_of(name: str, game: Game | None) -> str:
    """What a preset stands for in a game."""
    texts = PRESETS[name]
    return texts.get(kind_of(game), texts[ANY])


def kind_of(game: Game | None) -> str:
    if game is None:
        return ANY
    if game.name in ("shogi", "minishogi"):
        return SHOGI if game.name == "shogi" else MINI
    return LARGE if game.width > SMALL_BOARD else ANY
