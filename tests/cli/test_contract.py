"""Names of commands, options, keys and exit codes: the contract of DESIGN §10, on which others' scripts rely."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

OPTIONS = {
    "new": {"--map", "--sides", "--from"},
    "list": {"--json", "--symbols", "--png"},
    "check": {"--format", "--json", "--strict", "--select", "--ignore", "--fix", "--dry-run"},
    "tables": {"--table", "--modifier", "--lang", "--out", "--json"},
    "build": {"--out", "--lang", "--paper", "--only", "--force", "--json"},
    "play": {"--as", "--players", "--scenario", "--option", "--seed", "--load", "--log", "--allow-peeking",
             "--seconds"},
    "serve": {"--port", "--share"},
    "playtest": {"--games", "--players", "--scenario", "--option", "--seed", "--workers", "--out", "--logs", "--json",
                 "--ladder"},
    "replay": {"--to", "--json"},
    "map": set(),
    "vassal": set(),
    "export": set(),
    "import": set(),
    "i18n": {"--lang", "--out", "--rule", "--json"},
    "schema": {"--out"},
    "trace": {"--report", "--tests", "--gaps", "--lang", "--out", "--json"},
    "explain": set(),
    "doctor": {"--json", "--licences"},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_each_command_has_the_options_of_the_contract(name):
    from pnp.cli import root

    command = root.get_command(click.Context(root), name)
    have = {o for p in command.params if isinstance(p, click.Option) for o in p.opts}
    assert OPTIONS[name] <= have


def test_help_lists_every_command_in_order(pnp):
    ran = pnp("--help")
    assert ran.code == 0
    listed = [line.split()[0] for line in ran.out.partition("Commands:")[2].splitlines() if line.strip()]
    assert listed == list(OPTIONS)


def test_a_misspelt_command_is_wrong_usage_and_gets_a_hint(pnp):
    ran = pnp("biuld")
    assert ran.code == 2
    assert "did you mean 'build'?" in ran.err


def test_version(pnp):
    from pnp import __version__

    assert pnp("--version").out == f"pnp {__version__}\n"


def test_list_tells_what_a_game_holds(pnp):
    document = json.loads(pnp("list", "putins-war", "--json").out)
    assert document["schema"] == 1
    game = document["games"][0]
    assert (game["id"], game["counters"], game["spaces"]) == ("putins-war", 40, 29)
    assert [s["id"] for s in game["sides"]] == ["russia", "ukraine"]
    assert {o["id"] for o in game["options"]} == {"ports", "ukrainian-air"}
    assert game["path"] == "sources/putins_war" or game["path"].endswith("/sources/putins_war")


def test_list_counts_hexes_and_needs_no_year(pnp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert pnp("new", "mine", "--map", "hexes:9x7").code == 0
    assert pnp("--sources", ".", "list").out == "mine                   Mine, en\n"
    assert "spaces     63\n" in pnp("list", "mine").out


def test_list_tells_the_symbols_and_draws_them(pnp, tmp_path):
    ran = pnp("list", "--symbols")
    assert ran.code == 0
    assert "infantry, cavalry, reconnaissance" in ran.out
    headings = json.loads(pnp("list", "--symbols", "--json").out)["symbols"]
    assert "infantry+motorised+mountain" in headings["Put together, for example"]
    assert pnp("list", "--symbols", "--png", tmp_path / "all.png").out == f"{tmp_path / 'all.png'}\n"
    assert (tmp_path / "all.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert pnp("list", "--png", tmp_path / "no.png").code == 2


def test_an_unknown_game_is_a_problem_with_a_hint(pnp):
    ran = pnp("list", "putins-wra")
    assert ran.code == 1
    assert "did you mean 'putins-war'?" in ran.err
    assert "Traceback" not in ran.err


def test_a_folder_is_a_game_too(pnp):
    ran = pnp("list", ROOT / "sources" / "putins_war")
    assert ran.code == 0
    assert "Putin's War (2022)" in ran.out


def test_sources_may_lie_anywhere(pnp, tmp_path):
    shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "my_war")
    text = (tmp_path / "my_war" / "game.yaml").read_text("utf-8")
    (tmp_path / "my_war" / "game.yaml").write_text(text.replace("id: putins-war", "id: my-war", 1), "utf-8")
    ran = pnp("--sources", tmp_path, "list")
    assert (ran.code, ran.out.split()[0]) == (0, "my-war")


def test_a_typo_in_a_source_gives_file_line_column_and_no_traceback(pnp, tmp_path):
    shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "putins_war")
    path = tmp_path / "putins_war" / "counters.yaml"
    lines = path.read_text("utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if "count: 9" in line)
    lines[number] = lines[number].replace("count:", "cuont:")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    ran = pnp("--sources", tmp_path, "build", "putins-war", "--out", tmp_path / "out")
    assert ran.code == 1
    assert f"counters.yaml:{number + 1}:5: unknown key 'cuont' [unknown-key]" in ran.err
    assert "did you mean 'count'?" in ran.err
    assert "^^^^^" in ran.err
    assert "nothing built: mend the errors first\n" in ran.err
    assert "Traceback" not in ran.err


def test_schema_prints_one_or_all(pnp, tmp_path):
    schema = json.loads(pnp("schema", "counters").out)
    assert "groups" in json.dumps(schema["properties"])
    ran = pnp("schema", "--out", tmp_path)
    written = sorted(p.name for p in tmp_path.iterdir())
    assert ran.code == 0
    expected = ("game", "map", "counters", "charts", "style", "errata", "gpids", "rules", "scenario", "examples")
    assert {f"{n}.schema.json" for n in expected} <= set(written)
    assert pnp("schema", "conuters").code == 2


def test_every_source_names_a_schema_that_is_written(pnp, tmp_path):
    pnp("schema", "--out", tmp_path / "output" / "schema")
    files = sorted((ROOT / "sources" / "putins_war").rglob("*.yaml"))
    assert len(files) > 8
    for path in files:
        first = path.read_text("utf-8").partition("\n")[0]
        assert first.startswith("# yaml-language-server: $schema="), path
        target = (path.parent / first.partition("$schema=")[2]).resolve()
        assert target.parent == ROOT / "output" / "schema"
        assert (tmp_path / "output" / "schema" / target.name).is_file(), target.name


def test_explain_prints_a_page_and_a_rule(pnp):
    assert "alias" in pnp("explain", "alias-bomb").out.lower()
    ran = pnp("explain", "putins-war 4.5")
    assert ran.code == 0
    assert ran.out.startswith("4.5 Air Force")
    assert "3 areas" in ran.out
    assert pnp("explain", "putins-war 4.55").code == 1
    assert pnp("explain", "winter-war 6A1").out == pnp("explain", "winter-war Combat A1").out
    assert "did you mean" in pnp("explain", "alias-bom").err


def test_explain_prints_an_example_as_the_referee_played_it(pnp):
    title, story, steps = pnp("explain", "winter-war combined-attack").out.strip().split("\n\n")
    assert title == "26 against 9" and "26 attack points" in story
    assert steps.splitlines()[-1] == "6. Rifle division 1: advance from 2566 to Terijoki (2565). [Retreats]"


def test_explain_prints_a_ruling(pnp):
    ran = pnp("explain", "winter-war", "WW-97")
    assert ran.code == 0
    heading, _printed, played, why, cases = ran.out.strip().split("\n\n")
    assert heading.startswith("WW-97 ")
    assert played and why and cases.startswith("(")
    assert "did you mean" in pnp("explain", "winter-war WW-97x").err


def test_doctor_names_libraries_and_licences(pnp):
    document = json.loads(pnp("doctor", "--json").out)
    names = {row["name"] for row in document["items"]}
    assert {"python", "reportlab", "libcairo", "fonts", "games"} <= names
    rows = json.loads(pnp("doctor", "--licences", "--json").out)["licences"]
    kinds = {row["kind"] for row in rows}
    assert kinds == {"font", "pattern", "library"}
    assert all(row["licence"] and "see " not in row["licence"][:4] for row in rows), rows
    fonts = {row["name"]: row["licence"] for row in rows if row["kind"] == "font"}
    owners = {
        "IBMPlexSerif-Italic.ttf": "IBM Corp.", "OldStandardTT-Bold.ttf": "The Old Standard",
        "RussoOne-Regular.ttf": "Jovanny Lemonad", "Oswald-SemiBold.ttf": "The Oswald Project",
    }  # fmt: skip
    for name, owner in owners.items():
        path = fonts[name].removeprefix("OFL-1.1 (").removesuffix(")")
        text = (Path(__file__).parents[2] / path).read_text("utf-8")
        assert owner in text.partition("\n")[0] and "Version 1.1" in text


@pytest.mark.slow
def test_i18n_status_counts_both_catalogues(pnp):
    rows = json.loads(pnp("i18n", "status", "putins-war", "--json").out)["catalogues"]
    assert [r["path"].rsplit("sources/")[-1] for r in rows if r["language"] == "it"]
    assert [row for row in rows if row["fuzzy"]] == []
    assert [row for row in rows if row["missing"]] == []


def test_no_colour_where_it_is_not_wanted(pnp_process):
    ran = pnp_process("list", "nothing", NO_COLOR="1")
    assert ran.code == 1
    assert "\x1b[" not in ran.err


def test_completion_offers_games(pnp_process):
    ran = pnp_process("", _PNP_COMPLETE="bash_complete", COMP_WORDS="pnp list put", COMP_CWORD="2")
    assert ran.out.strip() in ("", "plain,putins-war")
    ran = pnp_process("", _PNP_COMPLETE="bash_complete", COMP_WORDS="pnp check put", COMP_CWORD="2")
    assert ran.out.strip() == "plain,putins-war"
