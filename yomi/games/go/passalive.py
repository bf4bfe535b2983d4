"""Whose each point is if the game were scored now: chains that nothing can kill (Benson 1976), their land, the rest."""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.go.board import BLACK, BORDER, EMPTY, ONE, WHITE, ZERO
from yomi.games.go.sketchpad import COLOUR, HEAD, STRIDE, get
from yomi.kernel.rng import U


class Regions(NamedTuple):
    """Scratch: the connected areas without stones of one colour. A number of a region counts from 1."""

    number: np.ndarray  # [points] the region of a point, 0 where there is none
    points: np.ndarray  # [points] region by region
    first: np.ndarray  # [regions + 1] where each begins in `points`; the next one is its end
    vital: np.ndarray  # [regions, 4] heads of the chains all over which it is a liberty, 0 where there is none
    sound: np.ndarray  # [regions] whether no chain round it is given up
    alive: np.ndarray  # [points] at the head of a chain: whether it is not given up
    eyes: np.ndarray  # [points] at the head of a chain: sound regions that are vital to it


def new_regions(size: int) -> Regions:
    n = (size + 1) * (size + 2) + 1
    number, points, first, sound, alive, eyes = (np.zeros(n + 2, np.int64) for _ in range(6))
    return Regions(number, points, first, np.zeros((n + 2, 4), np.uint64), sound, alive, eyes)


@njit(cache=True)
def is_beside(cells, p, colour):
    """Whether a stone of `colour` stands next to a point."""
    w = cells[STRIDE]
    found = False
    for q in (p - w, p - ONE, p + ONE, p + w):
        found |= get(cells, q, COLOUR) == colour
    return found


@njit(cache=True)
def touches(cells, p, head):
    """Whether a stone of the chain of `head` stands next to a point."""
    w, colour = cells[STRIDE], get(cells, head, COLOUR)
    found = False
    for q in (p - w, p - ONE, p + ONE, p + w):
        found |= get(cells, q, COLOUR) == colour and get(cells, q, HEAD) == head
    return found


@njit(cache=True)
def find_regions(cells, colour, regions):
    """List the regions without stones of `colour`; return how many there are."""
    w, count, size = cells[STRIDE], 0, 0
    regions.number[:] = 0
    for start in range(w + ONE, w * w):
        stone = get(cells, U(start), COLOUR)
        if stone == colour or stone == BORDER or regions.number[start] != 0:
            continue
        count += 1
        regions.first[count] = done = size
        regions.number[start], regions.points[size] = count, start
        size += 1
        while done < size:
            p = U(regions.points[done])
            done += 1
            for q in (p - w, p - ONE, p + ONE, p + w):
                stone = get(cells, q, COLOUR)
                if stone != colour and stone != BORDER and regions.number[q] == 0:
                    regions.number[q], regions.points[size] = count, q
                    size += 1
    regions.first[count + 1] = size
    return count


@njit(cache=True)
def find_vital(cells, colour, regions, r, whole):
    """Note the chains to which every point of a region is a liberty; unless `whole` only its empty points need be."""
    w = cells[STRIDE]
    regions.vital[r] = ZERO
    start = regions.first[r]
    while not whole and get(cells, U(regions.points[start]), COLOUR) != EMPTY:
        start += 1
    p, found = U(regions.points[start]), 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        head = get(cells, q, HEAD)
        if get(cells, q, COLOUR) != colour:
            continue
        fits = True
        for k in range(found):
            fits &= regions.vital[r, k] != head
        for k in range(start, regions.first[r + 1]):
            at = U(regions.points[k])
            if fits and (whole or get(cells, at, COLOUR) == EMPTY):
                fits = touches(cells, at, head)
        if fits:
            regions.vital[r, found] = head
            found += 1


@njit(cache=True)
def is_sound(cells, colour, regions, r):
    """Whether all chains round a region are still held to be alive, and there is one."""
    w, some, sound = cells[STRIDE], False, True
    for k in range(regions.first[r], regions.first[r + 1]):
        p = U(regions.points[k])
        for q in (p - w, p - ONE, p + ONE, p + w):
            if get(cells, q, COLOUR) == colour:
                some = True
                sound &= regions.alive[get(cells, q, HEAD)] != 0
    return some and sound


@njit(cache=True)
def give_up(cells, colour, regions, count):
    """Give up the chains with fewer than two sound vital regions; return whether there was one."""
    regions.eyes[:] = 0
    for r in range(1, count + 1):
        if regions.sound[r] != 0:
            for k in range(4):
                regions.eyes[regions.vital[r, k]] += 1
    changed = False
    for k in range(cells[STRIDE] * cells[STRIDE]):
        p = U(k)
        held = get(cells, p, COLOUR) == colour and get(cells, p, HEAD) == p and regions.alive[k] != 0
        if held and regions.eyes[k] < 2:
            regions.alive[k] = 0
            changed = True
    return changed


@njit(cache=True)
def find_alive(cells, colour, regions, whole):
    """Find the pass-alive chains of a colour (Benson 1976), flagged in `alive`; return the number of regions."""
    count = find_regions(cells, colour, regions)
    regions.alive[:] = 1
    for r in range(1, count + 1):
        find_vital(cells, colour, regions, r, whole)
        regions.sound[r] = int(is_sound(cells, colour, regions, r))
    while give_up(cells, colour, regions, count):
        for r in range(1, count + 1):
            if regions.sound[r] != 0:
                regions.sound[r] = int(is_sound(cells, colour, regions, r))
    return count


@njit(cache=True)
def claim(cells, colour, regions, r, area):
    """Give a region to `colour` if it is its land: surely so among pass-alive chains, else if nobody has claimed it."""
    inner, hostile, touched = 0, False, False
    for k in range(regions.first[r], regions.first[r + 1]):
        p = U(regions.points[k])
        beside = is_beside(cells, p, colour)
        touched |= beside
        inner += int(not beside)
        hostile |= get(cells, p, COLOUR) != EMPTY
    sure = regions.sound[r] != 0 and (not hostile or inner <= 1)
    if sure or (touched and not hostile):
        for k in range(regions.first[r], regions.first[r + 1]):
            p = regions.points[k]
            if sure or area[p] == EMPTY:
                area[p] = colour


@njit(cache=True)
def write_area(cells, regions, whole, area):
    """Write BLACK, WHITE or EMPTY for each point; `whole` is how `find_vital` looks at regions."""
    area[:] = 0
    for colour in (BLACK, WHITE):
        count = find_alive(cells, colour, regions, whole)
        for r in range(1, count + 1):
            claim(cells, colour, regions, r, area)
    for k in range(len(area)):
        stone = get(cells, U(k), COLOUR)
        if area[k] == EMPTY and stone != BORDER:
            area[k] = stone
