"""The module of a point map: places, tracks with ends, the cup, backs as layers, phases with steps, seats, help.

Expected values are worked out by hand from the sources of March of Justice.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pnp.vassal.context import KEYS
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.layout import inside
from pnp.vassal.verify.links import pressed_keys
from pnp.vassal.verify.module import check_generated
from tests.vassal.beanshell import evaluate
from tests.vassal.module_and_game import game_problems
from tests.vassal.point_pieces import by_counter, computed, layer, zone_properties

pytestmark = pytest.mark.slow


def test_the_module_has_no_problem_and_knows_every_name(march_module, march):
    assert [str(p.message) for p in check_generated(march_module)] == []
    assert [str(p.message) for p in game_problems(march_module, march)] == []


def test_counters_calculator_and_guides_are_pieces(march_module, march):
    """3 Wagner columns; 9 Russian units, 2 roadblocks and the event; 5 markers of no side, the calculator, 2 guides."""
    sides = Counter(piece.properties()["Side"] for piece in march_module.pieces)

    assert sides == {"wagner": 3, "russia": 12, "": 8}
    assert sorted(int(piece.gpid) for piece in march_module.pieces) == list(range(1, 24))
    assert march.gpids.pieces["calculator-contact"] == 21
    assert [march.gpids.pieces[f"guide-{name}"] for name in ("momentum-questions", "priorities")] == [22, 23]


# The board -----------------------------------------------------------------------------------------


def test_each_location_is_a_zone_with_one_snapping_point(march_module, march, march_layout):
    """Only one side may hold a location, so one stack is enough."""
    zones = {zone.name: zone for zone in march_module.zones}

    assert len(march.map.spaces) == 19
    for space in march.map.spaces:
        assert zones[space.name].regions == {space.id: march_layout.spaces[space.id].stack}
        assert inside(zones[space.name].outline, march_layout.spaces[space.id].stack)


def test_a_location_knows_from_where_a_river_is_crossed(march_module):
    """Kaluga: the Oka lies on the ways from Orel and Tula, not on those from Serpukhov and Rubelo."""
    properties = zone_properties(march_module)

    assert properties["kaluga"] == {
        "PlaceId": "kaluga", "SpaceId": "kaluga", "RiverFrom": ",tula,orel,",
        "Beside": ",tula,serpukhov,rubelo,orel,",
    }  # fmt: skip
    assert properties["moscow"]["RiverFrom"] == ",ryazan,"
    assert properties["kursk"]["RiverFrom"] == ",voronezh,"


def test_momentum_knows_its_ends(march_module):
    properties = zone_properties(march_module)

    ends = {
        name: [values[part] for part in ("TrackValue", "TrackUp1", "TrackDown1")]
        for name, values in properties.items()
        if "TrackUp1" in values
    }
    assert ends["momentum-plus-3"] == ["3", "", "momentum-plus-2"]
    assert ends["momentum-0"] == ["0", "momentum-plus-1", "momentum-minus-1"]
    assert ends["momentum-minus-3"] == ["-3", "momentum-minus-2", ""]


def test_the_maneuver_track_gives_strength_and_movement_and_steps_of_two(march_module):
    """One space each Administration Phase, two for a point of momentum. Rule: 5.1, 5.2"""
    properties = zone_properties(march_module)

    assert properties["mct-2-2/maneuver-combat-1"] == {
        "PlaceId": "mct-2-2", "TrackValue": "2", "TrackSp": "2", "TrackMa": "2", "TrackUp1": "mct-3-1",
        "TrackDown1": "mct-1-3", "TrackUp2": "mct-4-0",
        "TrackDown2": "mct-0-4",
    }  # fmt: skip
    assert properties["mct-3-1/maneuver-combat-1"]["TrackUp2"] == ""


def test_a_marker_of_a_track_moves_up_and_down_and_snaps(march_module):
    traits = by_counter(march_module)["momentum"].traits
    macros = {t.get("menu"): (t.get("key"), t.get("match")) for t in traits if t.id == "macro"}

    assert macros == {
        "1 space towards +3": (KEYS["higher"], '{TrackUp1!=""}'),
        "1 space towards −3": (KEYS["lower"], '{TrackDown1!=""}'),
    }  # fmt: skip
    assert {t.get("region") for t in traits if t.id == "sendto"} == {"{TrackUp1}", "{TrackDown1}"}
    stays = next(t for t in traits if t.id == "immob")
    assert "g" not in stays.get("select") and stays.get("stack") == "R"


def test_three_markers_share_a_track_without_covering_each_other(march_module):
    zone = next(zone for zone in march_module.zones if zone.name == "Maneuver/Combat Track 2-2")
    menus = [t.get("menu") for t in by_counter(march_module)["maneuver-combat-2"].traits if t.id == "macro"]

    assert list(zone.regions) == [f"mct-2-2/maneuver-combat-{n}" for n in (1, 2, 3)]
    assert len(set(zone.regions.values())) == 3
    assert menus == ["1 space towards 4-0", "1 space towards 0-4", "2 spaces towards 4-0", "2 spaces towards 0-4"]


def test_the_turn_track_has_room_for_dispersed_units(march_module):
    zone = next(zone for zone in march_module.zones if zone.name == "Turn 3: 24 June, 4–8 h")

    assert set(zone.regions) == {"turn-3", "turn-3/units"}
    assert zone.regions["turn-3"] != zone.regions["turn-3/units"]


# Pieces --------------------------------------------------------------------------------------------


def test_reduced_and_switched_backs_are_layers(march_module):
    pieces = by_counter(march_module)
    reduced, switched = layer(pieces["omon"], "Reduced"), layer(pieces["tank-regiment"], "Switched")

    assert (reduced.get("images"), reduced.get("activate_key")) == ("omon-back.svg", KEYS["reduce"])
    assert (switched.get("images"), switched.get("activate_name")) == ("tank-regiment-back.svg", "")
    layers = Counter(t.get("name") for p in march_module.pieces for t in p.traits if t.id == "emb2")
    assert layers == {"Reduced": 9, "Switched": 3, "Attacks": 12, "FateMark": 12, "GuideStep": 2,
                      "Answer": 2}


def test_a_reduced_unit_has_its_other_strength(march_module):
    pieces = by_counter(march_module)
    printed = pieces["akhmat"].properties()

    assert (printed["Sp"], printed["Ma"]) == ("4", "3")
    assert computed(pieces["akhmat"])["Sp"] == "{(Reduced_Active==true?2:4)}"
    assert "Ma" not in computed(pieces["akhmat"])


def test_a_unit_that_goes_over_changes_side_and_home_and_never_comes_back(march_module):
    """Rule: 3.1"""
    piece = by_counter(march_module)["helicopter"]
    macro = next(t for t in piece.traits if t.id == "macro" and t.get("name") == "switch")

    assert computed(piece)["Side"] == '{(Switched_Active==true?"wagner":"russia")}'
    assert computed(piece)["Home"] == '{(Switched_Active==true?"rostov":"moscow")}'
    assert (macro.get("menu"), macro.get("key"), macro.get("match")) == (
        "Go over to Wagner", KEYS["switch"], "{Switched_Active!=true}",
    )  # fmt: skip


def test_a_column_shows_what_its_marker_adds(march_module):
    """Rule: 3.5: its SP are added, its MA is the unit's."""
    piece = by_counter(march_module)["rusich"]
    label = next(t for t in piece.traits if t.id == "label")
    marker = '"{CounterId==\\"maneuver-combat-2\\"}"'

    assert computed(piece)["SpNow"] == '{Sp+SumMap("TrackSp","Main Map",' + marker + ")}"
    assert computed(piece)["MaNow"] == '{0+SumMap("TrackMa","Main Map",' + marker + ")}"
    assert label.state == '{SpNow+"–"+MaNow}'
    assert (label.get("vertical"), label.get("v_justify")) == ("b", "b")  # within the counter
    assert computed(by_counter(march_module)["fsb"])["SpNow"] == "{Sp}"


def test_homes_and_dispersal(march_module):
    """Rule: 3.10, 3.11: on turn 6 nobody can be dispersed to a next turn."""
    pieces = by_counter(march_module)
    macro = next(t for t in pieces["serb"].traits if t.id == "macro" and t.get("name") == "disperse")
    regions = [t.get("region") for t in pieces["serb"].traits if t.id == "sendto"]

    assert {name: pieces[name].properties()["Home"] for name in ("serb", "omon", "akhmat")} == {
        "serb": "rostov", "omon": "moscow", "akhmat": "grozny",
    }  # fmt: skip
    assert macro.get("match") == "{TurnNumber<6}"
    assert '{(TurnNumber==1?"turn-2/units":TurnNumber==2?"turn-3/units":' in "".join(regions)
    assert "removed/$Group$" in regions


def test_the_cup_holds_the_pool_face_down(march_module):
    """Rule: 3.8"""
    (deck,) = march_module.decks
    pieces = by_counter(march_module)
    pool = [
        "police-1",
        "police-2",
        "akhmat",
        "tank-regiment",
        "mechanized-regiment",
        "helicopter",
        "roadblock-2",
        "the-people-are-silent",
    ]
    masks = [t.get("image") for name in pool for t in pieces[name].traits if t.id == "obs"]

    assert deck.name == "Moscow Mobilization Cup"
    saved = march_module.setups["standard.vsav"]
    (dealt,) = (item.members for item in saved.objects if item.kind == "deck")
    assert sorted(saved.pieces()[m].piece.name for m in dealt) == sorted(pieces[name].name for name in pool)
    assert {deck.attributes[k] for k in ("shuffle", "faceDown")} == {"Always"}
    assert masks == ["russia-hidden.svg"] * 8


def test_what_is_drawn_knows_its_way(march_module):
    """Rule: 7.1"""
    places = {
        name: p.properties()["Arrives"] for name, p in by_counter(march_module).items() if "Arrives" in p.properties()
    }

    assert places == {
        "police-1": "moscow", "police-2": "moscow", "helicopter": "moscow", "akhmat": "grozny",
        "tank-regiment": "kaluga",
        "mechanized-regiment": "kaluga", "roadblock-2": "aside/roadblock",
        "the-people-are-silent": "removed/the-people-are-silent",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("momentum", "row"), [(-2, "level-0"), (0, "level-0"), (1, "level-1"), (2, "level-2"), (3, "level-3")]
)
def test_a_drawn_event_tells_what_it_does_now(march_module, march, momentum, row):
    """Rule: 7.1.1"""
    piece = by_counter(march_module)["the-people-are-silent"]
    level = march.table("people-are-silent").row(row)
    report = next(t for t in piece.traits if t.id == "report" and t.get("description") == "what the event does")
    text = evaluate(report.get("format"), {("SumMap", "TrackValue", "Main Map", '{CounterId=="momentum"}'): momentum})

    assert text == f"The People Are Silent, Momentum {level.key}: {level.text} [7.1.1]"


def test_markers_go_back_to_where_they_came_from(march_module):
    """A roadblock to the others that are set aside; the event, drawn by mistake, into the cup."""
    pieces = by_counter(march_module)
    back = {
        name: next(t for t in pieces[name].traits if t.id in ("sendto", "return") and t.get("key") == KEYS["return"])
        for name in ("roadblock-1", "the-people-are-silent")
    }

    assert back["roadblock-1"].get("region") == "aside/roadblock"
    assert back["the-people-are-silent"].get("expression") == "Moscow Mobilization Cup"


def test_the_draw_button_takes_one_from_the_cup(march_module):
    command = next(e for e in march_module.root.find_all("GlobalKeyCommand") if e.attributes["name"] == "draw from cup")
    button = next(e for e in march_module.root.find_all("DoActionButton") if e.attributes["hotkey"] == KEYS["draw"])

    assert (command.attributes["deckCount"], command.attributes["hotkey"]) == ("1", "57348,0,arrive")
    assert command.attributes["filter"] == '{DeckName=="Moscow Mobilization Cup"}'
    assert button.attributes["hotkeys"] == r"57348\,0\,draw-from-cup"


# Turns, seats, help ----------------------------------------------------------------------------------


def test_the_turn_counter_has_the_phases_and_their_steps(march_module):
    """Rule: 4.0"""
    (turns,) = march_module.root.find_all("CounterTurnLevel")
    levels = {e.attributes["turnFormat"]: e.attributes["list"] for e in march_module.root.find_all("ListTurnLevel")}

    assert turns.attributes["loopLimit"] == "6"
    assert list(levels) == [
        "Administration Phase: $value$", "Wagner Player Turn: $value$", "Russian Turn: $value$",
        "End Turn Phase: $value$",
    ]  # fmt: skip
    assert levels["Administration Phase: $value$"] == "Adjust the Maneuver/Combat Track,Spend momentum"
    assert len(split_fields(levels["Russian Turn: $value$"], ",")) == 6


def test_one_may_play_either_side_or_both(march_module):
    assert march_module.sides == ("Wagner", "Russia", "Solitaire")


def test_all_keys_are_in_the_help(march_module):
    listed = re.findall(r"<b>Ctrl-([A-Z])</b>", march_module.read("help-en.html").decode())

    assert sorted(listed) == sorted(chr(int(key.split(",")[0])) for key in pressed_keys(march_module))
    assert len(listed) == len(set(listed)) == 15


def test_the_help_holds_every_table(march_module, march):
    page = march_module.read("help-en.html").decode()

    assert len(march.charts.tables) == 8
    for table in march.charts.tables:
        assert f"<h2>{table.title} [" in page
    assert "<td>1.5:1</td>" not in page and '<th align="left">1.5:1</th>' in page
    assert "yes: 2, no: 5" in page


def test_charts_are_shown_in_every_language(march_module, march):
    """A tab for each table; the engine takes its Italian picture where there is one."""
    charts = [e.attributes["fileName"] for e in march_module.root.find_all("Chart")]

    assert len(charts) == 8
    assert "table-priorities.svg" in charts
    assert all(
        f"images/{name}" in march_module.entries and f"images_it/{name}" in march_module.entries for name in charts
    )
    assert march_module.read("images/table-priorities.svg") != march_module.read("images_it/table-priorities.svg")


def test_the_die_of_akhmat(march_module):
    button = next(e for e in march_module.root.find_all("DiceButton") if e.attributes["name"] == "Akhmat0")

    assert (button.attributes["nDice"], button.attributes["nSides"]) == ("1", "6")
    assert ", row 6: " in button.attributes["reportFormat"]
