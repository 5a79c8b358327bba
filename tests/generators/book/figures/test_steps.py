"""The steps of a chapter below its first words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Path, texts_in
from pnp.generators.book.figures.steps import steps_drawn, steps_of
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import WIDE_MM, book_look
from pnp.model.info import Phase, PhaseStep


def with_phases(game, *phases: Phase):
    return replace(game, info=game.info.replaced(phases=phases))


def phase(name: str, rule: str, *steps: tuple[str, str]) -> Phase:
    parts = tuple(PhaseStep(id=f"{name}-{n}", name=title, rule=at) for n, (title, at) in enumerate(steps))
    return Phase(id=name, name=name.title(), rule=rule, text="What is done.", steps=parts)


FIGHT = phase("fight", "5.0", ("Odds", "5.1"), ("Results", "5.2"), ("Stacking", "2.2"))


@pytest.mark.parametrize(("cases", "names"), [
    ({"5.0", "5.1", "5.2"}, ["Odds", "Results", "Stacking"]),  # two of three in this chapter
    ({"2.0", "2.2"}, []),  # one of three
    ({"4.0", "4.2", "4.3"}, ["Arrive", "Move", "Fight"]),  # the phases that follow each other
    ({"9.0"}, []),
])  # fmt: skip
def test_a_chapter_shows_the_steps_that_it_describes(putins_war, cases, names):
    game = with_phases(putins_war, phase("arrive", "4.2"), phase("move", "4.3"), FIGHT)
    assert [step.name for step in steps_of(game, cases)] == names


def test_steps_that_come_back_are_no_list(putins_war):
    """Two fights in a turn are one chapter, not two steps of it."""
    game = with_phases(putins_war, phase("first", "5.0"), phase("move", "4.4"), phase("second", "5.0"))
    assert steps_of(game, {"5.0", "4.4"}) == []


def test_each_step_is_an_arrow_with_its_address(putins_war):
    game = with_phases(putins_war, FIGHT)
    look = book_look(game, "a4")
    drawn = steps_drawn(game, RuleIndex(game), look, FIGHT.steps)
    arrows = [node for node in drawn.nodes if isinstance(node, Path)]
    words = [text.text for text in texts_in(drawn.nodes)]

    assert drawn.width_mm == WIDE_MM and len(arrows) == 3
    assert words == ["5.1\u2002Odds", "5.2\u2002Results", "2.2\u2002Stacking"]


def test_across_a_page_the_arrows_stand_in_a_row_and_say_what_is_done(putins_war):
    phases = [phase("arrive", "4.2"), phase("move", "4.3"), FIGHT]
    game = with_phases(putins_war, *phases)
    drawn = steps_drawn(game, RuleIndex(game), book_look(game, "a4"), phases)
    words = " ".join(text.text for text in texts_in(drawn.nodes))

    assert drawn.width_mm == WIDE_MM and words.count("What is done.") == 3
    assert "4.2\u2002Arrive" in words and "5.0" not in words
    many = steps_drawn(game, RuleIndex(game), book_look(game, "a4"), phases * 2)
    assert "What is done." not in " ".join(text.text for text in texts_in(many.nodes))
