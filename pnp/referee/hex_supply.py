"""Lines of supply on hexes: what lies within so many hexes of a source, and which goals it reaches first."""

from __future__ import annotations

from typing import NamedTuple

from pnp.referee.hexes import HexLinks, Plane

SOURCES, ANSWERS = 2_000, 6
"""How many sources are remembered, and how many answers for each."""


class Line(NamedTuple):
    """What a source of supply reaches.

    source   its hex
    near     hexes within the shorter range
    goals    the goals that are closest to it, within the longer range; none = 0
    depends  hexes on which all this depends: while the free hexes among them stay the same, so does the answer
    """

    source: int
    near: Plane
    goals: Plane
    depends: Plane


def line_of(links: HexLinks, source: int, free: Plane, near_steps: int, far_steps: int, goals: Plane) -> Line:
    """Trace from `source` through `free`: everything within `near_steps`, and the closest of `goals` within `far_steps`.

    The last few answers are kept with the links: each holds wherever the hexes on which it depends are free as they were.
    """
    key = source, near_steps, far_steps, goals
    kept = links.traced.get(key)
    if kept is None:
        if len(links.traced) >= SOURCES:
            links.traced.clear()
        kept = links.traced[key] = []
    for was, line in kept:
        if free & line.depends == was:
            return line
    line = _traced(links, source, free, near_steps, far_steps, goals)
    if len(kept) >= ANSWERS:
        kept.pop()
    kept.insert(0, (free & line.depends, line))
    return line


def _traced(links: HexLinks, source: int, free: Plane, near_steps: int, far_steps: int, goals: Plane) -> Line:
    """As `line_of`, from scratch."""
    found = front = depends = 1 << source
    free ^= free & found
    near, hit = found, found & goals
    step = 0
    while front and (step < near_steps or (not hit and step < far_steps)):
        beside = links.spread(front)
        depends |= beside
        front = beside & free
        free ^= front
        found |= front
        step += 1
        if step <= near_steps:
            near = found
        if not hit:
            hit = front & goals
    return Line(source, near, hit, depends)
