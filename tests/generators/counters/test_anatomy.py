"""How to read a counter: its parts and factors are named at the ends of lines, backs and kinds are pictured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Text
from pnp.generators.counters.anatomy import (
    backs_shown,
    counters_read,
    factor_name,
    kinds_listed,
    markers_of,
    parts_of,
    read_samples,
    units_of,
)
from pnp.generators.counters.chit import natural_size
from pnp.generators.counters.face import beside_texts
from pnp.generators.counters.layout import face_layout
from pnp.generators.sheets.bounds import marks
from pnp.model.info import UnitType
from pnp.sources import load_game
from pnp.translate import localised


@pytest.fixture(scope="module")
def ford():
    return load_game("the-ford")


def words(drawn) -> list[str]:
    return [node.text for _, node, _ in marks((drawn.at(0, 0),)) if isinstance(node, Text)]


def test_the_parts_of_a_counter_are_what_is_printed_on_it(ford):
    """The first brigade of the North: 4-4-4, Varn, set up in 0303."""
    sample, south = read_samples(ford)

    assert (sample.id, south.group.side) == ("north-infantry-1", "south")
    assert {(part.name, part.text) for part in parts_of(ford, sample)} == {
        ("Type of unit", "Infantry brigade"),
        ("Code 0303", "where it starts, or when it arrives"),
        ("Name of the formation", "Varn"),
        ("Size of the formation", ""),
    }


@pytest.mark.parametrize("name", ["the-ford", "winter-war"])
def test_the_line_to_the_type_of_unit_ends_on_its_symbol(name):
    """Well inside the box, whether or not something stands beside it, past which the line then turns."""
    game = load_game(name)
    sample = read_samples(game)[0]
    (part,) = [part for part in parts_of(game, sample) if part.name == "Type of unit"]
    x, y, width, height = face_layout(natural_size(game, sample)).box

    assert x + 0.6 * width < part.x < x + 0.8 * width and y + 0.6 * height < part.y < y + 0.8 * height
    assert bool(part.past) == bool(beside_texts(game, sample)[1])
    assert part.past is None or part.past[1] > y + height


@pytest.mark.parametrize(("size", "samples"), [((186.0, 90.0), 1), ((120.0, 60.0), 1), ((160.0, 170.0), 1)])
def test_every_part_and_factor_has_a_label_inside_the_room(ford, size, samples):
    """A second counter, which has the same labels, isn't shown."""
    drawn = counters_read(ford, read_samples(ford), *size)
    said = [word for text in words(drawn) for word in text.split()]

    assert {"Attack", "Defence", "Movement", "Varn", "Code"} <= set(said)
    assert said.count("Movement") == samples
    boxes = [box for _, _, box in marks((drawn.at(0, 0),))]
    assert min(x0 for x0, _, _, _ in boxes) >= 0 and max(x1 for _, _, x1, _ in boxes) <= size[0]
    assert max(y1 for _, _, _, y1 in boxes) <= size[1]


def test_factors_are_named_in_the_language_and_an_unknown_one_as_the_sources_call_it(ford):
    german = localised(ford, "de")

    assert factor_name(german, "movement") == "Bewegung"
    assert factor_name(german, "siege-guns") == "Siege guns"


def test_kinds_are_the_units_of_each_side_and_the_markers_that_say_something(ford):
    assert [unit.group.id for unit in units_of(ford)] == [
        "north-infantry", "north-guard", "north-cavalry", "north-artillery",
        "south-infantry", "south-guard", "south-cavalry", "south-artillery",
    ]  # fmt: skip
    assert [marker.group.id for marker in markers_of(ford)] == ["turn"]


def test_a_blank_type_is_no_kind(ford):
    blank = UnitType(id="blank", name="Blank", plural="Blanks", symbol="blank", moves="none")
    types = tuple(blank.replaced(id=kind.id) if "guard" in kind.id else kind for kind in ford.info.unit_types)
    game = replace(ford, info=ford.info.replaced(unit_types=types))

    assert "north-guard" not in {unit.group.id for unit in units_of(game)}


@pytest.mark.parametrize("height", [90.0, 150.0])
def test_the_kinds_of_each_side_are_listed_with_their_numbers_as_large_as_the_room_allows(ford, height):
    """The Ford: four kinds on each side, each with how many there are, and the turn marker."""
    drawn = kinds_listed(ford, 165.0, height)
    said = words(drawn)

    assert [said.count(text) for text in ("NORTH", "SOUTH", "THE MARKERS")] == [1, 1, 1]
    assert [" ".join(said).count(name) for name in ("Infantry brigade", "Artillery battery", "Turn")] == [2, 2, 1]
    assert [said.count(text) for text in ("4 counters", "3 counters")] == [1, 1]
    assert height * 0.7 < drawn.height_mm <= height


def test_of_many_types_each_is_listed_once():
    """Fall of the Directory has more kinds than a page: each type once, with all there are of it."""
    game = load_game("fall-of-the-directory")
    said = " ".join(words(kinds_listed(game, 165.0, 220.0)))

    assert said.count("Cavalry") == 1 and "THE UNITS" in said
    assert f"{sum(c.group.type == 'cavalry' for c in game.all_counters())} counters" in said


def test_backs_say_what_they_mean():
    """Winter War: Finnish units hide, Soviet ones show that they have advanced before combat."""
    game = load_game("winter-war")
    said = " ".join(words(backs_shown(game, 186.0, 140.0)))

    assert "backs alike" in said
    assert "has advanced before combat" in said


@pytest.mark.parametrize("height", [0.0, 70.0])
def test_what_a_back_means_has_room_below_it(height):
    """Winter War in German says it in four lines below a small counter."""
    game = localised(load_game("winter-war"), "de")
    drawn = counters_read(game, read_samples(game), 165.0, height)

    assert "Rückseiten" in " ".join(words(drawn))
    assert max(box[3] for _, _, box in marks((drawn.at(0, 0),))) <= drawn.height_mm
