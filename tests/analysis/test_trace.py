"""From rule to code, on a game without procedures and on one with them."""

import json
from dataclasses import replace

import pytest

from pnp.analysis.trace import lines_of_tests, read_report, traced
from pnp.analysis.trace_text import summary, trace_as_json, trace_as_text
from pnp.errors import PnpError, SourceError

REPORT = {"game": "tiny-war", "games": 20, "rules": {"used": {"1.1": 7, "8.8": 1}}}


@pytest.fixture
def tests_folder(tmp_path):
    """Two test files; only one has the game's name in its path."""
    (tmp_path / "test_tiny_war.py").write_text('def test_a():\n    """Rule: 1.2. A fight, told at length."""\n')
    (tmp_path / "test_other.py").write_text('def test_b():\n    """Rule: 1.3"""\n')
    return tmp_path


def test_tests_may_go_by_the_first_word_of_a_game(tiny, tmp_path):
    (tmp_path / "test_tiny_turn.py").write_text('def test_a():\n    """Rule: 1.2"""\n')
    (tmp_path / "test_tinier.py").write_text('def test_b():\n    """Rule: 1.3"""\n')
    assert [line.address for line in lines_of_tests(tiny, tmp_path)] == ["1.2"]


def test_tests_of_a_series_are_tests_of_its_games(tiny, tmp_path):
    (tmp_path / "skirmishes").mkdir()
    (tmp_path / "skirmishes" / "test_turn.py").write_text('def test_a():\n    """Rule: 1.2"""\n')
    assert lines_of_tests(tiny, tmp_path) == ()
    game = replace(tiny, series=tmp_path / "sources" / "skirmishes")
    assert [line.address for line in lines_of_tests(game, tmp_path)] == ["1.2"]


def test_a_game_without_procedures_lacks_code(tiny, tests_folder):
    trace = traced(tiny, tests=tests_folder, report=REPORT)
    by_address = {case.address: case for case in trace.cases}
    assert [(a, by_address[a].depth) for a in ("1.0", "1.1", "Fog")] == [("1.0", 0), ("1.1", 1), ("Fog", 0)]
    assert by_address["1.0"].gaps == () and by_address["1.0"].reason
    assert (by_address["1.1"].gaps, by_address["1.1"].examples, by_address["1.1"].fired) == (("code",), ("advance",), 7)
    assert by_address["1.2"].gaps == ("code", "play") and by_address["1.2"].tests[0].function == "test_a"
    assert by_address["1.3"].gaps == ("code", "test", "play")
    assert trace.unknown == {"8.8": 1}
    assert trace.counts() == {"cases": 7, "for_referee": 6, "code": 6, "test": 4, "play": 5}


def test_without_a_report_nothing_is_said_of_play(tiny, tests_folder):
    trace = traced(tiny, tests=tests_folder)
    assert {case.fired for case in trace.cases} == {None} and trace.games is None
    assert "play" not in {gap for case in trace.cases for gap in case.gaps}
    assert summary(tiny, trace) == "7 cases, 6 for the referee: 6 without code, 4 without a test"


def test_procedures_and_tests_of_a_real_game_are_found(putins_war):
    trace = traced(putins_war)
    cases = {case.address: case for case in trace.cases}
    assert {line.function for line in cases["Combat Table"].code} == {"_fight", "_resolve", "combat"}
    assert cases["Combat Table"].tests, "its tests go on with a sentence behind the address"
    assert trace.counts()["code"] == 0
    assert len(lines_of_tests(putins_war)) >= 20


def test_text_and_json(tiny, tests_folder):
    trace = traced(tiny, tests=tests_folder, report=REPORT)
    lines = trace_as_text(tiny, trace).splitlines()
    assert lines[0] == "1.0            The Game. Not for the referee: An overview of the cases below it."
    assert lines[1] == "1.1            Moving. code 0, tests 0, examples 1, fired 7  ← no code"
    assert lines[-1].endswith(", 5 never fired in 20 games")
    assert len(trace_as_text(tiny, trace, gaps_only=True).splitlines()) == len(lines) - 1
    document = trace_as_json(trace)
    assert document["cases"][1]["line"] == 9 and document["cases"][1]["gaps"] == ["code"]
    assert json.loads(json.dumps(document)) == document


def test_a_report_of_another_game_is_refused(tiny, tests_folder):
    with pytest.raises(PnpError, match="is of the game 'other'"):
        traced(tiny, tests=tests_folder, report={**REPORT, "game": "other"})


@pytest.mark.parametrize("text", ["", "[]", "{", '{"rules": {"used": {"1.1": "x"}}}', '{"rules": 3}', "[" * 5000])
def test_what_is_no_report_is_refused(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(SourceError) as caught:
        read_report(tmp_path)
    assert caught.value.problems[0].code == "bad-report"


def test_the_page_names_what_is_missing(tiny, tests_folder):
    from pnp.web.trace_report import trace_page

    page = trace_page(tiny, traced(tiny, tests=tests_folder, report=REPORT))
    assert "<td>1.3</td><td>Winning</td><td>no code, no test, never fired</td>" in page
    assert "<script" not in page and 'src="' not in page


def test_lines_of_a_scenario_go_by_the_list_in_which_they_stand():
    """The Ford's reinforcements name case 11.1, and a line of its schedule its own id."""
    from pnp.checks.procedures import procedures_of
    from pnp.sources import load_game

    procedures = procedures_of(load_game("the-ford"))
    names = {line.function for line in procedures.declared if line.path.endswith("standard.yaml")}
    assert "arrivals" in names
    assert not [name for name in names if name[:1].isupper()]
