"""Commands that show: the board, the last search, and what GoGui can draw."""

import yomi
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.games.go.game import rules_of
from yomi.games.go.text import points
from yomi.players.manners import OWNERSHIP_PLAYOUTS
from yomi.players.search import Search


def showboard(desk: Desk, call: Call) -> str:
    position = desk.position
    captured = position.state.captured
    return "\n".join(
        (
            "",
            str(position),
            f"{position.game.sides[position.side]} to move, {len(desk.session.moves)} moves played",
            f"captured by black {captured[0]}, by white {captured[1]}",
            f"komi {desk.komi:g}, rules {rules_of(position.state) or '-'}: {desk.rules.superko} ko, "
            f"suicide {'allowed' if desk.rules.suicide else 'forbidden'}, {desk.rules.scoring} scoring",
            f"hash {position.key:016x}",
        )
    )


def gomill_describe_engine(desk: Desk, call: Call) -> str:
    return f"Yomi {yomi.__version__}\n{desk.player.spec}"


def gomill_explain_last_move(desk: Desk, call: Call) -> str:
    return desk.explained


def yomi_ownership(desk: Desk, call: Call) -> str:
    """Who will own each point, +1 black to -1 white, as rows of a board."""
    owner = desk.owner(desk.position, OWNERSHIP_PLAYOUTS)
    shown = [f"{owner[p]:.2f}" for p in points(desk.size)]
    return "\n".join(" ".join(shown[k : k + desk.size]) for k in range(0, len(shown), desk.size))


def yomi_best(desk: Desk, call: Call) -> str:
    """A search of this position as GoGui draws it: the line, the win rate of each candidate, and a sentence."""
    position = desk.thinkable(None)
    if position.over:
        raise Refusal("the game is over")
    desk.warmer.wait(desk.size)
    search = desk.player.search(position, until=lambda: call.interrupted)
    return "\n".join(drawing_of(search))


def drawing_of(search: Search) -> list[str]:
    sides = "bw" if search.position.side == 0 else "wb"
    line = " ".join(f"{sides[k % 2]} {move}" for k, move in enumerate(search.line[:10]) if move != "pass")
    labels = [f"LABEL {c.text} {c.value:.0%}" for c in search.candidates(10)[1:] if c.text != "pass"]
    summary = f"TEXT {search.best}: {search.value:.1%} of {sum(search.visits)} visits"
    return [f"VAR {line}", *labels, summary] if line else [*labels, summary]
