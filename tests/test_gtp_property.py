"""Whatever is written to the engine, each command gets one reply, and a refused one changes nothing."""

import re

import pytest
from gtp_client import replies_to
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from yomi.frontend.gtp.names import KNOWN

pytestmark = pytest.mark.jit

COLOURS = ["b", "w", "B", "White", "black", "x", ""]
VERTICES = [f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10)] + ["pass", "PASS", "resign", "I5", "A10", "Z0", "a1"]
NUMBERS = ["0", "1", "2", "5", "9", "-1", "3.5", "1e3", "nan", "inf", "x", "99999999999999999999", "٣"]
OTHERS = ["dead", "alive", "seki", "dame", "black_territory", "chinese", "japanese", '{"ko":"SIMPLE"}', "byoyomi"]
OTHERS += [
    "fischer",
    "absolute",
    "none",
    "ownership",
    "true",
    "maxmoves",
    "avoid",
    "/dev/zero",
    "missing.sgf",
    "{",
    "名",
]
QUIET = sorted(set(KNOWN) - {"quit", "printsgf", "boardsize", "rectangular_boardsize", "lz-analyze", "kata-analyze"})

words = st.sampled_from(COLOURS + VERTICES + NUMBERS + OTHERS)
calls = st.builds(lambda name, rest: " ".join([name, *rest]), st.sampled_from(QUIET), st.lists(words, max_size=4))
plays = st.builds("play {} {}".format, st.sampled_from(COLOURS), st.sampled_from(VERTICES))
moves = st.builds(
    "{} {}".format, st.sampled_from(["genmove", "reg_genmove", "lz-genmove_analyze"]), st.sampled_from(COLOURS)
)
sizes = st.builds(
    "{} {}".format,
    st.sampled_from(["boardsize", "rectangular_boardsize"]),
    st.sampled_from(["9", "5 5", "9 5", "0", "20", "x", ""]),
)
numbered = st.builds("{} {}".format, st.integers(0, 10**6), plays | calls)
sensible = st.one_of(plays, plays, plays, moves, calls, numbered, sizes).map(lambda text: text.encode())
garbage = st.binary(max_size=40).map(lambda data: data.replace(b"\n", b""))
decorated = st.builds(
    lambda line, tail: line + tail, sensible, st.sampled_from([b"\r", b" # x", b"\t", b"\x00\x07", b" " * 5])
)
lines = st.one_of(sensible, sensible, decorated, garbage)


def is_command(line: bytes) -> bool:
    """Whether a line holds a command, by the letter of the standard."""
    kept = bytes(byte for byte in line.split(b"#")[0].replace(b"\t", b" ") if byte >= 32 and byte != 127)
    return bool(kept.strip(b" "))


def is_quit(line: bytes) -> bool:
    return re.match(rb"[\s\x00-\x1f\x7f\d]*quit\b", line) is not None


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(lines.filter(lambda line: not is_quit(line)), min_size=20, max_size=60))
def test_every_command_gets_one_reply_and_a_refused_one_changes_nothing(given_lines):
    data = b"showboard\n" + b"".join(line + b"\nshowboard\n" for line in given_lines) + b"name\n"
    replies = iter(replies_to(data, "uct simulations=5 memory=5"))
    before = next(replies)
    for line in given_lines:
        reply = next(replies) if is_command(line) else "? nothing was asked"
        assert re.match(r"[=?]\d*(?: |\n|$)", reply), reply
        assert "internal error" not in reply and "Traceback" not in reply, (line, reply)
        after = next(replies)
        assert after.startswith("= \n   A B")
        if reply[0] == "?":
            assert after == before, line
        before = after
    assert next(replies) == "= Yomi" and next(replies, None) is None
