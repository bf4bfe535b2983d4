"""The command line as a person types it: every command answers, errors are one sentence, help has an example."""

import json
import pathlib

import pytest
from rich.console import Console
from typer.testing import CliRunner

from yomi.cli import app
from yomi.errors import YomiError
from yomi.frontend.terminal import Terminal
from yomi.games.catalog import start
from yomi.players.api import player
from yomi.players.session import Session

COMMANDS = ["play", "gtp", "usi", "analyze", "match", "bench", "perft", "warm", "games", "searches"]
SGF = "(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[bb](;B[bc];W[cb])(;B[dd]))"


def run(*words, typed=None):
    return CliRunner().invoke(app, list(words), input=typed)


@pytest.fixture
def game_file(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "game.sgf"
    path.write_text(SGF)
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text_with_an_example(command):
    said = run(command, "--help")
    assert said.exit_code == 0 and "Example" in said.output and f"yomi {command}" in said.output.replace("\n", " ")


@pytest.mark.parametrize(
    "words, part",
    [
        (("perft", "chess", "2"), "chess"),
        (("perft", "go9(komi=x)", "1"), "komi 'x'"),
        (("perft", "go9(colour=red)", "1"), "colour"),
        (("perft", "nim", "2", "--position", "lots"), "lots"),
        (("warm", "go5", "utc"), "utc"),
        (("bench", "shoes"), "shoes"),
        (("analyze", "/nowhere.sgf"), "nowhere"),
    ],
)
def test_a_user_error_is_one_sentence(words, part):
    said = run(*words)
    assert isinstance(said.exception, YomiError) and part in str(said.exception)
    assert "\n" not in str(said.exception)


def test_the_count_is_the_last_line_of_perft():
    assert run("perft", "nim(heap=5)", "3").output.splitlines()[-1] == "10"
    assert run("perft", "nim", "2", "--position", "2 second").output.splitlines()[-1] == "1"


def test_games_and_searches_are_listed():
    assert "tictactoe" in run("games").output
    assert "ucb1" in run("searches").output


@pytest.mark.jit
def test_an_analysis_shows_moves_and_the_board(game_file):
    said = run("analyze", str(game_file), "--move", "2", "--player", "uct simulations=200")
    assert said.exit_code == 0 and "win rate" in said.output and "black to move" in said.output


@pytest.mark.jit
def test_an_analysis_is_one_json_object(game_file):
    said = json.loads(run("analyze", str(game_file), "--player", "uct simulations=200", "--json").stdout)
    assert said["moves"][0]["visits"] > 0 and len(said["ownership"]) > 25


def test_an_analysis_past_the_end_is_refused(game_file):
    assert "0 to 4" in str(run("analyze", str(game_file), "--move", "9").exception)


def played(game, lines, person=0, spec="uct simulations=50"):
    """What a person sees who types these lines."""
    typed = iter(lines)

    def ask(prompt):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    console = Console(record=True, width=100, quiet=False, file=open("/dev/null", "w"))  # noqa: SIM115
    session = Session(start(game).game, player(spec))
    session.start_from(start(game))
    Terminal(session, person, console, ask).run()
    return console.export_text(), session


def test_a_person_can_play_undo_and_leave():
    said, session = played("tictactoe", ["B2", "undo", "hint", "B2", "help", "nonsense", "quit"])
    assert "nonsense" in said and "win rate" in said and "Good-bye" in said
    assert session.moves[0][1] == 4 and len(session.moves) == 2


def test_a_person_can_resign_and_hears_who_won():
    assert "You resign" in played("tictactoe", ["resign"])[0]
    assert "You win!" in played("nim(heap=3)", ["3"])[0]
    assert "You lose." in played("nim(heap=4)", ["1"], spec="uct simulations=200 resign=0")[0]


@pytest.mark.jit
def test_a_game_of_go_is_scored():
    said, _ = played("go5(komi=0.5)", ["score", "pass", "score"], spec="uct simulations=50 resign=0")
    assert "dead stones" in said and "black to move" not in said
