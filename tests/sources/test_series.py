"""Games that share sources: The Ford, cut into a series and a game, is the same game."""

import re
import shutil
from pathlib import Path

import pytest

from pnp.api import load_game
from pnp.checks import check_named
from pnp.checks.fixes import changed_files, fixed
from pnp.errors import SourceError
from pnp.press.versions import sources_hash
from pnp.sources.reader import read_text
from pnp.sources.series import joined
from pnp.translate import commands, localised

SOURCES = Path(__file__).parents[2] / "sources"

SHARED = {"sides", "seats", "traits", "unit_types", "phases", "outcomes"}
"""Keys of game.yaml that the series takes over."""


def blocks(text: str) -> dict[str, str]:
    """The first line, then the lines of each key at the margin."""
    parts = re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in parts}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with the series `aume` and the game The Ford, which extends it."""
    whole, game, series = SOURCES / "the_ford", tmp_path / "the_ford", tmp_path / "aume"
    shutil.copytree(SOURCES / "common", tmp_path / "common")
    shutil.copytree(whole, game)
    series.mkdir()
    for name in ("rules", "charts.yaml", "procedures.yaml"):
        shutil.move(game / name, series / name)
    head, *keys = blocks((game / "game.yaml").read_text("utf-8")).items()
    first = head[1].replace("game.schema", "series.schema")
    shared, own = ([text for key, text in keys if (key in SHARED) == wanted] for wanted in (True, False))
    (series / "series.yaml").write_text("".join((first, *shared)).strip() + "\n", "utf-8")
    (game / "game.yaml").write_text("".join((head[1], "extends: aume\n", *own)), "utf-8")
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_a_game_cut_in_two_is_the_same_game(games):
    whole, cut = load_game(SOURCES / "the_ford"), load_game("the-ford", dirs=[games])

    assert cut.info.replaced(extends=None) == whole.info
    assert [cut.source_parts()[name] for name in ("charts", "rules/10-rules", "style")] == [
        whole.source_parts()[name] for name in ("charts", "rules/10-rules", "style")
    ]
    assert cut.procedures == whole.procedures
    assert cut.series == games / "aume"
    assert not check_named(["the-ford"], dirs=[games]).problems
    assert localised(cut, "it").rules == localised(whole, "it").rules


def test_a_mistake_is_told_where_it_stands(games):
    edit(games / "aume" / "charts.yaml", "- id: combat-results\n", "- id: combat-results\n    colums: []\n")
    edit(games / "aume" / "series.yaml", "played_by: player}\n  - {id: south", "playd_by: player}\n  - {id: south")
    edit(games / "the_ford" / "game.yaml", "players: 2", "players: two")

    found = {p.where.path.rpartition("/")[2]: p for p in check_named(["the-ford"], dirs=[games]).problems}

    assert set(found) == {"charts.yaml", "series.yaml", "game.yaml"}
    assert found["charts.yaml"].where.path.endswith("aume/charts.yaml")
    assert [found[name].source_line.strip() for name in found] == [
        Path(p.where.path).read_text("utf-8").splitlines()[p.where.line - 1].strip() for p in found.values()
    ]


def test_a_finding_in_what_is_shared_names_the_series(games):
    edit(games / "aume" / "rules" / "10-rules.yaml", "not be full [[5.1]]", "not be full [[5.8]]")

    (found,) = check_named(["the-ford"], dirs=[games]).problems

    assert found.code == "cross-reference"
    assert found.where.path.endswith("aume/rules/10-rules.yaml")
    assert "[[5.8]]" in found.source_line


def test_a_game_has_its_own_beside_what_is_shared(games):
    """Entries with the same id are joined key by key, new ones follow, other lists are the game's own."""
    with (games / "the_ford" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("sides:\n  - {id: south, name: Far side}\nseats: []\n")
    shutil.move(games / "the_ford" / "scenarios" / "standard.yaml", games / "aume" / "standard.yaml")
    (games / "aume" / "scenarios").mkdir()
    shutil.move(games / "aume" / "standard.yaml", games / "aume" / "scenarios" / "standard.yaml")

    game = load_game("the-ford", dirs=[games])

    assert [(s.id, s.name, s.adjective) for s in game.info.sides] == [
        ("north", "North", "Northern"), ("south", "Far side", "Southern"),
    ]
    assert game.info.seats == ()
    assert list(game.scenarios) == ["standard"]


def test_an_unknown_series_is_the_only_finding(games):
    edit(games / "the_ford" / "game.yaml", "extends: aume", "extends: aum")

    with pytest.raises(SourceError) as caught:
        load_game("the-ford", dirs=[games])

    (problem,) = caught.value.problems
    assert (problem.code, problem.where.line, problem.source_line) == ("unknown-series", 2, "extends: aum")
    assert "'aume'" in problem.hint


def test_a_name_that_leads_elsewhere_is_no_series(games, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "series.yaml").write_text("title: x\n", "utf-8")
    edit(games / "the_ford" / "game.yaml", "extends: aume", f"extends: {elsewhere}")

    with pytest.raises(SourceError, match="no series"):
        load_game("the-ford", dirs=[games])


def test_what_is_shared_is_translated_once(games):
    """Each catalogue gets its own texts, with the translations that the whole one had."""
    cut = load_game("the-ford", dirs=[games])
    (games / "aume" / "locale").mkdir()
    shutil.copy(games / "the_ford" / "locale" / "it.po", games / "aume" / "locale" / "it.po")

    paths = commands.update([cut], ["it"], named=[games])
    rows = {row["game"]: row for row in commands.status([cut], ["it"])}

    shared, own = ((games / name / "locale" / "it.po").read_text("utf-8") for name in ("aume", "the_ford"))
    assert sum("/locale/it.po" in path for path in paths) == 3
    assert '\nmsgctxt "rules/4.1/text"' in shared and '\nmsgctxt "rules/4.1/text"' not in own
    assert '\nmsgctxt "game/theme"' in own and '\nmsgctxt "game/theme"' not in shared
    assert rows["the-ford"]["missing"] == rows["aume"]["missing"] == 0
    assert not check_named(["the-ford"], dirs=[games]).problems
    assert localised(cut, "it").info.replaced(extends=None) == localised(load_game(SOURCES / "the_ford"), "it").info


def test_a_series_keeps_the_texts_of_all_its_games(games):
    """One game has another name for a side; the shared one is still the other game's."""
    shutil.copytree(games / "the_ford", games / "second")
    edit(games / "second" / "game.yaml", "id: the-ford", "id: second")
    (games / "second" / "game.yaml").open("a", encoding="utf-8").write("sides:\n  - {id: south, name: Far side}\n")

    commands.update([load_game("second", dirs=[games])], ["it"], named=[games])

    shared = (games / "aume" / "locale" / "it.po").read_text("utf-8")
    assert 'msgctxt "game/sides/south/name"\nmsgid "South"' in shared


def test_a_build_sees_a_change_of_the_series(games):
    before = sources_hash(games / "the_ford")
    edit(games / "aume" / "series.yaml", "The river has held", "The river held")

    assert sources_hash(games / "the_ford") != before


def test_mending_leaves_what_is_shared_alone(games):
    """A game is mended with its series beside it, whose other games somebody else may be at work on."""
    slip = "numbred: false\n    factors: {attack: 5"
    edit(games / "the_ford" / "counters.yaml", "numbered: false\n    factors: {attack: 5", slip)
    edit(games / "aume" / "procedures.yaml", "retreat:", "retraet:")

    mended = fixed("the-ford", dirs=[games])

    assert [path.relative_to(games).as_posix() for path, _ in changed_files(mended)] == ["the_ford/counters.yaml"]


Q = {"id": "q"}


@pytest.mark.parametrize(
    ("shared", "own", "both"),
    [
        ("a: 1\nb: 2\n", "b: 3\nc: 4\n", {"a": 1, "b": 3, "c": 4}),
        ("a: {x: 1, y: 2}\n", "a: {y: 3}\n", {"a": {"x": 1, "y": 3}}),
        ("a: [1, 2]\n", "a: [3]\n", {"a": [3]}),
        ("a: [{id: p, n: 1, m: 1}]\n", "a: [{id: p, n: 2}, {id: q}]\n", {"a": [{"id": "p", "n": 2, "m": 1}, Q]}),
        ("a: [{id: p}, {id: r}]\n", "a: [{id: q}, {id: r}]\n", {"a": [{"id": "p"}, Q, {"id": "r"}]}),
        ("a: [{id: p}]\n", "a: []\n", {"a": []}),
        ("a: [{id: p}]\n", "a: [{id: p}, {id: p, n: 1}]\n", {"a": [{"id": "p"}, {"id": "p", "n": 1}]}),
        ("a: [{id: p}]\n", "a: {id: p}\n", {"a": {"id": "p"}}),
    ],
)  # fmt: skip
def test_how_two_files_become_one(shared, own, both):
    one, other = read_text(shared.encode(), "series/x.yaml"), read_text(own.encode(), "game/x.yaml")

    document = joined(one, other)

    assert document.data == both
    assert document.marks.at("a").path in ("series/x.yaml", "game/x.yaml")
    assert document.line(document.marks.at(next(iter(both)))).startswith(next(iter(both)))


def test_a_group_that_plays_in_another_game_is_only_printed(games):
    counters = games / "the_ford" / "counters.yaml"
    text = counters.read_text("utf-8")
    name = re.search(r"- id: ([a-z-]+)", text)[1]
    whole = load_game("the-ford", dirs=[games])
    counters.write_text(text.replace(f"- id: {name}\n", f"- id: {name}\n    plays_in: another\n", 1), "utf-8")
    game = load_game("the-ford", dirs=[games])

    assert [group.id for group in game.counters.printed_only] == [name]
    assert {c.id for c in whole.all_counters()} - {c.id for c in game.all_counters()} == {
        f"{name}-{index + 1}" for index in range(whole.counters.group(name).count)
    }
    assert game.counters.group(name).plays_in == "another"


def test_a_game_of_a_series_may_lack_sections_of_its_sisters(games):
    """Section 3 is the other game's; a number that comes too late is still a gap, and so is one within a section."""
    path = games / "aume" / "rules" / "10-rules.yaml"
    text = path.read_text("utf-8")
    start, end = text.index('  - id: "3.0"'), text.index('  - id: "4.0"')
    path.write_text(text[:start] + text[end:], "utf-8")

    def gaps():
        return [p.message for p in check_named(["the-ford"], dirs=[games]).problems if p.code == "rule-number-gap"]

    assert gaps() == []
    edit(path, '- id: "2.2"', '- id: "2.3"')
    edit(path, '  - id: "5.0"', '  - id: "2.0"')
    assert gaps()[0] == "the case '2.3' stands where '2.2' is expected"
    assert "the case '2.0' stands where '5.0' is expected" in gaps()


def test_what_is_only_printed_counts_as_used(games):
    """The types of units that only another game plays with are printed, too."""
    counters = games / "the_ford" / "counters.yaml"
    text = counters.read_text("utf-8")
    name = re.search(r"- id: ([a-z-]+)", text)[1]
    counters.write_text(text.replace(f"- id: {name}\n", f"- id: {name}\n    plays_in: another\n", 1), "utf-8")

    assert not [p for p in check_named(["the-ford"], dirs=[games]).problems if p.code == "unused-name"]
