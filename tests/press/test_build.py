"""The build: names of products, manifest, what is left alone, what is made again, what a failure leaves."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.errors import SourceError
from pnp.press import Order, build_game
from pnp.press.recipes import recipes_for
from pnp.sources import load_game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent

PER_LANGUAGE = [
    "read-me-first-a4.pdf", "read-me-first-letter.pdf", "map-poster.pdf", "map-a4.pdf", "map-letter.pdf", "map.svg",
    "charts-a4.pdf", "charts-letter.pdf", "rulebook-a4.pdf", "rulebook-letter.pdf", "rulebook.html",
    "scenarios-a4.pdf", "scenarios-letter.pdf", "rulebook-a4-booklet.pdf", "rulebook-letter-booklet.pdf",
    *(f"player-aid-{paper}.pdf" for paper in ("a4", "a3", "letter", "tabloid")),
    *(f"counters-{p}-{layout}.pdf" for p in ("a4", "letter") for layout in ("long", "short", "fold", "fronts")),
    "counters-main-front.svg", "counters-main-back.svg", "counters-main-outlines.svg",
]  # fmt: skip
ON_A4 = [name for name in PER_LANGUAGE if not re.search("letter|tabloid", name)]


def _hashes(folder: Path) -> dict[str, str]:
    files = sorted(p for p in folder.rglob("*") if p.is_file() and ".cache" not in p.parts)
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_every_product_of_the_contract_is_there(built):
    """Those of A4 are built, those of Letter only ordered."""
    ordered = {recipe.path for recipe in recipes_for(load_game(ROOT / "sources" / "putins_war"))}
    assert {path for path in ordered if "/it/" in path} == {f"putins-war/it/{name}" for name in PER_LANGUAGE}
    assert set(_hashes(built.out / "putins-war")) == {"manifest.json", *(f"it/{name}" for name in ON_A4)}


def test_the_manifest_names_each_file_and_its_hash_and_no_time(built):
    manifest = json.loads(built.file("manifest.json").read_text("utf-8"))
    hashes = _hashes(built.out / "putins-war")
    assert len(manifest["files"]) == len(ON_A4)
    assert {f["path"]: f["sha256"] for f in manifest["files"]} == {
        k: v for k, v in hashes.items() if k != "manifest.json"
    }
    assert {f["language"] for f in manifest["files"]} == {"it"}
    assert set(manifest["files"][0]) == {"product", "language", "paper", "path", "sha256"}


def test_the_report_has_the_keys_of_the_contract(built):
    row = built.report["products"][0]
    assert set(row) == {"game", "product", "language", "paper", "path", "bytes", "sha256", "status", "reason"}
    assert {r["status"] for r in built.report["products"]} == {"built"}


@pytest.fixture
def workplace(tmp_path):
    """A copy of the sources of a small game, and an order for counters only, which are quick."""
    shutil.copytree(ROOT / "sources" / "two_rivers", tmp_path / "two_rivers")
    return tmp_path / "two_rivers", Order(
        tmp_path / "out", languages=("en",), papers=("a4",), only=("counters",), workers=1
    )


def test_the_same_sources_give_the_same_bytes(workplace, tmp_path):
    folder, order = workplace
    build_game(folder, order)
    first = _hashes(order.out)
    build_game(folder, Order(**{**vars(order), "out": tmp_path / "again"}))
    assert len(first) == 8
    assert _hashes(tmp_path / "again") == first


def test_nothing_is_made_again_when_nothing_changed(workplace):
    folder, order = workplace
    build_game(folder, order)
    times = {p: p.stat().st_mtime_ns for p in order.out.rglob("*") if p.is_file()}
    report = build_game(folder, order)
    assert {p.status for p in report.products} == {"cached"}
    assert {p: p.stat().st_mtime_ns for p in times} == times


def test_a_lost_or_altered_product_is_made_again(workplace):
    folder, order = workplace
    report = build_game(folder, order)
    lost, altered = (order.out / p.path for p in report.products[:2])
    good = altered.read_bytes()
    lost.unlink()
    altered.write_bytes(b"spoilt")
    again = build_game(folder, order)
    assert [p.status for p in again.products][:3] == ["built", "built", "cached"]
    assert altered.read_bytes() == good
    assert lost.is_file()


def test_one_counter_changed_leaves_the_map_alone_and_a_map_that_shows_something_else_is_written(workplace):
    folder, order = workplace
    order = Order(**{**vars(order), "only": ("counters", "map")})
    build_game(folder, order)
    path = folder / "counters.yaml"
    text = path.read_text("utf-8")
    assert "combat: [3, 3, 2]" in text
    path.write_text(text.replace("combat: [3, 3, 2]", "combat: [3, 3, 1]"), "utf-8")
    report = build_game(folder, order)
    status = {p.path.rsplit("/", 1)[-1]: p.status for p in report.products}
    assert {s for n, s in status.items() if n.startswith("map")} == {"cached"}
    assert status["counters-a4-long.pdf"] == "built"
    assert status["counters-main-front.svg"] == "built"
    text = (folder / "map.yaml").read_text("utf-8")
    assert "name: Harfell" in text
    (folder / "map.yaml").write_text(text.replace("name: Harfell", "name: Harvell"), "utf-8")
    report = build_game(folder, replace(order, only=("map",)))
    assert {p.status for p in report.products} == {"built"}


def test_the_users_own_size_and_gutter_reach_the_sheets(pnp, tmp_path, monkeypatch):
    import pikepdf

    (tmp_path / "settings.yaml").write_text("counter_size_mm: 20\ngutter_mm: 2\n", "utf-8")
    arguments = ("build", "putins-war", "--only", "counters", "--lang", "en", "--paper", "a4", "--out")
    assert pnp(*arguments, tmp_path / "plain").code == 0
    monkeypatch.setenv("PNP_SETTINGS", str(tmp_path / "settings.yaml"))
    assert pnp(*arguments, tmp_path / "own").code == 0

    def width_mm(name):
        with pikepdf.open(tmp_path / name / "putins-war/en/counters-a4-fronts.pdf") as pdf:
            left, _, right, _ = (float(v) * 25.4 / 72 for v in pdf.pages[0].TrimBox)
            return right - left

    assert width_mm("plain") == pytest.approx(10 * 15.875, abs=0.01)
    assert width_mm("own") == pytest.approx(7 * 20 + 6 * 2, abs=0.01)


def test_read_me_first_counts_the_pages_of_what_was_left_alone(workplace):
    import pypdfium2

    folder, order = workplace
    order = replace(order, only=("counters", "map", "read-me-first"))
    build_game(folder, order)
    read_me = order.out / "two-rivers/en/read-me-first-a4.pdf"
    before = read_me.read_bytes()
    text = (folder / "style.yaml").read_text("utf-8")
    (folder / "style.yaml").write_text(text + "\n# touched\n", "utf-8")
    read_me.unlink()
    report = build_game(folder, order)
    assert [p.path for p in report.products if p.status == "built"] == ["two-rivers/en/read-me-first-a4.pdf"]
    assert read_me.read_bytes() == before
    pdf = pypdfium2.PdfDocument(read_me)
    try:
        assert "map-a4.pdf" in pdf[0].get_textpage().get_text_range()
    finally:
        pdf.close()


def test_a_broken_source_leaves_the_last_good_products(workplace):
    from pnp.errors import SourceError

    folder, order = workplace
    build_game(folder, order)
    before = _hashes(order.out)
    (folder / "counters.yaml").write_text("groups: [", "utf-8")
    with pytest.raises(SourceError) as caught:
        build_game(folder, order)
    assert caught.value.problems[0].where.path.endswith("counters.yaml")
    assert _hashes(order.out) == before


def test_a_product_that_fails_is_reported_and_the_others_are_made(workplace, monkeypatch):
    from pnp.errors import LayoutError
    from pnp.press.makers import counters

    folder, order = workplace
    build_game(folder, order)
    before = _hashes(order.out)
    real = counters.build_counter_sheets

    def refuse(game, paper, layout, **options):
        if layout == "fold":
            raise LayoutError("the fold does not fit")
        return real(game, paper, layout, **options)

    monkeypatch.setattr(counters, "build_counter_sheets", refuse)
    report = build_game(folder, Order(**{**vars(order), "force": True}))
    assert [p.path.rsplit("/", 1)[-1] for p in report.products if p.status == "failed"] == ["counters-a4-fold.pdf"]
    assert "the fold does not fit" in report.problems[0].message
    assert report.failed
    assert _hashes(order.out) == before


def test_a_letter_without_glyph_is_reported_once_at_the_line_of_the_translation(workplace):
    """Every counter sheet and the map show the name of the game."""
    folder, order = workplace
    path = folder / "locale" / "it.po"
    lines = path.read_text("utf-8").split("\n")
    line = lines.index('msgstr "Due fiumi"') + 1
    lines[line - 1] = 'msgstr "Due 한"'
    path.write_text("\n".join(lines), "utf-8")

    report = build_game(folder, replace(order, languages=("it",), only=("counters", "map")))

    assert len([product for product in report.products if product.status == "failed"]) > 3
    assert [(p.code, p.where.line, p.where.column, p.source_line) for p in report.problems] == [
        ("missing-glyph", line, 13, 'msgstr "Due 한"')
    ]
    assert "'한' (U+D55C HANGUL SYLLABLE HAN)" in report.problems[0].message


def test_an_example_that_fails_is_reported_once_with_its_line(workplace):
    """Every rulebook shows it: two languages on two papers and for the screen. All of them fail for it."""
    folder, order = workplace
    path = folder / "examples" / "10-battles.yaml"
    text = path.read_text("utf-8")
    assert "delmouth: [league-horse-1]" in text
    path.write_text(text.replace("delmouth: [league-horse-1]", "delmouth: [league-horse-2]"), "utf-8")

    report = build_game(folder, replace(order, only=("rulebook", "screen"), papers=(), languages=("en", "it")))

    assert {p.status for p in report.products} == {"failed"}
    names = ("rulebook-a4.pdf", "rulebook-letter.pdf", "rulebook.html")
    assert sorted(p.path for p in report.products) == [
        f"two-rivers/{language}/{name}" for language in ("en", "it") for name in names
    ]
    assert [(p.code, p.where.line, p.source_line.strip()) for p in report.problems] == [
        ("example", 40, "delmouth: [league-horse-2]")
    ]
    assert report.problems[0].hint == "correct the example; or the rule, if the example is right"


def test_a_missing_library_leaves_its_product_out(workplace, monkeypatch):
    from pnp.errors import MissingToolError
    from pnp.press.makers import counters

    folder, order = workplace

    def lacking(*_, **__):
        raise MissingToolError("install libfoo")

    monkeypatch.setattr(counters, "counter_svg", lacking)
    report = build_game(folder, order)
    assert {p.status for p in report.products} == {"built", "skipped"}
    assert report.lacking and not report.failed
    assert "install libfoo" in {p.reason for p in report.products}


def test_the_command_shows_paths_and_exit_codes(pnp, tmp_path):
    ran = pnp("build", "putins-war", "--out", tmp_path / "o", "--only", "counters", "--lang", "en", "--paper", "a4")
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith("putins-war/en/counters-a4-long.pdf")
    document = json.loads(
        pnp(
            "build",
            "putins-war",
            "--out",
            tmp_path / "o",
            "--only",
            "counters",
            "--lang",
            "en",
            "--paper",
            "a4",
            "--json",
        ).out
    )
    assert {"schema", "products", "problems", "performance"} <= set(document)
    assert {p["status"] for p in document["products"]} == {"cached"}
    assert pnp("build", "putins-war", "--paper", "a5").code == 2
    assert pnp("build", "putins-war", "--only", "maps").code == 2
    assert pnp("build", "putins-war", "--lang", "xx", "--out", tmp_path / "o").code == 1


def test_ctrl_c_half_way_keeps_the_last_good_products_and_leaves_no_litter(tmp_path):
    import os
    import signal
    import subprocess
    import sys
    import time

    out = tmp_path / "o"
    build_game(
        ROOT / "sources" / "putins_war", Order(out, languages=("en",), papers=("a4",), only=("counters",), workers=1)
    )
    before = _hashes(out)
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "build", "putins-war", "--force", "--lang", "en", "--out", str(out)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored where tests run in the background
    )  # fmt: skip
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)  # a shell tells 130 of both
    assert "Traceback" not in told and "interrupted" in told
    after = _hashes(out)
    assert {name: after[name] for name in before if name.endswith(".pdf")} == {
        n: h for n, h in before.items() if n.endswith(".pdf")
    }
    assert not list(out.rglob("*.tmp"))


def _listed(out: Path) -> list[str]:
    return [row["path"] for row in json.loads((out / "two-rivers" / "manifest.json").read_text("utf-8"))["files"]]


def test_the_manifest_survives_a_deleted_cache_and_a_broken_manifest(workplace):
    folder, order = workplace
    build_game(folder, order)
    counters = _listed(order.out)
    assert len(counters) == 7
    shutil.rmtree(order.out / ".cache")
    build_game(folder, Order(**{**vars(order), "only": ("charts",)}))
    charts = [f"en/{name}" for name in ("charts-a4.pdf", "player-aid-a3.pdf", "player-aid-a4.pdf")]
    assert _listed(order.out) == sorted([*counters, *charts])
    (order.out / "two-rivers" / "manifest.json").write_text("<<<<<<< HEAD", "utf-8")
    build_game(folder, Order(**{**vars(order), "force": True}))
    assert _listed(order.out) == sorted([*counters, *charts])


def test_a_language_that_was_removed_leaves_the_manifest(workplace):
    folder, order = workplace
    build_game(folder, Order(**{**vars(order), "languages": ("en", "it")}))
    assert any(path.startswith("it/") for path in _listed(order.out))
    info = folder / "game.yaml"
    text = info.read_text("utf-8")
    fewer, changed = re.subn(r"(?m)^languages: .*", "languages: [en]", text)
    assert changed == 1
    info.write_text(fewer, "utf-8")
    build_game(folder, order)
    assert not any(path.startswith("it/") for path in _listed(order.out))


def test_a_link_out_of_the_output_is_refused(workplace, tmp_path):
    from pnp.errors import PnpError

    folder, order = workplace
    (tmp_path / "elsewhere").mkdir()
    order.out.mkdir()
    (order.out / "two-rivers").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PnpError, match="remove the link"):
        build_game(folder, order)
    assert list((tmp_path / "elsewhere").iterdir()) == []


# Errors where the order doesn't need to look ------------------------------------------------------------------------


def _some_files(folder: Path, *files: str) -> Path:
    """The Ford with these of its files only, and its pictures."""
    shutil.copytree(ROOT / "sources" / "the_ford" / "art", folder / "art")
    for file in files:
        shutil.copy(ROOT / "sources" / "the_ford" / file, folder / file)
    return folder


def test_a_map_is_built_before_the_rest_of_the_game_is_written(tmp_path, pnp):
    folder, out = _some_files(tmp_path / "ford", "game.yaml", "map.yaml"), tmp_path / "out"
    ran = pnp("--sources", tmp_path, "build", folder, "--only", "map", "--lang", "en", "--paper", "a4", "--out", out)
    assert (ran.code, ran.out.split()) == (0, [
        (out / "the-ford" / "en" / name).as_posix() for name in ("map-poster.pdf", "map-a4.pdf", "map.svg")
    ])  # fmt: skip
    assert "there is no charts.yaml yet: the map is drawn without combat-results [missing-file] (warning)" in ran.err
    assert ran.err.count("(warning)") == 1
    again = build_game(folder, Order(out, ("en",), ("a4",), ("map",), workers=1))
    assert [(p.status, p.path[-7:]) for p in again.products][-1] == ("cached", "map.svg")
    assert len(again.warnings) == 1


def test_a_slip_in_another_file_is_a_warning_for_a_map(tmp_path):
    """The map is that of the game without the table that can't be read."""
    folder = tmp_path / "ford"
    shutil.copytree(ROOT / "sources" / "the_ford", folder)
    charts = folder / "charts.yaml"
    charts.write_text(charts.read_text("utf-8").replace("kind: results", "kind: result", 1), "utf-8")
    report = build_game(folder, Order(tmp_path / "out", ("en",), ("a4",), ("map",), workers=1))
    assert {product.status for product in report.products} == {"built"}
    assert {(w.severity, Path(w.where.path).name) for w in report.warnings} == {("warning", "charts.yaml")}


def test_an_error_in_a_file_that_the_order_needs_stops_it(tmp_path):
    """All errors are told then, as without --only."""
    folder = _some_files(tmp_path / "ford", "game.yaml", "map.yaml")
    game_map = folder / "map.yaml"
    game_map.write_text(game_map.read_text("utf-8").replace("kind: hexes", "kind: hex", 1), "utf-8")
    with pytest.raises(SourceError) as caught:
        build_game(folder, Order(tmp_path / "out", ("en",), ("a4",), ("map",), workers=1))
    problems = caught.value.problems
    assert {"map.yaml"} == {Path(p.where.path).name for p in problems if p.where}
    assert {problem.severity for problem in problems} == {"error"}
    with pytest.raises(SourceError):
        build_game(folder, Order(tmp_path / "out", ("en",), ("a4",), (), workers=1))


@pytest.mark.parametrize(("only", "needed"), [
    (("map",), {"game", "map", "style"}), (("map", "counters"), {"game", "map", "style", "counters"}),
    (("rulebook",), None), (("map", "vassal"), None), ((), None),
])  # fmt: skip
def test_the_files_that_an_order_needs(only: tuple[str, ...], needed: set[str] | None):
    assert Order(Path("out"), only=only).needed == needed
