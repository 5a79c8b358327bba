"""The press edition: inks, bleed, boxes, PDF/X."""

from __future__ import annotations

import io
import itertools
import re
import struct

import pikepdf
import pytest

from pnp.draw.pdf import render
from pnp.draw.pdf_x import read_profile
from pnp.draw.scene import (
    CachedNodes,
    Document,
    Group,
    Halo,
    Page,
    Path,
    Scatter,
    Scene,
    Show,
    Stroke,
    Text,
    TextOnPath,
    circle,
    rect,
)
from pnp.draw.separation import inks_of, separated
from pnp.errors import PnpError


def icc_profile():
    """The smallest profile of a press: tables of two steps that turn inks into Lab, and Lab into inks."""
    ramp = bytes(range(256))
    parts = (
        struct.pack(">4sI4B9I", b"mft1", 0, inks, outs, 2, 0, *(65536, 0, 0, 0) * 2, 65536)
        + ramp * inks + bytes(255 * (corner % 3 == 0) for corner in range(2**inks * outs)) + ramp * outs
        for inks, outs in ((4, 3), (3, 4))
    )  # fmt: skip
    inward, outward = parts
    start, size = 156, 156 + len(inward) + len(outward)
    tags = struct.pack(">I4sII4sII", 2, b"A2B0", start, len(inward), b"B2A0", start + len(inward), len(outward))
    white = struct.pack(">3I", 63190, 65536, 54061)
    head = struct.pack(">I4sI", size, b"", 0x02100000) + b"prtrCMYKLab " + bytes(12) + b"acsp" + bytes(28) + white
    return head + bytes(48) + tags + inward + outward


PROFILE = icc_profile()


def document():
    """A page with each kind of node, in colours of its own."""
    dot = Path(circle(0, 0, 1), fill="#00ff00")
    nodes = (
        Path(rect(10, 10, 20, 20), fill="#ff0000", stroke=Stroke("#0000ff", 1.0)),
        Text(10, 50, "Oulu", "condensed-bold", 9.0, "#1d1b18", halo=Halo("#ffff00", 1.0)),
        TextOnPath(((10, 70), (80, 70)), "SEA", "condensed-italic", 9.0, "#14324a"),
        Group((Scatter((((dot),),), (0.0, 20.0, 20.0, 1.0)),), opacity=0.5),
        CachedNodes("key", (0, 0, 100, 100), lambda: (Path(rect(1, 1, 2, 2), fill="#00ffff"),)),
        Show("form"),
    )
    form = Scene(10, 10, (Path(rect(0, 0, 5, 5), fill="#ff00ff"),))
    return Document("Title & more", "en", (Page(Scene(100, 100, nodes)),), {"form": form})


def streams(data):
    """The content of pages and forms, unpacked."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [page.Contents.read_bytes() for page in pdf.pages]
        found += [
            one.read_bytes() for one in pdf.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"
        ]  # fmt: skip
    return b"\n".join(found).decode("latin-1")


def test_no_colour_is_left_in_rgb():
    code = streams(render(separated(document(), {})))

    assert re.search(r"(?m)[\d.] (rg|RG|g|G)\b", code) is None
    for inks in ("0 1 1 0 k", "1 1 0 0 K", "0 0 1 0 K", "1 0 1 0 k", "1 0 0 0 k", "0 1 0 0 k", "0 0 0 1 k"):
        assert inks in code, inks


def test_no_colour_takes_more_than_three_inks():
    levels = ("00", "33", "66", "99", "cc", "ff")
    totals = [sum(inks_of("#" + "".join(parts))) for parts in itertools.product(levels, repeat=3)]

    assert len(totals) == 216
    assert max(totals) <= 300
    assert inks_of("#800000") == (0.0, 100.0, 100.0, 49.8)


def test_a_style_may_give_the_inks_of_a_role():
    code = streams(render(separated(document(), {"#ff0000": (5.0, 90.0, 80.0, 0.0)})))

    assert "0.05 0.9 0.8 0 k" in code
    assert "0 1 1 0 k" not in code


def test_the_bleed_lies_around_the_sheet():
    """100 mm of sheet and 3 mm on each side: 8.504 pt."""
    with pikepdf.open(io.BytesIO(render(separated(document(), {})))) as pdf:
        boxes = [pdf.pages[0].obj[key] for key in ("/MediaBox", "/BleedBox", "/TrimBox")]
        media, bleed, trim = ([float(value) for value in box] for box in boxes)

    assert media == pytest.approx([0, 0, 300.472, 300.472], abs=0.01)
    assert bleed == pytest.approx(media, abs=0.01)
    assert bleed[2] <= media[2] and bleed[3] <= media[3]
    assert trim == pytest.approx([8.504, 8.504, 291.968, 291.968], abs=0.01)


@pytest.fixture
def profile_file(tmp_path):
    """Writes a file as which a profile is named."""

    def write(name, data):
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


def test_pdf_x_is_claimed_with_a_profile_only(profile_file):
    made = separated(document(), {})
    with pikepdf.open(io.BytesIO(render(made))) as plain:
        assert "/OutputIntents" not in plain.Root
    with pikepdf.open(io.BytesIO(render(made, profile=read_profile(profile_file("press.icc", PROFILE))))) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "press.icc")
        assert intent.DestOutputProfile.read_bytes() == PROFILE
        assert b"<pdfxid:GTS_PDFXVersion>PDF/X-4<" in pdf.Root.Metadata.read_raw_bytes()
        assert b"Title &amp; more" in pdf.Root.Metadata.read_raw_bytes()
        assert pdf.docinfo.Trapped == "/False"
        assert pdf.pdf_version == "1.6"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"hello" * 60, "no ICC profile"),
        (b"", "no ICC profile"),
        (PROFILE.replace(b"prtrCMYK", b"mntrRGB "), "another device"),
        (PROFILE[:8] + b"\5" + PROFILE[9:], "another device"),
        (PROFILE[:-1], "part of the profile is missing"),
        (PROFILE[:140], "part of the profile is missing"),
        (PROFILE[:128] + b"\xff" * (len(PROFILE) - 128), "tables between inks and colours"),
        (PROFILE[:156] + bytes(len(PROFILE) - 156), "tables between inks and colours"),
        (PROFILE.replace(b"B2A0", b"desc"), "tables between inks and colours"),
    ],
    ids=("text", "empty", "screen", "too-new", "cut", "cut-early", "no-list", "empty-tables", "one-way"),
)
def test_a_profile_is_the_whole_one_of_a_press(profile_file, data, why):
    with pytest.raises(PnpError, match=why):
        read_profile(profile_file("named.icc", data))


def test_a_profile_has_an_end(profile_file, monkeypatch):
    monkeypatch.setattr("pnp.draw.pdf_x.MAX_BYTES", len(PROFILE) - 1)

    with pytest.raises(PnpError, match="no ICC profile"):
        read_profile(profile_file("endless.icc", PROFILE))
