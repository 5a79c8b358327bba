"""Keys, set-ups, arrivals and records of a game with many counters, sides and displays."""

import pytest

from pnp.draw.scene import Text
from pnp.generators.charts import units
from pnp.generators.charts.blocks import _codes_of, chart_blocks
from pnp.generators.charts.kinds import kinds
from pnp.generators.charts.units import counters_told, unit_parts
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.events import draw_joined_events
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.look import LARGE
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


def forces_of(game: Game) -> list[str]:
    """Every text of the forces."""
    (block,) = unit_parts(game)
    return [node.text for _, node, _ in marks(block.draw(186.0, 0.0).nodes) if isinstance(node, Text)]


def test_forces_are_counted_under_the_bands_of_their_sides(fall):
    """FACTS 3: the Directory has 31 infantry; gunboats are the Bolsheviks', the Directory's and the Volunteers'."""
    told, sides = forces_of(fall), [side.name for side in fall.info.sides]
    starts = [told.index(side) for side in sides]
    kinds_of = [told[start:end] for start, end in zip(starts, [*starts[1:], len(told)], strict=True)]

    assert [kinds[next(n for n, text in enumerate(kinds) if text.startswith("×"))][2:] for kinds in kinds_of] == [
        "30", "31", "24", "6", "5", "8"]  # fmt: skip
    assert [side for side, kinds in zip(sides, kinds_of, strict=True) if "Gunboats" in kinds] == sides[:3]


def test_forces_say_what_a_kind_can_do_in_words_and_leave_markers_out(fall):
    """A letter by each kind had to be looked up below."""
    told = " ".join(forces_of(fall))

    assert told.count("Paler back") == 1 and told.count("Marches as cavalry") == 1  # said below
    assert "Tanks, Naval vessels." in told and told.count("Moves by sea") == 1  # what one kind does, beside it
    assert "Game turn" not in told and "Blank" not in told


def test_what_all_backs_mean_is_said_once(fall):
    backs = [note for note in counters_told(fall) if "back" in note]
    assert backs == ["Paler back: mobilized in this player-turn."]


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
    (block,) = unit_parts(portfolio, "axis")
    told = " ".join(words(block.draw(182.0, 0.0)))

    assert "German army" in told and "ts zone ends every" in told
    assert " army · " not in told


def test_tables_of_one_title_stand_over_one_key_of_all_their_codes(fall):
    """A retreat means the same in all three; what is open between two tables goes by what the attacker loses."""
    tables = [fall.table(name) for name in ("combat-none", "combat-one", "combat-several")]
    (block,) = [block for block in chart_blocks(fall) if "COMBAT RESULTS" in words(block.draw(186.0, 0.0))]
    told = " ".join(words(block.draw(186.0, 0.0)))

    assert [code.id for code in _codes_of(tables)] == ["AL", "½AL", "-", "DR", "½DL", "DL"]
    assert told.count("Defenders retreat.") == told.count("Attackers’ loss") == 1  # in the example
    assert told.count("Defenders retreat") == 2  # and in the key
    other = tables[0].codes[1].replaced(text="They flee.")
    assert _codes_of([tables[1], tables[0].replaced(codes=(tables[0].codes[0], other))]) == ()


def test_events_with_short_names_are_told_by_them(fall):
    """A forced march: a number under the faces, not a letter."""
    march = [fall.table(name) for name in ("march-infantry", "march-mounted")]

    told = words(draw_joined_events(fall, march, 90.0, LARGE))

    assert {"AL", "4", "9"} <= told.keys() and not told.keys() & set("ABG")


def test_a_roster_higher_than_a_page_is_parted_between_sides(monkeypatch):
    """Both sides of the Portfolio, where a page had 110 mm: every kind in one of the parts, each under the heading."""
    portfolio = load_game("russian-portfolio")
    (whole,) = unit_parts(portfolio)
    monkeypatch.setattr(units, "PAGE_MM", (200.0, 110.0))
    parts = [block.draw(200.0, 0.0) for block in unit_parts(portfolio)]
    names = [kind.name.rpartition(": ")[2].split()[0] for kind in kinds(portfolio) if kind.group.type]

    told = [" ".join(words(part)) for part in parts]

    assert len(parts) == 2 and all(part.height_mm - part.head_mm <= 110.0 < whole.height(200.0) for part in parts)
    assert all(any(name in part for part in told) for name in names)


@pytest.mark.parametrize("width", [150.0, 186.0, 215.0])
@pytest.mark.parametrize("page", [(215.0, 258.0), (215.0, 140.0)])
def test_no_side_and_no_note_is_lost_where_columns_are_other_than_those_of_the_page(monkeypatch, width, page):
    """Makhno's Return: two small sides stand abreast on a wide page, and below one another on a narrow one."""
    monkeypatch.setattr(units, "PAGE_MM", page)
    makhno = localised(load_game("makhnos-return"), "de")
    told = " ".join(" ".join(words(block.draw(width, 0.0))) for block in unit_parts(makhno))

    sides = {group.side for group in makhno.counters.groups if group.type}
    assert all(side.name in told for side in makhno.info.sides if side.id in sides) and "Ecke" in told


def test_all_sides_have_the_same_columns():
    """Some had three and some four, so that the grid jumped from side to side."""
    fall = load_game("fall-of-the-directory")
    (block,) = unit_parts(fall)
    drawn = marks(block.draw(180.0, 0.0).nodes)
    counts = {round(box[0], 1) for _, node, box in drawn if isinstance(node, Text) and node.text.startswith("×")}
    assert len(counts) == 4
