"""Frozen dataclasses as JSON and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType

import pytest

from pnp.press.plain import from_plain, to_plain

Point = tuple[float, float]
Name = NewType("Name", str)


@dataclass(frozen=True)
class Town:
    name: Name
    at: Point
    kind: Literal["town", "city"] = "town"


@dataclass(frozen=True)
class Plan:
    towns: tuple[Town, ...]
    lines: Mapping[str, tuple[Point, ...]]
    capital: Town | None = None
    numbers: frozenset[str] = frozenset()
    rows: Mapping[str, Town] = field(default_factory=dict)
    pair: tuple[Town, int] | None = None


PLAN = Plan(
    (Town(Name("Oulu"), (0.1, 2)), Town(Name("Ääni"), (1e-9, -3.25), "city")), {"river": ((1.0, 2.0), (3.5, 4))},
    Town(Name("Helsinki"), (7, 8), "city"), frozenset({"b", "a"}), {"0101": Town(Name("Turku"), (0, 0))},
    (Town(Name("Vaasa"), (1, 1)), 3),
)  # fmt: skip


def test_a_value_is_read_back_the_same():
    again = from_plain(Plan, to_plain(PLAN))

    assert again == PLAN
    assert repr(again.towns) == repr(PLAN.towns)  # whole numbers stay whole, tuples tuples
    assert isinstance(again.numbers, frozenset)
    assert from_plain(Plan, to_plain(Plan((), {}))) == Plan((), {})


def test_the_same_value_has_the_same_bytes_and_they_are_plain_json():
    assert to_plain(PLAN) == to_plain(from_plain(Plan, to_plain(PLAN)))
    assert json.loads(to_plain(PLAN))[3] == ["a", "b"]


def test_what_has_no_plain_form_is_refused():
    with pytest.raises(TypeError, match="no plain form"):
        to_plain(object())
    with pytest.raises(TypeError, match="no plain form"):
        from_plain(list, b"[]")


def test_a_problem_with_its_place_comes_back_as_it_was():
    """A plan of a map keeps the problems of its names, each with its location, which is a named tuple."""
    from pnp.errors import Location, Problem

    problems = (Problem("name-crowded", "too many", Location("map.yaml", 3, 5)), Problem("x", "y"))
    again = from_plain(tuple[Problem, ...], to_plain(problems))

    assert again == problems
    assert isinstance(again[0].where, Location)
