"""Shogi records: KIF, KI2, CSA and USI are read, written, and mean the same game."""

import random

import pytest

from yomi.errors import BadText
from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.games.shogi.csa import write_csa
from yomi.games.shogi.formats import read_record, read_usi, write_usi
from yomi.games.shogi.game import HANDICAPS
from yomi.games.shogi.japanese import STARTS_BY_NAME
from yomi.games.shogi.ki2 import move_text, write_ki2
from yomi.games.shogi.kif import write_kif
from yomi.games.shogi.record import ENDINGS, Record, positions, record_of

KIF = """\
# ---- a file of some program ----
開始日時：2024/01/02 10:00:00
棋戦：名人戦
手合割：平手
先手：阿部
後手：馬場
手数----指手---------消費時間--
*始まる前
   1 ７六歩(77)   ( 0:16/00:00:16)
*最初の手
*二行目
   2 ３四歩(33)   ( 1:02/00:01:02)
   3 ２二角成(88) ( 0:00/00:00:16)+
   4 同　銀(31)   (1:00:01/01:01:03)
   5 ４五角打     ( 0:05/00:00:21)
   6 投了         ( 0:01/01:01:04)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ４四歩(43)
"""
KI2 = """\
開始日時：2024/01/02 10:00:00
棋戦：名人戦
手合割：平手
先手：阿部
後手：馬場

*始まる前
▲７六歩
*最初の手
*二行目
△３四歩    ▲２二角成
△同　銀　▲４五角
まで5手で先手の勝ち

変化：3手
▲２六歩
"""
CSA = """\
'CSA encoding=UTF-8
V2.2
N+阿部
N-馬場
$EVENT:名人戦
$START_TIME:2024/01/02 10:00:00
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
P+
P-
+
+7776FU
T16
'*最初の手
-3334FU,T62
+8822UM
T0
-3122GI
T3601
+0045KA,T5
%TORYO,T1
/
PI
+
"""
MOVES = "7g7f 3c3d 8h2b+ 3a2b B*4e"
SMALL = """\
手合割：５五将棋
先手：a
後手：b
   1 ３四銀(35)
   2 ３二銀(31)
   3 中断
"""


def usi(record: Record) -> str:
    return write_usi(record).partition(" moves ")[2]


def random_game(game: str, seed: int, sfen: str | None = None, most: int = 150) -> Position:
    dice, position = random.Random(seed), start(game, sfen)
    while not position.over and position.state.count < most:
        special = [move for move in position.moves if "*" in move or "+" in move]
        position = position.play(dice.choice(special if special and dice.random() < 0.3 else position.moves))
    return position


def same(one: Record, other: Record) -> None:
    assert (one.size, one.start, one.moves, one.ending) == (other.size, other.start, other.moves, other.ending)


# Reading


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [KIF, KI2, CSA], ids=["kif", "ki2", "csa"])
def test_a_game_is_read_whatever_its_format_charset_and_newline(text, encoding, newline):
    record = read_record(text.replace("\n", newline).encode(encoding))
    assert (record.black, record.white) == ("阿部", "馬場")
    assert record.about["棋戦"] == "名人戦"
    assert record.about["開始日時"] == "2024/01/02 10:00:00"
    assert usi(record) == MOVES
    assert (record.ending, record.winner) == ("resignation", 0)


def test_what_some_programs_leave_after_a_heading_is_no_part_of_it():
    record = read_record(KIF.replace("平手\n", "平手　　\n").replace("阿部\n", "阿部 　\n").encode())
    assert (record.black, usi(record)) == ("阿部", MOVES)


@pytest.mark.parametrize("text", [KIF, CSA], ids=["kif", "csa"])
def test_times_are_read_in_seconds(text):
    assert read_record(text.encode()).times == {1: 16, 2: 62, 3: 0, 4: 3601, 5: 5, 6: 1}


def test_comments_belong_to_the_move_before_them():
    assert read_record(KIF.encode()).comments == {0: "始まる前", 1: "最初の手\n二行目"}
    assert read_record(KI2.encode()).comments == {0: "始まる前", 1: "最初の手\n二行目"}
    assert read_record(CSA.encode()).comments[1] == "最初の手"


@pytest.mark.parametrize("name", STARTS_BY_NAME)
def test_handicaps_are_read_and_written(name):
    record = read_record(f"手合割：{name}\n下手：a\n上手：b\n".encode())
    assert record.start == STARTS_BY_NAME[name]
    assert (record.black, record.white) == ("a", "b")
    assert f"手合割：{name}\r\n".encode() in write_kif(record)
    same(read_record(write_kif(record)), record)


def test_the_handicaps_of_the_catalog_have_japanese_names():
    assert set(HANDICAPS.values()) <= set(STARTS_BY_NAME.values())


def test_a_drawn_board_is_read():
    record = read_record(
        """\
手合割：その他
後手の持駒：飛　角　金四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂 ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ 龍 ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・v馬 ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・v全 ・|七
| ・ ・ ・ ・ 杏 圭 ・ ・ ・|八
| ・ ・ ・ ・ 王 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：銀二
後手番
手数----指手---------消費時間--
   1 １二玉(11)
""".encode()
    )
    assert record.start == "ln6k/9/5+R3/9/2+b6/9/7+s1/4+L+N3/4K4 w 2Srb4g18p 1"
    assert usi(record) == "1a1b"
    same(read_record(write_kif(record)), record)
    same(read_record(write_csa(record)), record)
    same(read_record(write_ki2(record)), record)


def test_the_small_board_is_read():
    record = read_record(SMALL.encode())
    assert record.size == 5
    assert usi(record) == "3e3d 3a3b"
    assert "手合割：5五将棋".encode() in write_kif(record)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1 ２二角成(88)", "8h2b+"),
        ("1 ２二角不成(88)", "8h2b"),
        ("1 22角成(88)", "8h2b+"),
        ("1 ▲２二角成(88)", "8h2b+"),
        ("  1   ２二角成(88)   (00:01 / 00:00:01)", "8h2b+"),
    ],
)
def test_kif_moves_are_written_in_many_ways(line, move):
    board = "\n".join(write_kif(Record(start=OPEN)).decode().splitlines())
    assert usi(read_record(f"{board}\n{line}\n".encode())) == move


OPEN = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1"


@pytest.mark.parametrize(("name", "ending"), ENDINGS.items())
def test_every_ending_is_written_and_read(name, ending):
    record = read_usi("position startpos moves 7g7f 3c3d 2g2f")
    record.ending = name
    assert read_record(write_kif(record)).ending == ("impasse" if name == "move limit" else name)
    assert read_record(write_csa(record)).ending == name
    ki2 = read_record(write_ki2(record))
    assert ki2.ending == ("impasse" if name == "move limit" else name)
    assert ki2.winner == record.winner == {None: None, 0: None, 1: 1, -1: 0}[ending.value]


def test_csa_sets_up_positions_in_three_ways():
    assert read_record(b"PI82HI22KA\n-\n").start == STARTS_BY_NAME["二枚落ち"]
    assert read_record(b"P-11OU\nP+59OU00KI00KI\nP-00AL\n+\n").start == "8k/9/9/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l18p 1"
    assert read_record(b"PI\n+\n+7776FU\n").start == STARTS_BY_NAME["平手"]


# The words of KI2


@pytest.mark.parametrize(
    ("sfen", "words"),
    [
        ("8k/9/9/9/9/9/9/9/3G1G2K b - 1", {"6i5h": "５八金左", "4i5h": "５八金右"}),
        ("8k/9/9/9/9/9/9/4G4/3G4K b - 1", {"6i6h": "６八金上", "5h6h": "６八金寄"}),
        ("8k/9/9/9/9/9/4G4/9/3GG3K b - 1", {"5g5h": "５八金引", "5i5h": "５八金直", "6i5h": "５八金左"}),
        ("8k/9/9/9/9/4S1S2/9/4S1S2/8K b - 1",
         {"5f4g": "４七銀左引", "3f4g": "４七銀右引", "5h4g": "４七銀左上", "3h4g": "４七銀右上"}),
        ("8k/9/9/9/9/9/9/3GGG3/8K b - 1", {"6h5g": "５七金左", "5h5g": "５七金直", "4h5g": "５七金右"}),
        ("k8/9/9/9/9/9/9/4+R4/3+R4K b - 1", {"5h6h": "６八龍寄", "6i6h": "６八龍上"}),
        ("k8/9/9/9/9/9/9/9/2+RR4K b - 1", {"7i6h": "６八龍", "6i6h": "６八飛"}),
        ("k8/9/9/9/9/9/9/9/2+B+B4K b - 1", {"7i6h": "６八馬左", "6i6h": "６八馬右"}),
        ("k8/9/9/9/9/9/9/9/2+R+R4K b - 1", {"7i6h": "６八龍左", "6i6h": "６八龍右"}),
        ("k8/9/9/1S7/9/9/9/9/8K b S 1",
         {"8d8c+": "８三銀成", "8d8c": "８三銀不成", "S*8c": "８三銀打", "S*5e": "５五銀"}),
        ("8k/9/9/9/9/9/9/9/3G1G2K b G 1", {"G*5h": "５八金打", "G*5g": "５七金"}),
        ("k2g1g3/9/9/9/9/9/9/9/8K w - 1", {"6a5b": "５二金右", "4a5b": "５二金左"}),
    ],
)  # fmt: skip
def test_words_say_which_piece_moves(sfen, words):
    position = start("shogi(entering=0)", sfen)
    for move, text in words.items():
        assert move_text(position, position.number(move))[1:] == text


def test_the_same_square_is_said_to_be_the_same():
    texts = [
        line for line in write_ki2(read_usi(f"position startpos moves {MOVES}")).decode().splitlines() if "▲" in line
    ]
    assert texts == ["▲７六歩　△３四歩　▲２二角成　△同　銀　▲４五角"]


# Round trips


@pytest.mark.jit
@pytest.mark.parametrize("write", [write_kif, write_ki2, write_csa, lambda record: write_usi(record).encode()])
@pytest.mark.parametrize(
    "sfen", [None, HANDICAPS["six"], "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"]
)
def test_random_games_come_back(write, sfen):
    for seed in range(3):
        record = record_of(random_game("shogi(entering=0)", seed, sfen))
        same(read_record(write(record)), record)


@pytest.mark.jit
@pytest.mark.parametrize("write", [write_kif, write_ki2, lambda record: write_usi(record).encode()])
@pytest.mark.parametrize("sfen", [None, "r1sgk/4p/5/P4/KGSBR b b 1"])
def test_random_games_on_the_small_board_come_back(write, sfen):
    for seed in range(5):
        record = record_of(random_game("minishogi", seed, sfen))
        same(read_record(write(record)), record)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_all_that_kif_knows_comes_back(encoding):
    record = read_record(KIF.encode())
    assert read_record(write_kif(record, encoding)) == record


def test_all_that_csa_knows_comes_back():
    record = read_record(KIF.encode())
    assert read_record(write_csa(record)) == record


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(5))
def test_cshogi_reads_the_same_moves(seed):
    cshogi = pytest.importorskip("cshogi")
    from cshogi import CSA, KIF

    record = record_of(random_game("shogi(entering=0)", seed), black="a", white="b", ending="resignation")
    moves = [position.text(move) for position, move in zip(positions(record), record.moves, strict=False)]
    kif = KIF.Parser.parse_str(write_kif(record).decode())
    csa = CSA.Parser.parse_str(write_csa(record).decode())[0]
    for parsed in (kif, csa):
        assert [cshogi.move_to_usi(move) for move in parsed.moves] == moves
        assert list(parsed.names) == ["a", "b"]
        assert parsed.win == (cshogi.BLACK_WIN, cshogi.WHITE_WIN)[record.winner]


# What is wrong is said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a KIF, KI2 or CSA file"),
        ("hello world", "expected a KIF, KI2 or CSA file"),
        ("手合割：三枚王\n", "line 1: handicap '三枚王', expected one of 平手"),
        ("手合割：平手\n1 ７五歩(77)\n", "line 2: '７五歩(77)' is no legal move"),
        ("手合割：平手\n1 ７六銀(77)\n", "line 2: '７六銀(77)', expected a piece 銀 on 77"),
        ("手合割：平手\n1 あ\n", "line 2: 'あ', expected a move such as"),
        ("手合割：平手\n1 同　歩(77)\n", "line 2: 同 without a move before it"),
        ("手合割：平手\n1 ７六歩(77)\nfoo\n", "line 3: 'foo', expected a numbered move"),
        ("先手の持駒：王\n", "line 1: '王' in a hand"),
        ("|v玉 ・|一\n", "line 1: a board of 1 rows, expected 9 or 5"),
        ("| ・ ・ ・ ・v玉|\n| ・ ・ ・ ・ ・|\n| ・ ・ ・ 王|\n| ・|\n| ・|\n", "line 3: board row"),
        ("| ・ ・ ・ ・v玉|\n" + "| ・ ・ ・ ・ ・|\n" * 4, "line 1: the position set up there cannot be"),
        ("手合割：5五将棋\n1 ７六歩(77)\n", "line 2: square 76, expected 11 to 55"),
        ("▲７六歩 △３四歩 foo", "line 1: 'foo', expected moves such as"),
        ("▲５五歩", "line 1: '▲５五歩' fits 0 moves, expected a legal move for black"),
        ("▲５八金 △３四歩", "line 1: '▲５八金' fits 2 moves, expected words that say which"),
        ("V2.2\nPI\n+\n+7775FU\n", "line 4: '+7775FU' is no legal move"),
        ("V2.2\nPI\n+\n-3334FU\n", "line 4: '-3334FU', expected a move of black"),
        ("V2.2\nPI\n+\n+7776GI\n", "line 4: '+7776GI', expected a piece GI on 77"),
        ("V2.2\nPI\n+\n%FOO\n", "line 4: '%FOO', expected one of %TORYO"),
        ("V2.2\nPI\n+\n+7776FU\nTx\n", "line 5: 'Tx', expected the seconds"),
        ("V2.2\nPI55KA\n+\n", "line 2: no KA on 55"),
        ("V2.2\nP1-KY\n+\n", "line 2: 'P1-KY', expected nine squares"),
        ("V2.2\nP+5x\n+\n", "line 2: 'P+5x', expected squares and pieces"),
        ("V2.2\nP+05FU\n+\n", "line 2: square 05"),
        ("V2.2\nPI00AL\n+\n", "line 2: no AL on 00"),
        ("V2.2\nPI\n+\n%+TORYO\n", "line 4: '%+TORYO', expected one of"),
        ("V2.2\nfoo\n+\n", "line 2: 'foo', expected V, N"),
        ("V2.2\nP+59OU\n+\n", "line 3: the position set up there cannot be"),
        ("V2.2\nPI\n", "expected a line + or -"),
        ("position startpos moves 7g7e", "line 1: '7g7e' is no legal move"),
        ("position startpos moves foo", "move 'foo': expected"),
        ("4k1/6/6/6/6/1K4 b - 1", "expected startpos, or SFEN with 9 or 5 rows"),
    ],
)
def test_a_wrong_record_is_refused_with_the_line_and_what_was_expected(text, reason):
    with pytest.raises(BadText) as refusal:
        read_record(text.encode())
    assert reason in str(refusal.value)


@pytest.mark.parametrize("text", [KIF, KI2, CSA, SMALL, f"position startpos moves {MOVES}"])
def test_whatever_is_wrong_only_one_error_is_raised(text):
    dice = random.Random(1)
    for _ in range(100):
        at, length = dice.randrange(len(text)), dice.choice((0, 1, 3, 20))
        inserted = "".join(dice.choice("０７同角金成打\n+-%9１*|：") for _ in range(dice.randrange(3)))
        try:
            read_record((text[:at] + inserted + text[at + length :]).encode())
        except BadText as error:
            assert "expected" in str(error)


def test_names_and_comments_on_many_lines_do_not_break_the_file():
    record = Record(black="a\nb", about={"棋戦": "c\r\nd"}, comments={0: "e\r\nf"}, ending="interruption")
    for written in (write_kif(record), write_csa(record), write_ki2(record)):
        again = read_record(written)
        assert (again.black, again.about["棋戦"], again.comments[0]) == ("a b", "c d", "e\nf")


def test_csa_cannot_hold_the_small_board():
    with pytest.raises(BadText, match="expected a board of 9 rows"):
        write_csa(read_record(SMALL.encode()))
