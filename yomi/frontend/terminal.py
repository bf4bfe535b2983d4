"""Playing against a player in the terminal: a drawn board, moves typed by the person, a few commands."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from yomi.errors import YomiError
from yomi.games.catalog import is_go
from yomi.games.go import count
from yomi.games.go.board import PASS
from yomi.games.go.text import draw
from yomi.players.ending import finished
from yomi.players.referee import judge
from yomi.players.session import Session

TERRITORY = {"black_territory": "b", "white_territory": "w"}
HELP = """Type a move ({example}), or one of
  undo     take back your last move and the answer
  hint     what would the player do in your place?
  score    who is ahead now?
  pass     (in Go) leave the turn to the other side
  resign   give up
  board    draw the board again
  quit     leave"""


class Terminal:
    """One game between a person and the session's player."""

    def __init__(self, session: Session, person: int, console: Console, ask: Callable[[str], str] = input):
        self.session, self.person, self.console, self.ask = session, person, console, ask
        self.finished = ""  # why the game ended, other than by its rules
        self.commands = {"undo": self.undo, "hint": self.hint, "score": self.score, "resign": self.resign,
                         "board": self.show, "help": self.help}  # fmt: skip

    def run(self) -> None:
        """Play until the game ends or the person leaves."""
        self.help()
        self.show()
        while not self.over():
            if self.session.position.side != self.person:
                self.answer()
            elif not self.turn():
                self.console.print("Good-bye.")
                return
        self.console.print(f"[bold]{self.result()}[/bold]")

    def over(self) -> bool:
        return bool(self.finished) or self.session.position.over

    def turn(self) -> bool:
        """Let the person type one line; False when they leave."""
        try:
            line = self.ask(f"{self.session.game.sides[self.person]} to move> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return False
        if line.lower() in ("quit", "exit", "q"):
            return False
        try:
            if line.lower() in self.commands:
                self.commands[line.lower()]()
            elif line:
                self.session.play(line, self.person)
                self.show()
        except YomiError as error:
            self.console.print(f"[red]{error}[/red]; type help for the commands", highlight=False)
        return True

    def answer(self) -> None:
        """The player's move."""
        name, before = self.session.game.sides[1 - self.person], self.session.position
        with self.console.status(f"{name} is thinking …"):
            chosen = self.session.genmove()
        if chosen.move is None:
            self.finished = f"{name} resigns: you win."
            return
        self.show()
        search = chosen.search
        about = f", win rate {search.value:.0%} after {search.total:,} simulations" if search else ""
        self.console.print(f"{name} plays [bold]{before.text(chosen.move)}[/bold]{about}", highlight=False)

    def show(self) -> None:
        position = self.session.position
        self.console.print()
        self.console.print(board_text(position.state) if is_go(position.game) else str(position), highlight=False)

    def help(self) -> None:
        position = self.session.position
        self.console.print(
            HELP.format(example=position.text(position.legal[len(position.legal) // 2])), highlight=False
        )

    def undo(self) -> None:
        self.session.undo()
        while self.session.position.side != self.person and self.session.moves:
            self.session.undo()
        self.show()

    def hint(self) -> None:
        with self.console.status("thinking …"):
            search = self.session.player.search(self.session.position)
        table = Table("move", "visits", "win rate", "line")
        for candidate in search.candidates(5):
            table.add_row(
                candidate.text, f"{candidate.visits:,}", f"{candidate.value:.1%}", " ".join(candidate.line[:8])
            )
        self.console.print(table)

    def score(self) -> None:
        position = self.session.position
        if not is_go(position.game):
            search = self.session.player.search(position)
            self.console.print(f"{position.game.sides[position.side]} wins with a chance of {search.value:.0%}")
            return
        verdict = judge(position)
        marks = {p: TERRITORY[s] for p, s in verdict.status.items() if s in TERRITORY}
        marks |= {p: ("x" if position.state.colour[p] == 1 else "o") for p in verdict.dead}
        self.console.print(draw(position.state, marks), highlight=False)
        text = count.score_text(verdict.score)
        self.console.print(f"If the game ended now, {len(verdict.dead)} dead stones (x, o) off: [bold]{text}[/bold]")

    def resign(self) -> None:
        self.finished = "You resign."

    def result(self) -> str:
        position = self.session.position
        if self.finished:
            return self.finished
        ending = finished(position, outsiders=False)
        said = "A draw." if ending.winner is None else ("You win!" if ending.winner == self.person else "You lose.")
        if is_go(position.game):
            how = "with dead stones off" if ending.reason == "count" else "as the stones stand"
            said += f" Counted {how}: {ending.result}."
        return said


def board_text(state) -> str:
    """The board with black and white stones as circles."""
    marks = {p: "●" if state.colour[p] == 1 else "○" for p in range(len(state.colour)) if state.colour[p] in (1, 2)}
    taken = f"   black has captured {state.captured[0]}, white {state.captured[1]}"
    passed = " · pass" if state.last == PASS and state.passes else ""
    return draw(state, marks) + taken + passed
