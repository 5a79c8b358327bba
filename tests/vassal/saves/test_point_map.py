"""The module of a point map in use: set-ups, saved games and logs, languages, the same bytes twice.

Expected values are worked out by hand from the sources of March of Justice.
"""

from __future__ import annotations

import io
from collections import Counter

import pytest
from PIL import Image

from pnp.model.position import PositionSource
from pnp.vassal import LogStep, build_module, log_to_vlog, position_to_vsav
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.format.reader import read_saved_game
from tests.vassal.conftest import DPI
from tests.vassal.point_pieces import by_counter, computed, zone_at

pytestmark = pytest.mark.slow

# Set-ups ---------------------------------------------------------------------------------------------


def standing(module, saved):
    return {
        item.piece.properties()["CounterId"]: zone_at(module, item.at)
        for item in saved.objects
        if item.piece and item.map == "Main Map"
    }


def test_the_scenario_starts_as_the_rules_say(march_module):
    """Rule: 9.0"""
    where = standing(march_module, march_module.setups["standard.vsav"])

    assert len(where) == 20
    assert [where[n] for n in ("wagner", "rusich", "serb", "omon", "fsb", "sobr")] == ["Rostov"] * 3 + ["Moscow"] * 3
    assert [where[f"maneuver-combat-{n}"] for n in (1, 2, 3)] == ["Maneuver/Combat Track 2-2"] * 3
    assert (where["momentum"], where["turn"], where["roadblock-1"]) == ("Momentum +1", "Turn 1: 23 June", "Set aside")
    assert where["roadblock-2"] == where["akhmat"] == "Moscow Mobilization Cup"
    assert [e.attributes["file"] for e in march_module.root.find_all("PredefinedSetup")] == ["standard.vsav"]


MIDGAME = PositionSource(
    turn=3, phase="russia", pools={"cup": ["police-2"]},
    units={
        "stupino": [{"id": "wagner", "state": "reduced"}, {"id": "tank-regiment", "state": "switched"}],
        "moscow": ["omon", "fsb"],
        "turn-4": ["serb"], "eliminated": ["sobr"], "removed": ["akhmat", "the-people-are-silent"],
        "yefremov": ["roadblock-1"],
    },
    tracks={"turn": 3, "momentum": -2, "maneuver-combat-1": 4, "maneuver-combat-2": 0, "maneuver-combat-3": 2},
)  # fmt: skip


def test_any_position_becomes_a_saved_game(march, march_plans, march_module):
    saved = read_saved_game(position_to_vsav(march, MIDGAME, march_plans["en"], dpi=DPI))
    where = standing(march_module, saved)
    states = {
        item.piece.properties()["CounterId"]: {t.get("name"): t.state for t in item.piece.traits if t.id == "emb2"}
        for item in saved.objects
        if item.piece
    }

    assert where == {
        "wagner": "Stupino", "tank-regiment": "Stupino", "omon": "Moscow", "fsb": "Moscow",
        "serb": "Turn 4: 24 June, 8–12 h", "sobr": "Eliminated",
        "akhmat": "Out of the game", "the-people-are-silent": "Out of the game", "roadblock-1": "Yefremov",
        "turn": "Turn 3: 24 June, 4–8 h",
        "momentum": "Momentum −2", "police-2": "Moscow Mobilization Cup",
        "maneuver-combat-1": "Maneuver/Combat Track 4-0",
        "maneuver-combat-2": "Maneuver/Combat Track 0-4", "maneuver-combat-3": "Maneuver/Combat Track 2-2",
    }  # fmt: skip
    assert (states["wagner"]["Reduced"], states["tank-regiment"]["Switched"], states["omon"]["Reduced"]) == (
        "1",
        "1",
        "-1",
    )
    turn = next(command for command in saved.commands if command.startswith("TURN"))
    assert turn.startswith("TURNTurnTracker0\t0|3;2;false;6;")


def test_units_of_both_sides_lie_in_one_stack(march, march_plans):
    saved = read_saved_game(position_to_vsav(march, MIDGAME, march_plans["en"], dpi=DPI))
    numbers = {str(march.gpids.pieces[name]) for name in ("wagner", "tank-regiment")}

    assert [set(item.members) for item in saved.objects if numbers & set(item.members)] == [numbers]


def test_a_log_flips_and_moves_markers(march, march_plans, march_module):
    start = PositionSource(turn=1, phase="administration")
    after = PositionSource(
        turn=1, phase="wagner", units={"rostov": ["rusich", "serb"], "kamensk": [{"id": "wagner", "state": "reduced"}]},
        tracks={"turn": 1, "momentum": 0, "maneuver-combat-1": 1, "maneuver-combat-2": 2, "maneuver-combat-3": 2},
    )  # fmt: skip
    data = log_to_vlog(march, start, [LogStep("On the road", after)], march_plans["en"], dpi=DPI)
    log = next(command for command in read_saved_game(data).commands if command.startswith("LOG\tM/"))
    moved = {
        split_fields(c.removeprefix("LOG\tM/"), "/")[0]
        for c in read_saved_game(data).commands
        if c.startswith("LOG\tM/")
    }
    flipped = {
        split_fields(c.removeprefix("LOG\tD/"), "/")[0]
        for c in read_saved_game(data).commands
        if c.startswith("LOG\tD/")
    }

    assert log
    assert {str(march.gpids.pieces[n]) for n in ("wagner", "momentum", "maneuver-combat-1")} <= moved
    assert flipped == {str(march.gpids.pieces["wagner"])}


# Languages -------------------------------------------------------------------------------------------


def test_italians_see_their_own_board_and_counters(march_module):
    """The engine prefers images_it/NAME to images/NAME for Italians."""
    italian = {name.removeprefix("images_it/") for name in march_module.entries if name.startswith("images_it/")}
    sizes = []
    for folder in ("images", "images_it"):
        with Image.open(io.BytesIO(march_module.read(f"{folder}/board.png"))) as picture:
            sizes.append(picture.size)

    assert {"board.png", "calculator-contact.svg", "momentum.svg", "about.svg"} <= italian
    assert "russia-hidden.svg" not in italian
    assert sizes[0] == sizes[1]
    assert march_module.read("images/board.png") != march_module.read("images_it/board.png")


def test_places_are_told_in_the_readers_language(march_module):
    """The engine never translates $location$ in a report; a message of the module it does."""
    texts = march_module.translations["it"]
    drawn = next(
        t for p in march_module.pieces for t in p.traits if t.id == "report" and t.get("description") == "drawn"
    )

    assert texts["GlobalTranslatableMessage.Place_moscow.initialValue"] == "Mosca"
    name = computed(by_counter(march_module)["omon"])["PlaceName"]
    assert name == '{GetProperty("Place_"+PlaceId)}'
    assert drawn.get("format") == "$newPieceName$ drawn to $PlaceName$"


def test_names_that_saves_are_tied_to_stay_english(march_module):
    """The windows of tables have titles in Italian, which the engine shows; a saved game names them in English."""
    texts = march_module.translations["it"]
    windows = {window.attributes["mapName"] for window in march_module.root.find_all("Map")}
    tied = {item.map for setup in march_module.setups.values() for item in setup.pieces().values()}

    assert texts["Map.Main Map.mapName"] == "Main Map"
    assert texts["Map.Contact Result Table.mapName"] == "Tabella dei risultati del contatto"
    assert {"Main Map", "Contact Result Table"} <= tied <= windows
    assert texts["Map.Main Map..Board.Board..ZonedGrid..Zone.Moscow.name"] == "Mosca"


def test_the_same_sources_give_the_same_bytes(march, march_games, march_plans, march_archive, march_kept):
    """Two builds, the second from the cache that the first has filled."""
    kinds = Counter(kind for kind, _ in march_kept.pictures)
    again = build_module(
        march, march_games, march_plans["en"], dpi=DPI, store=march_kept, plan_of=march_plans.__getitem__
    )

    boards = {"vassal-board": 2, "vassal-board-rest": 2, "vassal-names": 2}
    assert kinds == {**boards, "vassal-chart": 16, "vassal-counters": 32}
    assert Counter(kind for kind, _ in march_kept.pictures) == kinds
    assert again == march_archive


@pytest.mark.parametrize("name", ["removed", "eliminated"])
def test_slots_of_a_box_lie_inside_it(march_layout, name):
    box = march_layout.boxes[name]
    half = march_layout.px(march_layout.counter_mm) // 2
    x, y, width, height = box.rect

    assert len(box.slots) >= 11
    assert len(set(box.slots.values())) == len(box.slots)
    assert all(x <= px - half and px + half <= x + width and y < py < y + height for px, py in box.slots.values())
