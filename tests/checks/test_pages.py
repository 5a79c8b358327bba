"""Every manual page is true: its passing examples pass, its failing ones are found where they were made."""

import ast
import re
import shutil
from pathlib import Path

import pytest
from corpus.run import remembering
from mutation import FIXTURE, PageExample, changed_copy, examples_of

import pnp
from pnp.checks import CHECKS, check_game
from pnp.checks.manual import codes, index, page, severity_of, summary
from pnp.sources import find_game, load_game

pytestmark = pytest.mark.slow

PAGES = {code: examples_of(page(code)) for code in codes()}
MODULE_CODE = (
    "module-(?:archive|attribute|board|class|gpid|image|key|language|order|path|piece|place|prototype|save|setup|side|size|"
    "trait|value|xml|zone)"
)
FIXTURES = {
    "": FIXTURE,
    "hex-war": FIXTURE.parent / "fixture_hexes",
    "declared-war": FIXTURE.parent / "fixture_declared",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where a changed copy of the sample game lies; files that are as before are not read again."""
    with remembering({}, {}):
        yield tmp_path_factory.mktemp("pages")


@pytest.mark.parametrize("code", PAGES)
def test_examples(code: str, folder: Path):
    """Each example of the page, made in a copy of the sample game."""
    for example in PAGES[code]:
        origin = FIXTURES.get(example.game) or find_game(example.game)
        shutil.rmtree(folder / origin.name, ignore_errors=True)
        game = load_game(changed_copy(origin, folder, example.changes))
        # An allowance is judged against the check that it names.
        select = (code,) if code in CHECKS else ("counter-counts",)
        problems = [p for p in check_game(game, select=select).problems if p.code == code]
        assert bool(problems) is example.fails, (example, problems)
        for problem in problems:
            assert problem.severity == severity_of(code)
            assert problem.where is not None and problem.where.path
            assert problem.message and problem.hint, problem
            assert problem.game == game.id


def test_an_indented_line_continues_the_change_before():
    text = "summary\n\nPasses: a.yaml b = {c: 1,\n        d: 2}\n        and e.yaml f\n        removed\nMend:   no\n"
    assert examples_of(text) == [PageExample(False, ("a.yaml b = {c: 1, d: 2}", "e.yaml f removed"))]


def test_every_check_has_a_page_with_both_kinds_of_examples():
    assert len(CHECKS) >= 70
    for code in CHECKS:
        kinds = {example.fails for example in PAGES[code]}
        assert kinds == {True, False}, code
        assert "Mend:" in page(code), code
        assert summary(code)
        assert page(code).startswith(f"{code} ({severity_of(code)}): ")


def test_the_list_of_pages_names_every_code():
    listed = index()
    assert all(f"  {code} " in listed for code in (*CHECKS, "alias-bomb", "unknown-key"))
    assert max(map(len, listed.splitlines())) < 150


def test_a_module_says_its_own_code_first():
    from importlib import import_module

    for code, name in CHECKS.items():
        module = import_module(f"pnp.checks.{name}")
        assert (module.__doc__ or "").lstrip().startswith(f"{code}: "), name
        assert module.SEVERITY in ("error", "warning", "note")


def test_every_code_in_the_program_has_a_page():
    """`pnp explain CODE` answers for every problem that anything in the package can raise."""
    used = set()
    for path in Path(pnp.__file__).parent.rglob("*.py"):
        text = path.read_text("utf-8")
        telling = "Problem(" in text or "_fail(" in text or path.parent.name == "vassal" or path.name == "reader.py"
        for node in ast.walk(ast.parse(text)) if telling else ():
            if isinstance(node, ast.Call) and _name(node.func) in ("Problem", "_fail"):
                values = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "code")]
                used |= {
                    v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str) and v.value
                }
            if (
                isinstance(node, ast.Constant)
                and path.parent.name == "vassal"
                and re.fullmatch(MODULE_CODE, str(node.value))
            ):
                used.add(node.value)
            if isinstance(node, ast.Call) and _name(node.func) in ("refuse", "error") and path.name == "reader.py":
                first = node.args[0]
                used |= (
                    {first.value}
                    if isinstance(first, ast.Constant) and re.fullmatch("[a-z-]+", str(first.value))
                    else set()
                )
    assert {"alias-bomb", "gpid-missing", "unknown-game"} <= used
    assert sorted(used - set(codes())) == []


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


@pytest.mark.parametrize("folder", FIXTURES.values(), ids=["areas", "hexes", "declared"])
def test_the_sample_game_has_nothing_to_mend(folder: Path):
    report = check_game(load_game(folder))
    assert [str(p) for p in report.problems] == []
    assert report.silenced == ()
    assert report.counts == {"error": 0, "warning": 0, "note": 0}
