"""Commands for rules: by the names that controllers and game records use, or as KataGo's JSON."""

import json
from typing import Any

from yomi.errors import IllegalMove
from yomi.frontend.gtp.desk import Desk, Rules
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import SYNTAX, exactly
from yomi.games.go.game import RULE_SETS, SCORING, SUPERKO, rule_name

TAX = {"area": "NONE", "territory": "SEKI"}  # whose eyes are no points, as KataGo says it


def kgs_rules(desk: Desk, call: Call) -> str:
    (word,) = exactly(call.words, 1)
    return set_rules(desk, word)


def kata_set_rules(desk: Desk, call: Call) -> str:
    if not call.words:
        raise Refusal(SYNTAX)
    return set_rules(desk, " ".join(call.words))


def kata_get_rules(desk: Desk, call: Call) -> str:
    ko, suicide, scoring = desk.rules
    fields = {"hasButton": False, "ko": ko.upper(), "scoring": scoring.upper(), "suicide": suicide}
    fields |= {"tax": TAX[scoring], "whiteHandicapBonus": "0"}
    return json.dumps(fields, separators=(",", ":"))


def set_rules(desk: Desk, text: str) -> str:
    rules = rules_of_json(text, desk.rules) if text.startswith("{") else rules_of_name(text)
    if rules is None:
        raise Refusal(f"unknown rules: expected {', '.join(RULE_SETS)}, or JSON")
    try:
        desk.adopt(desk.komi, rules)
    except IllegalMove:
        raise Refusal("a move of this game is illegal under these rules") from None
    return ""


def rules_of_name(text: str) -> Rules | None:
    """The rules somebody names, None if we have no such set."""
    name = rule_name(text)
    return None if name is None else Rules.of(RULE_SETS[name])


def rules_of_json(text: str, now: Rules) -> Rules | None:
    """What we have of KataGo's rules: what may be repeated, suicide and scoring; the tax follows from the scoring."""
    try:
        fields: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    ko, scoring = (str(fields.get(*known)).lower() for known in (("ko", now.superko), ("scoring", now.scoring)))
    suicide = fields.get("suicide", now.suicide)
    readable = ko in SUPERKO and scoring in SCORING and isinstance(suicide, bool)
    return Rules(ko, suicide, scoring) if readable else None
