"""Findings of one cause stand together, and what hinders the first product comes first."""

from __future__ import annotations

from pnp.checks.grouping import first_product, grouped
from pnp.checks.report import CheckReport
from pnp.errors import Location, Problem


def finding(file: str, line: int, message: str, code: str = "unknown-name", severity: str = "error") -> Problem:
    return Problem(code, message, Location(f"mine/{file}", line, 3), severity=severity, game="mine")  # type: ignore[arg-type]


WOODS = [finding("map.yaml", line, f"unknown terrain '{name}'") for line, name in enumerate("abcdef", 10)]


def test_four_alike_are_one_and_three_are_three():
    (group,) = grouped(WOODS)
    assert group.first is WOODS[0] and group.others == tuple(WOODS[1:])
    assert group.rest() == (
        "5 more like it: mine/map.yaml:11:3 ('b'), mine/map.yaml:12:3 ('c'), mine/map.yaml:13:3 ('d'); and 2 more; "
        "--all lists each"
    )
    assert [len(group.problems) for group in grouped(WOODS[:3])] == [1, 1, 1]


def test_findings_that_say_something_else_stay_apart():
    other = finding("map.yaml", 30, "unknown road 'a'")
    assert [len(group.problems) for group in grouped([*WOODS, other])] == [6, 1]


def test_errors_of_the_map_come_before_those_of_counters_and_any_warning():
    counters, note = finding("counters.yaml", 1, "no side"), finding("game.yaml", 1, "no line", severity="warning")
    example = finding("examples/10.yaml", 1, "refused", "example")
    listed = [counters, example, note, WOODS[0]]
    assert [group.first for group in grouped(listed)] == [WOODS[0], counters, example, note]


def test_the_way_to_the_first_map_is_told():
    def told(*problems: Problem) -> str:
        return first_product(CheckReport(("mine",), problems), "my mine")

    unruled = finding("map.yaml", 3, "there is no rule '4.1'", "rule-unknown")
    assert told(*WOODS, unruled) == "first mend map.yaml (6 errors); then pnp build 'my mine' --only map draws the map"
    assert told(unruled) == "pnp build 'my mine' --only map draws the map already; what is wrong elsewhere can wait"
    assert told(finding("map.yaml", 3, "pale", severity="warning")) == ""
    assert told(finding("style.yaml", 2, "no colour")).startswith("first mend style.yaml (1 error)")
    assert told(finding("mine", 1, "no game with the id 'mine'", "unknown-game")) == ""


def test_check_groups_what_it_prints_and_all_lists_each(pnp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert pnp("new", "mine", "--map", "points").code == 0
    for file in ("game.yaml", "map.yaml"):
        path = tmp_path / "mine" / file
        path.write_text(path.read_text("utf-8").replace('rule: "', 'rule: "9'), "utf-8")
    (tmp_path / "mine" / "counter.yaml").write_text("groups: []\n")
    shown, each = pnp("check", "mine", "--select", "rule-unknown,file-unread"), pnp("check", "mine", "--all")
    assert shown.out.count("[rule-unknown]") == 1 and "more like it: mine/game.yaml:" in shown.out
    assert each.out.count("[rule-unknown]") > 5 and "more like it" not in each.out
    assert "did you mean 'counters.yaml'?" in shown.out
    assert "--only map draws the map already" in shown.err
