"""The player aid of each side: what only the others need left out, four pages at most, folded in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as File

import pytest

from pnp.draw.colour import INK, contrast, mix
from pnp.draw.scene import Document, Group, Node, Page, Path, Scene, Text
from pnp.errors import LayoutError
from pnp.generators.charts import side_aid
from pnp.generators.charts.blocks import aid_blocks, common_blocks
from pnp.generators.charts.composer import Block, compose
from pnp.generators.charts.player_aid import HEAD_SHARE, page_room, sheet_page
from pnp.generators.charts.side_aid import aid_pages, aid_sides, build_side_aids, folded, seen_by
from pnp.generators.charts.units import unit_parts
from pnp.generators.counters.colours import deep_colour
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.head import BAR_MM, LEAST_CONTRAST, RULE_PT
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game
from pnp.translate import localised

SOURCES = File(__file__).resolve().parents[3] / "sources"


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


def test_what_one_side_looks_up_fills_a_folded_sheet(putins_war):
    """All that decides fights on one page, in the side's colours; what areas are worth on the other."""
    aids = build_side_aids(putins_war, "a4")
    first, second = (" ".join(words_of(page.scene.children)) for page in aids.pages)
    (sheet,) = folded(aids).pages

    assert "Combat Table" in first and "Invasion Table" in first + second and "Turn record" not in first + second
    assert all(block in first + second for block in ("Sequence of play", "Points on the map", "Counters"))
    own = mix(deep_colour(putins_war.style.sides["russia"]), INK, HEAD_SHARE)
    heads = {(node.text, node.colour) for page in aids.pages for _, node, _ in marks(page.scene.children)
             if isinstance(node, Text) and node.text in ("Combat Table", "Sequence of play")}  # fmt: skip
    assert ("Sequence of play", own) in heads and {colour for _, colour in heads} <= {own, INK}
    assert (sheet.scene.width_mm, sheet.scene.height_mm) == (420.0, 297.0)
    assert sheet.bookmark == aids.pages[0].bookmark == "Russia"


def test_the_tail_of_a_head_is_told_from_it():
    """Red on red on the aid of the Bolsheviks: the number of the case stood in the middle of nowhere."""
    game = load_game(SOURCES / "fall_of_the_directory")
    block = Block(lambda width, _: titled(game, "Supply", Drawing((), width, 20.0), address="8.6"), "turn")
    (page,) = compose([block], *page_room("a4"))
    for side in (side for side in aid_sides(game) if side.id in ("bolshevik", "directory")):
        shown = [(node, box) for _, node, box in marks(sheet_page(game, "a4", page, (1, 1), side).children)
                 if isinstance(node, Path)]  # fmt: skip
        (rule,) = [node.stroke.colour for node, _ in shown if node.stroke and node.stroke.width_pt == RULE_PT]
        (tail,) = [node.fill for node, box in shown if box[3] - box[1] == pytest.approx(BAR_MM * page.scale)]
        assert rule == mix(deep_colour(game.style.sides[side.id]), INK, HEAD_SHARE)
        assert contrast(rule, tail) >= LEAST_CONTRAST


def test_a_list_begins_with_the_rows_of_the_aids_side():
    """The Axis's replacements opened with the Russian infantry."""
    game = load_game(SOURCES / "russian_portfolio")
    owners = {
        side.id: [row.effects["side"] for row in seen_by(game, side).table("replacements").rows]
        for side in game.info.sides
    }  # fmt: skip

    assert owners["axis"] == ["axis"] * 2 + ["russian"] * 3
    assert owners["russian"] == ["russian"] * 3 + ["axis"] * 2


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


def test_only_the_own_arrivals_are_shown_and_nothing_is_written_on_an_aid(the_ford, putins_war):
    """The North has three counters, in turns 2 and 3, the South one in each of 2, 3 and 4, which alone are listed: five
    boxes of eight were empty. A calendar of Putin's War would say nothing.
    """
    for side in the_ford.info.sides:
        drawn = [*marks(common_blocks(the_ford, side.id)[-1].draw(186.0, 0.0).nodes)]
        told = [node.text for _, node, _ in drawn if isinstance(node, Text)]
        faces = {(round(box[0] + box[2]), round(box[1] + box[3])) for _, node, box in drawn if isinstance(node, Path)
                 and abs(box[2] - box[0] - 11.2) < 0.4 > abs(box[3] - box[1] - 11.2)}  # fmt: skip
        assert told[0] == "Arrivals" and not {"Losses", "12 May", "16 May"} & {*told} and len(faces) == 3
        assert [f"{one.name}ern edge" in told for one in the_ford.info.sides] == [
            one is side for one in the_ford.info.sides
        ]
    assert not any(block.task == "records" for block in aid_blocks(putins_war, "russia"))


def test_four_pages_are_two_faces_with_the_middle_inside():
    scenes = [Scene(210.0, 297.0, (Text(20.0, 20.0, str(number), "sans-bold", 9.0),)) for number in (1, 2, 3, 4)]
    pages = tuple(Page(scene, bookmark="" if number else "North") for number, scene in enumerate(scenes))
    faces = folded(Document(title="Aid", language="en", pages=pages)).pages

    assert [list(words_of(face.scene.children)) for face in faces] == [["4", "1"], ["2", "3"]]
    assert [face.bookmark for face in faces] == ["North", ""]


def test_what_the_backs_of_all_mean_is_said_once():
    """The paler backs of twelve Soviet kinds."""
    game = load_game(SOURCES / "winter_war")
    (block,) = unit_parts(game, "soviet")
    said = " ".join(words_of(block.draw(186.0, 0.0).nodes))

    assert said.lower().count("paler back") == 1


def test_what_does_not_fit_on_one_sheet_is_left_to_the_charts_or_an_error(putins_war, monkeypatch):
    """The forces stand on the charts too; nothing else is dropped, nothing is set in type that is too small."""
    tall = [Block(lambda width, _: Drawing((), width, 200.0), "combat", 180.0)] * 6
    monkeypatch.setattr(side_aid, "aid_blocks", lambda *_, **__: tall)
    monkeypatch.setattr(side_aid, "common_blocks", lambda *_: tall[:4])
    assert [page.scale for page in aid_pages(putins_war, aid_sides(putins_war)[0], 186.0, 240.0)] == [1.01] * 4

    monkeypatch.setattr(side_aid, "common_blocks", lambda *_: tall[:5])
    with pytest.raises(LayoutError, match="player aid of 'Russia' is larger than 4 pages"):
        aid_pages(putins_war, aid_sides(putins_war)[0], 186.0, 240.0)


@pytest.mark.parametrize(("others", "listed"), [(1, [""]), (3, ["", "russia"])])
def test_forces_of_all_sides_fill_the_faces_of_the_sheet_where_they_have_room(putins_war, monkeypatch, others, listed):
    """Three pages left half of a face blank."""
    tall, asked = [Block(lambda width, _: Drawing((), width, 200.0), "combat", 180.0)] * 6, []

    def forces(_, only: str) -> list[Block]:
        asked.append(only)
        return tall[:1] if only else tall[:others]

    monkeypatch.setattr(side_aid, "aid_blocks", lambda *_: tall[:3])
    monkeypatch.setattr(side_aid, "common_blocks", lambda *_: tall[:3])
    monkeypatch.setattr(side_aid, "unit_parts", forces)

    assert len(aid_pages(putins_war, aid_sides(putins_war)[0], 186.0, 240.0)) == 4
    assert asked == listed


def test_the_number_of_a_kind_stays_with_its_sign():
    """Infanteriebrigade ×, and its 4 on the next line."""
    ford = localised(load_game("the-ford"), "de")
    told = [word.strip() for block in unit_parts(ford, "north") for wide in (90.0, 94.0, 186.0)
            for word in words_of(block.draw(wide, 0.0).nodes)]  # fmt: skip

    assert any("×" in word for word in told) and not any(word.endswith("×") for word in told)


def test_an_aid_lists_the_units_of_its_side_alone():
    """A Crown aid has no foot of the League."""
    pages = build_side_aids(load_game("two-rivers"), "a4").pages
    crown = " ".join(word for page in pages[:2] for word in words_of(page.scene.children))

    assert len(pages) == 4 and "Counters" in crown  # two for each side
    assert "Royal foot" in crown and "Trained band" not in crown and "League foot" not in crown


@pytest.mark.parametrize(("name", "against"), [("winter-war", "12 against 24"), ("two-rivers", "4 against 9")])
def test_the_side_of_an_aid_attacks_in_its_example(name, against):
    game = load_game(name)
    second = game.info.sides[1]
    blocks = common_blocks(seen_by(game, second), second.id)
    told = [" ".join(words_of(block.draw(120.0, 0.0).nodes)) for block in blocks if block.task == "combat"]

    assert any(against in text for text in told)
