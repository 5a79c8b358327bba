"""Of some 150 faulty declarations each is an error at the line and column of the edit, with a hint."""

from pathlib import Path

import pytest
from faults import FAULTS, GOOD, Spot, errors_of, made

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
