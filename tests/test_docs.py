"""docs/: what is written from the code, the picture of the packages, what is said of settings, sweeps and reports."""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

from pnp.cli import COMMANDS
from pnp.draw.text import FONTS
from pnp.model.hexes import SideLook, TerrainLook, WayLook
from pnp.sources import load_game
from pnp.sources.find import game_folders

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


@pytest.fixture(scope="module")
def reference() -> Any:
    spec = importlib.util.spec_from_file_location("reference", DOCS / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The site ----------------------------------------------------------------------------------------------------------


def test_the_site_has_every_page_and_fetches_no_font():
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    listed = re.findall(r"[\w-]+\.md", json.dumps(site["nav"]))
    assert sorted(listed) == sorted(path.name for path in DOCS.glob("*.md"))
    assert site["theme"]["font"] is False
    assert site["plugins"] == ["search"]
    assert site["hooks"] == ["docs/reference.py"]
    assert not {"extra_javascript", "repo_url"} & set(site)


# What is written from the code -------------------------------------------------------------------------------------


def test_only_marks_on_a_line_of_their_own_give_way(reference):
    text = reference.on_page_markdown("# Codes\n\n`<!-- codes -->` stays.\n\n<!-- codes -->\n")
    assert text.startswith("# Codes\n\n`<!-- codes -->` stays.\n\n## Ids\n\n### ")
    pages = "\n".join(path.read_text("utf-8") for path in DOCS.glob("*.md"))
    assert set(re.findall(r"^<!-- (\w+) -->$", pages, re.MULTILINE)) == set(reference.TABLES)


def test_every_key_of_every_source_is_listed(reference):
    """Against the JSON Schemas, which pydantic makes."""
    from pnp.sources.schema import schemas

    text = reference.keys()
    for name, schema in schemas().items():
        assert f"{{ #{name} }}" in text
        for inner in (schema, *schema["$defs"].values()) if "$defs" in schema else (schema,):
            for key in inner.get("properties", {}):
                assert f"\n| `{key}` | " in text, (name, key)


def test_a_row_says_what_stands_there_and_whether_it_must(reference):
    rows = reference.keys().splitlines()
    assert "| `id` | id | required |  |" in rows
    assert "| `count` | whole number | required | how many |" in rows
    assert "| `numbered` | true or false | `true` | false: the only counter's id is the group's |" in rows
    text = "\n".join(rows)
    assert "\n| `groups` | list of [`groups`](#counters-groups) | required | like counters, numbered in order" in text
    assert "\n| `junctions` | mapping of id to [number, number] |  | points where borders meet" in text
    assert "### `tables`, kind `flow` { #charts-tables-flow }" in rows


def test_braces_at_the_end_of_a_cell_are_kept(reference):
    """The site's Markdown takes them for attributes of the cell, unless they are code."""
    text = reference.keys() + reference.mechanics()
    assert text.count("what it does: `{1-4: nothing, 5-6: reduce movers}` |") == 4
    assert re.findall(r"^\|.*[^`\s]\} \|", text, re.MULTILINE) == []


def test_every_procedure_is_listed_with_its_parameters(reference):
    """Against the models themselves; what other rulebooks call it must be about something that is there."""
    from pnp.model.procedures import ProceduresSource, Section
    from pnp.referee.kit.sentences import FIGHTING

    text = reference.mechanics()
    parts = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    models = {name: reference._models(field.annotation) for name, field in ProceduresSource.model_fields.items()}
    sections = {name: found[0] for name, found in models.items() if found and found[0] is not Section}
    assert set(parts) == {*sections, "Sentences"}
    for name, model in sections.items():
        listed = re.findall(r"^\| `(\w+)` \|", parts[name], re.MULTILINE)
        assert listed == [key for key in model.model_fields if key not in ("rule", "rules")]
    keys = {f"{name}.{key}" for name in sections for key in re.findall(r"^\| `([\w.]+)` \|", parts[name], re.MULTILINE)}
    assert set(reference.ALSO_KNOWN_AS) <= keys | set(sections)
    assert set(reference.MEANINGS) <= set(FIGHTING)
    assert "| `modes.capacity` | units of a side that may use it in a phase | number or parameter | rail" in text


def test_links_between_keys_lead_to_headings(reference):
    text = reference.keys()
    anchors = re.findall(r"^#{2,3} .*\{ #([\w-]+) \}$", text, re.MULTILINE)
    assert len(anchors) > 80
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= set(anchors)


def test_every_option_of_every_command_is_listed(reference):
    text = reference.commands()
    for name in COMMANDS:
        assert f"\n## pnp {name}" in text
    build = text.partition("## pnp build\n")[2].partition("\n## ")[0]
    options = re.findall(r"^\| `(--[\w-]+)", build, re.MULTILINE)
    assert options == [
        "--out", "--lang", "--paper", "--only", "--joint", "--press", "--icc", "--low-ink", "--outline-text", "--force",
        "--json",
    ]  # fmt: skip
    assert "\n## pnp map sample\n" in text
    assert "| `--format [text|json|sarif|github]` | [default: text] |" in text
    assert "pnp i18n [OPTIONS] {extract|update|status|check|preview} [GAME]..." in text


def test_every_code_is_listed_with_its_severity(reference):
    from pnp.checks.manual import codes, severity_of

    text = reference.codes()
    listed = re.findall(r"^### ([a-z0-9-]+)\n\n\*(Error|Warning|Note)\.\* \S", text, re.MULTILINE)
    assert sorted(listed) == [(code, severity_of(code).capitalize()) for code in codes()]
    assert "### spacing\n\n*Note.* No line of a source ends with blanks" in text


def test_plain_text_is_not_taken_for_markup(reference):
    assert reference._escaped("**a** of `x_*y` [[4.2]]") == r"\*\*a\*\* of `x_*y` \[\[4.2\]\]"


def test_every_code_that_the_program_can_report_has_a_page():
    import ast

    from pnp.checks.manual import codes

    listed, reported = set(codes()), {}
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "Problem(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "code")]
                reported |= {a.value: path.name for a in given if isinstance(a, ast.Constant) and a.value}
    assert len(reported) > 20
    assert {code: name for code, name in reported.items() if code not in listed} == {}


# Examples of sources -----------------------------------------------------------------------------------------------


def without_required(schema: Any) -> Any:
    """The schema, asking for no key: an example shows some."""
    if isinstance(schema, dict):
        names = [key for key, value in schema.items() if key != "required" or not isinstance(value, list)]
        return {key: without_required(schema[key]) for key in names}
    return [without_required(value) for value in schema] if isinstance(schema, list) else schema


def examples() -> list[tuple[str, str]]:
    """(name of the schema, YAML) of each example in sources.md."""
    names = {"scenarios/*.yaml": "scenario", "rules/*.yaml": "rules", "examples/*.yaml": "examples"}
    parts = re.split(r"^## (\S+)$", page("sources.md"), flags=re.MULTILINE)[1:]
    return [
        (names.get(file, file.removesuffix(".yaml")), block)
        for file, text in zip(parts[::2], parts[1::2], strict=True)
        for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def lenient() -> dict[str, Any]:
    """Each schema, asking for no key."""
    from pnp.sources.schema import schemas

    return without_required(schemas())


@pytest.mark.parametrize(("name", "block"), examples(), ids=[name for name, _ in examples()])
def test_examples_of_sources_are_right(name, block, lenient):
    errors = jsonschema.Draft202012Validator(lenient[name]).iter_errors(yaml.safe_load(block))
    assert [f"{error.json_path}: {error.message[:300]}" for error in errors] == []


def test_there_is_an_example_of_every_file():
    from pnp.sources.schema import SOURCES

    assert {name for name, _ in examples()} == set(SOURCES) - {"map-plan", "glossary", "palette"}


# Architecture ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shape() -> dict[str, Any]:
    """tests/test_architecture.py, which has the order of the packages."""
    return runpy.run_path(str(ROOT / "tests" / "test_architecture.py"))


def drawn(kind: str) -> list[str]:
    tree = ElementTree.parse(DOCS / "images" / "packages.svg")
    return [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text") if text.get("class") == kind]


def test_the_picture_shows_the_packages_in_order(shape):
    assert drawn("package") == shape["ORDER"]
    assert drawn("number") == [str(number) for number in range(1, len(shape["ORDER"]) + 1)]


def test_the_table_lists_the_packages_in_order(shape):
    table = page("architecture.md").partition("## Packages, in order")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    assert [name for cell in cells for name in re.findall(r"`(\w+)`", cell)] == shape["ORDER"]


def test_rooms_are_those_of_the_packages():
    rooms = set(re.findall(r"\w+", " ".join(drawn("room"))))
    table = page("architecture.md").partition("## Rooms")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)
    rows = {package: re.findall(r"`(\w+)`", listed) for package, listed in cells}
    folders = {path.relative_to(ROOT / "pnp").parts[0] for path in (ROOT / "pnp").glob("*/*/__init__.py")}
    assert set(rows) == folders - {"checks", "games", "press"}
    everywhere: set[str] = set()
    for package, listed in rows.items():
        here = {path.parent.name for path in (ROOT / "pnp" / package).glob("**/__init__.py")} - {package}
        inner = {"figures"} & here  # a part of the book, no room of its own
        assert set(listed) == here - inner
        everywhere |= here - inner
    assert rooms == everywhere


# Settings, sweeps, reports -----------------------------------------------------------------------------------------


def test_every_setting_is_described():
    from pnp.sources.settings import Settings

    block = re.search(r"```yaml\n(.*?)```", page("printing.md"), re.DOTALL)[1]
    assert list(yaml.safe_load(block)) == list(Settings.model_fields)
    Settings.model_validate(yaml.safe_load(block))


def test_every_kind_of_sweep_path_is_described():
    from pnp.model.slots import KINDS

    paths = re.findall(r"^\| `(\w+)\.", page("reports.md"), re.MULTILINE)
    assert set(paths) == set(KINDS)


def test_every_key_of_a_report_is_described(tmp_path, capsys):
    from pnp.cli import run

    section = page("reports.md").partition("### pnp playtest")[2].partition("\n## ")[0]
    campaign, sweep = section.split("`report.json` of a sweep:")
    limits = ("--sweep", "parameters.stacking-limit=2,3")
    for name, text, more in (("campaign", campaign, ()), ("sweep", sweep, limits)):
        assert run(["--quiet", "playtest", "the-ford", "--games", "2", "--out", str(tmp_path / name), *more]) == 0
        report = json.loads((tmp_path / name / "report.json").read_text("utf-8"))
        point = report["points"][-1] if more else {}
        inner = [*point, *point["differences"]["north"], *report["sweep"][0]] if more else []
        described = set(re.findall(r"`(\w+)`", text))
        assert {*report, *inner} <= described, name
    capsys.readouterr()


def test_the_example_in_python_runs(capsys):
    code = re.search(r"```python\n(.*?)```", page("reports.md"), re.DOTALL)[1]
    exec(compile(code, "reports.md", "exec"), {})
    assert re.fullmatch(r"setup [0-9a-f]{40}\n", capsys.readouterr().out)


@pytest.mark.slow
def test_a_game_of_your_own_begins_as_the_page_says(tmp_path, capsys, monkeypatch):
    """Changing a game: copy, give it an id, check, build."""
    import shutil

    from pnp.cli import run

    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "sources" / "the_ford", tmp_path / "mygames" / "my_game")
    info = tmp_path / "mygames" / "my_game" / "game.yaml"
    info.write_text(info.read_text("utf-8").replace("id: the-ford", "id: my-game", 1), "utf-8")
    assert run(["--sources", "mygames", "check", "my-game", "--strict"]) == 0
    assert run(["--sources", "mygames", "build", "my-game", "--only", "counters", "--lang", "en", "--paper", "a4"]) == 0
    assert (tmp_path / "output" / "my-game" / "en" / "counters-a4-long.pdf").is_file()
    capsys.readouterr()


def test_credits_name_every_original_and_every_face():
    """Games of our own have no original."""
    credits_page = " ".join((ROOT / "CREDITS.md").read_text("utf-8").split())
    games = [load_game(name) for name in game_folders()]
    originals = [game.info for game in games if "made for this collection" not in game.info.credits.original]

    assert len(originals) == 6 < len(games)
    for info in originals:
        year = re.search(r"(?<=\()[0-9]{4}(?=\))|undated", info.credits.original)
        assert year is not None
        row = credits_page.partition(f"| {info.title} | {year[0]}, ")[2].partition(" | |")[0]
        assert all(name in row for line in info.credits.lines for name in line.names), info.title
    for family in sorted({face.family for face in FONTS.values()}):
        assert family.removeprefix("IBM Plex ") in credits_page


@pytest.mark.parametrize(
    ("where", "looks"),
    [("`hexes`, a terrain", TerrainLook), ("`hexes`, a kind of hexside", SideLook), ("`roads`", WayLook)],
)
def test_the_page_of_art_lists_every_look(where, looks):
    (listed,) = re.findall(rf"^\| {where} \| (.*) \|$", page("art.md"), re.MULTILINE)
    assert set(re.findall(r"`([a-z-]+)`", listed)) == set(get_args(looks))
