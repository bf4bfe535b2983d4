"""Go as plainly and slowly as it can be written, to check the fast one against; nothing here comes from yomi."""

from __future__ import annotations

EMPTY, BLACK, WHITE, PASS = ".", "X", "O", None
OTHER = {BLACK: WHITE, WHITE: BLACK}
Point = tuple[int, int]  # column and row, both from 0, row 0 at the top
Board = dict[Point, str]


def empty_board(width: int, height: int) -> Board:
    return {(column, row): EMPTY for row in range(height) for column in range(width)}


def read_board(text: str) -> Board:
    """`.X/O.`: the rows from the top."""
    return {(column, row): cell for row, cells in enumerate(text.split("/")) for column, cell in enumerate(cells)}


def board_text(board: Board) -> str:
    width = max(column for column, _ in board) + 1
    cells = "".join(board.values())
    return "/".join(cells[at : at + width] for at in range(0, len(cells), width))


def neighbours(board: Board, point: Point) -> list[Point]:
    column, row = point
    around = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
    return [p for p in around if p in board]


def flood(board: Board, point: Point) -> tuple[set[Point], set[Point]]:
    """The points of one colour connected to `point`, and the points of other colours that they touch."""
    inside, edge, todo = {point}, set(), [point]
    while todo:
        for p in neighbours(board, todo.pop()):
            if board[p] != board[point]:
                edge.add(p)
            elif p not in inside:
                inside.add(p)
                todo.append(p)
    return inside, edge


def liberties(board: Board, point: Point) -> set[Point]:
    return {p for p in flood(board, point)[1] if board[p] == EMPTY}


def is_legal_position(board: Board) -> bool:
    """Whether every chain has a liberty."""
    return all(liberties(board, p) for p in board if board[p] != EMPTY)


def after(board: Board, point: Point, colour: str) -> tuple[Board, int, int]:
    """The board after a stone is put down, and how many enemy and own stones that took off."""
    board = dict(board)
    board[point] = colour
    taken = lost = 0
    for p in neighbours(board, point):
        if board[p] == OTHER[colour] and not liberties(board, p):
            taken += lift(board, p)
    if not liberties(board, point):
        lost = lift(board, point)
    return board, taken, lost


def lift(board: Board, point: Point) -> int:
    """Take the chain at `point` off; how many stones it had."""
    stones = flood(board, point)[0]
    for p in stones:
        board[p] = EMPTY
    return len(stones)


def area(board: Board) -> int:
    """Black's stones and the empty points that reach only black, less white's."""
    score = 0
    for p, cell in board.items():
        owners = {cell} if cell != EMPTY else {board[q] for q in flood(board, p)[1]}
        score += (owners == {BLACK}) - (owners == {WHITE})
    return score


class Game:
    """A game in progress, changed by `play`."""

    def __init__(self, width: int, height: int, superko: str = "positional", suicide: bool = False):
        self.board = empty_board(width, height)
        self.superko, self.suicide = superko, suicide
        self.turn = BLACK
        self.captured = {BLACK: 0, WHITE: 0}  # by black, by white
        self.passes = 0
        self.past = [(board_text(self.board), self.turn)]  # every board so far, with who was to move

    def why_not(self, point: Point) -> str | None:
        """The rule that forbids a move, None where none does."""
        if self.board[point] != EMPTY:
            return "occupied"
        board, _, lost = after(self.board, point, self.turn)
        if lost == 1 or (lost and not self.suicide):
            return "suicide"
        then, text = OTHER[self.turn], board_text(board)
        if len(self.past) > 1 and text == self.past[-2][0]:
            return "ko"
        if self.superko == "positional" and any(text == seen for seen, _ in self.past):
            return "superko"
        if self.superko == "situational" and (text, then) in self.past:
            return "superko"
        return None

    def legal(self) -> list[Point]:
        """The points where the player to move may play; a pass is always allowed as well."""
        return [p for p in self.board if self.why_not(p) is None]

    def play(self, point: Point | None) -> None:
        if point is PASS:
            self.passes += 1
        else:
            self.board, taken, lost = after(self.board, point, self.turn)
            self.captured[self.turn] += taken
            self.captured[OTHER[self.turn]] += lost
            self.passes = 0
        self.turn = OTHER[self.turn]
        self.past.append((board_text(self.board), self.turn))

    def copy(self) -> Game:
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__, captured=dict(self.captured), past=list(self.past))
        return twin
