"""Text of the form `name(option=value, ...)`, which names games, searches and playouts with their settings."""

from yomi.errors import BadText

NUMBERS = {"inf": float("inf"), "true": True, "false": False, "yes": True, "no": False}


def split_call(text: str) -> tuple[str, dict[str, object]]:
    """The name and the options: `go9(komi=0.5, rules=aga)` is ("go9", {"komi": 0.5, "rules": "aga"})."""
    name, bracket, rest = text.strip().partition("(")
    if bracket and not rest.endswith(")"):
        raise BadText(f"{text!r}: expected name(option=value, ...)")
    options: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in rest.removesuffix(")").split(","))):
        option, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not option or not value:
            raise BadText(f"{part!r} in {text!r}: expected option=value")
        if option in options:
            raise BadText(f"{option!r} is given twice in {text!r}")
        options[option] = plain_value(value)
    return name.strip(), options


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """The value of an option that must be a whole number between two others."""
    if not isinstance(value, int) or not least <= value <= most:
        raise BadText(f"{name} {value!r}: expected {least} to {most}")
    return int(value)


def plain_value(text: str) -> object:
    """A number where the text is one, else the text."""
    if text.lower() in NUMBERS:
        return NUMBERS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
