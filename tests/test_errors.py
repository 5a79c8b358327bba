"""Problems as authors read them: place, message, line with caret, hint."""

import pytest

from pnp.errors import (
    IllegalActionError,
    Location,
    PnpError,
    Problem,
    SourceError,
    TableLookupError,
    counted,
    did_you_mean,
)

WHERE = Location("sources/winter_war/counters.yaml", 48, 11, 18)


def test_location_as_text():
    assert str(WHERE) == "sources/winter_war/counters.yaml:48:11"
    assert str(Location("a.yaml", 3)) == "a.yaml:3:1"
    assert str(Location("a.yaml")) == "a.yaml"


def test_the_example_of_the_style_guide():
    problem = Problem(
        "unknown-name", "unknown unit type 'infanty'", WHERE,
        "did you mean 'infantry'? Unit types are listed in sources/winter_war/game.yaml.",
        source_line="    type: infanty",
    )  # fmt: skip
    assert problem.as_text() == (
        "sources/winter_war/counters.yaml:48:11: unknown unit type 'infanty' [unknown-name]\n"
        "  48 |     type: infanty\n"
        "     |           ^^^^^^^\n"
        "  hint: did you mean 'infantry'? Unit types are listed in sources/winter_war/game.yaml."
    )


def test_severity_is_told_unless_it_is_an_error():
    assert Problem("a", "b", severity="warning").as_text() == "b [a] (warning)"
    assert Problem("a", "b").as_text() == "b [a]"


def test_caret_stands_under_tabs_and_wide_lines():
    tabbed = Problem("x", "m", Location("f", 1, 3, 4), source_line="\t\tz: 1").as_text().splitlines()
    assert tabbed[1:] == ["  1 | \t\tz: 1", "    | \t\t^"]
    line = "a" * 300 + "BAD" + "c" * 300
    shown, caret = Problem("x", "m", Location("f", 1, 301, 304), source_line=line).as_text().splitlines()[1:]
    assert len(shown) < 180 and "BAD" in shown
    assert shown[caret.index("^") : caret.index("^") + 3] == "BAD" and caret.count("^") == 3


@pytest.mark.parametrize(
    "where", [None, Location("f"), Location("f", 9), Location("f", 1, 40, 45), Location("f", 1, 2, 1)]
)
def test_any_place_can_be_shown(where):
    """Beyond the line's end, without a column, without a line: shown as well as can be, never a crash."""
    text = Problem("x", "m", where, source_line="short").as_text()
    assert text.splitlines()[0].endswith("m [x]")
    assert text.count("^") <= 40


def test_json_has_the_keys_of_the_contract():
    """DESIGN §10: code severity message hint path line column end_column game rule."""
    problem = Problem("c", "m", Location("p", 1, 2, 3), "h", "note", "g", "4.1", source_line="not told")
    assert problem.as_json() == {
        "code": "c", "severity": "note", "message": "m", "hint": "h", "path": "p", "line": 1, "column": 2,
        "end_column": 3, "game": "g", "rule": "4.1",
    }  # fmt: skip
    assert Problem("c", "m").as_json()["path"] == ""


def test_the_line_shown_does_not_make_two_problems_different():
    assert Problem("c", "m", source_line="a") == Problem("c", "m", source_line="b")


def test_source_error_holds_all_problems():
    error = SourceError(Problem("a", "one"), Problem("b", "two"))
    assert [p.code for p in error.problems] == ["a", "b"] and str(error) == "one [a]\ntwo [b]"
    assert isinstance(error, PnpError)


def test_errors_can_be_caught_by_what_one_can_do():
    assert issubclass(TableLookupError, LookupError) and issubclass(TableLookupError, PnpError)
    assert IllegalActionError("4.1: no").violation == "4.1: no"


@pytest.mark.parametrize(
    ("name", "known_names", "hint"),
    [
        ("infanty", ["infantry", "armour"], "did you mean 'infantry'?"),
        ("Infantry", ["infantry", "armour"], "did you mean 'infantry'?"),
        ("COMBAT", ["Combat Table", "combat"], "did you mean 'combat'?"),
        ("zzz", ["a", "b"], "expected one of 'a', 'b'."),
        ("zzz", [f"n{i}" for i in range(13)], ""),
        ("zzz", [], ""),
    ],
)
def test_did_you_mean(name, known_names, hint):
    assert did_you_mean(name, known_names) == hint


@pytest.mark.parametrize(
    ("name", "known_names", "hint"),
    [
        ("2364", ["2363", "1001"], "did you mean '2363'?"),
        ("3236", ["2363", "3263"], "did you mean '3263'?"),        # two digits exchanged
        ("236", ["2363", "1001"], "did you mean '2363'?"),
        ("23633", ["2363", "1001"], "did you mean '2363'?"),
        ("4038", ["1038", "2038", *(f"{n:04}" for n in range(3400, 3450))], ""),     # two are as near
        ("4.19", ["4.1", "4.9", "5.2"], "expected one of '4.1', '4.9'."),
        ("11.9", ["11.1", "11.2", "12.9", *(f"1.{n}" for n in range(20))], "expected one of '11.1', '11.2'."),
        ("jj24", ["jj14", "kk2"], "did you mean 'jj14'?"),
    ],
)
def test_a_number_is_meant_only_where_one_slip_explains_it(name, known_names, hint):
    """All numbers look alike: a guess among many misleads."""
    assert did_you_mean(name, known_names) == hint


def test_did_you_mean_says_where_the_names_are_listed():
    assert did_you_mean("infanty", ["infantry"], listed="See game.yaml.") == "did you mean 'infantry'? See game.yaml."
    assert did_you_mean("zzz", [], listed="See game.yaml.") == "See game.yaml."


def test_a_number_and_its_noun_agree():
    assert [counted(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [counted(n, "hex", "hexes") for n in (1, 7)] == ["1 hex", "7 hexes"]
