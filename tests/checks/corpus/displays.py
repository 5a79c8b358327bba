"""Faults on displays: sections that don't fit, boxes over one another, more units than a box has room for."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Draft, Mutation, Sources, at

FAMILY = "displays"


def sheet_too_low(game: Sources) -> Iterator[Draft]:
    """The sheet of a display is lower than what stands on it: told at the section that no longer fits."""
    for display in game.find("displays:displays/*"):
        size = display.page.spots[(*display.path, "size_mm")]
        sections = game.find(f"displays:displays/{display.path[-1]}/sections/*/id")
        for high in (50, 51, 52):
            yield Draft(f"{high} mm", (size.to(f"[{size.items[0].value}, {high}]"),), at(*sections))


def column_too_narrow(game: Sources) -> Iterator[Draft]:
    """One column takes nearly all the width: told at the boxes of the other."""
    for columns in game.find("displays:displays/*/columns"):
        boxes = game.find(f"displays:displays/{columns.path[-2]}/sections/*/boxes/*/id")
        for shares in ("[1, 14]", "[14, 1]"):
            yield Draft(shares, (columns.to(shares),), at(*boxes))


def box_put_elsewhere(game: Sources) -> Iterator[Draft]:
    """A box is put by hand where it lies over another, or over the edge of the sheet."""
    for box in game.find("displays:displays/*/sections/*/boxes/*"):
        told = game.find(f"displays:displays/{box.path[1]}/sections/**/id")
        for place in ("[140, 20, 40, 20]", "[20, 0, 120, 60]"):
            edit, _ = box.with_item(f"rect_mm: {place}")
            yield Draft(f"{box.name} {place}", (edit,), at(*told))


def more_units_than_slots(game: Sources) -> Iterator[Draft]:
    """Another kind of unit starts in a box with one slot, or starts where a box copies its units from."""
    (units,) = game.find("scenarios:position/units")
    reserve = game.find("scenarios:position/units/red-reserve")[0]
    for box in game.find("displays:displays/*/sections/*/boxes/*"):
        data = game.pages[box.file].data["displays"][box.path[1]]["sections"][box.path[3]]["boxes"][box.path[5]]
        if "starts_at" not in data:
            edit, _ = units.with_item(f"{data['id']}: [tank-2, scout-1]")
            yield Draft(data["id"], (edit, reserve.to("[]")), at(box))


def nobody_starts_there(game: Sources) -> Iterator[Draft]:
    """A box shows the units of a space in which none starts."""
    for spaces in game.find("displays:displays/*/sections/*/boxes/*/starts_at"):
        for space in ("0101", "0505", "0202"):
            yield Draft(space, (spaces.to(f'["{space}"]'),), at(spaces))


def slots_too_small(game: Sources) -> Iterator[Draft]:
    """The slots of a section are smaller than the counters that stand in them."""
    (units,) = game.find("scenarios:position/units")
    reserve = game.find("scenarios:position/units/red-reserve")[0]
    for section in game.find("displays:displays/*/sections/*"):
        boxes = [box for box in game.find("displays:displays/*/sections/*/boxes/*/id") if box.value != "blue-start"]
        for box in (box for box in boxes if box.path[:4] == section.path):
            edit, line = section.with_item("slot_mm: 9")
            stand, _ = units.with_item(f"{box.value}: [tank-2]")
            yield Draft(box.value, (edit, stand, reserve.to("[scout-1]")), ((section.file, line),))


MUTATIONS = (
    Mutation(sheet_too_low, ("display-room",), FAMILY, True),
    Mutation(column_too_narrow, ("display-room",), FAMILY, True),
    Mutation(box_put_elsewhere, ("display-room",), FAMILY, True, 8),
    Mutation(more_units_than_slots, ("display-slots",), FAMILY, True),
    Mutation(nobody_starts_there, ("display-slots",), FAMILY, True),
    Mutation(slots_too_small, ("display-slots",), FAMILY, True),
)
