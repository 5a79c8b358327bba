"""Lines of supply on hexes: what lies within so many hexes of a source, and which goals it reaches first."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.referee.hexes import HexLinks, Plane


@dataclass(frozen=True, slots=True)
class Line:
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
    """Trace from `source` through `free`: everything within `near_steps`, and the closest of `goals` within `far_steps`."""
    found = front = 1 << source
    near, hit = found, found & goals
    step = 0
    while front and (step < near_steps or (not hit and step < far_steps)):
        front = links.spread(front) & free & ~found
        found |= front
        step += 1
        if step <= near_steps:
            near = found
        if not hit:
            hit = front & goals
    return Line(source, near, hit, found | links.spread(found))
