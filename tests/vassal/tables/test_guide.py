"""Guides: which procedures a module leads through, where each answer leads, what it adds.

Expected values: March of Justice, 7.4 and 8.1, read off its flow chart and its list of questions.
"""

from __future__ import annotations

import pytest

from pnp.model.position import PositionSource, UnitState
from pnp.sources import load_game
from pnp.vassal.context import Context
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.image_names import image_names
from pnp.vassal.tables.guide import guides
from pnp.vassal.tables.guide_answers import NO, UNKNOWN, YES, answer, losses_at
from pnp.vassal.tables.guide_window import guide_buttons, guide_pictures, guide_properties
from tests.vassal.beanshell import evaluate


@pytest.fixture(scope="module")
def context(march, march_layout):
    """March of Justice in English."""
    return Context(march, march, march_layout, image_names(march))


def answered(context, guide, answers):
    """Step and sum after `answers`, and what the chat told."""
    names, told = {guide.step_property: 1, guide.sum_property: 0}, []
    changes = {
        button.attributes["hotkey"]:
            (element.attributes["name"], split_fields(button.attributes["propChanger"], ",")[1])
        for element in guide_properties(context) for button in element.find_all("ChangePropertyButton")
    }  # fmt: skip
    commands = {b.attributes["hotkey"]: b.attributes for b in guide_buttons(context)}
    for given in answers:
        queue = [guide.key(given)]
        while queue:
            key = queue.pop(0)
            if key in changes:
                name, text = changes[key]
                names[name] = evaluate(text, names)
                continue
            told.append(evaluate(commands[key]["reportFormat"], names) if commands[key]["reportFormat"] else "")
            queue = [part.replace("\\", "") for part in split_fields(commands[key]["hotkeys"], ",") if part] + queue
    return names[guide.step_property], names[guide.sum_property], [line for line in told if line]


def test_a_flow_chart_is_followed_and_each_answer_told(context):
    """Rule: March of Justice, 7.4.3, 7.4.5: Akhmat stays; Wagner isn't in Rubelo, so the next is the target, step 8."""
    guide = next(g for g in guides(context.base) if g.id == "priorities")

    assert answered(context, guide, ["yes", "no", "yes", "no"]) == (8, 0, [
        "Is Akhmat in Grozny? Yes [7.4.3]", "Roll a die. Is it a 6? No [7.4.3]", "Akhmat stays in Grozny. [7.4.3]",
        "Does Wagner occupy Rubelo? No [7.4.5]",
    ])  # fmt: skip
    assert answered(context, guide, ["no", "no", "no", "yes"])[0] == 14
    assert answered(context, guide, ["no", "no", "no", "yes"])[2][-1] == (
        "The units in position attack in the same order. [7.5]"
    )


def test_answers_add_up(context):
    """Rule: March of Justice, 8.1: +1 for Rubelo, +2 for Moscow, −3 for a Wagner unit lost."""
    guide = next(g for g in guides(context.base) if g.id == "momentum-questions")
    yes = {1, 3, 8}

    step, total, told = answered(context, guide, ["yes" if n in yes else "no" for n in range(1, 9)])

    assert (step, total, told[-1]) == (9, 0, "Momentum Questions: 0 [8.1]")
    assert answered(context, guide, ["yes", "yes", "yes"])[1] == 4


class Placed(dict):
    """Numbers of losses at the beginning of the turn, and pieces: (side, counter, place, reduced)."""

    def __init__(self, pieces, **losses):
        super().__init__(losses, true=True)
        self.pieces = pieces

    def __missing__(self, key):
        _, *zone, _, condition = key
        return sum(
            bool(evaluate(condition, {"Holds": 1, "Mobile": 1, "Side": side, "CounterId": counter, "true": True,
                                      "Reduced_Active": reduced}))
            for side, counter, place, reduced in self.pieces if not zone or place == zone[0]
        )  # fmt: skip


def test_a_frame_marks_what_the_pieces_answer(context):
    """Rule: March of Justice, 8.1: Wagner in Rubelo, a Russian unit reduced since the turn began, none eliminated."""
    steps = next(g for g in guides(context.base) if g.id == "momentum-questions").steps
    placed = [("wagner", "wagner", "Rubelo", False), ("russia", "omon", "Moscow", True)]
    before = {"TurnReducedRussia": 0, "TurnEliminatedRussia": 0}

    assert evaluate(answer(context, steps[0].asks), Placed(placed)) == YES
    assert evaluate(answer(context, steps[2].asks), Placed(placed)) == NO
    assert evaluate(answer(context, steps[1].asks), Placed(placed, **before)) == YES
    assert evaluate(answer(context, steps[1].asks), Placed(placed, TurnReducedRussia=1)) == UNKNOWN
    assert evaluate(answer(context, steps[3].asks), Placed(placed, **before)) == UNKNOWN
    assert answer(context, steps[5].asks) == ""
    akhmat = next(g for g in guides(context.base) if g.id == "priorities").steps[0]
    assert evaluate(answer(context, akhmat.asks), Placed([("russia", "akhmat", "Grozny", False)])) == YES


def test_losses_of_a_position_are_those_a_turn_begins_with(context):
    """A unit that lies in the box of eliminated units was reduced once, but counts as eliminated."""
    lost = UnitState(id="fsb", state="reduced")
    position = PositionSource(units={"moscow": (UnitState(id="omon", state="reduced"),), "eliminated": (lost, "serb")})

    assert losses_at(context.base, position) == {
        "TurnReducedRussia": "1", "TurnEliminatedRussia": "1", "TurnReducedWagner": "0", "TurnEliminatedWagner": "1",
    }  # fmt: skip


def test_rules_named_by_a_game_are_looked_at_case_by_case():
    """Rule: The Ford, 7.0, 7.1, 7.2."""
    ford = load_game("the-ford")
    (guide,) = guides(ford)

    assert [(step.rule, step.yes, step.no) for step in guide.steps] == [("7.0", 2, 0), ("7.1", 3, 0), ("7.2", 0, 0)]
    assert [scene.title for scene in guide_pictures(ford, guide)] == ["Supply"] * 3
