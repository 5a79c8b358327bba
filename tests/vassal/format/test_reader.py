"""Archives made to do harm are refused with a problem, in little time and memory, and nothing is written."""

from __future__ import annotations

import io
import time
import zipfile

import pytest

from pnp.errors import SourceError
from pnp.vassal.format.reader import read_module
from pnp.vassal.format.safe_archive import MAX_XML_DEPTH, read_xml
from pnp.vassal.verify.images import image_fault
from pnp.vassal.verify.module import check_module
from tests.vassal.conftest import packed

MODULE = b'<VASSAL.build.GameModule name="x" version="1" VassalVersion="3.7.0" nextPieceSlotId="1"/>'


def refused(data):
    started = time.perf_counter()
    with pytest.raises(SourceError) as caught:
        read_module(data)
    assert time.perf_counter() - started < 5
    return caught.value.problems[0]


def test_a_small_module_is_read():
    assert read_module(packed(buildFile__xml=MODULE)).name == "x"


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04 cut off"])
def test_no_archive(data):
    assert refused(data).code == "module-archive"


def test_no_build_file():
    assert "no buildFile.xml" in refused(packed(other=b"x")).message


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "images/../../evil", "c:/evil", "images\\..\\..\\evil"])
def test_entries_that_lead_out(name):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("buildFile.xml", MODULE)
        archive.writestr(name, b"x")

    problem = refused(buffer.getvalue())
    assert problem.code == "module-path"


def test_the_same_entry_twice():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, pytest.warns(UserWarning):
        archive.writestr("buildFile.xml", MODULE)
        archive.writestr("buildFile.xml", MODULE)

    assert "twice" in refused(buffer.getvalue()).message


def test_a_bomb_is_refused_by_its_head():
    assert refused(packed(buildFile__xml=b"\x00" * 50_000_000)).code == "module-size"


def test_a_bomb_with_a_false_head_is_cut_off():
    """The head says 10 bytes; the content is 50 MB."""
    data = bytearray(packed(buildFile__xml=b" " * 50_000_000))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature)
        data[at + offset : at + offset + 4] = (10).to_bytes(4, "little")

    assert refused(bytes(data)).code.startswith("module-")


def test_too_many_entries():
    entries = {f"e{n}": b"" for n in range(20_001)}

    assert "entries" in refused(packed(buildFile__xml=MODULE, **entries)).message


def test_a_list_of_a_million_entries_is_refused_by_its_end():
    """The records at the end say how long the list is; it isn't read."""
    size = (60_000_000).to_bytes(4, "little")
    data = b"PK\x05\x06" + b"\x00" * 8 + size + (0).to_bytes(4, "little") + b"\x00\x00"
    large = b"PK\x06\x06" + b"\x00" * 36 + (60_000_000).to_bytes(8, "little") + b"\x00" * 8
    located = large + b"PK\x06\x07" + b"\x00" * 16 + data.replace(size, b"\xff" * 4)

    assert (refused(data).code, refused(located).code) == ("module-size", "module-size")


def test_a_name_with_a_nul_is_refused():
    data = packed(buildFile__xml=MODULE, aXb=b"").replace(b"aXb", b"a\x00b")

    assert refused(data).code == "module-path"


@pytest.mark.parametrize(
    "xml",
    [
        b'<!DOCTYPE a [<!ENTITY x "y">]><VASSAL.build.GameModule name="&x;"/>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><VASSAL.build.GameModule/>',
        b'<!DOCTYPE a [<!ENTITY a0 "x"><!ENTITY a1 "&a0;&a0;"><!ENTITY a2 "&a1;&a1;">]><a>&a2;</a>',
        b'<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]><a/>',
    ],
)
def test_document_types_are_refused(xml):
    problem = refused(packed(buildFile__xml=xml))

    assert problem.code == "module-xml"
    assert "document type" in problem.message


def test_deep_xml():
    assert len(list(read_xml(b"<a>" * MAX_XML_DEPTH + b"</a>" * MAX_XML_DEPTH, "x").walk())) == MAX_XML_DEPTH
    assert "nested too deep" in refused(packed(buildFile__xml=b"<a>" * 50_000)).message


@pytest.mark.parametrize(
    "xml", [b"<a", b"<a></b>", b"\xff\xfe\x00", b'<?xml version="1.0" encoding="nonsense"?><a/>', b""]
)
def test_broken_xml_tells_the_place(xml):
    problem = refused(packed(buildFile__xml=xml))

    assert problem.code == "module-xml"
    assert problem.where.path.endswith("buildFile.xml")


def test_prototypes_that_hold_themselves():
    text = b"+/null/prototype;loop\tpiece;;;;/\tnull;0;0;;0"
    xml = (
        b'<VASSAL.build.GameModule name="x"><VASSAL.build.module.PrototypeDefinition name="loop">' + text
        + b'</VASSAL.build.module.PrototypeDefinition><VASSAL.build.widget.PieceSlot entryName="p" gpid="1">' + text
        + b"</VASSAL.build.widget.PieceSlot></VASSAL.build.GameModule>"
    )  # fmt: skip

    (piece,) = read_module(packed(buildFile__xml=xml)).pieces
    assert [t.id for t in piece.traits] == ["prototype", "piece"]


def test_a_piece_that_is_none_is_a_problem_not_a_crash():
    slot = b'<VASSAL.build.widget.PieceSlot entryName="p">+/null/</VASSAL.build.widget.PieceSlot>'
    xml = b'<VASSAL.build.GameModule name="x">' + slot + b"</VASSAL.build.GameModule>"

    module = read_module(packed(buildFile__xml=xml))
    assert [p.code for p in module.problems] == ["module-piece"]


def test_a_broken_saved_game_is_a_problem():
    module = read_module(packed(buildFile__xml=MODULE, start__vsav=b"nothing"))

    assert [p.code for p in check_module(module) if p.code == "module-save"] == ["module-save"]


def test_nothing_in_a_module_is_run_or_followed():
    """SVG with a script, an outside picture and an entity: read as text only; the entity is refused."""
    script = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>1</script></svg>'
    entity = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg width="1" height="1">&x;</svg>'

    assert image_fault("a.svg", script) == ""
    assert "document type" in image_fault("a.svg", entity)


def test_pictures_that_lie_about_their_size():
    """A PNG head that claims 100,000 × 100,000 pixels."""
    head = (
        b"\x89PNG\r\n\x1a\n"
        + b"\x00\x00\x00\rIHDR"
        + (100_000).to_bytes(4, "big") * 2
        + b"\x08\x02\x00\x00\x00"
        + b"\x00" * 4
    )

    assert image_fault("a.png", head) != ""


def test_a_piece_of_nothing_but_escapes_takes_no_time():
    """Each level of nesting looks at the whole text again; 200 levels of a million signs must stay bearable."""
    from pnp.vassal.format.traits import decode_piece

    text = "cmt;x\t" + "\\\t" * 1_000_000
    started = time.perf_counter()
    with pytest.raises(ValueError):
        decode_piece(f"+/null/{text}/")
    with pytest.raises(ValueError, match="characters in one piece"):
        decode_piece("+/null/" + "x" * 6_000_000 + "/")
    assert time.perf_counter() - started < 5


def test_a_zone_with_too_many_corners_and_regions_takes_no_time():
    """40,000 corners and 10,000 regions: 400 million comparisons are refused."""
    corners = ";".join(f"{n},{n % 97}" for n in range(40_000))
    regions = "".join(
        f'<VASSAL.build.module.map.boardPicker.board.Region name="r{n}" originx="1" originy="1"/>'
        for n in range(10_000)
    )
    xml = (
        '<VASSAL.build.GameModule name="x"><VASSAL.build.module.map.boardPicker.Board name="b">'
        f'<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="z" path="{corners}">'
        f"<VASSAL.build.module.map.boardPicker.board.RegionGrid>{regions}</VASSAL.build.module.map.boardPicker.board.RegionGrid>"
        "</VASSAL.build.module.map.boardPicker.board.mapgrid.Zone></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.GameModule>"
    )
    started = time.perf_counter()

    messages = [
        p.message for p in check_module(read_module(packed(buildFile__xml=xml.encode()))) if p.code == "module-zone"
    ]

    assert any("40000 corners and 10000 regions" in message for message in messages)
    assert time.perf_counter() - started < 20
