"""Tests of tables of events: which of them are drawn as one."""

from pathlib import Path

from pnp.draw.scene import texts_in
from pnp.generators.tables.events import LATER_SHARES, _events, draw_events, draw_joined_events, joins
from pnp.generators.tables.look import AID
from pnp.model.tables import EventsTable
from pnp.sources.load import load_game

SOURCES = Path(__file__).resolve().parents[3] / "sources"


def tables(game: str, start: str) -> list[EventsTable]:
    return [
        table for table in load_game(SOURCES / game).charts.tables
        if isinstance(table, EventsTable) and table.title.startswith(start)
    ]  # fmt: skip


def test_tables_with_events_in_common_are_one() -> None:
    assert joins(tables("winter_war", "Special Events"))


def test_an_id_with_two_meanings_keeps_tables_apart() -> None:
    second = tables("fall_of_the_directory", "Second Roll")
    assert {row.id for row in second[0].rows} & {row.id for row in second[1].rows} == {"loss"}
    assert not joins(second)


def test_columns_are_as_wide_as_makes_a_table_lowest() -> None:
    """Putin's War: a long event in six short lines beside a short later effect."""
    game = load_game(SOURCES / "putins_war")
    (table,) = tables("putins_war", "Invasion")
    heights = [_events(game, table, 82.0, AID, share).height_mm for share in LATER_SHARES]

    assert draw_events(game, table, 82.0, AID).height_mm == min(heights) < max(heights) - 10.0


def test_names_of_events_stand_in_cells_if_no_word_is_divided() -> None:
    """Finnish had "vapaae-" over "htoisia ja" in them."""
    game, joint = load_game(SOURCES / "winter_war"), tables("winter_war", "Special Events")
    longer = [table.replaced(rows=[row.replaced(name=f"{row.name} vapaaehtoisjoukkoja") for row in table.rows])
              for table in joint]  # fmt: skip
    told = [{node.text for node in texts_in(draw_joined_events(game, shown, 180.0, AID).nodes)}
            for shown in (joint, longer)]  # fmt: skip
    assert "Cease-fire" in told[0] and not any(text.endswith("-") for text in told[1])
