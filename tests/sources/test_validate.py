"""From data to models: every wrong value gives a problem at its own line and column, and nothing but a SourceError."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pnp.errors import Problem, SourceError
from pnp.model.base import Marks
from pnp.sources import load_game
from pnp.sources.load import FOLDERS, SINGLE_FILES
from pnp.sources.reader import YamlDocument, read_file, read_text
from pnp.sources.schema import SOURCES
from pnp.sources.validate import MAX_PROBLEMS, validate

GAME = Path(__file__).resolve().parents[1] / "checks" / "fixture_game"

WRONG: tuple[Any, ...] = (
    None, True, 0, -1, 10**17, 1.5, "", " ", "x" * 100_000, "Ä <&>\"'", "{{ a }}", "-", "1-", "9-1", "#12345", "a,b",
    [], {}, [[]], [None], ["x", 1, {}], {"id": []}, {"id": "a"}, {"": ""}, {"no such key": 1},
)  # fmt: skip
"""Put in the place of every value of every file."""


@dataclass(frozen=True)
class Source:
    """A file of the sample game with the model of its kind."""

    name: str
    model: Any
    document: YamlDocument


def _sources() -> list[Source]:
    models = {f"{name}.yaml": model for name, model in SINGLE_FILES.items()}
    paths = [GAME / name for name in models] + [p for folder in FOLDERS for p in sorted((GAME / folder).glob("*.yaml"))]
    sources = []
    for path in filter(Path.exists, paths):
        name = path.relative_to(GAME).as_posix()
        sources.append(Source(name, models.get(name) or FOLDERS[path.parent.name], read_file(path, name)))
    return sources


SOURCE_FILES = _sources()


def spots(data: Any, marks: Marks) -> Iterator[tuple[Any, Any, Marks]]:
    """Every value as its container, its key or index, and its marks."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(items):
        inner = marks.inner[key]
        yield data, key, inner
        yield from spots(value, inner)


def problems_of(source: Source) -> tuple[Problem, ...]:
    """What validating finds; anything but a SourceError goes through."""
    try:
        validate(source.model, source.document)
    except SourceError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("source", SOURCE_FILES, ids=lambda s: s.name)
def test_every_wrong_value_is_told_with_its_place(source):
    """Each value in turn is replaced by each of `WRONG`."""
    places = list(spots(source.document.data, source.document.marks))
    assert len(places) >= 3
    lines = source.document.source.text.count("\n") + 1
    refused = 0
    for container, key, _ in places:
        good = container[key]
        for bad in WRONG:
            container[key] = bad
            for problem in problems_of(source):
                refused += 1
                assert problem.code in ("bad-value", "unknown-key", "missing-key"), problem
                assert problem.where is not None and problem.where.path == source.name
                assert 1 <= problem.where.line <= lines and problem.where.column >= 1, problem
                assert len(problem.message) < 500, problem.message[:1000]
        container[key] = good
    assert refused > len(places)
    assert problems_of(source) == ()


@pytest.mark.parametrize("source", SOURCE_FILES, ids=lambda s: s.name)
def test_the_place_is_that_of_the_value(source):
    """A list of lists fits nowhere but in an example's free words: the problem stands on that value, or inside it."""
    stray_and_all = {}
    for container, key, marks in list(spots(source.document.data, source.document.marks)):
        good = container[key]
        container[key] = [[[{}]]]
        places = {marks.here, *(m.here for _, _, m in spots(good, marks))}
        stray_and_all[marks.here] = [p for p in problems_of(source) if p.where not in places], problems_of(source)
        container[key] = good
    assert len(stray_and_all) >= 3
    assert [stray for stray, _ in stray_and_all.values() if stray] == []
    assert sum(bool(problems) for _, problems in stray_and_all.values()) >= 0.8 * len(stray_and_all)


@pytest.mark.parametrize("source", SOURCE_FILES, ids=lambda s: s.name)
def test_every_key_is_needed_or_optional(source):
    """Each key in turn is removed, or misspelt."""
    for container, key, _ in list(spots(source.document.data, source.document.marks)):
        if not isinstance(container, dict):
            continue
        good = dict(container)
        del container[key]
        assert all(p.code in ("missing-key", "bad-value") for p in problems_of(source))
        container["no-such-key"] = 1
        assert all(p.code in ("missing-key", "bad-value", "unknown-key") for p in problems_of(source))
        container.clear()
        container.update(good)


def validated(name: str, text: str) -> Problem:
    """The one problem of a source of kind `name`."""
    with pytest.raises(SourceError) as caught:
        validate(SOURCES[name][0], read_text(text.encode(), f"{name}.yaml"))
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("name", "text", "said", "hint"),
    [
        ("gpids", "next: 2\npieces: {a: 1}\npeices: 3\n",
         "gpids.yaml:3:1: unknown key 'peices' [unknown-key]", "did you mean 'pieces'?"),
        ("gpids", "next: 2\n", "gpids.yaml:1:1: the key 'pieces' is missing [missing-key]", "add 'pieces: …' here"),
        ("gpids", "next: 2\npieces: {a: one}\n",
         "gpids.yaml:2:13: expected a whole number for 'a', got 'one' [bad-value]",
         "write it without quotes, sign + or leading zero"),
        ("gpids", 'next: "2"\npieces: {}\n', "gpids.yaml:1:7: expected a whole number for 'next', got '2' [bad-value]",
         "write it without quotes, sign + or leading zero"),
        ("gpids", "- next\n",
         "gpids.yaml:1:1: expected a mapping with keys, got a list [bad-value]", "its keys are next, pieces"),
        ("gpids", "next: 2\npieces: [a]\n",
         "gpids.yaml:2:9: expected a mapping with keys for 'pieces', got a list [bad-value]",
         "write 'key: value', one a line"),
        ("errata", "errata: x\n", "errata.yaml:1:9: expected a list for 'errata', got 'x' [bad-value]",
         "write [a, b] or one '- item' a line"),
        ("counters", "groups:\n  - {id: Tank, name: T, count: 1}\nsheets: []\n",
         "counters.yaml:2:10: 'Tank' is not an id [bad-value]",
         "ids are lower case letters and digits, joined by single hyphens"),
        ("counters", "groups:\n  - {id: tank, name: 3, count: 1}\nsheets: []\n",
         "counters.yaml:2:22: expected text for 'name', got 3 [bad-value]", "put it in quotes"),
        ("counters", "groups:\n  - {id: tank, name: T, count: 1, numbered: yes}\nsheets: []\n",
         "counters.yaml:2:45: expected true or false for 'numbered', got 'yes' [bad-value]",
         "write true or false, without quotes"),
        ("counters", "groups:\n  - {id: tank, name: T, count: 1, back: activatd}\nsheets: []\n",
         "counters.yaml:2:41: 'activatd' is not allowed for 'back'; expected 'activated', 'face-down', 'same', "
         "'blank', 'reduced', 'switched' or 'dispersed' [bad-value]",
         "did you mean 'activated'?"),
        ("counters", "groups:\n  - {id: tank, name: T, count: 1, factors: {combat: {a: 1}}}\nsheets: []\n",
         "counters.yaml:2:53: expected a whole number, text or a list for 'combat', got a mapping [bad-value]",
         "write a whole number, text or a list"),
        ("counters", "groups:\n  - {id: tank, name: T, count: 1, factors: {combat: [1, [2]]}}\nsheets: []\n",
         "counters.yaml:2:57: expected a whole number or text for value 2 of 'combat', got a list [bad-value]",
         "write a whole number or text"),
        ("style", 'palette: {sea: Red}\nsides: {}\n', "style.yaml:1:16: 'Red' is not a colour for 'sea' [bad-value]",
         'write it like "#9a352b": six digits or small letters, in quotes'),
        ("style", "counters: {bleed_mm: -2}\n",
         "style.yaml:1:22: -2 is out of range for 'bleed_mm'; expected greater than or equal to 1 [bad-value]",
         "correct the number"),
        ("style", "cmyk: {sea: [90, 90, 90, 40]}\n",
         "style.yaml:1:13: expected at most 300 % of ink together, not 310 %, for 'sea', got a list [bad-value]",
         "`pnp schema` lists what may stand here"),
        ("errata", "errata:\n  - {id: x, kind: gap, where_printed: a, printed: b, ruling: c, reason: d}\n",
         "errata.yaml:2:10: 'x' is not the number of a record for 'id' [bad-value]",
         "write capitals, a hyphen, capitals or digits: TW-1"),
        ("counters", "groups:\n  - {id: tank, name: T, count: 0}\nsheets: []\n",
         "counters.yaml:2:32: 0 is out of range for 'count'; expected greater than or equal to 1 [bad-value]",
         "correct the number"),
        ("charts",
         "tables:\n  - {kind: events, id: a, title: A, rule: R, rows: [{die: two, id: a, name: A, text: A}]}\n",
         "charts.yaml:2:59: expected a die result such as 3, 2-4, 6+ or 1- for 'die', got 'two' [bad-value]",
         "`pnp schema` lists what may stand here"),
        ("procedures", 'stacking: {limit: -1, rule: "1.0"}\n',
         "procedures.yaml:1:19: -1 is out of range for 'limit'; expected greater than or equal to 0 [bad-value]",
         "correct the number"),
        ("procedures", 'supply: {sources: {space: a}, without: {attack: 1/0}, rule: "1.0"}\n',
         "procedures.yaml:1:49: '1/0' is not a multiplier for 'attack' [bad-value]",
         "write a whole number or a fraction: 2, 1/2"),
        ("procedures", 'victory: {sudden: [{outcome: a, when: {turns: "1-4, 6"}}], rule: "1.0"}\n',
         "procedures.yaml:1:47: '1-4, 6' is not a list of turns for 'turns' [bad-value]",
         'write their numbers, one blank between, a span with a hyphen: "1 3-5 8+"'),
        ("procedures", 'stacking: {limit: 2, exempt: {all: true}, rule: "1.0"}\n',
         "procedures.yaml:1:31: unknown key 'all' [unknown-key]",
         "expected one of 'any', 'at', 'group', 'not', 'own', 'side', 'state', 'trait', 'turns', 'type', 'unit'."),
        ("style", "base: estate\ncounters: {grain: rays}\n",
         "style.yaml:2:12: unknown key 'grain' [unknown-key]", "'grain' belongs below 'sides: …'."),
        ("style", "base: estate\ncounters: {cover_at: a}\n",
         "style.yaml:2:12: unknown key 'cover_at' [unknown-key]", "'cover_at' belongs at the left edge of the file."),
        ("charts", "tables:\n  - {kind: resluts, id: a}\n",
         "charts.yaml:2:12: 'resluts' is not allowed for 'kind'; expected 'results', 'events', 'shifts', 'list', "
         "'flow' [bad-value]", "did you mean 'results'?"),
    ],
)  # fmt: skip
def test_what_the_author_reads(name, text, said, hint):
    problem = validated(name, text)
    assert (str(problem), problem.hint) == (said, hint)
    assert problem.source_line == text.splitlines()[problem.where.line - 1]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("map.yaml", "size_mm: [210, 148]", "size_mm: [210, 99999999]"),   # a sheet of a million tiles
        ("map.yaml", "size_mm: [210, 148]", "size_mm: [0, 148]"),
        ("map.yaml", "71,30 69,50", "7.1.1,30 69,50"),
        ("map.yaml", "71,30 69,50", "71,30  69,50"),
        ("map.yaml", "71,30 69,50", "71;30 69;50"),
        ("scenarios/standard.yaml", "turns: 3", "turns: 100000000"),
        ("counters.yaml", "count: 3", "count: 100000"),
        ("charts.yaml", "sides: 6", "sides: 100000"),
        ("game.yaml", 'version: "1.0"', "version: 1.0"),
        ("style.yaml", '"#8a2a20"', "red"),
    ],
)
def test_numbers_and_patterns_have_limits(tmp_path, name, old, new):
    import shutil

    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(SourceError) as caught:
        load_game(folder)
    assert {p.code for p in caught.value.problems} == {"bad-value"}


def test_many_mistakes_are_told_at_once_but_not_without_end():
    text = "next: 1\npieces:\n" + "".join(f"  p{i}: x\n" for i in range(1000))
    with pytest.raises(SourceError) as caught:
        validate(SOURCES["gpids"][0], read_text(text.encode(), "gpids.yaml"))
    assert len(caught.value.problems) == MAX_PROBLEMS


def test_all_files_are_read_before_the_author_is_told(tmp_path):
    """A mistake in each of three files, and the map missing: four problems in one go."""
    import shutil

    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    (folder / "gpids.yaml").write_text("next: 1\n")
    (folder / "errata.yaml").write_text("errata: [")
    (folder / "rules" / "10-basics.yaml").write_text("cases: 3\n")
    (folder / "map.yaml").unlink()
    with pytest.raises(SourceError) as caught:
        load_game(folder)
    assert [(p.code, Path(p.where.path).name, p.game) for p in caught.value.problems] == [
        ("missing-file", "map.yaml", "tiny-war"), ("yaml-syntax", "errata.yaml", "tiny-war"),
        ("missing-key", "gpids.yaml", "tiny-war"), ("bad-value", "10-basics.yaml", "tiny-war"),
    ]  # fmt: skip


def test_a_game_needs_its_game_and_its_map_alone(tmp_path):
    """What isn't there is empty; colours are those of the palette."""
    import shutil

    for file in ("game.yaml", "map.yaml"):
        shutil.copy(GAME / file, tmp_path / file)
    game = load_game(tmp_path)
    assert (game.all_counters(), game.charts.tables, game.rules, game.gpids.pieces) == ((), (), (), {})
    assert [scenario.turns for scenario in game.scenarios.values()] == [1]
    assert game.style.sides.keys() == {side.id for side in game.info.sides}
