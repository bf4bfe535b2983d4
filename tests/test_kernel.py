"""Verbs find their bodies, threads lose no atomic operation, random numbers are fair, records are stamped."""

import subprocess
import sys
import threading
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba import njit
from numba.core.caching import IndexDataCacheFile

from yomi.games.go.rules import DTYPES
from yomi.kernel.atomic import compare_swap, fetch_add
from yomi.kernel.record import blank, record
from yomi.kernel.rng import below, bits, seeded, uniform
from yomi.kernel.trace import new_trace, note
from yomi.kernel.verb import ANY, body, verb

THREADS, EACH = 4, (200_000 if not numba.config.DISABLE_JIT else 2_000)


@verb
def legs(thing):
    """How many legs a thing has."""


class Chair(NamedTuple):
    legs: int = 4


class Stool(NamedTuple):
    legs: int = 3


BIRD = record(("wings", "i4"), ("height", "f4"))
HORSE = record(("height", "f4"), ("speed", "f4"))


@body(legs, Chair, Stool)
def legs_of_furniture(thing):
    return thing.legs


@body(legs, BIRD)
def legs_of_bird(bird):
    return 2


@body(legs, HORSE)
def legs_of_horse(horse):
    return 4


@njit
def legs_in_kernel(thing):
    return legs(thing)


@njit
def legs_of_first(herd):
    return legs(herd[0])


def test_a_verb_finds_the_body_of_a_class_or_a_record_from_python_and_from_a_kernel():
    assert (legs(Chair()), legs(Stool()), legs(blank(BIRD)[0]), legs(blank(HORSE)[0])) == (4, 3, 2, 4)
    assert (legs_in_kernel(Chair()), legs_in_kernel(Stool(legs=1))) == (4, 1)
    assert (legs_of_first(blank(BIRD)), legs_of_first(blank(HORSE))) == (2, 4)


def test_a_verb_without_a_body_names_the_owner():
    with pytest.raises(TypeError, match=r"legs has no body for.*dict"):
        legs({})


def test_any_owns_what_nobody_else_does():
    @verb
    def sound(thing):
        """What a thing says."""

    body(sound, BIRD)(lambda bird: 1)
    body(sound, ANY)(lambda thing: 0)
    assert (sound(blank(BIRD)[0]), sound(blank(HORSE)[0]), sound(Chair())) == (1, 0, 0)


def test_a_second_body_for_an_owner_is_refused():
    with pytest.raises(TypeError, match="already has a body"):
        body(legs, Chair)(lambda thing: 0)


def test_two_records_with_equal_fields_are_one_owner_and_refused():
    twin = record(("wings", "i4"), ("height", "f4"))
    with pytest.raises(TypeError, match="same fields"):
        body(legs, twin)(lambda bird: 2)


def test_equal_names_with_other_types_are_another_owner():
    body(legs, record(("wings", "i8"), ("height", "f4")))(lambda bird: 2)


@njit(nogil=True)
def add_many(array, times):
    for _ in range(times):
        fetch_add(array, 0, 1)
        fetch_add(array, 1, -1)


@njit(nogil=True)
def add_many_halves(array, times):
    for _ in range(times):
        fetch_add(array, 0, 0.5)


@njit(nogil=True)
def swap_many(array, times):
    for _ in range(times):
        while True:
            old = array[0]
            if compare_swap(array, 0, old, old + 1):
                break


@njit(nogil=True)
def collect_tickets(counter, tickets):
    for k in range(len(tickets)):
        tickets[k] = fetch_add(counter, 0, 1)


def in_threads(function, *arguments):
    threads = [threading.Thread(target=function, args=given) for given in zip(*arguments, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("kind", ["i4", "i8"])
def test_additions_of_four_threads_are_all_there(kind):
    array = np.zeros(2, kind)
    add_many(array, 1)
    in_threads(add_many, [array] * THREADS, [EACH] * THREADS)
    assert array.tolist() == [THREADS * EACH + 1, -THREADS * EACH - 1]


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_sums_of_halves_by_four_threads_are_exact(kind):
    array = np.zeros(1, kind)
    in_threads(add_many_halves, [array] * THREADS, [EACH] * THREADS)
    assert array[0] == THREADS * EACH / 2


@pytest.mark.parametrize("kind", ["i4", "i8"])
def test_swaps_of_four_threads_are_all_there(kind):
    array = np.zeros(1, kind)
    in_threads(swap_many, [array] * THREADS, [EACH] * THREADS)
    assert array[0] == THREADS * EACH


def test_no_two_threads_are_given_the_same_ticket():
    counter, tickets = np.zeros(1, np.int64), np.zeros((THREADS, EACH), np.int64)
    in_threads(collect_tickets, [counter] * THREADS, list(tickets))
    assert np.array_equal(np.sort(tickets.ravel()), np.arange(THREADS * EACH))


@njit
def swap_once(array, old, new):
    return compare_swap(array, 0, old, new)


def test_a_swap_says_whether_it_found_the_old_value():
    array = np.array([5], np.int32)
    assert (bool(swap_once(array, 5, 7)), array[0]) == (True, 7)
    assert (bool(swap_once(array, 5, 9)), array[0]) == (False, 7)


@njit
def draw_below(rng, n, counts):
    for _ in range(1000 * n):
        counts[below(rng, n)] += 1


@pytest.mark.parametrize("n", [1, 2, 3, 7, 82])
def test_integers_are_in_range_and_uniform(n):
    counts = np.zeros(n + 1, np.int64)
    draw_below(seeded(1), n, counts)
    assert counts[n] == 0
    squared_error = ((counts[:n] - 1000.0) ** 2 / 1000.0).sum()  # chi-square with n - 1 degrees of freedom
    assert squared_error < (n - 1) + 4 * (2 * n) ** 0.5


@njit
def draw_uniform(rng, out):
    for k in range(len(out)):
        out[k] = uniform(rng)


def test_fractions_are_in_range_and_uniform():
    out = np.zeros(20_000)
    draw_uniform(seeded(2), out)
    assert 0.0 <= out.min() < 0.001
    assert 0.999 < out.max() < 1.0
    assert abs(out.mean() - 0.5) < 0.01
    assert abs(out.var() - 1 / 12) < 0.003


def test_a_seed_and_a_stream_decide_the_numbers():
    first, again, other_seed, other_stream = seeded(1), seeded(1), seeded(2), seeded(1, 1)
    numbers = [[int(bits(rng)) for _ in range(5)] for rng in (first, again, other_seed, other_stream)]
    assert numbers[0] == numbers[1]
    assert len({tuple(row) for row in numbers}) == 3


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63 - 1, 2**64])
def test_no_seed_gives_the_state_that_never_changes(seed):
    assert seeded(seed)[0] != 0


def test_a_trace_notes_moves_as_long_as_there_is_room():
    trace = new_trace(3)
    for move in range(5):
        note(trace, move)
    assert trace.moves.tolist() == [0, 1, 2]
    assert trace.length[1] == 3


def test_a_record_of_yomi_has_its_fields_only_and_is_aligned():
    dtype = DTYPES[9]
    assert not [name for name in dtype.names if name.startswith("source_")]
    assert all(dtype.fields[name][1] % dtype.fields[name][0].base.itemsize == 0 for name in dtype.names)


def test_a_record_from_outside_is_stamped_with_its_source_so_that_an_edit_is_another_type(tmp_path):
    source = "from yomi.kernel.record import record\nDTYPE = record(('heap', 'i4'))\n"
    first, again, edited = (dtype_of(tmp_path / "mine.py", text) for text in (source, source, source + "# edited\n"))
    assert first == again
    assert first != edited
    assert [name for name in first.names if not name.startswith("source_")] == ["heap"]


def dtype_of(path, source: str) -> np.dtype:
    path.write_text(source)
    found: dict = {}
    exec(compile(source, str(path), "exec"), found)
    return found["DTYPE"]


def test_a_blank_record_is_zero_and_has_attributes():
    state = blank(HORSE)[0]
    state.speed = 2.5
    assert (state.height, state.speed) == (0.0, 2.5)


WRITER = """
import sys
import yomi.kernel
from numba.core.caching import IndexDataCacheFile
folder, name = sys.argv[1:]
file = IndexDataCacheFile(folder, "kernel", "stamp")
for number in range(100):
    file.save((name, number), [name, number])
"""


def test_processes_that_fill_the_cache_at_once_do_not_mix_their_kernels(tmp_path):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name]) for name in ("a", "b", "c")]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    kept = IndexDataCacheFile(str(tmp_path), "kernel", "stamp")
    wanted = [[name, number] for name in ("a", "b", "c") for number in range(100)]
    assert [kept.load((name, number)) for name, number in wanted] == wanted
