"""How to read a counter: its parts and factors are named at the ends of lines, backs and kinds are pictured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.colour import INK
from pnp.draw.mirror import mirrored
from pnp.draw.scene import Group, Path, Text
from pnp.generators.counters.anatomy import (
    ARROW_MM,
    backs_shown,
    counter_read,
    factor_name,
    parts_of,
    read_sample,
)
from pnp.generators.counters.chit import natural_size
from pnp.generators.counters.face import arranged
from pnp.generators.counters.layout import face_layout
from pnp.generators.sheets.bounds import marks
from pnp.sources import load_game
from pnp.translate import localised


@pytest.fixture(scope="module")
def ford():
    return load_game("the-ford")


def words(drawn) -> list[str]:
    return [node.text for _, node, _ in marks((drawn.at(0, 0),)) if isinstance(node, Text)]


def test_the_parts_of_a_counter_are_what_is_printed_on_it(ford):
    """The first brigade of the North: 4-4-4, Varn, set up in 0303."""
    sample = read_sample(ford)

    assert sample.id == "north-infantry-1"
    assert {(part.name, part.text) for part in parts_of(ford, sample)} == {
        ("Type of unit", "Infantry brigade"),
        ("Code 0303", "where it starts, or when it arrives"),
        ("Name of the formation", "Varn"),
        ("Size of the formation", ""),
    }


def test_the_sample_of_a_game_is_its_fullest_unit(ford):
    march = load_game("march-of-justice")

    assert read_sample(march).id == "akhmat"  # of all units it alone has a name, a size mark and a place of arrival
    assert len(parts_of(march, read_sample(march))) == max(
        len(parts_of(march, unit)) for unit in march.all_counters() if unit.group.type
    )
    assert read_sample(replace(ford, counters=ford.counters.replaced(groups=()))) is None


def test_what_stands_left_of_the_symbol_is_pointed_at_from_the_left_in_its_order():
    """NS, 2nd Tarashcha Regiment, 1st Division."""
    game = load_game("fall-of-the-directory")
    unit = next(c for c in game.all_counters() if (c.code, c.designation, c.parent) == ("NS", "2 Tar", "1ID"))
    said = [(part.text, part.way, part.y) for part in parts_of(game, unit) if part.way == "left"]

    assert [text for text, _, _ in said][1:] == ["2 Tar", "1ID"]
    assert 1.2 < said[0][2] < said[1][2] - 1.5 < said[2][2] - 3.0 < 5.0


def test_a_name_above_the_symbol_is_pointed_at_from_the_left_and_the_size_mark_right_of_it_from_above():
    game = load_game("two-rivers")
    sample = next(counter for counter in game.all_counters() if counter.designation == "Lindmoor")
    name, size = (part for part in parts_of(game, sample) if part.way != "right")

    assert (name.text, name.way, size.name, size.way) == ("Lindmoor 2", "left", "Size of the formation", "up")
    assert name.y < 3.1 and size.x > 12


@pytest.mark.parametrize("name", ["two-rivers", "fall-of-the-directory"])
def test_the_line_to_the_type_of_unit_ends_on_its_symbol(name):
    """Well inside the box, whether or not something stands beside it."""
    game = load_game(name)
    sample = read_sample(game)
    (part,) = [part for part in parts_of(game, sample) if part.name == "Type of unit"]
    x, y, width, height = arranged(game, sample, face_layout(natural_size(game, sample)))[0].box

    assert x + 0.6 * width < part.x < x + 0.8 * width and y + 0.6 * height < part.y < y + 0.8 * height
    assert part.way == "right"


def test_a_label_stands_at_either_side_even_where_nothing_is_left_of_the_symbol():
    """OMON is written in its box: the line to the type of unit leads to the left."""
    game = load_game("march-of-justice")
    omon = next(counter for counter in game.all_counters() if counter.id == "omon")

    assert [part.way for part in parts_of(game, omon)] == ["left"]


@pytest.mark.parametrize("size", [(186.0, 90.0), (120.0, 60.0), (160.0, 170.0)])
def test_every_part_and_factor_has_a_label_inside_the_room(ford, size):
    drawn = counter_read(ford, read_sample(ford), *size)
    said = [word for text in words(drawn) for word in text.split()]

    assert {"Attack", "Defence", "Movement", "Varn", "Code"} <= set(said)
    assert said.count("Movement") == 1
    boxes = [box for _, _, box in marks((drawn.at(0, 0),))]
    assert min(x0 for x0, _, _, _ in boxes) >= 0 and max(x1 for _, _, x1, _ in boxes) <= size[0]
    assert max(y1 for _, _, _, y1 in boxes) <= size[1]


def test_words_about_a_part_are_divided_only_where_whole_ones_have_no_room():
    """March of Justice in Ukrainian: "Тип підрозділу Підрозділ «Ахмат»" in the 27 mm beside the counter."""
    game = localised(load_game("march-of-justice"), "uk")
    said = words(counter_read(game, read_sample(game), 105.0, 60.0))

    assert {"Підрозділ", "підрозділу"} <= {word for text in said for word in text.split()}


def test_factors_are_named_in_the_language_and_an_unknown_one_as_the_sources_call_it(ford):
    german = localised(ford, "de")

    assert factor_name(german, "movement") == "Bewegung"
    assert factor_name(german, "siege-guns") == "Siege guns"


def test_on_a_page_from_the_right_lines_end_at_the_same_parts_of_a_counter(ford):
    """The page is mirrored but for the counter: attack stays at its left, the code in its upper left corner."""
    sample = read_sample(ford)
    usual, back = (counter_read(replace(ford, language=language), sample, 120.0, 60.0) for language in ("en", "he"))
    page = mirrored(back.nodes, 120.0)

    def dots(nodes):
        return sorted(
            (round((box[0] + box[2]) / 2, 2), round((box[1] + box[3]) / 2, 2))
            for _, node, box in marks(nodes)
            if isinstance(node, Path) and node.fill == INK and box[2] - box[0] < 2
        )

    assert len(dots(usual.nodes)) == 7
    assert dots((page,)) == dots(usual.nodes)


def test_backs_say_what_they_mean():
    """Winter War: Finnish units hide, Soviet ones show that they have advanced before combat."""
    game = load_game("winter-war")
    said = " ".join(words(backs_shown(game, 186.0, 140.0)))

    assert "Backs alike" in said
    assert "has advanced before combat" in said


def test_a_meaning_is_told_once_and_of_every_side_where_there_is_room():
    """March of Justice: reduced backs of both sides, and one of a unit that changes sides."""
    game = load_game("march-of-justice")
    for height, pairs in ((90.0, 3), (60.0, 2)):
        drawn = backs_shown(game, 50.0, height)
        assert " ".join(words(drawn)).count("reduced after a loss") == 1
        assert len([node for node in drawn.nodes if isinstance(node, Group) and node.layer == "picture"]) == pairs
        assert drawn.height_mm <= height


def test_pairs_of_front_and_back_stand_twice_as_far_apart_as_the_two():
    drawn = backs_shown(load_game("two-rivers"), 87.0, 28.0)
    faces = [node for node in drawn.nodes if isinstance(node, Group) and node.layer == "picture"]
    boxes = [[box for _, _, box in marks((group,))] for group in faces]
    (_, right), (left, _) = ((min(box[0] for box in one), max(box[2] for box in one)) for one in boxes)

    assert left - right > 1.9 * ARROW_MM


@pytest.mark.parametrize(("width", "height"), [(110.0, 40.0), (60.0, 80.0)])
def test_what_a_back_means_has_room_below_it(width, height):
    """Winter War in German says it in three lines or four; pairs stand in a row, or one below the other."""
    game = localised(load_game("winter-war"), "de")
    drawn = backs_shown(game, width, height)

    assert "Rückseiten" in " ".join(words(drawn))
    boxes = [box for _, _, box in marks((drawn.at(0, 0),))]
    assert max(box[3] for box in boxes) <= drawn.height_mm + 0.1 <= height + 0.2
    assert min(box[0] for box in boxes) >= -0.1 and max(box[2] for box in boxes) <= width
