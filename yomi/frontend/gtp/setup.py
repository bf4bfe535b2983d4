"""Commands that set up a game: size, komi, handicap and given stones."""

from collections.abc import Sequence

from yomi.errors import BadText
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import SYNTAX, exactly, number_of, pairs_of, point_of, side_of, whole_of
from yomi.games.go.board import BLACK, WHITE
from yomi.games.go.game import fixed_handicap as fixed_points
from yomi.games.go.game import read_komi
from yomi.games.go.rules import SIZES
from yomi.games.go.text import column_row, points, vertex


def boardsize(desk: Desk, call: Call) -> str:
    if len(call.words) not in (1, 2):
        raise Refusal(SYNTAX)
    sizes = {whole_of(word) for word in call.words}
    if len(sizes) > 1 or not sizes <= set(SIZES):
        raise Refusal("unacceptable size")
    desk.new_game(sizes.pop())
    return ""


def rectangular_boardsize(desk: Desk, call: Call) -> str:
    exactly(call.words, 2)
    return boardsize(desk, call)


def clear_board(desk: Desk, call: Call) -> str:
    desk.new_game(desk.size)
    return ""


def komi(desk: Desk, call: Call) -> str:
    (word,) = exactly(call.words, 1)
    try:
        given = read_komi(number_of(word))
    except BadText as error:
        raise Refusal(str(error)) from None
    desk.adopt(given, desk.rules)
    return ""


def get_komi(desk: Desk, call: Call) -> str:
    return f"{desk.komi:g}"


def fixed_handicap(desk: Desk, call: Call) -> str:
    (word,) = exactly(call.words, 1)
    count = whole_of(word)
    refuse_stones(desk)
    try:
        chosen = fixed_points(desk.size, count)
    except BadText:
        raise Refusal("invalid number of stones") from None
    return give_handicap(desk, chosen)


def place_free_handicap(desk: Desk, call: Call) -> str:
    (word,) = exactly(call.words, 1)
    count = whole_of(word)
    refuse_stones(desk)
    if not 2 <= count < desk.size**2:
        raise Refusal("invalid number of stones")
    return give_handicap(desk, free_points(desk.size, count))


def set_free_handicap(desk: Desk, call: Call) -> str:
    chosen = [point_of(desk.size, word, "bad vertex list") for word in call.words]
    if len(set(chosen)) != len(chosen) or not 2 <= len(chosen) < desk.size**2:
        raise Refusal("bad vertex list")
    refuse_stones(desk)
    give_handicap(desk, chosen)
    return ""


def gogui_setup(desk: Desk, call: Call) -> str:
    """Stones on an empty board; the side to move stays."""
    stones = {}
    for colour, word in pairs_of(call.words):
        side = side_of(colour)
        stones[point_of(desk.size, word)] = int(WHITE if side else BLACK)
    refuse_stones(desk)
    desk.begin_from(desk.start_with(list(stones.items()), desk.position.side))
    return ""


def gogui_setup_player(desk: Desk, call: Call) -> str:
    (word,) = exactly(call.words, 1)
    side = side_of(word)
    if desk.session.moves:
        raise Refusal("moves have been played")
    desk.begin_from(desk.position.with_side(side))
    return ""


def refuse_stones(desk: Desk) -> None:
    if desk.position.state.free < desk.size**2:
        raise Refusal("board not empty")


def give_handicap(desk: Desk, chosen: Sequence[int]) -> str:
    """Put black stones on the board; white begins."""
    desk.begin_from(desk.start_with([(p, int(BLACK)) for p in chosen], side=1))
    return " ".join(vertex(desk.size, p) for p in chosen)


def free_points(size: int, count: int) -> list[int]:
    """Points for handicap stones: the usual ones, and as many more as are wanted, far from each other and the edge."""
    chosen: list[int] = []
    for fixed in range(count, 1, -1):
        try:
            chosen = fixed_points(size, fixed)
            break
        except BadText:
            continue
    places = {p: column_row(size, p) for p in points(size)}

    def worth(p: int) -> tuple[int, int]:
        column, row = places[p]
        edge = min(column, row, size - 1 - column, size - 1 - row)
        away = (abs(column - c) + abs(row - r) for c, r in (places[q] for q in chosen))
        return min(away, default=0) + min(edge, 2), edge

    while len(chosen) < count:
        chosen.append(max((p for p in places if p not in chosen), key=worth))
    return chosen
