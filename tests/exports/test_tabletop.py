"""Saves for Tabletop Simulator, against its documented format and against the scenario."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from pnp.draw.scene import Scene
from pnp.exports.tabletop import tabletop
from pnp.generators.maps.sheet import plan_sheet
from pnp.model.position import UnitState
from tests.card_games import woods
from tests.exports.tts_format import faults


def url(name: str) -> str:
    return f"https://example.org/{name}"


@pytest.fixture(scope="module")
def table(ford, ford_plan):
    return tabletop(ford, ford_plan, url)


@pytest.fixture(scope="module")
def rivers_table(rivers, rivers_plan):
    return tabletop(rivers, rivers_plan, url)


def every(objects):
    """All objects, those in bags too."""
    for item in objects:
        yield item
        yield from every(item.get("ContainedObjects", []))


def by_counter(save):
    return {item["GMNotes"]: item for item in every(save["ObjectStates"]) if item["GMNotes"]}


@pytest.mark.parametrize("name", ["table", "rivers_table"])
def test_a_save_is_in_the_documented_format(name, request):
    saves = request.getfixturevalue(name).saves
    assert saves
    for save in saves.values():
        assert faults(json.loads(json.dumps(save)), "SaveState") == []


def test_a_fault_of_the_format_is_seen():
    assert faults({"SaveName": 3, "Wrong": 1, "Gravity": True}, "SaveState") == [
        "save has no Wrong", "save.SaveName is 3, no text", "save.Gravity is True, no number",
    ]  # fmt: skip
    assert faults({"ObjectStates": [{"Name": "Tile"}]}, "SaveState") == ["save.ObjectStates[0].Name is 'Tile'"]
    assert faults({"TabStates": {"a": {}}}, "SaveState") == ["save.TabStates is no mapping of whole numbers"]


@pytest.mark.parametrize(("game", "name"), [("ford", "table"), ("rivers", "rivers_table")])
def test_every_counter_is_there_once_and_every_picture_is_made(game, name, request):
    game, made = request.getfixturevalue(game), request.getfixturevalue(name)
    for save in made.saves.values():
        found = Counter(item["GMNotes"] for item in every(save["ObjectStates"]) if item["GMNotes"])
        assert found == Counter({counter.id: 1 for counter in game.all_counters()})
        states = [*every(save["ObjectStates"])]
        states += [other for item in states for other in item.get("States", {}).values()]
        images = [item["CustomImage"] for item in states if "CustomImage" in item]
        shown = {image[key].removeprefix("https://example.org/") for image in images for key in
                 ("ImageURL", "ImageSecondaryURL")}  # fmt: skip
        assert shown == set(made.pictures)
        numbers = [item["GUID"] for item in states]
        assert len(set(numbers)) == len(numbers)


def test_units_lie_in_their_hexes(table, ford):
    """The grid of The Ford: hexes 23 mm high, the first at (18.4, 38.85), columns 19.92 mm apart, even ones half lower.

    0903 is in column 9, row 3: x = 18.4 + 8 × 23 × 0.866, y = 38.85 + 2 × 23; the board is 362 mm wide.
    """
    (save,) = table.saves.values()
    board = next(item for item in save["ObjectStates"] if item["Locked"])["Transform"]
    unit = by_counter(save)["north-infantry-3"]["Transform"]
    to_mm = 362 / (2 * board["scaleX"])
    assert to_mm * (unit["posX"] - board["posX"]) + 181 == pytest.approx(18.4 + 8 * 23 * 0.8660254, abs=0.15)
    top = board["posZ"] + board["scaleZ"]
    assert to_mm * (top - unit["posZ"]) == pytest.approx(38.85 + 2 * 23, abs=0.15)
    assert 2 * unit["scaleX"] * to_mm == pytest.approx(ford.style.counters.size_mm, abs=0.01)


def test_a_stack_is_piled_up_and_lies_on_the_board(table):
    (save,) = table.saves.values()
    board = next(item for item in save["ObjectStates"] if item["Locked"])["Transform"]
    lower, upper = (by_counter(save)[name]["Transform"] for name in ("north-infantry-1", "north-artillery"))
    assert (lower["posX"], lower["posZ"]) == (upper["posX"], upper["posZ"])
    assert board["posY"] < lower["posY"] < upper["posY"]


def test_the_notebook_holds_the_scenario_and_the_rules_with_their_addresses(table, ford):
    (save,) = table.saves.values()
    tabs = list(save["TabStates"].values())
    assert tabs[0]["title"] == "Eight days in May"
    assert "8.1  Northern Combat Phase" in tabs[0]["body"]
    text = "\n".join(tab["body"] for tab in tabs[1:])
    addresses = [case.id for case in ford.cases() if case.id[:1].isdigit()]
    assert len(addresses) > 20
    assert [address for address in addresses if f"{address} " not in text] == []
    assert "{{" not in text


def test_a_unit_that_is_reduced_lies_with_its_back_up(rivers, rivers_plan):
    reduced = next(c.id for c in rivers.all_counters() if c.group.back == "reduced")
    scenario = next(iter(rivers.scenarios.values()))
    position = scenario.position.replaced(units={"corvane": (UnitState(id=reduced, state="reduced"),)})
    changed = scenario.replaced(position=position, placements=())
    game = replace(rivers, scenarios={scenario.id: changed})
    (save,) = tabletop(game, rivers_plan, url).saves.values()
    assert by_counter(save)[reduced]["Transform"]["rotZ"] == 180.0


def test_a_pool_is_a_bag_that_is_drawn_from_at_random_and_tells_nothing(rivers, rivers_plan):
    """Units of a pool show their side behind; a reduced side is a state of its own."""
    reduced = [c.id for c in rivers.all_counters() if c.group.back == "reduced" and c.side == "crown"][:3]
    assert len(reduced) == 3
    scenario = next(iter(rivers.scenarios.values()))
    boxes = tuple(b.replaced(kind="pool") if b.id == "crown-army" else b for b in rivers.map.boxes)
    position = scenario.position.replaced(units={}, pools={"crown-army": tuple(reduced)})
    game = replace(
        rivers, map=rivers.map.replaced(boxes=boxes),
        scenarios={scenario.id: scenario.replaced(position=position, placements=())}
    )  # fmt: skip
    (save,) = tabletop(game, rivers_plan, url).saves.values()
    (pool,) = [item for item in save["ObjectStates"] if item.get("Bag")]
    assert pool["Bag"] == {"Order": 2}
    assert [item["GMNotes"] for item in pool["ContainedObjects"]] == reduced
    backs = {item["CustomImage"]["ImageSecondaryURL"] for item in pool["ContainedObjects"]}
    assert backs == {url("crown-hidden.png")}
    first = pool["ContainedObjects"][0]
    assert first["States"]["2"]["CustomImage"]["ImageURL"] == url(f"{reduced[0]}-back.png")
    assert faults(save, "SaveState") == []


def test_cards_lie_in_piles_face_down_and_are_shown_by_sheets_of_ten(monkeypatch):
    monkeypatch.setattr("pnp.exports.tabletop.board_scene", lambda game, plan, layout: Scene(100, 80, ()))
    game = woods()
    made = tabletop(game, plan_sheet(game, draft=True), url)
    save = next(iter(made.saves.values()))
    assert faults(json.loads(json.dumps(save)), "SaveState") == []
    (pile,) = [item for item in save["ObjectStates"] if item["Name"] == "DeckCustom"]
    assert len(pile["DeckIDs"]) == len(pile["ContainedObjects"]) == len(game.cards.ids)
    assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
    assert pile["Transform"]["rotZ"] == 180.0
    (sheet,) = pile["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (10, 2)
    assert {"deck-events-1.png", "deck-events-back.png"} <= set(made.pictures)
    assert sheet["FaceURL"] == url("deck-events-1.png")
    wide = made.pictures["deck-events-1.png"][0]
    assert (wide.width_mm, wide.height_mm) == (440.0, 136.0)   # ten mini cards across, two rows


def test_each_side_that_holds_cards_has_a_seat_whose_hand_is_hidden(table, monkeypatch):
    """The note says whose seat is which; a game without hands keeps those of the table."""
    monkeypatch.setattr("pnp.exports.tabletop.board_scene", lambda game, plan, layout: Scene(100, 80, ()))
    game = woods()
    save = next(iter(tabletop(game, plan_sheet(game, draft=True), url).saves.values()))
    names = [side.name for side in game.info.sides if side.id in game.cards.decks[0].hands]
    assert len(names) == 2
    assert [hand["Color"] for hand in save["Hands"]["HandTransforms"]] == ["White", "Red"]
    assert [hand["Transform"]["rotY"] for hand in save["Hands"]["HandTransforms"]] == [0.0, 180.0]
    assert save["Note"].splitlines()[1:3] == [f"White: {names[0]}", f"Red: {names[1]}"]
    assert all("Hands" not in other for other in table.saves.values())
