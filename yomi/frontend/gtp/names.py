"""The one list of commands, by the file that has them; the function has the command's name with `_` for `-`."""

import importlib
from collections.abc import Callable
from typing import Any

from yomi.frontend.gtp.wire import Call

Command = Callable[[Any, Call], str]  # given the desk and the call, the text of the reply

LIGHT = (  # answered by `serve` without the engine
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "stop",
    "cputime",
    "gomill-cpu_time",
    "gogui-interrupt",
    "gogui-analyze_commands",
    "kata-list_time_settings",
)
FILES = {
    "setup": (
        "boardsize",
        "rectangular_boardsize",
        "clear_board",
        "komi",
        "get_komi",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "gogui-setup",
        "gogui-setup_player",
    ),
    "moves": ("play", "gogui-play_sequence", "undo", "gg-undo", "genmove", "reg_genmove", "kgs-genmove_cleanup"),
    "timing": ("time_settings", "time_left", "kgs-time_settings", "kata-time_settings"),
    "rules": ("kgs-rules", "kata-set-rules", "kata-get-rules"),
    "score": ("final_score", "final_status_list"),
    "files": ("loadsgf", "printsgf"),
    "analyze": ("lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"),
    "show": (
        "showboard",
        "gomill-describe_engine",
        "gomill-explain_last_move",
        "yomi-ownership",
        "yomi-best",
    ),
}
COMMANDS = {command: file for file, commands in FILES.items() for command in commands}
KNOWN = (*LIGHT, *COMMANDS)


def command_of(name: str) -> Command:
    """The function that answers a command which needs the engine."""
    module = importlib.import_module(f"yomi.frontend.gtp.{COMMANDS[name]}")
    found: Command = getattr(module, name.replace("-", "_"))
    return found
