"""Marks of the country on a map of areas, and its boxes for stacks."""

import pytest

from pnp.draw import pdf
from pnp.draw.scene import CachedNodes, Document, Page, Scene
from pnp.generators.maps.area.land import HACHURE_MM, hachure_nodes, scenery
from pnp.generators.maps.ink import MapInk
from pnp.model.style import ROLES, StyleSource

INK = MapInk(StyleSource.model_validate({"palette": dict.fromkeys(ROLES, "#6b543a")}), (), low=False)
MARKS = {"hachures": (5, 5, 6, 7), "dark hachures": (9, 5, 9, 7)}


def test_the_country_can_be_kept_as_a_form_of_a_pdf():
    """As on maps of starts, which keep what a layer holds; a faded group in it would be refused, and no book built."""
    country = scenery(MARKS, INK)
    page = Page(Scene(30, 20, (CachedNodes("country", (0, 0, 30, 20), lambda: country.children),)))

    assert b"/ca 0.65" in pdf.render(Document("Country", "en", (page,)))


def test_hachures_taper_from_their_upper_ends():
    widths = []
    for node in hachure_nodes(MARKS, INK):
        (_, *one), (_, *other), (_, *foot), _ = node.segments
        widths.append((abs(one[0] - other[0]) ** 2 + abs(one[1] - other[1]) ** 2) ** 0.5)
        assert foot in ([6, 7], [9, 7])

    assert widths == pytest.approx(list(HACHURE_MM.values()))
