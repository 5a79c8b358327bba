"""--fix: mends that can't be wrong, tried before they are kept; numbers and rows are never made up."""

import difflib
import re
import shutil

import pytest
from mutation import FIXTURE

from pnp.checks import check_named
from pnp.checks.candidates import candidates
from pnp.checks.fixes import fixed
from pnp.errors import Problem
from pnp.sources import find_game, load_game
from pnp.vassal.format.gpids import gpids_yaml

pytestmark = pytest.mark.slow


@pytest.fixture
def broken(tmp_path):
    """A function that copies the sample game with texts of its files replaced."""

    def make(*changes: tuple[str, str, str], game=FIXTURE):
        folder = tmp_path / "game"
        if not folder.exists():
            shutil.copytree(game, folder)
        for file, old, new in changes:
            path = folder / file
            text = path.read_text("utf-8")
            assert old in text, old
            path.write_text(text.replace(old, new, 1), "utf-8")
        return folder

    return make


def changed_lines(mended) -> list[str]:
    """Lines that a mend writes."""
    found = []
    for before, after in mended.files.values():
        found += [
            line[1:]
            for line in difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
            if line[:1] == "+" and line[:3] != "+++"
        ]
    return found


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("counters.yaml", "type: guard,", "type: gaurd,",
         "  - {id: guard, name: Guard, side: blue, type: guard, count: 3, factors: {combat: 2}, back: face-down}"),
        ("map.yaml", "neighbours: [alder, cedar]}", "neighbours: [alder, ceder]}",
         "  - {id: birch, name: Birch, victory_points: 2, features: [airport], neighbours: [alder, cedar]}"),
        ("map.yaml", "ends: [middle, east]", "ends: [midle, east]",
         "  - {between: [birch, cedar], ends: [middle, east]}"),
        ("game.yaml", "  statement:", "  statment:",
         "  statement: An independent reconstruction of Tiny War (2026); "
         "not published, endorsed or checked by anybody."),
        ("rules/10-basics.yaml", "Use the [[Combat Table]]", "Use the [[Combat Tabel]]",
         "        text: Use the [[Combat Table]]."),
        ("rules/10-basics.yaml", "@table combat", "@table combt", "      @table combat"),
        ("rules/10-basics.yaml", "most {{ parameter.stack_limit }} may", "most {{ parameter.stack_limt }} may",
         "          A unit goes to a **neighbour** wood, where at most {{ parameter.stack_limit }} may stand. "
         "The weather"),
        ("rules/10-basics.yaml", "{{ scenario.victory_points }}", "{{ scenari.victory_points }}",
         "        text: Red wins with {{ scenario.victory_points }} points."),
        ("rules/10-basics.yaml", "Tanks stay where they are.", "Tanks stay in Dogwod.", "      Tanks stay in Dogwood."),
        ("rules/10-basics.yaml", "Tanks stay where they are.", "Use the Combt Table.", "      Use the Combat Table."),
        ("rules/10-basics.yaml", 'rulings: [TW-1]', 'rulings: [TWW-1]', "        rulings: [TW-1]"),
        ("charts.yaml", "- {die: 2-4, results: [AR, NE, DR]}", "- {die: 2-4, results: [AR, Ne, DR]}",
         "      - {die: 2-4, results: [AR, NE, DR]}"),
        ("locale/it.po", "al più {{ parameter.stack_limit }}", "al più {{ parameter.stack_limti }}",
         '"Un’unità va in un bosco **vicino**, dove ne stanno al più {{ parameter.stack_limit }}. Il tempo "'),
        ("locale/it.po", "si combatte [[1.2]]", "si combatte [[1.3]]",
         '"[[Weather Table]] decide la distanza. Poi si combatte [[1.2]]."'),
        ("charts.yaml", 'text: +1 in Birch, rule: "1.2"}', 'text: +1 in Birch, rule: "1.2"}  ',
         '      - {id: runway, add: 1, spaces: [birch], text: +1 in Birch, rule: "1.2"}'),
    ],
)  # fmt: skip
def test_the_one_near_name_and_spacing(broken, file, old, new, line):
    folder = broken((file, old, new))
    mended = fixed(str(folder))
    assert list(mended.files) == [file] and changed_lines(mended) == [line]
    assert len(mended.mends) == 1 and mended.mends[0].where.path.endswith(f"game/{file}")


def test_nothing_is_written_to_the_game(broken):
    folder = broken(("counters.yaml", "type: guard,", "type: gaurd,"))
    before = (folder / "counters.yaml").read_bytes()
    assert fixed(str(folder)).files
    assert (folder / "counters.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("scenarios/standard.yaml", "cedar: [guard-1]", "cedar: [guard-4]"),
        ("rules/10-basics.yaml", "fight [[1.2]]", "fight [[1.9]]"),
        ("locale/it.po", "si combatte [[1.2]]", "si combatte"),
        ("locale/it.po", "con {{ scenario.victory_points }} punti", "con 4 punti"),
        ("game.yaml", "  tank: 2", "  tank: 3"),
        ("charts.yaml", "      - {die: 5, results: [NE, DR, DR]}\n", ""),
        ("charts.yaml", "[NE, DR, DR]", "[NE, DR]"),
        ("counters.yaml", "side: red", "side: rde"),
        ("rules/10-basics.yaml", "{{ parameter.stack_limit }}", "{{ paramter.stack_limt }}"),
        ("rules/10-basics.yaml", "{{ scenario.victory_points }}", "{{ scenario.vctry_pts }}"),
        ("rules/10-basics.yaml", "Tanks stay where they are.", "They call it the Fogg Phase."),
        ("map.yaml", "neighbours: [alder]}", "neighbours: []}"),
    ],
)  # fmt: skip
def test_numbers_rows_and_guesses_are_left_to_the_author(broken, file, old, new):
    folder = broken((file, old, new))
    assert check_named([str(folder)]).problems, "there is something to mend"
    assert fixed(str(folder)).files == {}


def test_two_near_names_are_left_to_the_author(broken):
    folder = broken(
        ("game.yaml", "- {id: guard, name: Guard, plural: Guards, symbol: infantry, size: X}",
         "- {id: guard, name: Guard, plural: Guards, symbol: infantry, size: X}\n  - {id: guars, name: Guars, "
         "plural: Guarsen, symbol: infantry}"),
        ("counters.yaml", "type: guard,", "type: guar,"),
    )  # fmt: skip
    assert fixed(str(folder)).files == {}


def test_comments_stay_and_several_mends_go_together(broken):
    folder = broken(
        (
            "counters.yaml",
            "type: guard, count: 3, factors: {combat: 2}, back: face-down}",
            "type: gaurd, count: 3, factors: {combat: 2}, back: face-down}   # old guard",
        ),
        ("map.yaml", "neighbours: [alder, cedar]}", "neighbours: [alder, ceder]}   # two woods  "),
    )
    lines = changed_lines(fixed(str(folder)))
    assert [line.partition("#")[2] for line in lines] == [" old guard", " two woods"]


def test_keys_are_put_in_order_where_an_item_stands_on_one_line(broken):
    folder = broken(
        (
            "map.yaml",
            "{between: [dogwood, alder], ends: [middle, west]}",
            '{ends: [middle, west], between: [dogwood, "alder"]}   # last',
        )
    )
    assert changed_lines(fixed(str(folder))) == ['  - {between: [dogwood, "alder"], ends: [middle, west]}   # last']


def test_blanks_inside_a_text_are_the_authors(broken):
    folder = broken(("rules/10-basics.yaml", "stand. The weather\n", "stand. The weather  \n"))
    assert [p.code for p in check_named([str(folder)], select=["spacing"]).problems] == ["spacing"]
    assert fixed(str(folder), select=["spacing"]).files == {}


def test_a_mend_that_brings_another_finding_is_taken_back(broken):
    """`guard-1` stands in cedar already, so mending `guadr-1` would place it twice."""
    folder = broken(("scenarios/standard.yaml", "red-reserve: [tank-2]", "red-reserve: [tank-2, gaurd-1]"))
    assert fixed(str(folder), select=["unknown-name", "unit-placed-once"]).files == {}


def test_the_games_that_ship_need_no_mend():
    assert fixed("putins-war", select=["spacing", "key-order", "unknown-name"]).files == {}
    assert find_game("putins-war").is_dir()


def test_dry_run_prints_a_diff_and_fix_writes_it(broken, pnp):
    folder = broken(("counters.yaml", "type: guard,", "type: gaurd,"))
    ran = pnp("check", folder, "--fix", "--dry-run")
    assert (
        ran.code == 0
        and "-  - {id: guard, name: Guard, side: blue, type: gaurd," in ran.out
        and "+  - {id: guard" in ran.out
    )
    assert "gaurd" in (folder / "counters.yaml").read_text()
    ran = pnp("check", folder, "--fix")
    assert ran.code == 0 and "nothing to mend" in ran.err
    mended = next(line for line in ran.err.splitlines() if line.startswith("mended:"))
    assert "'gaurd'" in mended and "; now: - {id: guard, name: Guard, side: blue, type: guard, count: 3" in mended
    assert (folder / "counters.yaml").read_bytes() == (FIXTURE / "counters.yaml").read_bytes()
    assert pnp("check", folder, "--dry-run").code == 2


def test_a_file_that_may_not_be_written_is_mended_in_the_copy(broken):
    """What can't be written is told where it is written, not of the copy."""
    folder = broken(("counters.yaml", "type: guard,", "type: gaurd,"))
    (folder / "counters.yaml").chmod(0o444)
    assert "counters.yaml" in fixed(str(folder)).files


def test_a_game_without_piece_numbers_gets_them(broken):
    """The sample's own numbers, since a new game is numbered in the order of its counters."""
    folder = broken()
    path = folder / "gpids.yaml"
    path.write_text("# Kept for ever.\nnext: 1\npieces: {}\n", "utf-8")
    mended = fixed(str(folder))
    after = mended.files["gpids.yaml"][1]
    assert after.startswith("# Kept for ever.\nnext: ")
    assert (len(mended.mends), after.count("\n  ") > 5) == (1, True)
    assert {problem.code for problem in mended.mends} == {"gpid-missing"}
    path.write_text(after, "utf-8")
    assert "gpid-missing" not in {problem.code for problem in check_named([str(folder)]).problems}


def test_a_new_piece_gets_the_next_number(broken):
    """The line is added at the end; what stood there stays."""
    before = gpids_yaml(game := load_game(FIXTURE), game.gpids)
    folder = broken()
    (folder / "gpids.yaml").write_text(before, "utf-8")
    counters = folder / "counters.yaml"
    counters.write_text(counters.read_text("utf-8").replace("count: 3", "count: 4", 1), "utf-8")
    first = int(re.search(r"next: (\d+)", before)[1])
    after = fixed(str(folder)).files["gpids.yaml"][1]
    assert after == before.replace(f"next: {first}", f"next: {first + 1}") + f"  guard-4: {first}\n"


def test_a_piece_that_may_have_been_renamed_stays_a_finding(broken):
    """It keeps the number that it had."""
    folder = broken(("gpids.yaml", "tank-2: 2", "tonk: 2"))
    assert fixed(str(folder)).files == {}
    hint = next(p.hint for p in check_named([str(folder)]).problems if p.code == "gpid-missing")
    assert "'tonk' is no piece any more" in hint and "delete the file" in hint


@pytest.mark.parametrize(
    ("message", "offered"),
    [("'Dogwod' is in no name of the data", True), ("'Dogwod' is 'Dogwood' in a text and in other names", False)],
)
def test_a_name_that_may_be_wrong_itself_is_left_to_the_author(message, offered):
    """Where the name differs from the texts, no other name is taken for it."""
    _, names = candidates(Problem("name-misspelt", message), load_game(FIXTURE))

    assert ("Dogwood" in names) is offered
