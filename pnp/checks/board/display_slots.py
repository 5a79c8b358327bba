"""display-slots: a box of a display has room for what stands there at the start.

Units alike may share a slot; of each kind one is pictured. A counter that stands in a slot is no larger than it.

Game:   declared-war
Passes: displays.yaml displays/camp/sections/camp-arrivals/boxes/red-after/slots = 2
Fails:  displays.yaml displays/camp/sections/camp-start/boxes/blue-start/starts_at = ["0404", "0303", "0201"]
        and scenarios/standard.yaml position/units/0201 = [scout-1]
        and scenarios/standard.yaml position/units/red-reserve = [tank-2]
Fails:  displays.yaml displays/camp/sections/camp-start/boxes/blue-start/starts_at = ["0505"]
Fails:  scenarios/standard.yaml position/units/red-next = [tank-2, scout-1]
        and scenarios/standard.yaml position/units/red-reserve = []
Fails:  displays.yaml displays/camp/sections/camp-arrivals/slot_mm = 10
        and scenarios/standard.yaml position/units/red-next = [tank-2]
        and scenarios/standard.yaml position/units/red-reserve = [scout-1]
Mend:   give the box more `slots`, or its section slots of the counters' size.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.starts import pictures_in

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    positions = [scenario.position.units or {} for scenario in game.scenarios.values()]
    standing = {place for units_at in positions for place, units in units_at.items() if units}
    for section in (section for display in game.boards for section in display.sections):
        for box in section.boxes:
            kinds = len(pictures_in(game, box))
            if box.slots is not None and kinds > box.slots:
                message = f"{kinds} kinds of units start in {box.id!r}, which has {box.slots} slots"
                yield problem(message, box.where("slots"), f"write slots: {kinds}")
            if box.starts_at and not kinds:
                message = f"no unit starts where {box.id!r} says"
                yield problem(message, box.where("starts_at"), "correct the spaces, or remove the box")
            small = section.slot_mm is not None and section.slot_mm < game.style.counters.size_mm
            if small and box.id in standing and box.slots is not None:
                message = f"units start in {box.id!r}, whose slots are smaller than a counter"
                yield problem(message, section.where("slot_mm"), "leave `slot_mm` out")
