"""The small print of maps: notes in boxes and words of a legend are broken, never cut off."""

from __future__ import annotations

from pnp.draw.scene import Text
from pnp.draw.text import width_mm
from pnp.generators.maps.furniture import LEGEND_SIZES_PT, _legend_text
from pnp.generators.maps.point.layers import _note_lines


def test_a_note_is_broken_into_lines_of_about_the_same_length():
    assert _note_lines("Wagner attacks −2", 17.0) == ["Wagner", "attacks −2"]
    assert _note_lines("Akhmat’s home", 17.0) == ["Akhmat’s home"]


def test_a_long_entry_of_a_legend_is_set_in_smaller_type_and_keeps_its_words():
    """Two lines cut "punti vittoria, doppio anello da 2" short."""
    for text in ("port", "punti vittoria, doppio anello da 2", "a word " * 12):
        lines = [node for node in _legend_text(text.strip(), 0.0, 0.0, 16.0) if isinstance(node, Text)]
        assert " ".join(line.text for line in lines) == text.strip()
        assert all(line.size_pt >= LEGEND_SIZES_PT[-1] for line in lines)
        assert all(line.stretch * width_mm(line.text, line.font, line.size_pt) <= 16.1 for line in lines)
    assert len(_legend_text("punti vittoria, doppio anello da 2", 0.0, 0.0, 16.0)) == 2
