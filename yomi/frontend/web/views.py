"""A game as the page is told of it, and as it is kept: plain values."""

from __future__ import annotations

from typing import Any

from yomi.frontend.web import boards
from yomi.frontend.web.table import ENGINE, PERSON, Judged, Left, Mistake, Table
from yomi.games import catalog
from yomi.games.go import count
from yomi.games.go.text import board_size, points
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players.ending import Ending
from yomi.players.records import formats_of


def state(table: Table) -> dict[str, Any]:
    """Everything the page shows of a game."""
    seen, game = table.seen, table.position.game
    return {
        "type": "state",
        "game": table.id,
        "name": game.name,
        "title": game.title,
        "kind": boards.kind_of(game),
        "options": split_call(table.text)[1],
        "sides": game.sides,
        "players": table.seats,
        "names": table.names,
        "analyst": table.analyst,
        "moves": moves(table),
        "at": table.at,
        "variation": table.left and {"from": table.left.fork, "rest": len(table.left.steps) - table.left.fork},
        "board": boards.board(seen),
        "side": seen.side,
        "legal": [] if seen.over and not game.goes_on else [seen.text(move) for move in seen.legal],
        "phase": table.phase,
        "result": table.ending.result if table.ending else "",
        "winner": table.ending.winner if table.ending else None,
        "count": counted(table),
        "turn": ENGINE if table.engine_to_move else PERSON,
        "paused": table.paused,
        "pace": table.pace,
        "clock": table.clock,
        "clocks": table.faces(),
        "graph": [{"at": at, **said._asdict()} for at, said in sorted(table.judged.items())],
        "mistakes": [mistake._asdict() for mistake in table.mistakes],
        "formats": formats_of(table.position),
    }


def moves(table: Table) -> list[dict[str, Any]]:
    """The moves of the line, as texts and as people of the game write them."""
    shown, session = [], table.session
    for before, (side, move), seconds in zip(session.positions(), session.moves, table.times, strict=False):
        turn = before.with_side(side)
        shown.append({"move": turn.text(move), "label": boards.label(turn, move), "side": side, "seconds": seconds})
    return shown


def counted(table: Table) -> dict[str, Any] | None:
    """A game of Go that is being counted."""
    if table.verdict is None:
        return None
    position, score = table.position, table.score()
    holder = count.holders(position.root, table.dead, table.verdict.seki - table.dead)
    return {
        "dead": [position.text(p) for p in sorted(table.dead)],
        "territory": [int(holder[p]) for p in points(board_size(position.state))],
        "score": score,
        "text": count.score_text(score),
    }


def kept(table: Table) -> dict[str, Any]:
    """A game as it is kept."""
    clocks = table.session.clocks if table.clock else []
    left = table.left
    return {
        "text": table.text,
        "start": start_text(table.session.positions()[0], table.text),
        "seats": table.seats,
        "analyst": table.analyst,
        "steps": table.session.moves,
        "times": table.times,
        "at": table.at,
        "left": left and {**left._asdict(), "judged": list(left.judged.items())},
        "ending": table.ending,
        "judged": list(table.judged.items()),
        "mistakes": table.mistakes,
        "names": table.names,
        "clock": table.clock,
        "clocks": [[clock.remaining, clock.overtime, clock.stones, clock.periods] for clock in clocks],
        "paused": table.paused,
        "pace": table.pace,
    }


def restored(name: str, held: dict[str, Any]) -> Table:
    """The game that was kept; one that was being counted is counted again."""
    table = Table(catalog.start(held["text"], held["start"]), held["text"], held["seats"])
    table.id, table.analyst = name, held["analyst"]
    for side, move in held["steps"]:
        table.session.play(move, side)
    table.times, table.at = held["times"], held["at"]
    table.ending = held["ending"] and Ending(*held["ending"])
    table.judged, table.mistakes = judged_of(held["judged"]), mistakes_of(held["mistakes"])
    if left := held["left"]:
        steps = [(side, move) for side, move in left["steps"]]
        ending = left["ending"] and Ending(*left["ending"])
        before = judged_of(left["judged"]), mistakes_of(left["mistakes"])
        table.left = Left(left["fork"], steps, left["times"], ending, *before)
    table.names, table.paused, table.pace = held["names"], held["paused"], held["pace"]
    table.set_clock(held["clock"])
    for clock, hands in zip(table.session.clocks, held["clocks"], strict=False):
        clock.remaining, clock.overtime, clock.stones, clock.periods = hands
    table.frozen = table.paused
    return table


def judged_of(rows: list[Any]) -> dict[int, Judged]:
    return {at: Judged(*said) for at, said in rows}


def mistakes_of(rows: list[Any]) -> list[Mistake]:
    return [Mistake(*row) for row in rows]


def start_text(first: Position, text: str) -> str | None:
    """The position that a game began with, where its text does not say it already."""
    write = first.game.position_text
    if write is None or write(first.state) == write(catalog.start(text).state):
        return None
    return write(first.state)
