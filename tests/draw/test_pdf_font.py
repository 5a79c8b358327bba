"""A character has one code in every document, and only what is shown is embedded."""

import io

import pikepdf
import pypdfium2

from pnp.draw.pdf import render
from pnp.draw.pdf_font import FIRST, code_table
from pnp.draw.scene import Document, Page, Scene, Text


def document(*texts, font="sans-regular"):
    nodes = tuple(Text(10, 10 + 8 * row, text, font, 10) for row, text in enumerate(texts))
    return Document("T", "en", (Page(Scene(150, 100, nodes)),))


def content(made):
    with pikepdf.open(io.BytesIO(render(made))) as pdf:
        return pdf.pages[0].Contents.read_bytes().decode("latin-1")


def fonts_of(made):
    """Name of each embedded font -> (the last byte in use, size of the font file)."""
    with pikepdf.open(io.BytesIO(render(made))) as pdf:
        found = pdf.pages[0].Resources.Font
        return {
            str(name): (int(font.LastChar), len(font.FontDescriptor.FontFile2.read_bytes()))
            for name, font in found.items()
            if "/FontDescriptor" in font
        }


def test_ascii_keeps_its_codes():
    table = code_table([0, 32, 65, 0x411, 0x3A9])

    assert (table[32], table[65], table[126], table[0xA0]) == ((0, 32), (0, 65), (0, 126), (0, 32))


def test_codes_of_common_letters_do_not_depend_on_the_font():
    """The room that ASCII leaves in a subset of 256 bytes: 1 to 31 and 127 to 255, in the order of FIRST."""
    small, large = code_table([32]), code_table(range(32, 0x3000))

    assert len(FIRST) == len(set(FIRST)) <= 160
    assert [small[ord(c)] for c in FIRST] == [large[ord(c)] for c in FIRST]
    assert small[ord(FIRST[0])] == (0, 1)
    assert small[ord(FIRST[31])] == (0, 127)


def test_no_two_characters_share_a_code_and_none_takes_that_of_nothing_or_of_the_space():
    table = code_table(range(32, 0x3000))
    others = {code: place for code, place in table.items() if code not in (32, 0xA0)}

    assert len(set(others.values())) == len(others) == 12_254  # 12,256 less the two spaces
    assert {byte for _, byte in others.values()} & {0, 32} == set()


def test_a_text_is_written_alike_whatever_stands_before_it():
    alone = content(document("Київ – 3")).partition("Tm ")[2]
    after = content(document("Ladoga", "Київ – 3")).rpartition("Tm ")[2]

    assert alone.split("TJ")[0] == after.split("TJ")[0]
    assert "/F5+0" in alone  # the fifth face of the list


def test_letters_of_several_scripts_and_rare_ones_can_be_copied():
    text = "Šķūnis Київ Ωmega ⅓"
    page = pypdfium2.PdfDocument(render(document("Lahti", text, font="serif-regular")))[0]

    assert page.get_textpage().get_text_range().splitlines()[1] == text


def test_a_document_in_ukrainian_needs_one_subset():
    assert sorted(fonts_of(document("Кам’янець № 5 — «Їжак»"))) == ["/F5+0"]


def test_only_what_is_shown_is_embedded():
    """Ten letters less are a smaller file; the widths end with the last byte in use."""
    few, many = (fonts_of(document(text))["/F5+0"] for text in ("ab", "abcdefghijkl"))

    assert (few[0], many[0]) == (ord("b"), ord("l"))
    assert few[1] < many[1]
