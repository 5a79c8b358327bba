"""The hundred and twenty edits that leave a sound game (benchmarks/legitimate.py)."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.copies import SOURCES, texts_of
from benchmarks.legitimate import Edit, alarms, edits


def test_there_are_twelve_of_each_of_ten_kinds():
    kinds = Counter(edit.kind for edit in edits())
    assert len(kinds) == 10
    assert set(kinds.values()) == {12}


def test_each_can_still_be_made():
    """Where the sources have moved on `files` raises; every file that is left is another than before."""
    assert [f"{edit.game}-{edit.id}" for edit in edits() if not edit.files(texts_of(SOURCES / edit.game))] == []


def test_an_old_text_that_stands_twice_is_refused():
    edit = Edit("a-game", "an-edit", "a kind", change=(("game.yaml", "two", "three"),))
    with pytest.raises(ValueError, match="'two' 2 times, not once"):
        edit.files({"game.yaml": "two and two"})


def test_a_copy_is_made_before_words_are_replaced_and_changes_are_made():
    edit = Edit(
        "a-game", "an-edit", "a kind", copy={"a.yaml": "b.yaml"}, everywhere={"Rome": "Paris"},
        change=(("b.yaml", "Paris", "Paris and Lyon"),),
    )  # fmt: skip
    assert edit.files({"a.yaml": "Rome"}) == {"a.yaml": "Paris", "b.yaml": "Paris and Lyon"}


@pytest.mark.slow
def test_one_of_each_kind_raises_no_finding():
    """The benchmark tries them all."""
    chosen = {edit.kind: edit for edit in edits() if edit.game != "winter_war"}
    found = {edit.id: [str(problem) for problem in problems] for edit, problems, _ in alarms(list(chosen.values()))}
    assert len(found) == 10
    assert not any(found.values()), found
