"""Of some 150 faulty declarations each is an error at the line and column of the edit, with a hint."""

import shutil
from pathlib import Path

import pytest
from faults import FAULTS, GOOD, Spot, errors_of, made

from pnp.checks import check_game
from pnp.sources import find_game, load_game

pytestmark = pytest.mark.slow


def test_the_good_game_has_no_error():
    assert errors_of(GOOD) == []


def test_there_are_more_than_a_hundred():
    assert len(FAULTS) >= 140


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_declaration_is_an_error_at_its_place(name: str, tmp_path: Path):
    folder, expected = made(name, tmp_path)
    errors = errors_of(folder)
    spots = [
        Spot(error.where.path.removeprefix(f"{folder.as_posix()}/"), error.where.line, error.where.column)
        for error in errors if error.where is not None
    ]  # fmt: skip
    assert expected in spots, [str(error) for error in errors]
    assert all(error.message and error.hint for error in errors), [str(error) for error in errors]


def test_an_option_unknown_is_one_error(tmp_path: Path):
    folder, _ = made("an option unknown", tmp_path)
    assert len(errors_of(folder)) == 1


def test_a_gap_in_a_table_of_events_makes_no_event_unknown(tmp_path: Path):
    folder = Path(shutil.copytree(find_game("two-rivers"), tmp_path / "game"))
    charts = folder / "charts.yaml"
    charts.write_text(charts.read_text("utf-8").replace("{die: 6, id: pamphlets", "{die: 8, id: pamphlets"), "utf-8")
    told = [str(problem) for problem in check_game(load_game(folder)).problems]
    assert any("[table-die" in line for line in told)
    assert [line for line in told if "event" in line.splitlines()[0] and "[procedure]" in line] == []
