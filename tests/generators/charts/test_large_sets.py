"""Keys, set-ups, arrivals and records of a game with many counters, sides and displays."""

import pytest

from pnp.draw.scene import Text
from pnp.generators.charts.kinds import kinds
from pnp.generators.charts.records import is_recorded
from pnp.generators.charts.units import counters_told, unit_lists, unit_parts, units_part
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.tables import LARGE
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.translate import localised


@pytest.fixture(scope="module")
def fall() -> Game:
    return load_game("fall-of-the-directory")


def words(drawing) -> dict[str, float]:
    """Text -> the x at which it begins."""
    return {node.text: node.x for _, node, _ in marks(drawing.nodes) if isinstance(node, Text)}


def test_many_groups_are_listed_by_side_and_type(fall):
    """FACTS 3: of the Directory's infantry 16 stand on the map or arrive, 10 form, 5 are spare; one marks turns."""
    listed = {kind.name: kind for kind in kinds(fall)}

    assert len(fall.counters.groups) == 112
    assert len(listed) == 52
    assert [len(listed[name].counters) for name in ("Directory: Infantry", "Game turn")] == [31, 1]


def test_few_groups_are_listed_each():
    game = load_game("the-ford")

    assert [kind.name for kind in kinds(game)] == [group.name for group in game.counters.groups]


def test_a_key_of_many_kinds_is_parted_by_sides_and_names_them_once(fall):
    """Each side under its name, its kinds without it; the markers, which are of no side, at the end."""
    lists = unit_lists(fall)
    drawn = [words(units_part(fall, title, entries, 182.0)) for title, entries in lists]

    assert [title for title, _ in lists] == [
        *(f"Counters: {side.name}" for side in fall.info.sides), "Markers",
    ]  # fmt: skip
    assert "Game turn" in drawn[-1] and not any("Blank" in text for text in drawn[-1])
    assert "Infantry" in drawn[0] and not any("Bolsheviks: " in text for text in drawn[0])


def test_what_holds_for_several_kinds_is_said_once_in_all(fall):
    """Six sides have units that may be mobilized; a part before theirs says so, and of which kinds."""
    told = " ".join(text for _, draw in unit_parts(fall) for text in words(draw(182.0, 0.0)))

    assert told.lower().count("paler back") == told.lower().count("may be mobilized") == 1
    assert "× 30" in told and "× 1 " not in told + " " and "in the set" not in told


def test_what_all_backs_mean_is_said_once(fall):
    assert counters_told(fall) == ["Paler back: mobilized in this player-turn."]


def test_units_lost_to_a_display_need_no_record(fall):
    ford = load_game("the-ford")

    assert not any(is_recorded(fall, group) for group in fall.counters.groups)
    assert [is_recorded(ford, group) for group in ford.counters.groups] == [True] * 8 + [False]  # the turn marker


def test_long_words_of_keys_are_not_broken():
    """In a panel of 74 mm a third of the width is less than "Добровольці" and "Катеринославська" take."""
    game = localised(load_game("makhnos-return"), "uk")
    tables = {table.id: table for table in game.charts.tables}
    drawn = [words(draw_list(game, tables[name], 74.0, LARGE)) for name in ("supply", "victory-points")]

    assert "Добровольці" in drawn[0]
    assert "Катеринославська" in drawn[1]


def test_a_fact_that_the_name_of_a_kind_says_is_left_out():
    """German armies are armies; what its zone does, no name says."""
    portfolio = load_game("russian-portfolio")
    (title, axis), *_ = unit_lists(portfolio, "axis")
    told = " ".join(words(units_part(portfolio, title, axis, 182.0)))

    assert "German army" in told and "its zone ends every advance" in told
    assert " army; " not in told and "larger than a corps" not in told
