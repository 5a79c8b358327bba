"""Set-ups put every unit in the right place; any position becomes a saved game."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.model.position import PositionSource
from pnp.vassal import position_to_vsav
from pnp.vassal.format.reader import read_saved_game
from pnp.vassal.format.traits import marker_values
from pnp.vassal.layout import SETUP_BOX, inside
from pnp.vassal.saves.setups import position_stacks, start_position


def placed(saved):
    """Counter id -> (point, saved piece)."""
    pieces = {}
    for item in saved.objects:
        if item.piece:
            pieces[item.piece.properties()["CounterId"]] = (item.at, item)
    return pieces


def zone_of(module, point):
    return next((zone.name for zone in module.zones if inside(zone.outline, point)), None)


def test_the_scenario_starts_as_the_sources_say(module):
    """Four armored divisions, the stronger air force and a special brigade stand in the start areas."""
    where = {name: zone_of(module, point) for name, (point, _) in placed(module.setups["standard.vsav"]).items()}

    assert len(where) == 40
    assert [where[f"armored-division-{n}"] for n in (1, 2, 3, 4)] == ["Belarus", "Russia 1", "Russia 2", "Russia 3"]
    assert (where["air-force-1"], where["special-brigade-1"]) == ("Belarus", "Respublika Krym")
    assert {where[f"armored-division-{n}"] for n in range(5, 10)} == {"Russian Reserve"}
    assert {where[f"ukrainian-forces-{n}"] for n in range(1, 18)} == {"Ukrainian Pool"}
    assert {where[f"garrison-{n}"] for n in (1, 2, 3, 4)} == {"Garrisons"}
    assert (where["ukrainian-air-force-1"], where["turn"]) == ("Out of play", "Turn 1: Feb 2022")


def test_one_start_leaves_the_starting_units_to_be_placed(module):
    saved = placed(module.setups["units-to-place.vsav"])
    waiting = [name for name, (point, _) in saved.items() if zone_of(module, point) == "Units to set up"]

    assert len(saved) == 40
    assert len([name for name in waiting if name.startswith("armored-division-")]) == 4
    setups = [(e.attributes["useFile"], e.attributes["file"]) for e in module.root.find_all("PredefinedSetup")]
    assert setups == [("true", "standard.vsav"), ("true", "units-to-place.vsav")]


def test_stackable_pieces_lie_in_one_stack_and_markers_in_none(module):
    saved = module.setups["standard.vsav"]
    listed = [member for item in saved.objects for member in item.members]

    assert len(listed) == len(set(listed)) == 35
    loose = {item.piece.properties()["Group"] for item in saved.objects if item.piece and item.id not in listed}
    assert loose == {"garrison", "turn"}


def test_the_saved_deck_matches_the_boards(module):
    saved = next(item for item in module.setups["standard.vsav"].objects if item.kind == "deck")

    assert len(saved.members) == 17
    assert saved.at == module.decks[0].at


def test_saved_pieces_have_their_prototypes_expanded(module):
    """A prototype left in a saved piece loads, but its commands don't work (seen in the running engine)."""
    kinds = {t.id for item in module.setups["standard.vsav"].objects if item.piece for t in item.piece.traits}

    assert "prototype" not in kinds
    assert {"sendto", "macro", "return", "immob"} <= kinds


def test_any_position_becomes_a_saved_game(putins_war, plan, module):
    position = PositionSource(
        turn=3,
        phase="activation",
        units={
            "kyyivska": [{"id": "armored-division-1", "state": "activated"}, "air-force-1"],
            "odeska": ["ukrainian-forces-2"],
            "sumska": ["garrison-1"],
            "eliminated": ["special-brigade-1"],
        },
        pools={"ukrainian-reserve": ["ukrainian-forces-1"]},
        tracks={"turn": 3},
    )

    data = position_to_vsav(putins_war, position, plan, dpi=60.0)
    saved = read_saved_game(data)
    where = {name: zone_of(module, point) for name, (point, _) in placed(saved).items()}

    assert where == {
        "armored-division-1": "Kyyivs’ka", "air-force-1": "Kyyivs’ka", "ukrainian-forces-2": "Odes’ka",
        "garrison-1": "Sums’ka",
        "special-brigade-1": "Eliminated", "ukrainian-forces-1": "Ukrainian Pool", "turn": "Turn 3: Apr 2022",
    }  # fmt: skip
    assert "TURNTurnTracker0\t0|3;0;false;10;1\\;0\\;0\\;true,true,true,true,true" in saved.commands
    states = {
        name: [t.state for t in item.piece.traits if t.id == "emb2"][-1]
        for name, (_, item) in placed(saved).items()
        if "force-1" in name or "division" in name
    }
    assert (states["armored-division-1"], states["air-force-1"]) == ("1", "-1")
    assert position_to_vsav(putins_war, position, plan, dpi=60.0) == data


def test_a_side_alone_in_an_area_stands_in_its_box_and_both_apart(putins_war, layout):
    units = {"kyyivska": ["armored-division-1", "ukrainian-forces-2"], "odeska": ["ukrainian-forces-1"]}
    stacks = position_stacks(putins_war, PositionSource(units=units), layout)
    at = {unit: stack.at for stack in stacks for unit in stack.units}

    assert at["ukrainian-forces-1"] == layout.spaces["odeska"].stack
    assert at["armored-division-1"] == layout.spaces["kyyivska"].stack
    assert at["ukrainian-forces-2"] == layout.spaces["kyyivska"].opposing


def test_keys_left_out_keep_the_scenarios_values(putins_war, plan):
    saved = read_saved_game(position_to_vsav(putins_war, PositionSource(turn=2), plan, dpi=60.0))

    assert len(saved.pieces()) == 40


@pytest.mark.parametrize(
    ("units", "message"),
    [({"kyyivska": ["tank-1"]}, "unknown unit 'tank-1'"), ({"moscow": ["turn"]}, "unknown place 'moscow'")],
)
def test_an_impossible_position_is_refused(putins_war, plan, units, message):
    with pytest.raises(SourceError, match=message):
        position_to_vsav(putins_war, PositionSource(units=units), plan, dpi=60.0)


def test_free_units_are_waiting_or_placed(putins_war, layout):
    scenario = putins_war.scenarios["standard"]
    waiting = position_stacks(putins_war, start_position(scenario, placed=False), layout)
    ready = position_stacks(putins_war, start_position(scenario, placed=True), layout)

    assert sum(len(s.units) for s in waiting if s.place == SETUP_BOX) == 6
    assert sum(len(s.units) for s in ready if s.place == SETUP_BOX) == 0
    assert sum(len(s.units) for s in waiting) == sum(len(s.units) for s in ready) == 40


def test_marker_values_of_a_saved_piece(module):
    piece = placed(module.setups["standard.vsav"])["ukrainian-forces-17"][1].piece
    mark = next(t for t in piece.traits if t.id == "mark")

    assert marker_values(mark)["Combat"] == "4"


def test_a_unit_placed_by_default_has_left_the_box_where_it_waited():
    """Two Rivers lists both armies in boxes, and places them by default: each unit stands there once."""
    from pnp.sources import load_game
    from tests.vassal.conftest import ROOT

    scenario = load_game(ROOT / "sources" / "two_rivers").scenarios["standard"]
    units = start_position(scenario, placed=True).units
    standing = [unit for entries in units.values() for unit in entries]

    assert len(standing) == len(set(standing)) == 16
    assert units["kronhald"] == ("crown-guard", "crown-guns", "crown-horse-1")
    assert units["crown-army"] == ()
