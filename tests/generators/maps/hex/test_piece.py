"""Pieces cut out of a map carry no more points than print shows."""

from __future__ import annotations

from pnp.draw.scene import Group, Path
from pnp.generators.maps.hex.piece import CHORD_MM, piece_of


def test_short_curves_of_a_fill_have_few_chords():
    """A leaf of two curves, 0.8 mm and 20 mm long: two chords each, and six."""
    for length, chords in ((1.6 * CHORD_MM, 2), (40 * CHORD_MM, 6)):
        there, back = ("C", 0.0, -0.3, length, -0.3, length, 0.0), ("C", length, 0.3, 0.0, 0.3, 0.0, 0.0)
        leaf = Path((("M", 0.0, 0.0), there, back, ("Z",)), fill="#000000")  # type: ignore[arg-type]
        ((cut,),) = (layer.children for layer in piece_of([Group((leaf,))], (-5.0, -5.0, 60.0, 5.0)))

        assert [segment[0] for segment in cut.segments] == ["M", *"L" * (2 * chords), "Z"]
