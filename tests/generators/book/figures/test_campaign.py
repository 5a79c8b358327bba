"""A campaign: numbered arrows on the ground of the map, places named beside them, an explained key."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Path, texts_in
from pnp.errors import SourceError
from pnp.generators.book.figures.campaign import campaign_map
from pnp.generators.book.look import book_look
from pnp.generators.book.story import BookBuilder
from pnp.generators.sheets.bounds import marks
from pnp.model.rules import CampaignMap

MARCHES = [
    {"side": "russia", "via": ["volynska", "zhytomyrska", "kyyivska"], "text": "To the capital."},
    {"side": "ukraine", "via": ["kyyivska", "chernihivska"], "text": "And back."},
]


def shown(game, plan, *arrows: dict, width: float = 80.0):
    return campaign_map(game, plan, CampaignMap(title="The spring", arrows=arrows), Group(()), width)


def test_every_march_has_its_number_and_every_place_its_name(putins_war, planned):
    drawn = shown(putins_war, planned, *MARCHES)
    names = {space.id: space.name for space in putins_war.map.spaces}
    words = [text.text for text in texts_in(drawn.nodes)]
    assert words[:2] == ["1", "2"]
    assert {names["volynska"], names["kyyivska"], names["chernihivska"]} <= set(words)
    assert len(words) == len(set(words))


def test_names_and_numbers_lie_within_the_frame(putins_war, planned):
    drawn = shown(putins_war, planned, *MARCHES)
    assert drawn.width_mm == pytest.approx(80.0)
    assert all(0 < text.x < drawn.width_mm and 0 < text.y < drawn.height_mm for text in texts_in(drawn.nodes))


def test_a_pale_side_has_the_edge_of_its_arrows_in_ink(putins_war, planned):
    white = putins_war.style.sides["ukraine"].replaced(ground="#ffffff", ink="#101010")
    style = putins_war.style.replaced(sides={**putins_war.style.sides, "ukraine": white})
    nodes = shown(replace(putins_war, style=style), planned, MARCHES[1]).nodes
    strokes = [node.stroke.colour for _, node, _ in marks(nodes) if isinstance(node, Path) and node.stroke]
    assert "#101010" in strokes


def test_a_space_that_the_map_does_not_have_is_reported_at_its_march(putins_war, planned):
    with pytest.raises(SourceError, match="no space 'atlantis'"):
        shown(putins_war, planned, MARCHES[0], {**MARCHES[1], "via": ["kyyivska", "atlantis"]})


def test_a_book_prints_the_key_below_the_map(putins_war, planned):
    case = next(putins_war.cases()).replaced(campaign=CampaignMap(title="The spring", arrows=MARCHES))
    builder = BookBuilder(putins_war, book_look(putins_war, "a4"), {}, planned)
    (box,) = builder.campaign(case)
    texts = ["".join(span.text for span in part.spans) for part in box.part.columns[0] if hasattr(part, "spans")]
    assert texts == [march["text"] for march in MARCHES]
