"""The last pages of a rulebook: what they say, and which tables stand on which."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from pnp.generators.book.back import last_pages, ruled, rulings
from pnp.generators.book.index import RuleIndex
from pnp.generators.charts.composer import Block
from pnp.generators.typeset.block import Drawing


def block(height_mm):
    """A chart that is so high at any width, and looks well only across the page."""
    return Block(lambda width, air: Drawing((), width, height_mm), least_mm=170.0)


def test_the_last_pages_are_as_few_as_hold_the_charts():
    look = SimpleNamespace(page_mm=(210.0, 297.0))
    drawings = last_pages([block(120.0), block(110.0), block(100.0)], look)

    assert len(drawings) == 2 and max(drawing.height_mm for drawing in drawings) <= 237.0
    assert last_pages([], look) == []


def told(spans) -> str:
    return "".join(span.text or span.link for span in spans)


def test_rulings_stand_in_the_order_of_their_cases(putins_war):
    """4.6 after 3.3, though it comes first. What is reconstructed or only confirmed, concerns no case, or says why, is
    left to the rulebook for the screen.
    """
    later, earlier, *_ = putins_war.errata.errata
    again = earlier.model_copy(update={"id": "XX-99", "ruling": "No more.", "reason": "Enough."})
    others = ({"kind": "reconstruction"}, {"rules": ()}, {"kind": "confirmed"})
    left = [earlier.model_copy(update=other) for other in others]
    source = putins_war.errata.model_copy(update={"errata": (later, *left, earlier, again)})
    game = replace(putins_war, errata=source)
    index = RuleIndex(game)

    listed = rulings(game, index)
    assert [(case.label, one) for case, one in listed] == [("3.3", earlier), ("3.3", again), ("4.6", later)]
    spans = ruled(earlier, index, game.words)
    assert told(spans) == "Air Force alone never controls an area. (see\u00a06.1)" and spans[-2].link == "6.1"
    assert told(ruled(earlier.model_copy(update={"rules": ("3.3",)}), index, game.words)).endswith("an area.")
