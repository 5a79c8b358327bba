"""Lines of supply on hexes: what lies within so many hexes of a source, and which goals it reaches first."""

from __future__ import annotations

from typing import NamedTuple

from pnp.referee.hexes import HexLinks, Plane

SOURCES, ANSWERS = 2_000, 6
"""Sources in the cache, and answers for each."""


class SupplyReach(NamedTuple):
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


def line_of(links: HexLinks, source: int, free: Plane, near_steps: int, far_steps: int, goals: Plane) -> SupplyReach:
    """Trace from `source` through `free`: everything within `near_steps`, and the closest of `goals` within
    `far_steps`.

    The last few answers are cached with the links: each holds as long as the same hexes are free among those on which
    it depends.
    """
    key = source, near_steps, far_steps, goals
    answers = links.traced.get(key)
    if answers is None:
        if len(links.traced) >= SOURCES:
            links.traced.clear()
        answers = links.traced[key] = []
    for was, line in answers:
        if free & line.depends == was:
            return line
    line = _traced(links, source, free, near_steps, far_steps, goals)
    if len(answers) >= ANSWERS:
        answers.pop()
    answers.insert(0, (free & line.depends, line))
    return line


def _traced(links: HexLinks, source: int, free: Plane, near_steps: int, far_steps: int, goals: Plane) -> SupplyReach:
    """As `line_of`, from scratch."""
    reachable = front = depends = 1 << source
    free ^= free & reachable
    near, hit = reachable, reachable & goals
    rings = links.rings(reachable, max(near_steps, far_steps))
    step = 0
    while front and (step < near_steps or (not hit and step < far_steps)):
        # As far as nothing is in the way, the hexes that are one step further are always the same.
        beside = links.spread(front) if rings is None else rings[step]
        depends |= beside
        front = beside & free
        if front != beside:
            rings = None
        free ^= front
        reachable |= front
        step += 1
        if step <= near_steps:
            near = reachable
        if not hit:
            hit = front & goals
    return SupplyReach(source, near, hit, depends)
