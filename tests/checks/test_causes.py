"""One mistake in the sources is told once, with its place and a cure."""

import shutil
from pathlib import Path

import pytest
from corpus.run import remembering

from pnp.checks import check_named

pytestmark = pytest.mark.slow

SOURCES = Path(__file__).resolve().parents[2] / "sources"


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    for name in ("winter_war", "common"):
        shutil.copytree(SOURCES / name, folder / name)
    with remembering({}, {}):  # one file changes at a time
        yield folder


def told(copied, *changes):
    """(file, line, code, hint) of every problem after changes, each of them a file, an old text and a new one."""
    before = {file: (copied / "winter_war" / file).read_text("utf-8") for file, *_ in changes}
    try:
        for file, old, new in changes:
            text = (copied / "winter_war" / file).read_text("utf-8")
            assert old in text
            (copied / "winter_war" / file).write_text(text.replace(old, new, 1), "utf-8")
        found = check_named(["winter-war"], dirs=[copied]).problems
    finally:
        for file, text in before.items():
            (copied / "winter_war" / file).write_text(text, "utf-8")
    assert all(p.hint for p in found)
    return [(p.where.path.rpartition("winter_war/")[2], p.where.line, p.code, p.hint) for p in found]


ROW = '    - "____________^^^^....^^^.f~~~~~f________"'
"""Line 131 of map.yaml, the third row of the board."""

CASES = {
    "row short": ("map.yaml", ROW, ROW.replace("^^^^", "^^^"), 131, "hex-rows", "write _"),
    "row missing": ("map.yaml", ROW + "\n", "", 128, "hex-rows", "one row of codes"),
    "unknown terrain": ("map.yaml", ROW, ROW.replace("^^^^", "^^Q^"), 131, "hex-rows", "known codes"),
    "hexside apart": ("map.yaml", "3119/3120 3020/3120", "3119/3125 3020/3120", 305, "hex-list", "3119 touches"),
    "hexside form": ("map.yaml", "3119/3120 3020/3120", "3119-3120 3020/3120", 305, "bad-value", "with a stroke"),
    "way unknown hex": ("map.yaml", "2262 2261 2260 2359", "2262 2261 2260 9959", 312, "hex-list", "printed numbers"),
    "arrival in the sea": (
        "scenarios/standard.yaml",
        'spaces: ["1129"]',
        'spaces: ["0941"]',
        59,
        "hex-start",
        "correct the hex",
    ),
    "arrival of a side unknown": (
        "scenarios/standard.yaml",
        "side: finnish, units: [swedish-volunteers]",
        "side: finish, units: [swedish-volunteers]",
        59,
        "unknown-name",
        "did you mean 'finnish'",
    ),
    "factor in quotes": (
        "counters.yaml",
        "attack: 5, defence: 3",
        'attack: "5", defence: 3',
        119,
        "number-as-text",
        "quotes",
    ),
    "trait": (
        "game.yaml",
        "[south-only, fortress-troops]",
        "[south-only, fortres-troops]",
        36,
        "unknown-name",
        "'fortress-troops'",
    ),
    "key": ("game.yaml", "plural: Cavalry", "plurals: Cavalry", 52, "unknown-key", "'plural'"),
    "brace": ("game.yaml", "traits: [airborne]}", "traits: [airborne]", 58, "yaml-syntax", "line 56"),
    "comma": ("game.yaml", "{id: cavalry, name", "{id: cavalry name", 52, "yaml-syntax", "comma"),
    "colour": ("style.yaml", 'forest: "#d3dfbf"', "forest: #d3dfbf", 10, "bad-value", "comment"),
    "row twice": ("charts.yaml", "{die: 2, results: [Ae", "{die: 3, results: [Ae", 23, "table-row-overlap", "ranges"),
    "result": ("charts.yaml", "Ar, Ne, Ex, Dr", "Ar, Ne, Ey, Dr", 23, "result-code-undefined", "'Ex'"),
    "case of a record": (
        "errata.yaml",
        '["Set-Up Finnish"]\n    confidence',
        '["Setup Finnish"]\n    confidence',
        24,
        "rule-unknown",
        "Set-Up",
    ),
    "placeholder": (
        "rules/50-combat.yaml",
        "{{ parameter.retreat_distance }} hex",
        "{{ parameter.retreat_distanc }} hex",
        0,
        "text-value",
        "'retreat_distance'",
    ),
    "link": (
        "rules/20-movement.yaml",
        "[[Terrain Effects Chart]] lists",
        "[[Terrain Chart]] lists",
        0,
        "cross-reference",
        "Terrain",
    ),
    "link misspelt": (
        "rules/10-sequence.yaml",
        "[[Reinforcements]]",
        "[[Reinforcments]]",
        0,
        "cross-reference",
        "'Reinforcements'",
    ),
    "example": (
        "examples/10-movement.yaml",
        "[rifle-regiment-1, headquarters-1]",
        "[rifle-regiment-99, headquarters-1]",
        16,
        "unknown-name",
        "'rifle",
    ),
    "quote": ("locale/it.po", '"Battaglione di fanteria"', '"Battaglione di fanteria', 0, "po-syntax", "end it with"),
}


ROUNDS = (
    "hexside form, key", "brace", "comma", "colour",
    "row short, factor in quotes, trait, result, case of a record, link, link misspelt, placeholder, quote",
    "row missing, row twice, example", "unknown terrain, arrival of a side unknown", "hexside apart, way unknown hex",
    "arrival in the sea",
)  # fmt: skip
"""The mistakes that are made together: those of reading, by which no check is reached, and the others."""


def test_each_mistake_is_made():
    assert sorted(", ".join(ROUNDS).split(", ")) == sorted(CASES)


@pytest.mark.parametrize("names", ROUNDS)
def test_a_mistake_is_told_once_with_its_place_and_cure(copied, names):
    """Beside others, too: as many problems as mistakes."""
    cases, places = [CASES[name] for name in names.split(", ")], {}
    for file, old, _, line, code, word in cases:
        text = (copied / "winter_war" / file).read_text("utf-8")
        line = line or text.count("\n", 0, text.index(old)) + 1  # 0: catalogues and rules grow
        places[file, line, code] = word

    found = told(copied, *(case[:3] for case in cases))

    assert sorted((f, n, c) for f, n, c, _ in found) == sorted(places)
    assert [hint for f, n, c, hint in found if places[f, n, c] not in hint] == []


def test_a_verb_that_an_example_misspells_is_told(copied):
    """Nothing else is wrong, so what the referee says counts."""
    found = told(copied, ("examples/10-movement.yaml", '- [move-to, "3555"]', '- [moveto, "3555"]'))

    assert [(n, c) for _, n, c, _ in found] == [(21, "example")]


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "places"),
    [
        ("the-ford", "game.yaml", "procedure: combat", "procedure: combt", 2),
        ("two-rivers", "map.yaml", "between: [kronhald, hallow]", "between: [kronhald, halow]", 1),
        ("two-rivers", "map.yaml", "corvane, harfell, kronhald]", "corvane, harfell, kronhal]", 1),
    ],
)
def test_what_only_lacks_a_misspelt_name_is_not_told(tmp_path, game, file, old, new, places):
    """Neither the section that no phase runs now, nor the neighbour that has lost its neighbour, is the mistake."""
    for name in (game.replace("-", "_"), "common"):
        shutil.copytree(SOURCES / name, tmp_path / name)
    path = tmp_path / game.replace("-", "_") / file
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, new), "utf-8")

    found = check_named([game], dirs=[tmp_path]).problems

    assert text.count(old) == len(found) == places
    assert all(repr(old.strip("]").split()[-1]) in p.hint for p in found)


def test_columns_that_leave_differences_out_are_one_mistake(tmp_path):
    """All of them in one message, and the referee, which can't use such a table, is silent."""
    shutil.copytree(SOURCES / "two_rivers", tmp_path / "two_rivers")
    path = tmp_path / "two_rivers" / "charts.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"+1", "+2", "+3", "+4", "+5"]', '"+2", "+4", "+6", "+7", "+9"]'), "utf-8")
    found = [p for p in check_named(["two-rivers"], dirs=[tmp_path]).problems if p.severity == "error"]
    assert [p.message.rpartition(" of ")[2] for p in found] == ["+1, +3, +5, +8"]
