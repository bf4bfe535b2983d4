"""Analysis over GTP: its lines are what Sabaki and KataGo's users parse, and any line of input ends it."""

import re
import time

import pytest
from gtp_client import Controller, converse, last

pytestmark = pytest.mark.jit

VERTEX = r"(?:[A-HJ][1-9]|pass)"
LZ = re.compile(
    rf"info move {VERTEX} visits \d+ winrate \d{{1,5}} prior \d{{1,5}} lcb \d{{1,5}} order \d+ "
    rf"pv {VERTEX}(?: {VERTEX})*"
)
REAL = r"-?\d+(?:\.\d+)?"
KATA = re.compile(
    rf"info move {VERTEX} visits \d+ utility {REAL} winrate [01]\.\d+ scoreMean {REAL} scoreStdev {REAL} "
    rf"scoreLead {REAL} scoreSelfplay {REAL} prior [01]\.\d+ lcb [01]\.\d+ utilityLcb {REAL} order \d+ "
    rf"pv {VERTEX}(?: {VERTEX})*"
)
LONG = "uct seconds=1000 memory=20"


def segments(line: str) -> list[str]:
    """As Sabaki does it: the parts of a line that begin with `info`."""
    return ["info " + part.strip() for part in re.split(r"\s*info\s+", line.strip())[1:]]


def fields(segment: str) -> dict[str, str]:
    words = segment.partition(" pv ")[0].split()[1:]
    return dict(zip(words[::2], words[1::2], strict=True))


def test_an_analysis_reports_until_a_line_comes_in():
    with Controller.thread() as engine:
        engine.send("5 lz-analyze B 10")
        assert engine.line() == "=5"
        for line in (engine.line(), engine.line()):
            found = segments(line)
            assert found and all(LZ.fullmatch(segment) for segment in found)
            assert [int(fields(segment)["order"]) for segment in found] == list(range(len(found)))
        engine.send("6 protocol_version")
        rest = engine.reply()
        assert all(line.startswith("info ") for line in rest.split("\n") if line)
        assert engine.reply() == "=6 2"


@pytest.mark.parametrize("line", ["", "# a comment", "# interrupt"])
def test_an_empty_line_or_a_comment_ends_an_analysis(line):
    with Controller.thread() as engine:
        engine.send("kata-analyze 10")
        assert engine.line() == "=" and engine.line().startswith("info ")
        engine.send(line)
        engine.reply()
        assert engine.ask("name") == "= Yomi"


def test_stop_ends_an_analysis_and_is_answered():
    with Controller.thread() as engine:
        engine.send("lz-analyze 10")
        assert engine.line() == "=" and engine.line().startswith("info ")
        engine.send("stop")
        engine.reply()
        assert engine.reply() == "= "


def test_an_analysis_that_was_overtaken_before_it_began_still_says_something():
    first, second = converse("lz-analyze b", "name")
    assert first.startswith("=\ninfo move ") and second == "= Yomi"


def test_a_solved_position_waits_for_the_next_line():
    with Controller.thread(size=2) as engine:
        engine.send("lz-analyze 10")
        engine.line()
        time.sleep(0.5)
        engine.send("name")
        engine.reply()
        assert engine.reply() == "= Yomi"


def test_the_tree_of_an_analysis_serves_the_next_move():
    with Controller.thread("uct simulations=50 memory=20") as engine:
        engine.send("lz-analyze b 10")
        assert engine.line() == "=" and engine.line() and engine.line()
        engine.send("genmove b")
        engine.reply()
        assert engine.reply()[0] == "="
        visits = int(re.search(r"after (\d+) visits", engine.ask("gomill-explain_last_move"))[1])
        assert visits > 150


def test_kata_lines_have_all_fields_and_the_ownership_of_each_point():
    reply = converse("play b e5", "kata-analyze w 20 ownership true rootInfo true", "name")[1]
    moves, root, owners = re.fullmatch(r"(.*?) rootInfo (.*?) ownership (.*)", reply.split("\n")[1]).groups()
    assert all(KATA.fullmatch(segment) for segment in segments(moves))
    assert root.startswith("visits ")
    values = [float(word) for word in owners.split()]
    assert len(values) == 81 and all(-1 <= value <= 1 for value in values)
    assert values[40] < 0  # the stone in the middle is black's, the view white's
    lead = float(fields(segments(moves)[0])["scoreLead"])
    assert lead == pytest.approx(sum(values) + 7.5, abs=0.01)


def test_the_lead_counts_stones_played_where_territory_does():
    leads = []
    for rules in ("chinese", "japanese"):
        moves = [f"kgs-rules {rules}", "play b e5", "play b c3", "play w pass", "play b g7"]
        reply = converse(*moves, "kata-analyze w 20", "name")[-2]
        leads.append(float(fields(segments(reply)[0])["scoreLead"]))
    assert leads[1] - leads[0] == pytest.approx(3)  # three black stones, seen by white


def test_moves_can_be_limited():
    count = len(segments(converse("lz-analyze 10 maxmoves 2", "name")[0]))
    assert count == 2
    only = segments(converse("lz-analyze b 10 allow b E5,C3 1", "name", spec=LONG)[0])
    assert {fields(segment)["move"] for segment in only} <= {"E5", "C3"}
    avoided = [fields(s)["move"] for s in segments(converse("lz-analyze b 10 avoid b E5 1 avoid w C3 1", "name")[0])]
    assert not {"E5", "C3"} & set(avoided)


@pytest.mark.parametrize(
    "words",
    [
        "b -5",
        "x",
        "b 10 interval",
        "b 10 nonsense 5",
        "maxmoves x",
        "ownership maybe",
        "avoid b Z9 1",
        "avoid b E5",
        "b 1_0",
    ],
)
def test_orders_that_cannot_be_read(words):
    assert last(f"kata-analyze {words}")[0] == "?"


def test_genmove_with_analysis_ends_with_the_move():
    for kind, pattern in (("lz", LZ), ("kata", KATA)):
        reply = converse(f"{kind}-genmove_analyze B 50", "showboard")
        lines = reply[0].split("\n")
        assert lines[0] == "=" and re.fullmatch(rf"play {VERTEX}", lines[-1])
        assert all(pattern.fullmatch(s) for line in lines[1:-1] for s in segments(line)) and len(lines) > 2
        assert "1 moves played" in reply[1]
    assert last("kata-genmove_analyze b avoid b A1,A2 1").split("\n")[-1] not in ("play A1", "play A2")


def test_genmove_with_analysis_is_not_ended_by_a_line():
    with Controller.thread("uct simulations=3000 early=no memory=50") as engine:
        engine.send("lz-genmove_analyze B 10")
        engine.send("gomill-explain_last_move")
        assert engine.reply().split("\n")[-1].startswith("play ")
        assert "(3000 new" in engine.reply()


def test_a_comment_interrupts_genmove():
    with Controller.thread(LONG) as engine:
        assert engine.ask("play b c3") == "= "
        engine.send("genmove w")
        time.sleep(0.3)
        engine.send("# interrupt")
        assert re.fullmatch(rf"= {VERTEX}", engine.reply())
        assert engine.ask("name") == "= Yomi"


def test_an_interrupt_that_comes_too_late_or_too_early_is_forgotten():
    with Controller.thread("uct simulations=400 early=no memory=20") as engine:
        engine.send("# interrupt")
        assert engine.ask("genmove b")[0] == "="
        engine.send("# interrupt")
        assert engine.ask("genmove w")[0] == "="
        assert "(400 new" in engine.ask("gomill-explain_last_move")
        engine.send("genmove b")
        engine.send("# interrupt")
        assert engine.reply()[0] == "="
