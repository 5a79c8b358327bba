"""A finding names the line of what is wrong, not that of what it is compared with."""

from dataclasses import replace
from pathlib import Path

import pytest
from mutation import FIXTURE, changed_copy

from pnp.checks import check_game
from pnp.checks.base import Survey
from pnp.checks.board import turn_track
from pnp.sources import load_game


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        (("charts.yaml tables/combat/rows/1 removed",), "table-die-gap", "die: 5"),
        (("counters.yaml groups/guard/count = 4",), "counter-counts", "count: 4"),
        (("game.yaml declared_counts/guard = 4",), "counter-counts", "guard: 4"),
        (("counters.yaml groups/tank/ink = purple",), "palette-role", "ink: purple"),
        (
            (
                "counters.yaml groups/guard/back = activated",
                "examples/10-first.yaml examples/advance/expect/position/units/birch"
                " = [{id: tank-1, state: actviated}]",
            ),
            "spelled-once",
            "state: actviated",
        ),
        (
            (
                "scenarios/standard.yaml position/units = {red-reserve: [guard-1, guard-2, guard-3]}",
                "scenarios/standard.yaml arrivals"
                ' = [{side: blue, units: [guard-1, guard-3], spaces: [birch], rule: "1.1"}]',
            ),
            "arrival-place",
            "guard-2",
        ),
        (
            (
                "map.yaml spaces/alder/name = Oak",
                'locale/it.po "map/towns/oak-cross/name" -> "map/spaces/oak/name"',
                'locale/it.po "msgid "Oak Cross"" -> "msgid "Oak""',
            ),
            "label-twice",
            "name: Oak",
        ),
    ],
)  # fmt: skip
def test_the_line_of_what_is_wrong_is_reported(tmp_path, changes: tuple[str, ...], code: str, line: str):
    folder = changed_copy(FIXTURE, tmp_path, changes)

    (found,) = check_game(load_game(folder), select=(code,)).problems

    assert found.where is not None
    assert line in Path(found.where.path).read_text("utf-8").splitlines()[found.where.line - 1]


def test_an_overlay_lies_in_the_turns_that_the_track_says(winter_war):
    """Rule: Winter War, Movement N"""
    hexes = winter_war.map.hexes
    late = hexes.overlays[0].replaced(turns=(9, 10))

    changed = winter_war.map.replaced(hexes=hexes.replaced(overlays=(late,)))

    (found,) = turn_track.check(Survey(replace(winter_war, map=changed)))

    assert found.message == "'Ice' lies in turns 9 to 10, the track names it in 8, 9, 10"


def test_the_entry_of_a_long_list_is_marked_not_the_list(tmp_path):
    """The caret stands under the hex, the whole word of it."""
    changes = ('map.yaml hexes/ways/0/hexes = "0102 0202 0302 030"',)
    folder = changed_copy(FIXTURE.parent / "fixture_hexes", tmp_path, changes)
    (found,) = check_game(load_game(folder), select=["hex-list"])
    assert found.source_line[found.where.column - 1 : found.where.end_column - 1] == "030"
    assert found.source_line[found.where.column - 2] == " "
