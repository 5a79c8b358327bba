"""What lies over a board: painted strip by strip, the same as at once; an unchanged strip is not painted again."""

from __future__ import annotations

import io

import cairocffi
import pytest
from PIL import Image

from pnp.draw import png
from pnp.draw.scene import Group, Halo, Node, Path, Stroke, Text, circle, moved, rect
from pnp.vassal import board_over
from pnp.vassal.board_bands import BAND, Bands, joined, quiet_bands
from pnp.vassal.board_over import First, over, with_own

SIZE_MM, DPI = (40.0, 60.0), 127.0
"""5 pixels to the mm: 200 × 300 pixels, in five bands."""


@pytest.fixture(scope="module")
def bands() -> Bands:
    return quiet_bands(SIZE_MM, (Path(rect(0, 0, 40, 60), fill="#c8d8e8"), Path(rect(0, 30, 40, 30), fill="#506040")), DPI)


@pytest.fixture
def painted(monkeypatch) -> list[int]:
    """The bands of the strips that are painted, as they come."""
    found: list[int] = []
    paint = board_over._Work.painted
    monkeypatch.setattr(board_over._Work, "painted", lambda self, band, *rest: found.append(band) or paint(self, band, *rest))
    return found


def _chit(y: float, colour: str) -> Group:
    """A counter with all that counters are made of, 4 mm high."""
    hole = Path(rect(0, 0, 4, 4, 1.0))
    face = (
        Path(rect(0, 0, 4, 4), fill=colour), Path(circle(2, 2, 1.5), fill="#ffffff", stroke=Stroke("#000000", 0.5, (0.4, 0.2)), rule="evenodd"),
        Text(2, 3, "6", "sans-bold", 8.0, anchor="middle", halo=Halo("#ffffff", 1.0)),
        Group((Path(rect(1, 1, 2, 2), stroke=Stroke("#303030", 0.6, cap="round", join="round", opacity=0.5)),), opacity=0.5),
    )  # fmt: skip
    return Group((Group(face, clip=hole), Path(rect(0, 0, 4, 4, 1.0), stroke=Stroke("#000000", 0.3))), transform=moved(3.0, y))


def _panel(*colours: str) -> tuple[Node, ...]:
    """A panel from 2 to 54 mm, which is 10 to 270 pixels, with a counter every 10 mm."""
    chits = tuple(_chit(3.0 + 10.0 * index, colour) for index, colour in enumerate(colours))
    return (Group((Path(rect(2, 2, 30, 52), fill="#f4f0e0", stroke=Stroke("#403020", 1.0)), *chits)),)


def test_strips_are_as_what_is_painted_at_once(bands):
    """Cairo paints the whole on the same ground, by the library that paints all other pictures."""
    nodes = _panel("#c02020", "#20c020", "#2020c0", "#c0c020")
    work = board_over._Work(bands, (5.0, 5.0), [(board_over._placed(node, (1, 0, 0, 1, 0, 0)), (7, 7, 163, 273)) for node in nodes])
    ground = Image.open(io.BytesIO(joined(bands, board_over.Over()))).convert("RGBA").crop((7, 7, 163, 273))
    data = bytearray(ground.tobytes("raw", "BGRA"))
    context = cairocffi.Context(cairocffi.ImageSurface.create_for_data(data, cairocffi.FORMAT_RGB24, 156, 266, 4 * 156))
    context.translate(-7, -7)
    context.scale(5.0, 5.0)
    png.Painter(context, cairocffi, {}).nodes(nodes)
    assert work.patch((7, 7, 163, 273)) == Image.frombytes("RGB", (156, 266), bytes(data), "raw", "BGRX").tobytes()


def test_only_strips_with_a_changed_counter_are_painted_again(bands, painted):
    """The third counter has the pixels 115 to 135 and something around them: the second and the third band."""
    kept: list[bytes] = []

    def keep(make):
        if not kept:
            kept.append(make())
        return kept[0]

    over(bands, _panel("#c02020", "#20c020", "#2020c0"), SIZE_MM, DPI, keep)
    assert painted == [0, 1, 2, 3, 4]
    painted.clear()
    changed = over(bands, _panel("#c02020", "#20c020", "#c0c020"), SIZE_MM, DPI, keep)
    assert painted == [1, 2]
    assert joined(bands, changed) == with_own(bands, _panel("#c02020", "#20c020", "#c0c020"), SIZE_MM, DPI)
    painted.clear()
    again = over(bands, _panel("#c02020", "#20c020", "#2020c0"), SIZE_MM, DPI, keep)
    assert painted == []
    assert joined(bands, again) == with_own(bands, _panel("#c02020", "#20c020", "#2020c0"), SIZE_MM, DPI)


def test_a_band_that_comes_out_the_same_is_not_packed_again(bands, monkeypatch):
    kept: list[bytes] = []

    def keep(make):
        if not kept:
            kept.append(make())
        return kept[0]

    first = over(bands, _panel("#c02020"), SIZE_MM, DPI, keep)
    monkeypatch.setattr(board_over, "packed_rows", lambda rows: pytest.fail("packed again"))
    assert over(bands, _panel("#c02020"), SIZE_MM, DPI, keep) == first


def test_kept_strips_and_bands_are_found_by_name():
    first = First.from_bytes(First({"one": b"pixels", "two": b""}, {"three": b"rows"}).as_bytes())
    assert list(first.strips) == ["one", "two"]
    assert first.bands == {"three": b"rows"}
    assert board_over.zlib.decompress(first.strips["one"]) == b"pixels"


def test_a_mark_belongs_to_each_strip_that_it_may_touch():
    """From 62 to 70 pixels of 64 to a band, and 6 around: the first two bands; nobody knows where a line of letters on a path lies."""
    node = Path(rect(0, 12.4, 5, 1.6), fill="#000000")
    placed = board_over._placed(Group((node,)), (1, 0, 0, 1, 0, 0))
    assert list(board_over._strips(placed, range(5), 5.0)) == [0, 1]
    assert board_over._strips(placed, range(5), 5.0)[1] == Group((node,))
    assert BAND == 64
