"""The page of a sweep: one plot for each side, a table behind it, claims only where the interval leaves out 0."""

from __future__ import annotations

import pytest

from pnp.web.sweep_report import sweep_page


def a_share(count: int) -> dict:
    return {
        "count": count,
        "share": count / 100,
        "low": max(0.0, count / 100 - 0.08),
        "high": min(1.0, count / 100 + 0.08),
    }


def a_point(values: list, won: int, difference: tuple | None) -> dict:
    """difference: (difference, low, high)"""
    differences = None
    if difference:
        middle, low, high = difference
        one = {
            "difference": middle,
            "low": low,
            "high": high,
            "more": 9,
            "fewer": 2,
            "pairs": 100,
            "claim": low > 0 or high < 0,
        }
        differences = {"russia": one, "ukraine": one}
    return {
        "values": values,
        "base": differences is None,
        "wins": {"russia": a_share(won), "ukraine": a_share(100 - won)},
        "differences": differences,
        "faults": [],
    }


@pytest.fixture
def report() -> dict:
    return {
        "game": "putins-war",
        "scenario": "standard",
        "options": {},
        "players": {"russia": "random"},
        "seed": 3,
        "games": 100,
        "sweep": [{"path": "parameters.stack-limit", "values": [2, 3, "<4>"], "base": 3}],
        "points": [
            a_point([2], 12, (-0.18, -0.25, -0.11)),
            a_point([3], 30, None),
            a_point(["<4>"], 33, (0.03, -0.02, 0.08)),
        ],
        "hash": "abc",
    }


def test_one_claim_is_made_and_values_are_escaped(putins_war, report):
    page = sweep_page(putins_war, report, "pnp playtest putins-war --sweep …")
    assert page.count("<svg") == 1
    assert "With 2, Russia wins 18.0 fewer of a hundred games." in page
    assert "With 3," not in page and "With &lt;4&gt;," not in page
    assert "<4>" not in page
    assert "+3.0 (−2.0 … +8.0) no claim" in page


def test_no_claim_at_all_is_said(putins_war, report):
    report["points"][0]["differences"]["russia"]["claim"] = False
    assert "These games show no difference to the sources at any point." in sweep_page(putins_war, report, "")


def test_two_axes_make_a_grid(putins_war, report):
    report["sweep"] = [{"path": "a", "values": [1, 2], "base": 1}, {"path": "b", "values": [1, 2], "base": 1}]
    claim = (-0.1, -0.15, -0.05)
    report["points"] = [
        a_point([1, 1], 40, None),
        a_point([1, 2], 30, claim),
        a_point([2, 1], 30, claim),
        a_point([2, 2], 60, claim),
    ]
    page = sweep_page(putins_war, report, "")
    svg = page[page.index("<svg") : page.index("</svg>")]
    assert svg.count("<rect") == 4
    assert svg.count("−10.0<") == 3


def test_a_fault_is_listed(putins_war, report):
    report["points"][2]["faults"] = [{"index": 7, "seed": 1, "message": "lost a unit", "command": "pnp play …"}]
    assert "lost a unit" in sweep_page(putins_war, report, "")
