"""What may be known of a move before it is tried: a bit for each feature."""

MARKS = {
    "capture": "takes one stone, or catches it in a ladder",
    "captures": "takes several stones, or such as hold own ones in atari",
    "escape": "saves own stones",
    "pattern": "a 3x3 pattern of MoGo's",
    "blunder": "can be taken at once, or runs in vain",
    "open": "nothing stands within three steps",
    "line1": "on the first line",
    "line2": "on the second line",
    "line3": "on the third line",
    "local": "what the rules of MoGo's playout would answer to the last move",
    "near1": "next to the last move, on the common fate graph",
    "near2": "two steps from it",
    "near3": "three steps from it",
    "second1": "next to the move before the last",
    "second2": "two steps from it",
    "second3": "three steps from it",
    "line4": "on the fourth line",
    "inside": "farther inside",
    "open_edge": "on the first or second line of an open area",
    "open_line3": "on the third line of an open area",
}
BITS = {name: 1 << k for k, name in enumerate(MARKS)}
CAPTURE, CAPTURE_MANY, ESCAPE, PATTERN = (BITS[name] for name in ("capture", "captures", "escape", "pattern"))
BLUNDER, LOCAL, OPEN = (BITS[name] for name in ("blunder", "local", "open"))
LINE_1, LINE_2, LINE_3, LINE_4 = (BITS[f"line{k}"] for k in (1, 2, 3, 4))
NEAR_1, NEAR_2, NEAR_3, SECOND_1 = (BITS[name] for name in ("near1", "near2", "near3", "second1"))
INSIDE, OPEN_EDGE, OPEN_LINE_3 = (BITS[name] for name in ("inside", "open_edge", "open_line3"))
