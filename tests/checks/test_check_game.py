"""The machinery: choosing checks, order, places, allowances, games that can't be read."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mutation import FIXTURE, changed_copy

from pnp.checks import CHECKS, check_game, check_named
from pnp.checks.allowances import allowances_in
from pnp.errors import PnpError
from pnp.sources import load_game
from pnp.sources.assets import PACKAGE

pytestmark = pytest.mark.slow

ROOT = PACKAGE.parent


def report_of(tmp_path: Path, *changes: str, **options):
    """The report on the sample game with `changes`."""
    return check_game(load_game(changed_copy(FIXTURE, tmp_path, changes)), **options)


def test_problems_carry_all_that_a_report_tells(tmp_path):
    report = report_of(tmp_path, 'charts.yaml "die: 6+" -> "die: 6"')
    (problem,) = report.problems
    assert (problem.code, problem.severity, problem.game, problem.rule) == (
        "table-die-gap",
        "error",
        "tiny-war",
        "Combat Table",
    )
    assert (problem.where.line, problem.source_line) == (18, "      - {die: 1, results: [AR, AR, NE]}")
    assert problem.message == "Combat Table has no row for 7; rolls reach 1 to 7"
    assert problem.as_text().count("\n") == 3


def test_problems_are_sorted_by_path_line_column_code(tmp_path):
    report = report_of(
        tmp_path, 'map.yaml "neighbours: [alder, cedar]" -> "neighbours: [alder, nowhere]"',
        'counters.yaml "type: guard" -> "type: gaurd"', 'charts.yaml "below_first: AR" -> "below_first: ZZ"',
    )  # fmt: skip
    places = [(p.where.path, p.where.line, p.where.column, p.code) for p in report.problems]
    assert len(places) >= 4 and places == sorted(places)
    assert [Path(place[0]).name for place in places][:2] == ["charts.yaml", "counters.yaml"]


def test_select_and_ignore(tmp_path):
    game = load_game(
        changed_copy(
            FIXTURE,
            tmp_path,
            ('charts.yaml "below_first: AR" -> "below_first: ZZ"', 'game.yaml "players: 2" -> "players: 1"'),
        )
    )
    assert {p.code for p in check_game(game).problems} == {"below-first-code", "players-count"}
    assert {p.code for p in check_game(game, select=["players-count"]).problems} == {"players-count"}
    assert {p.code for p in check_game(game, ignore=["players-count"]).problems} == {"below-first-code"}
    assert check_game(game, select=["table-die-gap"]).problems == ()


@pytest.mark.parametrize("option", ["select", "ignore"])
def test_an_unknown_code_is_refused_with_a_hint(option):
    with pytest.raises(PnpError, match=r"there is no check 'table-die-gab'; did you mean 'table-die-gap'\?"):
        check_game(load_game(FIXTURE), **{option: ["table-die-gab"]})


def test_a_translated_game_is_refused():
    from pnp.translate import localised

    with pytest.raises(PnpError, match="English"):
        check_game(localised(load_game(FIXTURE), "it"))


def test_a_game_that_cannot_be_read_is_a_report_too(tmp_path):
    folder = changed_copy(FIXTURE, tmp_path, ())
    (folder / "gpids.yaml").write_text("next: 7\npeices: {}\n")
    report = check_named([str(folder), str(FIXTURE)])
    assert report.games == ("tiny-war", "tiny-war")
    assert [p.code for p in report.problems] == ["unknown-key"], "the key is there, misspelt"
    assert [p.game for p in report.problems] == ["tiny-war"]


def test_no_game_of_that_name():
    report = check_named(["putins-wra"])
    assert [(p.code, p.hint) for p in report.problems] == [("unknown-game", "did you mean 'putins-war'?")]


# Allowances ----------------------------------------------------------------------------------------------

WRONG = "  tank: 3"


def allowed(tmp_path, text):
    """Codes left and reasons given when the wrong count in game.yaml becomes `text`."""
    report = report_of(tmp_path, f'game.yaml "  tank: 2" -> "{text}"')
    return [(p.code, p.where.line) for p in report.problems], [s.reason for s in report.silenced]


def test_without_a_comment_the_finding_stays(tmp_path):
    assert allowed(tmp_path, WRONG) == ([("counter-counts", 41)], [])


def test_a_comment_behind_the_value_holds_for_its_line(tmp_path):
    assert allowed(tmp_path, WRONG + "  # pnp: allow counter-counts one spare") == ([], ["one spare"])


def test_a_comment_above_holds_for_the_next_line_only(tmp_path):
    comment = "  # pnp: allow counter-counts one spare"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    path = changed_copy(FIXTURE, tmp_path / "a", ()) / "game.yaml"
    path.write_text(path.read_text().replace("  tank: 2", f"{comment}\n{WRONG}"))
    report = check_game(load_game(path.parent))
    assert ([p.code for p in report.problems], [s.reason for s in report.silenced]) == ([], ["one spare"])
    path = changed_copy(FIXTURE, tmp_path / "b", ()) / "game.yaml"
    path.write_text(path.read_text().replace("  tank: 2", f"{comment}\n\n{WRONG}"))
    report = check_game(load_game(path.parent))
    assert [p.code for p in report.problems] == ["allow-unused", "counter-counts"] and report.silenced == ()


def test_without_a_reason_it_silences_nothing(tmp_path):
    comment = WRONG + "  # pnp: allow counter-counts"
    assert allowed(tmp_path, comment) == ([("counter-counts", 41), ("allow-without-reason", 41)], [])


def test_another_code_silences_nothing(tmp_path):
    comment = WRONG + "  # pnp: allow contrast pale as printed"
    assert allowed(tmp_path, comment) == ([("counter-counts", 41), ("allow-unused", 41)], [])


def test_a_short_row_is_one_mistake_though_the_rows_are_compared_no_more(tmp_path):
    """The check that the comment allows passes a ragged table over; the comment is not idle for that."""
    comment = "# pnp: allow table-monotone as printed"
    report = report_of(
        tmp_path,
        f'charts.yaml "[NE, DR, DR]}}" -> "[NE, DR, AR]}}   {comment}"',
        'charts.yaml "results: [AR, NE, DR]" -> "results: [AR, NE]"',
    )

    assert [(p.code, p.where.line) for p in report.problems] == [("table-row-width", 19)]


def test_a_comment_inside_a_text_is_text():
    text = "a: |  # pnp: allow w y\n  # pnp: allow x y\nb: 'c # pnp: allow x y'\nd: 1 # pnp: allow x y\n"
    assert [(a.code, a.reason, a.where.line, a.where.column) for a in allowances_in("f.yaml", text)] == [
        ("w", "y", 1, 7), ("x", "y", 4, 6),
    ]  # fmt: skip


def test_an_allowance_behind_the_bar_of_a_text_holds_for_all_of_it():
    (allowance,) = allowances_in("f.yaml", "a: |  # pnp: allow w y\n  one\n  two\nb: 1\n")
    assert allowance.lines == range(1, 4)


def test_an_allowance_is_not_idle_when_its_check_did_not_run(tmp_path):
    change = 'game.yaml "  tank: 2" -> "  tank: 2  # pnp: allow counter-counts one spare"'
    game = load_game(changed_copy(FIXTURE, tmp_path, (change,)))
    assert [p.code for p in check_game(game).problems] == ["allow-unused"]
    assert check_game(game, select=["contrast"]).problems == ()


def test_a_comment_in_the_head_holds_for_the_whole_file():
    (head, later) = allowances_in("f.yaml", "# one\n# pnp: allow x y\n\na: 1\n# pnp: allow x z\nb: 1\n")
    assert (head.head, later.head) == (True, False)


def test_a_translator_allows_in_the_catalogue(tmp_path):
    folder = changed_copy(FIXTURE, tmp_path, ())
    path = folder / "locale" / "it.po"
    text = path.read_text("utf-8").replace('msgstr "Riserva rossa"', 'msgstr "Scorta rossa"')
    path.write_text(text, "utf-8")
    assert [p.code for p in check_game(load_game(folder)).problems] == ["translation-term"]
    context = '#: map.yaml\nmsgctxt "map/boxes/red-reserve/name"'
    assert context in text
    path.write_text(text.replace(context, "# pnp: allow translation-term the word is too long\n" + context), "utf-8")
    report = check_game(load_game(folder))
    assert (report.problems, [s.reason for s in report.silenced]) == ((), ["the word is too long"])


# Where things stand ------------------------------------------------------------------------------------------


def test_palettes_have_every_role_that_generators_ask_for():
    import re

    from pnp.model.style import ROLES

    asked = set()
    for path in (PACKAGE / "generators").rglob("*.py"):
        text = path.read_text("utf-8")
        asked |= set(re.findall(r"""\bink\[["']([a-z0-9-]+)["']\]|style\.colour\(["']([a-z0-9-]+)["']\)""", text))
    names = {name for pair in asked for name in pair if name} - {"inner"}
    assert len(names) > 10
    assert names - set(ROLES) == set()


def test_a_check_loads_no_drawing_library():
    """`pnp check` must be quick: no shapely, reportlab, cairosvg (the build needs them)."""
    code = (
        "import sys; from pnp.checks import check_named; r = check_named(['putins-war']); "
        "print([m for m in ('shapely', 'reportlab', 'cairosvg', 'svgwrite', 'fontTools') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def test_the_games_that_ship_have_nothing_to_mend():
    from pnp.sources import game_folders

    report = check_named(list(game_folders()))
    assert report.games and [str(p) for p in report.problems] == []
    assert all(len(s.reason.split()) >= 3 for s in report.silenced)


def test_two_runs_give_the_same_report():
    folder = FIXTURE
    assert check_game(load_game(folder)) == check_game(load_game(folder))


def test_checks_are_listed_in_families():
    assert len(CHECKS) == len(set(CHECKS.values())) >= 70
    for code, module in CHECKS.items():
        assert module.rpartition(".")[2].replace("_", "-") == code
        assert (PACKAGE / "checks" / f"{module.replace('.', '/')}.py").is_file()
    listed = {f"{PACKAGE}/checks/{m.replace('.', '/')}.py" for m in CHECKS.values()}
    helpers = {"references.py", "numbers.py", "rolls.py", "diagonal.py", "words.py", "__init__.py"}
    found = {str(p) for p in (PACKAGE / "checks").glob("*/*.py") if p.name not in helpers}
    assert found == listed, "every check module is in the list"


def test_the_sample_game_is_never_changed(tmp_path):
    shutil.copytree(FIXTURE, tmp_path / "copy")
    check_game(load_game(tmp_path / "copy"))
    for path in FIXTURE.rglob("*.*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "copy" / path.relative_to(FIXTURE)).read_bytes()


def test_what_only_follows_from_a_fault_is_not_told_with_it(tmp_path):
    """A slip in a counter's factor fails an example too: one problem is told, at the factor."""
    shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "putins_war")
    counters = tmp_path / "putins_war" / "counters.yaml"
    text = counters.read_text("utf-8")
    assert "combat: [4, 3, 3, 3]" in text
    counters.write_text(text.replace("combat: [4, 3, 3, 3]", "combat: [4, three, 3, 3]"), "utf-8")

    found = check_named(["putins-war"], dirs=[tmp_path]).problems

    assert [(p.code, p.message) for p in found] == [
        ("factor-kind", "'air-force': combat is 'three', a number elsewhere")
    ]
    assert found[0].where.path.endswith("counters.yaml")


ALLOWED = """\
# pnp: allow contrast, sides-alike the map is printed in one colour
groups:
- id: tank
  # a note
  # pnp: allow text-width narrow
  name: Tank
- id: cat
other: 1   # pnp: allow contrast , text-width as printed, and so on
"""


def test_an_allowance_names_several_codes_and_holds_for_the_block_below_it():
    """Above a key for its list, above an entry for what is indented below; behind a value for its line."""
    held = [(a.code, a.reason, a.lines.start, a.lines.stop - 1) for a in allowances_in("style.yaml", ALLOWED)]
    assert held == [
        ("contrast", "the map is printed in one colour", 1, 7),
        ("sides-alike", "the map is printed in one colour", 1, 7),
        ("text-width", "narrow", 5, 6),
        ("contrast", "as printed, and so on", 8, 8),
        ("text-width", "as printed, and so on", 8, 8),
    ]


def test_a_file_that_nothing_reads_is_told_beside_what_is_missing(tmp_path):
    folder = changed_copy(FIXTURE, tmp_path, ())
    (folder / "map.yaml").rename(folder / "Map.yaml")
    (folder / "notes.md").write_text("for people")
    found = {(p.code, p.severity) for p in check_named([str(folder)]).problems}
    assert found == {("missing-file", "error"), ("file-unread", "warning")}
