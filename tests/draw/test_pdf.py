"""The PDF as a file: boxes, preferences, links, fonts, and text that can be copied."""

import io

import pikepdf
import pypdfium2
import pytest
from reportlab.platypus import Flowable, SimpleDocTemplate

from pnp.draw.pdf import draw_scene, new_canvas, render
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.scene import Document, Group, Halo, Page, Path, Scene, Show, Text, TextOnPath, moved, rect
from pnp.errors import LayoutError


def document(*nodes, **options) -> Document:
    return Document("Title", "it", (Page(Scene(210, 297, nodes)),), **options)


def opened(made: Document) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(render(made)))


def copied(made: Document, page: int = 0) -> str:
    return pypdfium2.PdfDocument(render(made))[page].get_textpage().get_text_range()


def numbers(array) -> list[float]:
    return [float(v) for v in array]


def test_same_document_same_bytes():
    made = document(
        Text(10, 20, "Київ", "serif-bold", 12), Group((Path(rect(0, 0, 5, 5), fill="#123456"),), opacity=0.5),
        Show("f"),
        forms={"f": Scene(5, 5, (Path(rect(0, 0, 5, 5), fill="#123456", fill_opacity=0.3),))},
    )  # fmt: skip

    assert render(made) == render(made)


def test_page_size_is_that_of_the_scene():
    """A4: 210 × 297 mm = 595.276 × 841.890 pt."""
    pdf = opened(document())

    assert numbers(pdf.pages[0].mediabox) == pytest.approx([0, 0, 595.2756, 841.8898], abs=0.001)


def test_boxes_are_measured_from_the_bottom_left():
    """Trim 200 × 280 at (5, 7): 10 mm remain below. In pt: 14.173, 28.346, 581.102, 822.047."""
    page = Page(Scene(210, 297, ()), trim_mm=(5, 7, 200, 280), bleed_mm=(2, 4, 206, 286))
    pdf = opened(Document("T", "en", (page, Page(Scene(210, 297, ())))))

    assert numbers(pdf.pages[0].obj.TrimBox) == pytest.approx([14.173, 28.346, 581.102, 822.047], abs=0.002)
    assert numbers(pdf.pages[0].obj.BleedBox) == pytest.approx([5.669, 19.843, 589.606, 830.551], abs=0.002)


def test_boxes_do_not_pass_to_the_next_page():
    page = Page(Scene(210, 297, ()), trim_mm=(5, 7, 200, 280), bleed_mm=(2, 4, 206, 286))
    pdf = opened(Document("T", "en", (page, Page(Scene(50, 50, ())))))

    assert "/TrimBox" not in pdf.pages[1].obj
    assert "/BleedBox" not in pdf.pages[1].obj


@pytest.mark.parametrize(
    ("duplex", "name"), [(None, "/Simplex"), ("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")]
)
def test_the_viewer_is_asked_for_full_size_and_the_right_flip(duplex, name):
    pdf = opened(document(duplex=duplex))
    preferences = pdf.Root.ViewerPreferences

    assert str(preferences.PrintScaling) == "/None"
    assert str(preferences.Duplex) == name
    assert bool(preferences.DisplayDocTitle) is True


def test_metadata_and_language():
    pdf = opened(document(subject="Putin's War", author="A. B."))

    assert str(pdf.Root.Lang) == "it"
    info = {key: str(pdf.docinfo[f"/{key}"]) for key in ("Title", "Subject", "Author")}
    assert info == {"Title": "Title", "Subject": "Putin's War", "Author": "A. B."}


def test_no_clock_in_the_file():
    pdf = opened(document())

    assert str(pdf.docinfo["/CreationDate"]) == "D:20000101000000+00'00'"


def test_bookmarks_lead_to_their_pages():
    pages = (Page(Scene(9, 9, ()), bookmark="Map"), Page(Scene(9, 9, ())), Page(Scene(9, 9, ()), bookmark="Карта"))
    made = Document("T", "en", pages)
    found = [
        (item.get_title(), item.get_dest().get_index()) for item in pypdfium2.PdfDocument(render(made)).get_toc()
    ]

    assert found == [("Map", 0), ("Карта", 2)]


def test_a_link_leads_to_its_page():
    """An area of 20 × 10 mm at the top left corner of a page 100 mm high."""
    pages = (Page(Scene(100, 100, ()), links=(((0, 0, 20, 10), 1),)), Page(Scene(50, 50, ())))
    pdf = opened(Document("T", "en", pages))
    (note,) = pdf.pages[0].obj.Annots

    assert str(note.Subtype) == "/Link"
    assert numbers(note.Rect) == pytest.approx([0, 255.118, 56.693, 283.465], abs=0.002)
    target = note.Dest if "/Dest" in note else note.A.D
    target = pdf.Root.Dests[str(target)] if not isinstance(target, pikepdf.Array) else target
    target = target.D if isinstance(target, pikepdf.Dictionary) else target
    assert target[0].objgen == pdf.pages[1].obj.objgen


def test_fonts_are_embedded_subsets():
    """Two letters of a font of 200 KB."""
    made = document(Text(10, 20, "ab", "serif-bold", 12))
    pdf = opened(made)
    fonts = [f for f in pdf.pages[0].obj.Resources.Font.values() if "/FontDescriptor" in f]

    names = {str(f.BaseFont) for f in fonts}
    assert any(name.endswith("+IBMPlexSerif-Bold") and len(name.split("+")[0]) == 7 for name in names)
    assert [f for f in fonts if "/FontFile2" not in f.FontDescriptor] == []
    assert len(render(made)) < 20_000


def test_letters_can_be_copied():
    assert copied(document(Text(10, 20, "Office fi Київ’s “x” – ½", "serif-regular", 12))) == "Office fi Київ’s “x” – ½"


def test_kerned_text_can_be_copied_as_words():
    assert copied(document(Text(10, 20, "AVATAR To Wave", "condensed-bold", 12))) == "AVATAR To Wave"


@pytest.mark.parametrize("halo", [None, Halo("#ffffff", 2)])
@pytest.mark.parametrize("tracking", [0.0, 0.06, 0.3])
def test_tracked_text_is_copied_once_and_without_gaps(halo, tracking):
    made = document(Text(10, 20, "BLACK SEA", "condensed-bold", 9, tracking_em=tracking, halo=halo))

    assert copied(made) == "BLACK SEA"


@pytest.mark.parametrize("halo", [None, Halo("#ffffff", 2)])
def test_curved_text_is_copied_once_and_whole(halo):
    node = TextOnPath(
        ((10, 50), (60, 40), (110, 50)), "Дніпро RIVER", "condensed-italic", 9, tracking_em=0.2, halo=halo
    )

    assert copied(document(node)) == "Дніпро RIVER"


def test_rotated_text_can_be_copied():
    assert copied(document(Text(50, 50, "1-corps", "sans-bold", 9, rotate_deg=-90))) == "1-corps"


def test_stressed_vowels_can_be_copied():
    assert copied(document(Text(50, 50, "за\u0301мок", "serif-regular", 9))) == "за\u0301мок"


def test_more_letters_than_one_subset_holds():
    """A TrueType subset has 256 codes; 300 characters need two."""
    text = "".join(chr(c) for c in (*range(0xC0, 0x180), *range(0x400, 0x460), *range(0x61, 0x7B)))
    half = len(text) // 2
    made = document(Text(5, 20, text[:half], "sans-regular", 4), Text(5, 40, text[half:], "sans-regular", 4))

    assert len(text) == 314
    assert copied(made).replace("\r\n", "") == text


def test_text_of_a_form_can_be_copied():
    form = Scene(50, 20, (Text(5, 10, "Tile", "sans-bold", 12),))

    assert copied(document(Show("map", moved(20, 30)), forms={"map": form})) == "Tile"


def test_a_form_is_stored_once():
    """Twelve tiles of one map cost little more than one."""
    many = tuple(Path(rect(i % 50, i / 9, 0.5, 0.71), fill="#446688") for i in range(2000))
    forms = {"map": Scene(50, 220, many)}
    one = len(render(document(Show("map"), forms=forms)))
    twelve = len(render(document(*(Show("map", moved(i, i)) for i in range(12)), forms=forms)))

    assert twelve - one < 400


@pytest.mark.parametrize(
    "node",
    [Text(5, 5, "a⚔", "sans-bold", 9), TextOnPath(((0, 0), (50, 0)), "a⚔", "sans-bold", 9)],
    ids=["straight", "curved"],
)
def test_a_missing_glyph_names_text_and_glyph(node):
    with pytest.raises(LayoutError, match=r"U\+2694.*'a⚔'"):
        render(document(node))


def test_a_missing_form_is_named():
    with pytest.raises(LayoutError, match="no form 'map'"):
        render(document(Show("map")))


def test_a_bad_colour_is_named():
    with pytest.raises(LayoutError, match="expected a colour like #9a352b, got 'red'"):
        render(document(Path(rect(0, 0, 1, 1), fill="red")))


def test_blank_text_draws_nothing():
    assert copied(document(Text(5, 5, "  ", "sans-bold", 9), Text(5, 9, "", "sans-bold", 9))) == ""


def test_draw_scene_puts_the_top_left_where_asked():
    """Twice as large, its top left at (100, 200) pt of a page 300 pt high: 50 mm wide on paper."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "T", "en")
    canvas.setPageSize((300, 300))
    faded = Group((Path(rect(0, 0, 25, 12.5), fill="#ff0000"),), opacity=0.5)
    draw_scene(canvas, Scene(25, 12.5, (faded,)), 100, 200, 2.0)
    canvas.showPage()
    canvas.save()
    picture = pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=1).to_pil().convert("RGB")

    inside = [picture.getpixel(p) for p in ((102, 102), (239, 168))]
    outside = [picture.getpixel(p) for p in ((98, 102), (102, 98), (244, 168), (239, 173))]
    assert [abs(v - w) <= 1 for pixel in inside for v, w in zip(pixel, (255, 128, 128), strict=True)] == [True] * 6
    assert outside == [(255, 255, 255)] * 4


def test_a_scene_can_be_drawn_within_platypus():
    """As the rulebook does, after a bookmark on the page."""

    class Drawing(Flowable):
        def wrap(self, *_):
            return 100, 100

        def draw(self):
            self.canv.bookmarkPage("here")
            text = Text(2, 8, "Drawn", "sans-bold", 12)
            draw_scene(self.canv, Scene(30, 10, (Group((text,), opacity=0.5),)), 0, 100)

    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, invariant=1).build([Drawing()], canvasmaker=PdfCanvas)

    assert pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage().get_text_range() == "Drawn"
