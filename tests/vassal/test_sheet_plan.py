"""What stands for the plan of a sheet: its panels at hand, all else from the plan itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.vassal.keeping import Keeper
from pnp.vassal.sheet_plan import sheet_plan


@pytest.fixture
def keep():
    store: dict[tuple[str, str], bytes] = {}

    def kept(kind, key, make):
        if (kind, key) not in store:
            store[kind, key] = make()
        return store[kind, key]

    return kept


def test_panels_and_tracks_are_as_in_the_plan(winter, winter_plan, keep):
    for _ in range(2):
        found = sheet_plan(winter, lambda: winter_plan, Keeper(keep))
        assert len(found.tracks) >= 1
        assert found.tracks == winter_plan.tracks
        assert (found.size_mm, found.frame_mm, found.boxes) == (winter_plan.size_mm, winter_plan.frame_mm, winter_plan.boxes)


def test_the_whole_plan_is_read_for_anything_else(winter, winter_plan, keep):
    asked: list[int] = []

    def plan():
        asked.append(1)
        return replace(winter_plan, left_out=("Kemi",))

    sheet_plan(winter, plan, Keeper(keep))
    asked.clear()
    found = sheet_plan(winter, plan, Keeper(keep))
    assert found.frame_mm == winter_plan.frame_mm
    assert asked == []
    assert found.left_out == ("Kemi",)
    assert asked == [1]


def test_another_map_has_another_plan(winter, winter_plan, keep):
    sheet_plan(winter, lambda: winter_plan, Keeper(keep))
    wider = replace(winter, map=winter.map.replaced(size_mm=(900.0, 900.0)))
    assert sheet_plan(wider, lambda: replace(winter_plan, size_mm=(900.0, 900.0)), Keeper(keep)).size_mm == (900.0, 900.0)
