"""Which tests run: `jit` ones need the compiler, `slow` ones must be asked for by `-m slow`."""

import numba
import pytest


def pytest_collection_modifyitems(config, items):
    asked_for_slow = "slow" in config.getoption("-m")
    for item in items:
        if numba.config.DISABLE_JIT and item.get_closest_marker("jit"):
            item.add_marker(pytest.mark.skip(reason="needs compiled code, and NUMBA_DISABLE_JIT is set"))
        if item.get_closest_marker("slow") and not asked_for_slow:
            item.add_marker(pytest.mark.skip(reason="takes minutes: run it by -m slow"))
