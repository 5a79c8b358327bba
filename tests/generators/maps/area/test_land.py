"""Marks of the country on a map of areas, and its boxes for stacks."""

from types import SimpleNamespace

import pytest

from pnp.draw import pdf
from pnp.draw.colour import contrast
from pnp.draw.scene import CachedNodes, Document, Page, Scene
from pnp.generators.maps.area.land import HACHURE_MM, hachure_nodes, scenery, water_layer
from pnp.generators.maps.area.names import stack_box
from pnp.generators.maps.ink import MapInk
from pnp.maps.parts import WaterPlan
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


@pytest.mark.parametrize(("at", "narrow"), [(20.0, True), (0.0, False)])
def test_a_river_begins_as_a_hair_at_its_source_but_not_at_the_edge_of_the_map(at, narrow):
    course = tuple((at + 2.0 * k, 10.0) for k in range(30))
    plan = SimpleNamespace(
        frame_mm=(0.0, 0.0, 100.0, 20.0), rivers=(WaterPlan("Orve", course, (1.0, 2.0)),), towns=(), spaces={},
        regions={}, lakes=(),
    )  # fmt: skip
    widths = [path.stroke.width_pt for path in water_layer(plan, INK).children[0].children]

    assert widths == sorted(widths) and widths[-1] > 1.8
    assert (widths[0] < 0.3) is narrow


def test_the_country_shows_through_a_box_for_a_stack():
    box = stack_box((10, 10, 17.3, 17.3), "#f5edd8")

    assert 0.4 < box.fill_opacity < 0.7
    assert contrast(box.stroke.colour, "#f5edd8") > 3
