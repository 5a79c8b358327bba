"""display-room: everything on a display lies on its sheet, and nothing covers anything else.

Sections stand below each other; where they are too high for the sheet, or a box is wider than its column, a display
can't be printed.

Game:   declared-war
Passes: displays.yaml displays/camp/size_mm = [150, 110]
Fails:  displays.yaml displays/camp/size_mm = [150, 50]
        and displays.yaml displays/camp/sections/camp-arrivals/slot_mm = 30
Fails:  displays.yaml displays/camp/columns = [1, 9]
Fails:  displays.yaml displays/camp/sections/camp-arrivals/boxes/red-next/rect_mm = [130, 60, 40, 20]
Fails:  displays.yaml displays/camp/sections/camp-arrivals/boxes/red-next/rect_mm = [6, 40, 40, 20]
Mend:   give it more room with `size_mm` or `columns`, or put a section into another column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.displays import DisplayPlan, display_plan, own_place
from pnp.model.base import SourceModel
from pnp.model.displays import Display

SEVERITY = "error"

TOUCHING_MM = 0.05


def check(survey: Survey) -> Iterator[Problem]:
    for display in survey.game.boards:
        plan = display_plan(survey.game, display)
        if plan.problems:
            yield from (replace(found, code="") for found in plan.problems)
        else:
            yield from _misplaced(display, plan)


def _misplaced(display: Display, plan: DisplayPlan) -> Iterator[Problem]:
    """What reaches over the edge of the sheet or covers something else."""
    width, height = plan.size_mm
    bars = {section.id: section for section in display.sections}
    items: dict[str, SourceModel] = {item.id: item for item in (*display.tracks, *display.boxes)}
    rects = {name: box.rect for name, box in plan.boxes.items()} | {name: t.rect for name, t in plan.tracks.items()}
    for name, (x, y, wide, high) in rects.items():
        if min(x, y) < -TOUCHING_MM or x + wide > width + TOUCHING_MM or y + high > height + TOUCHING_MM:
            message = f"{name!r} reaches over the edge of {display.id!r} ({width:g} × {height:g} mm)"
            yield problem(message, items[name].where("id"), "correct its place, or make the display larger")
    for section in display.sections:
        left, _, wide, _ = plan.bars[section.id]
        for item in (*section.tracks, *section.boxes):
            x, _, across, _ = rects[item.id]
            if not own_place(item) and x + across > left + wide + TOUCHING_MM:
                message = f"{item.id!r} is {x + across - left - wide:.1f} mm wider than its column"
                yield problem(message, item.where("id"), "give the column more width, or the track fewer columns")
    everything = [*rects.items(), *((name, plan.bars[name]) for name in bars)]
    for (name, a), (other, b) in combinations(everything, 2):
        across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        if across > TOUCHING_MM and down > TOUCHING_MM:
            where = (items.get(name) or bars[name]).where("id")
            yield problem(f"{other!r} covers {across:.1f} × {down:.1f} mm of {name!r}", where, "move one of the two")
