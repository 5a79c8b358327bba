"""Stretches of sources: how far an entry reaches, the lines around a problem, the line as it should be."""

from __future__ import annotations

import pytest

from pnp.desk.preview.excerpt import end_of_entry, frame_of, numbered, remedy
from pnp.desk.preview.watch import changed_lines
from pnp.errors import Location, Problem

LINES = """\
groups:
  - id: guard
    name: Guard

    # counted twice
    factors: {attack: 4}
  - id: scout
    designation: [A,
      B]
sheets: []""".split("\n")


@pytest.mark.parametrize(("start", "end"), [(1, 9), (2, 6), (3, 3), (7, 9), (8, 9), (10, 10), (99, 99)])
def test_an_entry_reaches_as_far_as_its_lines_are_indented(start, end):
    assert end_of_entry(LINES, start) == end


def test_lines_are_cut_where_the_file_ends():
    assert [row["n"] for row in numbered(LINES, -3, 2)] == [1, 2]
    assert [row["n"] for row in numbered(LINES, 9, 40)] == [9, 10]
    assert len(numbered(["x" * 9000], 1, 1)[0]["text"]) == 400
    assert len(numbered(["x"] * 500, 1, 500)) == 60


def test_a_problem_has_two_lines_on_each_side():
    problem = Problem("unknown-name", "unknown", Location("counters.yaml", 6, 22, 23))
    assert [row["n"] for row in frame_of(problem, LINES)] == [4, 5, 6, 7, 8]
    assert frame_of(Problem("unknown-name", "unknown", Location("units.ods", 6, 2, 0, "Axis")), LINES) == []


def test_the_line_is_mended_where_the_hint_says_what_was_meant():
    line = "    type: rifle-crops  # seven"
    where = Location("c.yaml", 1, 11, 22)
    problem = Problem("unknown-name", "", where, "did you mean 'rifle-corps'?", source_line=line)
    assert remedy(problem) == {"before": "type: rifle-crops  # seven", "after": "type: rifle-corps  # seven"}
    assert remedy(Problem("unknown-name", "", where, "name one", source_line=line)) is None


def test_changed_lines_have_their_numbers_after_the_save():
    before = "a: 1\nb: 2\nc: 3\nd: 4"
    assert changed_lines(before, before) == []
    assert changed_lines(before, "a: 1\nb: 5\nc: 3\nd: 4") == [{"n": 2, "was": "b: 2", "is": "b: 5"}]
    assert changed_lines(before, "a: 1\nx: 9\nb: 2\nc: 3\nd: 0") == [
        {"n": 2, "was": "", "is": "x: 9"}, {"n": 5, "was": "d: 4", "is": "d: 0"},
    ]  # fmt: skip
    assert len(changed_lines("", "x\n" * 500)) == 40
    assert changed_lines("", "x\n" * 5000) == []
