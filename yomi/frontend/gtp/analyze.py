"""Commands that show the search while it runs."""

from collections.abc import Callable

from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.info import Estimate, Order, estimate_of, kata_line, lz_line, read_order
from yomi.frontend.gtp.moves import make_move
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.games.position import Position
from yomi.players.manners import Choice
from yomi.players.search import Search

FOREVER = 1e7  # seconds
ESTIMATE_PLAYOUTS = 200

Line = Callable[[Search, Order, Estimate | None], str]


def lz_analyze(desk: Desk, call: Call) -> str:
    return analyze(desk, call, lz_line)


def kata_analyze(desk: Desk, call: Call) -> str:
    return analyze(desk, call, kata_line)


def lz_genmove_analyze(desk: Desk, call: Call) -> str:
    return genmove_analyze(desk, call, lz_line)


def kata_genmove_analyze(desk: Desk, call: Call) -> str:
    return genmove_analyze(desk, call, kata_line)


def analyze(desk: Desk, call: Call, line: Line) -> str:
    """Search and report until another line comes in; the tree is kept for the next move."""
    order = read_order(call.words, desk.size)
    position = desk.thinkable(order.side)
    if position.over:
        raise Refusal("the game is over")
    desk.talk.open(call)
    desk.warmer.wait(desk.size)
    reporter = Reporter(desk, order, line)

    def ended() -> bool:
        return call.overtaken or call.interrupted

    found = desk.player.search(position, seconds=FOREVER, report=reporter.say, every=order.interval, until=ended)
    reporter.say(found)
    desk.inbox.wait_until_overtaken(call)  # a solved position ends the search by itself
    return ""


def genmove_analyze(desk: Desk, call: Call, line: Line) -> str:
    """`genmove` with reports; the last line is `play MOVE`."""
    order = read_order(call.words, desk.size)
    side = desk.position.side if order.side is None else order.side
    desk.talk.open(call)
    reporter = Reporter(desk, order, line)
    chosen = desk.choose(call, side, reporter.say, order.interval)
    if chosen.search is not None:
        reporter.say(chosen.search)
    return f"play {make_move(desk, side, permitted(chosen, order))}"


def permitted(chosen: Choice, order: Order) -> Choice:
    """The choice, or the best move that the order does not forbid."""
    if chosen.search is None or chosen.move is None or order.wants(chosen.move):
        return chosen
    moves = [c.move for c in chosen.search.candidates(chosen.search.position.game.width) if order.wants(c.move)]
    return chosen._replace(move=moves[0]) if moves else chosen


class Reporter:
    """Says what a search has found."""

    def __init__(self, desk: Desk, order: Order, line: Line):
        self._desk, self._order, self._line = desk, order, line
        self._estimate: tuple[Position, Estimate] | None = None

    def say(self, search: Search) -> None:
        if shown := self._line(search, self._order, self._estimate_for(search)):
            self._desk.talk.line(shown)

    def _estimate_for(self, search: Search) -> Estimate | None:
        """The owner map of the root, made once; Leela Zero's line needs none."""
        if self._line is lz_line:
            return None
        if self._estimate is None or self._estimate[0] is not search.position:
            owner = self._desk.owner(search.position, ESTIMATE_PLAYOUTS)
            self._estimate = search.position, estimate_of(search, owner, self._desk.size)
        return self._estimate[1]
