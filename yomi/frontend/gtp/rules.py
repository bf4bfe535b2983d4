"""Commands for rules: by the names that controllers and game records use, or as KataGo's JSON."""

import json
from typing import Any

from yomi.errors import IllegalMove
from yomi.frontend.gtp.desk import Desk, Rules
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import SYNTAX, exactly
from yomi.games.go.game import RULE_SETS, SUPERKO, rule_name


def kgs_rules(desk: Desk, call: Call) -> str:
    (word,) = exactly(call.words, 1)
    return set_rules(desk, word)


def kata_set_rules(desk: Desk, call: Call) -> str:
    if not call.words:
        raise Refusal(SYNTAX)
    return set_rules(desk, " ".join(call.words))


def kata_get_rules(desk: Desk, call: Call) -> str:
    superko, suicide = desk.rules
    fields = {"hasButton": False, "ko": superko.upper(), "scoring": "AREA", "suicide": suicide, "tax": "NONE"}
    return json.dumps(fields | {"whiteHandicapBonus": "0"}, separators=(",", ":"))


def set_rules(desk: Desk, text: str) -> str:
    name = rules_name(text)
    rules = rules_of_json(text, desk.rules) if text.startswith("{") else rules_of_name(name)
    if rules is None:
        raise Refusal(f"unknown rules: expected {', '.join(RULE_SETS)}, or JSON")
    try:
        desk.adopt(desk.komi, rules)
    except IllegalMove:
        raise Refusal("a move of this game is illegal under these rules") from None
    desk.rules_name = name if name in RULE_SETS else ""
    return ""


def rules_name(text: str) -> str:
    """Our name for a rule set, or the text itself."""
    return rule_name(text) or text.strip()


def rules_of_name(name: str) -> Rules | None:
    found = RULE_SETS.get(name)
    return None if found is None else (found.superko, found.suicide)


def rules_of_json(text: str, now: Rules) -> Rules | None:
    """What we have of KataGo's rules is what may be repeated and suicide; the score is always counted by area."""
    try:
        fields: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    ko = str(fields.get("ko", now[0])).lower() if isinstance(fields, dict) else ""
    suicide = fields.get("suicide", now[1]) if ko in SUPERKO else None
    return (ko, suicide) if isinstance(suicide, bool) else None
