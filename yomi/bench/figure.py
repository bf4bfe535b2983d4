"""A measured figure, and how figures are shown: a table for people, one object for programs."""

from typing import Any, NamedTuple

from rich.table import Table


class Figure(NamedTuple):
    """One number of a bench."""

    name: str
    value: float
    unit: str
    ratio: float | None = None  # to what the bar compares with
    bar: str = ""  # what we want, in words


def as_json(figures: list[Figure]) -> dict[str, Any]:
    """`{"figures": [{"name", "value", "unit", "ratio"}, …]}`."""
    return {
        "figures": [
            {
                "name": f.name,
                "value": round(f.value, 4),
                "unit": f.unit,
                "ratio": None if f.ratio is None else round(f.ratio, 4),
            }
            for f in figures
        ]
    }


def as_table(figures: list[Figure], title: str) -> Table:
    table = Table("figure", "value", "unit", "ratio", "bar", title=title)
    for f in figures:
        value = f"{f.value:,.0f}" if f.value >= 1000 else f"{f.value:.4g}"
        table.add_row(f.name, value, f.unit, "–" if f.ratio is None else f"{f.ratio:.2f}", f.bar)
    return table
