"""Tests of tables of events: which of them are drawn as one."""

from pathlib import Path

from pnp.generators.tables.events import joins
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
