"""Every PDF and SVG of the build: sound, titled, in its language, not to be scaled, fonts embedded as subsets."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import xml.etree.ElementTree as ET

import pikepdf
import pypdfium2
import pytest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pdfs(built):
    found = sorted((built.out / "putins-war").rglob("*.pdf"))
    assert len(found) == 13
    return found


def test_pdfs_are_sound(pdfs):
    for path in pdfs:
        with pikepdf.open(path) as pdf:
            assert pdf.check_pdf_syntax() == [], path


def test_pdfs_have_title_language_and_ask_for_no_scaling(pdfs):
    for path in pdfs:
        with pikepdf.open(path) as pdf:
            preferences = pdf.Root.ViewerPreferences
            assert preferences.PrintScaling == "/None", path
            assert preferences.Duplex in ("/Simplex", "/DuplexFlipLongEdge", "/DuplexFlipShortEdge"), path
            assert str(pdf.Root.Lang) == path.parent.name, path
            assert len(str(pdf.docinfo.Title)) > 8, path


def test_duplex_sheets_ask_for_their_flip(built):
    for layout, flip in (
        ("long", "/DuplexFlipLongEdge"),
        ("short", "/DuplexFlipShortEdge"),
        ("fold", "/Simplex"),
        ("fronts", "/Simplex"),
    ):
        with pikepdf.open(built.file(f"it/counters-a4-{layout}.pdf")) as pdf:
            assert pdf.Root.ViewerPreferences.Duplex == flip, layout


def test_paper_sizes_are_exact(builds):
    sizes = {"putins-war/it/{}-a4.pdf": (595.276, 841.89), "winter-war/fi/{}-letter.pdf": (612.0, 792.0)}
    for path, size in sizes.items():
        for product in ("read-me-first", "charts"):
            game, _, file = path.format(product).partition("/")
            with pikepdf.open(builds(game).file(file)) as pdf:
                box = [float(v) for v in pdf.pages[0].MediaBox]
                assert (box[2], box[3]) == (pytest.approx(size[0], abs=0.02), pytest.approx(size[1], abs=0.02)), product


def test_the_poster_is_a3_and_tabloid(built):
    with pikepdf.open(built.file("it/map-poster.pdf")) as pdf:
        sizes = [tuple(round(float(v) / 72 * 25.4) for v in page.MediaBox[2:]) for page in pdf.pages]
    assert (420, 297) in [tuple(sorted(s, reverse=True)) for s in sizes] or sizes[0][0] >= 420
    assert (432, 279) in [tuple(sorted(s, reverse=True)) for s in sizes]


def test_counter_pages_have_trim_and_bleed(built):
    with pikepdf.open(built.file("it/counters-a4-long.pdf")) as pdf:
        trim, bleed, media = ([float(v) for v in pdf.pages[0][key]] for key in ("/TrimBox", "/BleedBox", "/MediaBox"))
    points = 1.5 / 25.4 * 72
    assert bleed[0] == pytest.approx(trim[0] - points, abs=0.05)
    assert bleed[3] == pytest.approx(trim[3] + points, abs=0.05)
    assert media[0] <= bleed[0] < trim[0] < trim[2] < bleed[2] <= media[2]


def test_fonts_are_embedded_subsets(pdfs):
    seen = 0
    for path in pdfs:
        with pikepdf.open(path) as pdf:
            for item in pdf.objects:
                if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
                    seen += 1
                    assert re.match(r"/[A-Z]{6}\+", str(item.BaseFont)), (path, str(item.BaseFont))
                    assert "/FontFile2" in item.FontDescriptor, path
    assert seen > 30


def test_pages_render_and_text_can_be_copied(pdfs):
    for path in pdfs:
        pdf = pypdfium2.PdfDocument(path)
        try:
            text = pdf[0].get_textpage().get_text_range()
            picture = pdf[0].render(scale=0.2).to_numpy()
        finally:
            pdf.close()
        assert len(text) > 40, path
        assert picture.min() < 120, path


def test_books_have_bookmarks(built):
    with pikepdf.open(built.file("it/rulebook-a4.pdf")) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert len(titles) >= 6
    assert any(t.startswith("4 ") for t in titles), titles


def test_italian_products_are_italian(built):
    pdf = pypdfium2.PdfDocument(built.file("it/rulebook-a4.pdf"))
    try:
        text = " ".join(page.get_textpage().get_text_range() for page in pdf)
    finally:
        pdf.close()
    assert "Tabella di combattimento" in text or "Tabella di Combattimento" in text
    for english in ("Combat Table", "Armored Division", "Contents"):
        assert english not in text


def test_every_sheet_says_that_it_is_an_independent_reconstruction(pdfs):
    for path in pdfs:
        pdf = pypdfium2.PdfDocument(path)
        try:
            text = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)
        finally:
            pdf.close()
        assert "ricostruzione indipendente" in text.lower(), path


def test_svgs_are_xml_in_mm_with_named_layers(built):
    found = sorted((built.out / "putins-war").rglob("*.svg"))
    assert len(found) == 4
    for path in found:
        root = ET.parse(path).getroot()
        assert root.get("width").endswith("mm"), path
        assert root.get("viewBox").split()[2] == root.get("width").removesuffix("mm"), path
        label = "{http://www.inkscape.org/namespaces/inkscape}label"
        layers = {g.get(label) for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get(label)}
        wanted = {
            "front": {"art", "bleed", "cut", "register"},
            "back": {"art", "bleed", "cut", "register"},
            "outlines": {"cut"},
        }
        kind = path.stem.rsplit("-", 1)[-1]
        assert wanted.get(kind, {"sea", "borders", "names"}) <= layers, (path, layers)
        assert "<script" not in path.read_text("utf-8")


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed; pikepdf's check covers the same")
def test_qpdf_finds_nothing(pdfs):
    for path in pdfs:
        done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="poppler is not installed; the test above reads the same")
def test_pdffonts_agrees(built):
    done = subprocess.run(["pdffonts", built.file("it/map-poster.pdf")], capture_output=True, text=True, check=True)
    rows = done.stdout.splitlines()[2:]
    assert rows
    assert all(" yes yes " in row for row in rows), done.stdout


if shutil.which("inkscape"):

    def test_inkscape_opens_each_drawing_and_exports_it_at_its_size(built, tmp_path):
        """At 25.4 dpi a pixel is a millimetre; Inkscape rounds to whole pixels."""
        drawings = sorted((built.out / "putins-war" / "it").glob("*.svg"))
        assert {path.stem.rsplit("-", 1)[-1] for path in drawings} == {"map", "front", "back", "outlines"}
        for path in drawings:
            made = tmp_path / f"{path.stem}.png"
            subprocess.run(
                ["inkscape", path, "--export-dpi=25.4", "--export-type=png", f"--export-filename={made}"],
                check=True, capture_output=True, timeout=300,
            )  # fmt: skip
            size = struct.unpack(">II", made.read_bytes()[16:24])
            root = ET.parse(path).getroot()
            wanted = [float(root.get(side).removesuffix("mm")) for side in ("width", "height")]
            assert size == pytest.approx(wanted, abs=1.0), path
