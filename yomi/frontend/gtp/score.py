"""Commands that count: the score and the state of every point, with dead stones judged by playouts."""

from collections.abc import Iterable

from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import SYNTAX, exactly
from yomi.games.go import count
from yomi.games.go.text import vertex
from yomi.players.referee import AREAS, Verdict, judge

STONES = ("alive", "dead", "seki")


def final_score(desk: Desk, call: Call) -> str:
    return count.score_text(verdict(desk).score)


def final_status_list(desk: Desk, call: Call) -> str:
    (wanted,) = exactly(call.words, 1)
    if wanted not in (*STONES, *AREAS.values()):
        raise Refusal(SYNTAX)
    found = [p for p, status in verdict(desk).status.items() if status == wanted]
    if wanted in AREAS.values():
        return " ".join(vertex(desk.size, p) for p in found)
    return "\n".join(line_of(desk, chain) for chain in count.chains(desk.position.state).values() if chain[0] in found)


def line_of(desk: Desk, chain: Iterable[int]) -> str:
    return " ".join(vertex(desk.size, p) for p in chain)


def verdict(desk: Desk) -> Verdict:
    desk.warmer.wait(desk.size)
    return judge(desk.position)
