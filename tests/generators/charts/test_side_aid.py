"""The player aid of each side: what only the others need left out, two pages or four, folded in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.draw.scene import Document, Group, Node, Page, Scene, Text
from pnp.errors import LayoutError
from pnp.generators.charts import side_aid
from pnp.generators.charts.side_aid import aid_pages, aid_sides, build_side_aids, by_height, folded, in_order, seen_by
from pnp.generators.charts.units import units_parts
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game

SOURCES = Path(__file__).resolve().parents[3] / "sources"


@pytest.fixture(scope="module")
def march_of_justice():
    return load_game(SOURCES / "march_of_justice")


@pytest.fixture(scope="module")
def the_ford():
    return load_game(SOURCES / "the_ford")


def words_of(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Text):
            yield node.text
        elif isinstance(node, Group):
            yield from words_of(node.children)


def test_sides_that_a_player_leads_have_one(putins_war, march_of_justice):
    """Ukraine is led by the system; Russia, on the march, by a player where two play."""
    assert [side.id for side in aid_sides(putins_war)] == ["russia"]
    assert [side.id for side in aid_sides(march_of_justice)] == ["wagner", "russia"]


def test_fighting_faces_the_turn_on_one_folded_sheet(putins_war):
    aids = build_side_aids(putins_war, "a4")
    first, second = (" ".join(words_of(page.scene.children)) for page in aids.pages)
    (sheet,) = folded(aids).pages

    assert "Combat Table" in first and "Sequence of play" not in first
    assert "Sequence of play" in second and "Russian victory" in second
    assert (sheet.scene.width_mm, sheet.scene.height_mm) == (420.0, 297.0)
    assert sheet.bookmark == aids.pages[0].bookmark == "Russia"
    assert [group.transform[4] for group in sheet.scene.children if isinstance(group, Group)] == [0.0, 210.0]


def test_modifiers_of_other_attackers_are_left_out(march_of_justice):
    """6.2.3.2: an attack on Moscow has −2, and Wagner alone attacks there."""
    shown = {
        side.id: [modifier.id for modifier in seen_by(march_of_justice, side).table("contact").modifiers]
        for side in aid_sides(march_of_justice)
    }
    assert shown == {
        "wagner": ["momentum", "river", "capital", "flanking"],
        "russia": ["momentum-inverted", "river", "flanking"],
    }


def test_only_the_own_arrivals_are_listed(the_ford):
    north, south = (" ".join(words_of(page.scene.children)) for page in build_side_aids(the_ford, "a4").pages[1::2])
    assert "Arrivals" in north and "Arrivals" in south
    assert " North " in north.split("Arrivals")[2] and " South " not in north.split("Arrivals")[2]


def test_four_pages_are_two_faces_with_the_middle_inside():
    scenes = [Scene(210.0, 297.0, (Text(20.0, 20.0, str(number), "sans-bold", 9.0),)) for number in (1, 2, 3, 4)]
    pages = tuple(Page(scene, bookmark="" if number else "North") for number, scene in enumerate(scenes))
    faces = folded(Document(title="Aid", language="en", pages=pages)).pages

    assert [list(words_of(face.scene.children)) for face in faces] == [["4", "1"], ["2", "3"]]
    assert [face.bookmark for face in faces] == ["North", ""]


def test_parts_keep_their_order_and_pages_are_level():
    """50, 60, 40 and 90 mm on two pages: 115 and 135 with the gaps, better than 160 and 90."""
    parts = [Drawing((), 100.0, height, str(height)) for height in (50.0, 60.0, 40.0, 90.0)]
    assert [[part.height_mm for part in page] for page in in_order(parts, 2)] == [[50.0, 60.0], [40.0, 90.0]]
    assert len(in_order(parts, 9)) == 4


def test_where_order_leaves_a_page_too_full_parts_are_placed_by_height():
    """100, 90, 80 and 70 mm with gaps of 5: 195 and 155 in order, 175 and 175 by height; each page keeps its order."""
    parts = [Drawing((), 100.0, height, str(height)) for height in (100.0, 90.0, 80.0, 70.0)]
    assert [[part.height_mm for part in page] for page in by_height(parts, 2)] == [[100.0, 70.0], [90.0, 80.0]]


def test_a_page_with_room_to_spare_has_more_of_its_side_and_larger_type(putins_war):
    """Nine tenths full instead of half: the set-up and the units of the side, and type that grows to the page."""
    first, second = aid_pages(putins_war, aid_sides(putins_war)[0], 186.0, 249.0)

    assert {"Set-up", "Counters"} <= {part.title for part in second}
    assert sum(part.height_mm for part in first) > 0.85 * 249.0
    assert sum(part.height_mm for part in second) > 0.75 * 249.0


def test_what_the_backs_of_all_mean_is_said_once():
    """The paler backs of twelve Soviet kinds."""
    game = load_game(SOURCES / "winter_war")
    (part,) = units_parts(game, 186.0, 249.0, only="soviet")
    said = " ".join(words_of(part.nodes))

    assert said.lower().count("paler back") == 1


def test_what_does_not_fit_on_one_sheet_is_an_error(putins_war, monkeypatch):
    """Nothing is dropped in silence."""
    tall = [Drawing((), 186.0, 200.0, "tall")] * 6
    monkeypatch.setattr(side_aid, "_parts", lambda *_: tall)
    with pytest.raises(LayoutError, match="player aid of 'Russia' is larger than 4 pages"):
        aid_pages(putins_war, aid_sides(putins_war)[0], 186.0, 240.0)
