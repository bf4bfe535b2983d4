"""Clocks as the page shows them: what is left of main time, or of the period that runs."""

from __future__ import annotations

from math import ceil
from typing import Any

from yomi.players.clock import Clock, Japanese


def face(clock: Clock, spent: float) -> dict[str, Any]:
    """A clock after so many seconds of a move that is not over yet."""
    left, period, periods = clock.remaining - spent, clock.overtime, clock.periods
    if isinstance(clock.control, Japanese) and left < 0:
        begun = ceil(-left / clock.control.period)  # periods that this move has used, the one that runs included
        left += begun * clock.control.period
        period, periods = True, clock.periods - clock.overtime - (begun - 1)
        left, periods = (left, periods) if periods > 0 else (0.0, 0)
    fallen = clock.fallen or left <= 0
    return {"left": round(max(0.0, left), 2), "period": period, "periods": periods, "fallen": fallen}
