"""A game on the page: its moves and a variation of them, who plays, clocks, counting, what searches said of it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from yomi.errors import BadText, GameOver, IllegalMove
from yomi.frontend.web.boards import GO, kind_of
from yomi.frontend.web.faces import face
from yomi.frontend.web.levels import analyst
from yomi.games.go import count
from yomi.games.go.text import board_size, read_vertex
from yomi.games.position import Position
from yomi.players.clock import Unlimited, from_text
from yomi.players.ending import LATE, RESIGNED, Ending, finished, forfeit
from yomi.players.player import Player
from yomi.players.referee import Verdict
from yomi.players.session import Session
from yomi.players.spec import parse

PERSON, ENGINE = "person", "engine"
PLAY, COUNT, OVER = "play", "count", "over"
MOST_MOVES = 2000  # of a line
Seat = dict[str, str]  # kind, and an engine's spec and level
PEOPLE: tuple[Seat, Seat] = ({"kind": PERSON}, {"kind": PERSON})


class Judged(NamedTuple):
    """What a search said of a position."""

    value: float  # chance of side 0
    visits: int
    lead: float | None = None  # of black in Go
    best: str = ""
    line: tuple[str, ...] = ()


class Mistake(NamedTuple):
    """A move that cost much."""

    at: int  # its number
    move: str
    best: str
    loss: float
    line: tuple[str, ...]


class Left(NamedTuple):
    """A game that was left for a variation."""

    fork: int  # after so many moves
    steps: list[tuple[int, int]]  # all its (side, move) pairs
    times: list[float | None]
    ending: Ending | None
    judged: dict[int, Judged]
    mistakes: list[Mistake]


class Table:
    """A game; nothing changes when a call fails."""

    def __init__(self, start: Position, text: str, seats: Sequence[Seat] = PEOPLE):
        self.id = secrets.token_urlsafe(16)
        self.text = text  # of the game with its options: go9(komi=6.5)
        self.seats = [checked_seat(seat) for seat in seats]
        self.analyst = analyst(start.game)
        self.session = Session(start.game, Player(parse("uct")))
        self.session.start_from(start)
        self.times: list[float | None] = []  # seconds of each move
        self.at = 0
        self.left: Left | None = None
        self.ending: Ending | None = None
        self.verdict: Verdict | None = None  # of a game of Go that is being counted
        self.dead: set[int] = set()
        self.judged: dict[int, Judged] = {}
        self.mistakes: list[Mistake] = []
        self.names = ["", ""]  # of the players, from a record
        self.clock = ""
        self.began = time.monotonic()  # when the turn began
        self.frozen = False  # whether clocks stand still: nobody is there, or somebody paused
        self.paused = False
        self.pace = 0.0

    @property
    def position(self) -> Position:
        """The end of the line."""
        return self.session.position

    @property
    def seen(self) -> Position:
        """The position that is looked at."""
        return self.session.positions()[self.at]

    @property
    def length(self) -> int:
        return len(self.times)

    @property
    def phase(self) -> str:
        return OVER if self.ending else COUNT if self.verdict else PLAY

    @property
    def seat(self) -> Seat:
        """Who is to move at the end of the line."""
        return self.seats[self.position.side]

    @property
    def engine_to_move(self) -> bool:
        return self.phase == PLAY and not self.uncounted and self.seat["kind"] == ENGINE

    @property
    def uncounted(self) -> bool:
        """Whether the referee must look at the end of the game first."""
        return self.ending is None and self.verdict is None and self.position.over

    def has_people(self) -> bool:
        return any(seat["kind"] == PERSON for seat in self.seats)

    def set_clock(self, text: str) -> None:
        """Give both sides a time control from now on."""
        self.session.set_clocks(from_text(text) if text else Unlimited())
        self.clock, self.began = text, time.monotonic()

    def set_seats(self, seats: Sequence[Seat]) -> None:
        self.seats = [checked_seat(seat) for seat in seats]

    def play(self, move: int | str, at: int, seconds: float | None = None) -> None:
        """Play a move in the position after `at` moves: the game goes on, or a variation begins."""
        self._check_place(at)
        if at == MOST_MOVES:
            raise GameOver(f"move {move!r}: a line has at most {MOST_MOVES} moves")
        number = self.session.positions()[at].number(move)
        if at < self.length:
            if self.session.moves[at][1] == number:
                self.at = at + 1
                return
            self._branch(at)
        elif self.ending is not None:
            raise GameOver(f"move {move!r}: the game is over ({self.ending.result})")
        elif self.verdict is not None or self.uncounted:
            raise GameOver(f"move {move!r}: the game is being counted; resume it first")
        spent = self._spend(seconds)
        self.session.play(number)
        self.times.append(spent)
        self.at = self.length
        self._end_by_rules()

    def _check_place(self, at: int) -> None:
        if not 0 <= at <= self.length:
            raise BadText(f"position {at}: the line has moves 0 to {self.length}")

    def _branch(self, at: int) -> None:
        """Leave the game for a variation; only the game itself is kept, not a variation of it."""
        if self.left is None:
            self.left = Left(at, self.session.moves, self.times[:], self.ending, self.judged.copy(), self.mistakes)
        elif at < self.left.fork:
            self.left = self.left._replace(fork=at)
        self._cut(at)

    def _cut(self, length: int) -> None:
        """Keep so many moves."""
        while self.length > length:
            self.session.undo()
            self.times.pop()
        self.at = min(self.at, length)
        self.ending = self.verdict = None
        self.judged = {at: said for at, said in self.judged.items() if at <= length}
        self.mistakes = [mistake for mistake in self.mistakes if mistake.at <= length]
        self.began = time.monotonic()

    def back(self) -> None:
        """Leave a variation for the game."""
        if self.left is None:
            raise BadText("there is no variation to leave")
        left, self.left = self.left, None
        self._cut(left.fork)
        for (side, move), seconds in zip(left.steps[left.fork :], left.times[left.fork :], strict=True):
            self.session.play(move, side)
            self.times.append(seconds)
        self.at, self.ending, self.judged, self.mistakes = left.fork, left.ending, left.judged, left.mistakes

    def undo(self) -> None:
        """Take back moves until it is a person's turn."""
        if self.length == 0:
            raise IllegalMove("cannot undo: no move has been played")
        length = self.length - 1
        sides = [position.side for position in self.session.positions()]
        if self.has_people():
            while length > 0 and self.seats[sides[length]]["kind"] == ENGINE:
                length -= 1
        self._cut(length)
        self.at = length

    def jump(self, at: int) -> None:
        """Look at the position after so many moves."""
        self._check_place(at)
        self.at = at

    def resign(self) -> None:
        """The only person there gives up, or the side to move."""
        if self.phase == OVER:
            raise GameOver("the game is over already")
        people = [side for side, seat in enumerate(self.seats) if seat["kind"] == PERSON]
        loser = people[0] if len(people) == 1 else self.position.side
        self.end(forfeit(self.position, RESIGNED, loser=loser))

    def lose_on_time(self) -> None:
        self.session.clocks[self.position.side].spend(1e9)
        self.end(forfeit(self.position, LATE))

    def end(self, ending: Ending) -> None:
        self.ending, self.verdict = ending, None

    def _end_by_rules(self) -> None:
        """Notice the end of a game; people count Go themselves."""
        position = self.position
        if position.over and not (kind_of(position.game) == GO and self.has_people()):
            self.end(finished(position, outsiders=False))
        self.began = time.monotonic()

    def count_with(self, verdict: Verdict) -> None:
        """Begin to count, with the referee's view of dead stones."""
        self.verdict, self.dead = verdict, set(verdict.dead)

    def mark(self, point: str) -> None:
        """Say that a chain is dead, or alive after all."""
        state = self._counted()
        p = read_vertex(board_size(state), point)
        chain = next((chain for chain in count.chains(state).values() if p in chain), None)
        if chain is None:
            raise BadText(f"point {point!r}: expected a stone")
        self.dead ^= set(chain)

    def agree(self) -> None:
        """End the game with this count."""
        self._counted()
        score = self.score()
        self.end(Ending(count.leader(score), count.score_text(score), "count"))

    def resume(self) -> None:
        """Play on after two passes, which are taken back."""
        self._counted()
        self._cut(self.length - 2)
        self.at = self.length

    def _counted(self) -> Any:
        if self.verdict is None:
            raise BadText("the game is not being counted")
        return self.position.state

    def score(self) -> float:
        """Black's lead with the stones that are marked dead taken off."""
        assert self.verdict is not None
        return count.score(self.position.root, self.dead, self.verdict.seki - self.dead)

    def _spend(self, seconds: float | None) -> float:
        """Take the time of a move off the clock."""
        spent = time.monotonic() - self.began if seconds is None else seconds
        clock = self.session.clocks[self.position.side]
        if not clock.spend(0.0 if self.frozen else spent):
            self.end(forfeit(self.position, LATE))
            raise GameOver("the time is over")
        return round(spent, 1)

    def freeze(self, frozen: bool) -> None:
        """Let clocks stand still, or go on."""
        if self.frozen and not frozen:
            self.began = time.monotonic()
        elif frozen and not self.frozen and self.ticking:
            self.session.clocks[self.position.side].remaining -= time.monotonic() - self.began
        self.frozen = frozen

    @property
    def ticking(self) -> bool:
        return self.phase == PLAY and not self.frozen and bool(self.clock)

    def faces(self) -> list[dict[str, Any]]:
        """The clocks as they stand."""
        if not self.clock:
            return []
        spent = [0.0, 0.0]
        if self.ticking:
            spent[self.position.side] = time.monotonic() - self.began
        faces = [face(clock, used) for clock, used in zip(self.session.clocks, spent, strict=True)]
        return [one | {"running": self.ticking and side == self.position.side} for side, one in enumerate(faces)]

    def judge(self, at: int, said: Judged) -> None:
        """Note what a search said of a position, unless a longer one did."""
        before = self.judged.get(at)
        if at <= self.length and (before is None or said.visits >= before.visits):
            self.judged[at] = said


def checked_seat(seat: Seat) -> Seat:
    """A seat whose engine can be made."""
    if seat.get("kind") == PERSON:
        return {"kind": PERSON}
    if seat.get("kind") != ENGINE:
        raise BadText(f"player {seat.get('kind')!r}: expected person or engine")
    parse(seat.get("spec", ""))
    return {"kind": ENGINE, "spec": seat["spec"], "level": seat.get("level", "")}
