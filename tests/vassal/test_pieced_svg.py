"""A picture put together from pieces: byte for byte the one that is written at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw import svg
from pnp.draw.scene import Group, Path, Scene, Stamp, Text, moved, rect
from pnp.vassal.pieced_svg import pieced_picture

HOLE = Path(rect(0, 0, 4, 4, 1.0))


def _chit(x: float, colour: str) -> Group:
    return Group((Group((Stamp((Path(rect(0, 0, 6, 6), fill=colour), Text(1, 3, "7", "sans-bold", 8.0))),), clip=HOLE),), transform=moved(x, 0.0))


def _scene(*colours: str) -> Scene:
    chits = tuple(_chit(10.0 * index, colour) for index, colour in enumerate(colours))
    rows = Group((Text(0, 5, "Row", "sans-bold", 9.0), Text(0, 5, " ", "sans-bold", 9.0), Group(()), *chits), transform=moved(3.0, 3.0))
    return Scene(60, 20, (Path(rect(0, 0, 60, 20), fill="#ffffff"), rows))


@pytest.mark.parametrize("colours", [(), ("#aa0000",), ("#aa0000", "#00aa00", "#0000aa")])
def test_the_pieces_make_the_whole(colours):
    scene = _scene(*colours)
    assert pieced_picture(scene, (120, 40), lambda make: make()) == svg.render(scene, outline_text=True, size_px=(120, 40))


def test_a_changed_piece_is_written_again_among_the_old_ones(monkeypatch):
    """One of three chits, and a fourth; their clips are numbered through."""
    kept: list[bytes] = []

    def keep(make):
        if not kept:
            kept.append(make())
        return kept[0]

    pieced_picture(_scene("#aa0000", "#00aa00", "#0000aa"), (120, 40), keep)
    changed = _scene("#aa0000", "#ffff00", "#0000aa", "#123456")
    wanted = svg.render(changed, outline_text=True, size_px=(120, 40))
    written: list[Scene] = []
    render = svg.render
    monkeypatch.setattr(svg, "render", lambda scene, **options: written.append(scene) or render(scene, **options))
    assert pieced_picture(changed, (120, 40), keep) == wanted
    assert wanted.count(b"<clipPath") == 4
    assert len([scene for scene in written if "clip=Path" in repr(scene)]) == 2  # the yellow chit and the fourth


def test_another_size_is_another_frame_only():
    scene = replace(_scene("#aa0000"), width_mm=80.0)
    assert b'width="160"' in pieced_picture(scene, (160, 40), lambda make: make())
