"""Markers that their owner puts down anew, each once in a phase."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.errors import SourceError
from pnp.model.filters import UnitFilter
from pnp.referee.kit.assembly import Assembly, declaration_problems
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.state import KitState
from tests.kit.games import BOXES, declared
from tests.kit.play import Play

PHASES = """
- {id: mark, name: Mark, side: blue, rule: "13", text: x, procedure: markers}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}
"""
HEXES = BOXES + """
hexes: {rows: [cwcccccc, cccccccc, cccccccc, cccccccc, cccccccc, cccccccl]}
"""
UNITS = '{"0303": [blue-1, horse-1], prison: [horse-2], "0201": [blue-2], "0101": [blue-3], "0102": [red-1]}'


def marking(units: str = UNITS, phases: str = PHASES, rules: type[DeclaredRules] = DeclaredRules) -> Play:
    game = declared("""
markers: {units: {group: horse}, box: prison, at: {space: ["0101", "0102", "0201", "0303", "0304", "0806"]},
          not_at: {terrain: woods}, rule: "13", rules: {closed-to-markers: "13.1", deploy: "13.2"}}
stacking: {exempt: {group: horse}}
""", units=units, phases=phases, game_map=HEXES)  # fmt: skip
    return Play(game, rules=rules)


def test_markers_of_the_box_and_of_the_map_are_put_down_once():
    """Neither where one stands, nor beside enemies, in woods, or in a lake."""
    play = marking()
    assert play.asked == "blue marker-unit"
    assert play.offered == ["horse-1", "horse-2", "done"]
    assert play.why("blue-1") == ("not-a-marker", "13")

    play.do("horse-2")
    assert play.offered == ["0101", "0304"]
    assert play.why("0303") == ("marker-there", "13")
    assert play.why("0102") == ("enemy-there", "13")
    assert play.why("0201") == ("closed-to-markers", "13.1")
    assert play.why("0806") == ("not-a-site", "13")
    assert play.why("0404") == ("not-a-site", "13")

    play.do("0101")
    [deployed] = play.events("deploy")
    assert (deployed["rule"], deployed["at"], deployed["from"]) == ("13.2", "0101", "prison")
    assert play.offered == ["horse-1", "done"]
    assert play.why("horse-2") == ("marker-placed", "13")

    play.do("horse-1", "0304")
    assert play.at("horse-1") == "0304"
    assert play.asked == "blue movement-unit"


def test_markers_that_are_elsewhere_stay_there():
    play = marking(units='{"0303": [horse-1], blue-lost: [horse-2], "0806": [red-1]}')
    assert play.offered == ["horse-1", "done"]
    assert play.why("horse-2") == ("marker-not-there", "13")


def test_without_a_site_no_one_is_asked():
    """Markers stand in two of the five, enemies in the others."""
    units = '{"0101": [horse-1], "0303": [horse-2], "0102": [red-1], "0304": [red-2]}'
    assert marking(units=units).asked == "blue movement-unit"
    assert marking(units=units.replace("0304", "0305")).asked == "blue marker-unit"


def test_a_side_without_markers_is_not_asked():
    play = marking(phases=PHASES.replace("side: blue", "side: each"))
    assert play.asked == "blue marker-unit"
    play.do("done")
    assert {step.by for step in play.rules.STEPS if step.id == "marker-unit"} == {"blue"}
    assert play.asked == "blue movement-unit"


@pytest.mark.parametrize(("place", "units", "said"), [
    ("0303", "[horse-1, horse-2]", "two markers of a kind are in 0303"),
    ("0201", "[horse-1]", "horse-1 can't be in 0201"),
])  # fmt: skip
def test_markers_stand_alone_and_where_they_may(place: str, units: str, said: str):
    with pytest.raises(SourceError, match=said):
        marking(units=f'{{"{place}": {units}, "0101": [blue-1], "0102": [red-1]}}')


class Counted(Kit):
    """Keeps where markers stand, as a kit that moves units together does."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.kinds, self.remembered = (self.filters.units(UnitFilter(group="horse")).fixed or 0,), False

    def put(self, state: KitState, units: int, place: int) -> None:
        """All at once."""
        self.put_together(state, units, place)


class CountedAssembly(Assembly):
    """With such a kit."""

    KIT = Counted


class CountedRules(DeclaredRules):
    """With such an assembly."""

    ASSEMBLY = CountedAssembly


def test_where_the_kit_counts_markers_they_are_found_the_same():
    for rules in (DeclaredRules, CountedRules):
        play = marking(rules=rules)
        play.do("horse-2")
        assert play.offered == ["0101", "0304"]
        play.do("0304", "horse-1")
        assert play.offered == ["0101"]


@pytest.mark.parametrize(("written", "message", "hint"), [
    ("units: {group: horse, at: {terrain: woods}}, box: prison",
     "what is a marker can't depend on the position", "give groups or ids"),
    ("units: {group: horse}, box: prisn", "unknown box 'prisn'", "did you mean 'prison'?"),
])  # fmt: skip
def test_what_cannot_be_is_reported(written: str, message: str, hint: str):
    game = declared(f"markers: {{{written}, rule: '13'}}", phases=PHASES, game_map=HEXES)
    [problem] = declaration_problems(game)
    assert (problem.message, problem.hint) == (message, hint)
