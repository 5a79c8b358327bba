"""counter-size: counters have sizes that can be read, cut and printed.

`size_mm` is one of `sizes_mm`; none is below 10 mm, where type would be unreadable. On a hex map a counter takes at
most 92 % of a hex from flat side to flat side, so that the hex's number and its edges can be seen.

Passes: style.yaml counters = {size_mm: 20.0, sizes_mm: [15.875, 20.0]}
Fails:  style.yaml counters = {size_mm: 16.0}
Fails:  style.yaml counters = {size_mm: 9.0, sizes_mm: [9.0]}
Mend:   correct the number in style.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

SMALLEST_MM, LARGEST_MM = 10.0, 60.0
HEX_SHARE = 0.92


def check(survey: Survey) -> Iterator[Problem]:
    style = survey.game.style
    sizes = style.counters

    def wrong(field: str, message: str, hint: str) -> Problem:
        return problem(message, sizes.where(field) or style.where("counters"), hint)

    if sizes.size_mm not in sizes.sizes_mm:
        choices = ", ".join(f"{size:g}" for size in sizes.sizes_mm)
        yield wrong(
            "size_mm", f"{sizes.size_mm:g} mm is not among the sizes", f"one of {choices}, or add it to sizes_mm"
        )
    for size in (*sizes.sizes_mm, sizes.size_mm):
        if not SMALLEST_MM <= size <= LARGEST_MM:
            yield wrong("sizes_mm", f"counters of {size:g} mm", f"from {SMALLEST_MM:g} to {LARGEST_MM:g} mm")
    yield from _against_hex(survey)


def _against_hex(survey: Survey) -> Iterator[Problem]:
    """Whether the counters leave enough room in the hexes; the share is rounded to a hundredth, as it is printed."""
    hexes, style = survey.game.map.hexes, survey.game.style
    if hexes is None or hexes.grid.flat_mm <= 0:
        return
    size, flat = style.counters.size_mm, hexes.grid.flat_mm
    if round(size / flat, 2) > HEX_SHARE:
        largest = HEX_SHARE * flat
        message = f"counters of {size:g} mm cover {size / flat:.0%} of a hex of {flat:g} mm"
        yield problem(
            message,
            style.counters.where("size_mm") or style.where("counters"),
            f"{largest:.1f} mm at most, or larger hexes",
        )
