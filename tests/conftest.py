"""Which tests run: `jit` ones need the compiler, `slow` ones must be asked for by `-m slow`."""

import os

import pytest

import yomi  # noqa: F401  (before any test imports Numba, since it says where compiled code is kept)


def pytest_collection_modifyitems(config, items):
    asked_for_slow = "slow" in config.getoption("-m")
    no_compiler = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    for item in items:
        if no_compiler and item.get_closest_marker("jit"):
            item.add_marker(pytest.mark.skip(reason="needs compiled code, and NUMBA_DISABLE_JIT is set"))
        if item.get_closest_marker("slow") and not asked_for_slow:
            item.add_marker(pytest.mark.skip(reason="takes minutes: run it by -m slow"))
