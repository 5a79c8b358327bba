"""Reports: text, JSON of DESIGN §10, SARIF 2.1.0 and GitHub annotations, from problems made by hand."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pnp.checks import check_named
from pnp.checks.allowances import Silenced
from pnp.checks.report import CheckReport, render, sort_key
from pnp.errors import Location, Problem

ROOT = Path(__file__).resolve().parents[2]
FIRST = Problem(
    "table-die-gap", "no row for 7", Location("sources/tiny war/charts.yaml", 12, 5, 9), "add 7", "error", "tiny-war",
    "4.2",
    source_line="    rows: []",
)  # fmt: skip
SECOND = Problem("unused-name", "100% of 'a, b: c'\nlost", Location("/abs/é.yaml", 3), "", "warning", "tiny-war")
THIRD = Problem("players-count", "no place", None, "think", "note", "tiny-war")
REPORT = CheckReport(
    ("tiny-war",), (FIRST, SECOND, THIRD),
    (Silenced(Problem("contrast", "pale", Location("style.yaml", 1, 1, 4), "darker"), "as printed"),),
)  # fmt: skip


def test_counts_have_every_severity():
    assert REPORT.counts == {"error": 1, "warning": 1, "note": 1}
    assert CheckReport(("a",)).counts == {"error": 0, "warning": 0, "note": 0}
    assert [p.code for p in REPORT] == ["table-die-gap", "unused-name", "players-count"] and len(REPORT) == 3


def test_what_is_told_of_code_comes_after_the_sources():
    """A renumbered case leaves a line in the code that names the old number: the case comes first."""
    code = Problem("rule-line-dangling", "no case", Location("pnp/games/tiny/rules.py", 3))

    assert sorted([code, FIRST, SECOND], key=sort_key) == [SECOND, FIRST, code]


def test_text():
    assert render(REPORT, "text") == (
        "sources/tiny war/charts.yaml:12:5: no row for 7 [table-die-gap]\n"
        "  12 |     rows: []\n"
        "     |     ^^^^\n"
        "  hint: add 7\n"
        "/abs/é.yaml:3:1: 100% of 'a, b: c'\nlost [unused-name] (warning)\n"
        "no place [players-count] (note)\n"
        "  hint: think\n"
    )
    assert render(CheckReport(("a",)), "text") == ""


def test_json_has_the_keys_of_the_contract():
    document = json.loads(render(REPORT, "json"))
    assert sorted(document) == ["counts", "games", "problems", "schema", "silenced"]
    assert (document["schema"], document["games"]) == (1, ["tiny-war"])
    assert document["counts"] == {"error": 1, "note": 1, "warning": 1}
    assert document["problems"][0] == {
        "code": "table-die-gap", "severity": "error", "message": "no row for 7", "hint": "add 7",
        "path": "sources/tiny war/charts.yaml", "line": 12, "column": 5, "end_column": 9, "game": "tiny-war",
        "rule": "4.2",
    }  # fmt: skip
    assert document["silenced"][0]["reason"] == "as printed" and document["silenced"][0]["code"] == "contrast"
    assert render(REPORT, "json").index('"counts"') < render(REPORT, "json").index('"games"'), "keys are sorted"


def test_github_annotations_are_escaped():
    """https://docs.github.com: % CR LF in messages; also : and , in properties."""
    assert render(REPORT, "github").splitlines() == [
        "::error file=sources/tiny war/charts.yaml,line=12,endLine=12,col=5,endColumn=9,title=table-die-gap"
        "::no row for 7 [table-die-gap]%0Ahint: add 7",
        "::warning file=/abs/é.yaml,line=3,endLine=3,col=1,title=unused-name"
        "::100%25 of 'a, b: c'%0Alost [unused-name]",
        "::notice title=players-count::no place [players-count]%0Ahint: think",
    ]
    odd = Problem("x", "m", Location("a,b:c%d\r.yaml", 1))
    assert render(CheckReport((), (odd,)), "github").startswith("::error file=a%2Cb%3Ac%25d%0D.yaml,line=1")


# SARIF: the parts of the 2.1.0 schema that we use, strictly: unknown keys fail --------------------------------

TEXT = {"text": str}
SHAPE: dict[str, Any] = {
    "$schema": str,
    "version": str,
    "runs": [{
        "tool": {"driver": {
            "name": str, "semanticVersion": str,
            "rules": [{
                "id": str, "shortDescription": TEXT, "fullDescription": TEXT, "help": TEXT,
                "defaultConfiguration": {"level": str},
            }],
        }},
        "columnKind": str,
        "originalUriBaseIds": {"WORKING_FOLDER": {"uri": str, "description": TEXT}},
        "results": [{
            "ruleId": str, "ruleIndex": int, "level": str, "message": TEXT,
            "partialFingerprints": {"lineText/v1": str},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": str, "uriBaseId?": str},
                "region?": {"startLine": int, "startColumn": int, "endLine": int, "endColumn?": int},
            }}],
            "properties?": {"game?": str, "rule?": str},
            "suppressions?": [{"kind": str, "justification": str}],
        }],
    }],
}  # fmt: skip


def conforms(value: Any, shape: Any, at: str = "") -> None:
    """Assert that `value` has just the keys and types of `shape`; a key with ? may be left out."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), at
        known = {key.rstrip("?"): key for key in shape}
        assert set(value) <= set(known), f"{at}: {set(value) - set(known)}"
        for name, key in known.items():
            assert name in value or key.endswith("?"), f"{at}.{name} is missing"
            if name in value:
                conforms(value[name], shape[key], f"{at}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), at
        for index, item in enumerate(value):
            conforms(item, shape[0], f"{at}[{index}]")
    else:
        assert type(value) is shape, at


def test_sarif_has_the_shape_of_2_1_0():
    document = json.loads(render(REPORT, "sarif"))
    conforms(document, SHAPE)
    (run,) = document["runs"]
    rules, results = run["tool"]["driver"]["rules"], run["results"]
    assert document["version"] == "2.1.0" and document["$schema"].endswith("sarif-schema-2.1.0.json")
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    assert [rule["id"] for rule in rules] == ["contrast", "players-count", "table-die-gap", "unused-name"]
    assert [r["level"] for r in results] == ["error", "warning", "note", "error"]
    for result in results:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        for location in result.get("locations", ()):
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            assert re.fullmatch(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+", uri), uri
            region = location["physicalLocation"].get("region", {"startLine": 1, "startColumn": 1})
            assert region["startLine"] >= 1 and region["startColumn"] >= 1
            assert region.get("endColumn", 10**6) >= region["startColumn"]
    assert results[3]["suppressions"] == [{"kind": "inSource", "justification": "as printed"}]


def test_sarif_places():
    places = [r.get("locations", [{}])[0] for r in json.loads(render(REPORT, "sarif"))["runs"][0]["results"]]
    assert places[0]["physicalLocation"] == {
        "artifactLocation": {"uri": "sources/tiny%20war/charts.yaml", "uriBaseId": "WORKING_FOLDER"},
        "region": {"startLine": 12, "startColumn": 5, "endLine": 12, "endColumn": 9},
    }
    assert places[1]["physicalLocation"] == {
        "artifactLocation": {"uri": "file:///abs/%C3%A9.yaml"},
        "region": {"startLine": 3, "startColumn": 1, "endLine": 3},
    }
    assert places[2]["physicalLocation"]["artifactLocation"]["uri"] == "game.yaml"


def test_sarif_names_the_folder_that_paths_start_from(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (run,) = json.loads(render(REPORT, "sarif"))["runs"]
    assert run["originalUriBaseIds"]["WORKING_FOLDER"]["uri"] == f"{tmp_path.as_uri()}/"


def test_a_finding_keeps_its_fingerprint_when_lines_above_it_are_added():
    """Two alike in one file are told apart by their number."""

    def prints(*problems):
        results = json.loads(render(CheckReport((), problems), "sarif"))["runs"][0]["results"]
        return [result["partialFingerprints"]["lineText/v1"] for result in results]

    first, moved = (Problem("contrast", "m", Location("a.yaml", n, 3), source_line="  a: 1") for n in (4, 9))
    other = Problem("contrast", "m", Location("a.yaml", 4, 3), source_line="  a: 2")
    assert prints(first) == prints(moved) != prints(other)
    assert len(set(prints(first, moved))) == 2


def test_a_problem_without_a_place_is_reported_for_the_game():
    from pnp.checks import _finished

    problem = _finished(Problem("x", "m"), "tiny-war", "sources/tiny_war/game.yaml", {})
    assert problem.where == Location("sources/tiny_war/game.yaml")


VALIDATOR = ROOT / ".venv/node/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"


@pytest.mark.slow
@pytest.mark.skipif(not VALIDATOR.exists(), reason="`make test` fetches the validator where npm is at hand")
def test_a_validator_finds_no_fault_in_sarif(tmp_path):
    """The multitool of SARIF's authors, by the schema, by its own rules and by those of GitHub."""
    for folder in ("the_ford", "common"):
        shutil.copytree(ROOT / "sources" / folder, tmp_path / folder)
    board = tmp_path / "the_ford/map.yaml"
    board.write_text(board.read_text("utf-8").replace('"4.2"', '"4.9"').replace("Brenn", "Bren"), "utf-8")
    log = tmp_path / "log.sarif"
    log.write_text(render(check_named(["the-ford"], dirs=[tmp_path]), "sarif"), "utf-8")
    tool = [VALIDATOR, "validate", log, "--rule-kind", "Sarif;Ghas", "--output", tmp_path / "found.sarif"]
    subprocess.run(tool, check=True, capture_output=True, timeout=120)
    (run,) = json.loads((tmp_path / "found.sarif").read_text("utf-8-sig"))["runs"]
    assert [r["message"] for r in run["results"] if r.get("level") != "note" and r["ruleId"] != "SARIF2005"] == []
    assert json.loads(log.read_text("utf-8"))["runs"][0]["results"]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_the_same_report_gives_the_same_bytes(form):
    assert render(REPORT, form) == render(REPORT, form)


def test_reports_of_two_games_are_joined():
    joined = REPORT.joined(CheckReport(("other",), (SECOND,)))
    assert joined.games == ("tiny-war", "other") and len(joined) == 4 and len(joined.silenced) == 1
