"""The small print of maps: notes in boxes and words of a legend are broken, never cut off."""

from __future__ import annotations

from pnp.draw.scene import Text
from pnp.draw.text import width_mm
from pnp.generators.maps.furniture import SAMPLE_MM, legend_panel
from pnp.generators.maps.ink import PANEL_PT, MapInk
from pnp.generators.maps.point.layers import _note_lines
from pnp.model.style import StyleSource


def test_a_note_is_broken_into_lines_of_about_the_same_length():
    assert _note_lines("Wagner attacks −2", 17.0) == ["Wagner", "attacks −2"]
    assert _note_lines("Akhmat’s home", 17.0) == ["Akhmat’s home"]


def test_a_long_entry_of_a_legend_is_set_in_smaller_type_and_keeps_its_words():
    """Two lines cut "punti vittoria, doppio anello da 2" short."""
    ink = MapInk(StyleSource.model_validate({"palette": {"panel": "#fcf8ee"}}), (), low=False, sizes=PANEL_PT)
    sizes = []
    for text in ("port", "punti vittoria, doppio anello da 2", "a word " * 12):
        group = legend_panel("", [(text.strip(), "", lambda x, y: ())], (0.0, 0.0, 40.0, 16.0), ink)
        lines = [node for node in group.children if isinstance(node, Text)]
        assert " ".join(line.text for line in lines).replace("\u00a0", " ") == text.strip()
        assert all(width_mm(line.text, line.font, line.size_pt) <= 34.0 - SAMPLE_MM for line in lines)
        sizes.append(lines[0].size_pt)

    assert sizes == [16.0, 6.4, 6.0]
