"""Levels of victory: what each side reads at its end, just below, at and above each number of points."""

from __future__ import annotations

import pytest

from pnp.referee.state import EVENT

MEN = {
    "bolshevik": "9th-rifle-division-1 9th-rifle-division-2 9th-rifle-division-3 9th-rifle-division-4 cheka-1 cheka-2 "
                 "1st-insurgent-division-1 1st-insurgent-division-2 1st-insurgent-division-3 red-cossacks "
                 "2nd-insurgent-division-1",
    "directory": "sich-riflemen-1 sich-riflemen-2 sich-riflemen-3 dnipro-division-1 dnipro-division-2",
    "volunteer": "3rd-division-elite-1 3rd-division-elite-2 3rd-division-infantry-1 3rd-division-infantry-2 "
                 "odesa-brigade-1 odesa-brigade-2",
    "makhnovist": "corps-veterans-1 corps-veterans-2 corps-infantry-1 corps-infantry-2 corps-infantry-3",
    "the-volunteers": "slashchov-group-1 slashchov-group-2 4th-division-1 4th-division-2 4th-division-3 2nd-corps-1 "
                      "2nd-corps-2 5th-division-kerch kuban-rear-cavalry-1 kuban-rear-cavalry-2 kuban-rear-cavalry-3",
}  # fmt: skip


def level_told(situation, side):
    """Play what is left of the last turn; the points and the level that are then told of a side."""
    while not situation.rules.is_over(situation.state):
        situation.do("done")
    told = [dict(record[5]) for record in situation.state.records if record[0] == EVENT and record[1] == "level"]
    return next((data["value"], data["code"]) for data in told if data["by"] == side)


@pytest.mark.parametrize(("side", "cities", "points", "level"), [
    ("bolshevik", "1108 2410 2116 1304", 3 + 2 + 2 + 1, "-"),
    ("bolshevik", "1108 2410 2116 1304 2012", 9, "marginal"),
    ("bolshevik", "1108 2410 2116 1304 2012 2016 1624", 11, "marginal"),
    ("bolshevik", "1108 2410 2116 1304 2012 2016 1624 1124", 12, "historical"),
    ("bolshevik", "1108 2410 2116 1304 2012 2016 1624 1124 2219 2917", 14, "historical"),
    ("bolshevik", "1108 2410 2116 1304 2012 2016 1624 1124 2219 2917 3116", 15, "major"),
    ("directory", "", 0, "historical"),
    ("directory", "1108 1304", 4, "historical"),
    ("directory", "1108 2410", 5, "marginal"),
    ("directory", "1108 2410 2116 1304", 8, "marginal"),
    ("directory", "1108 2410 2116 1304 2012", 9, "major"),
    ("volunteer", "1124 1624 1930 2623", 4, "-"),
    ("volunteer", "1124 1624 1930 2410", 5, "historical"),
    ("volunteer", "1124 1624 2116 2410", 6, "marginal"),
    ("volunteer", "1124 1624 2116 2410 1108", 9, "marginal"),
    ("volunteer", "1124 1624 2116 2410 1108 1930", 10, "major"),
])  # fmt: skip
def test_the_level_told_in_the_last_turn_at_each_boundary_of_fall(fall, side, cities, points, level):
    """Rule: 1.3, 8.1. Kyiv gives 3 points, Kharkiv and Katerynoslav 2, the other cities 1."""
    placed = {city: [unit] for city, unit in zip(cities.split(), MEN[side].split(), strict=False)}
    end = fall(placed, "movement-2", "volunteer", turn=7, flags={"initiative": "bolshevik directory volunteer"})
    assert level_told(end, side) == (points, level)


@pytest.mark.parametrize(("side", "cities", "points", "level"), [
    ("makhnovist", "", 0, "-"),
    ("makhnovist", "2012", 1, "historical"),
    ("makhnovist", "2116", 2, "historical"),
    ("makhnovist", "2116 2012", 3, "marginal"),
    ("makhnovist", "2116 2012 2016 2219", 5, "marginal"),
    ("makhnovist", "2116 2012 2016 2219 2623", 6, "major"),
    ("volunteer", "2831 2116 1124 1624 1930", 7, "-"),
    ("volunteer", "2831 2116 1124 1624 1930 3321", 8, "historical"),
    ("volunteer", "2831 2116 1124 1624 1930 3321 3116", 9, "historical"),
    ("volunteer", "2831 2116 1124 1624 1930 3321 3116 2917", 10, "marginal"),
    ("volunteer", "2831 2116 1124 1624 1930 3321 3116 2917 2623 2219", 12, "marginal"),
    ("volunteer", "2831 2116 1124 1624 1930 3321 3116 2917 2623 2219 2016", 13, "major"),
])  # fmt: skip
def test_the_level_told_in_the_last_turn_at_each_boundary_of_the_return(back, side, cities, points, level):
    """Rule: 1.3, 9.1. Novorossiysk and Katerynoslav give 2 points, the other cities 1."""
    men = MEN["the-volunteers" if side == "volunteer" else side].split()
    placed = {city: [unit] for city, unit in zip(cities.split(), men, strict=False)}
    end = back(placed, "movement-2", "makhnovist", turn=14, flags={"initiative": "volunteer bolshevik makhnovist"})
    assert level_told(end, side) == (points, level)
