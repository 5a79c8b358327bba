"""A phase that never ends is stopped, with its name, its rule and its line; nothing hangs."""

import pickle

import pytest
from faults import GOOD

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.playtest.match import played
from pnp.referee.kit import kit as kit_module
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.rules import DeclaredRules
from pnp.sources import load_game

TEXT = (GOOD / "game.yaml").read_text("utf-8")
LINE = TEXT[: TEXT.index("{id: moving,")].count("\n") + 1


@pytest.fixture
def rules() -> DeclaredRules:
    made = rules_of(load_game(GOOD))
    assert isinstance(made, DeclaredRules)
    return made


def _in_movement(rules: DeclaredRules, operation) -> None:
    """Let `operation` follow the opening of the movement phase of both sides."""
    kit = rules.kit
    kit.operation("test:extra", operation)
    for side in kit.board.sides:
        opened = kit.operations[f"phase:moving:{side}"]

        def opening(state, opened=opened):
            opened(state)
            state.agenda.append("test:extra")

        kit.operation(f"phase:moving:{side}", opening)


def _fault(rules: DeclaredRules) -> str:
    fault = played(rules, {side: "random" for side in rules.sides}, 1)[2]
    assert fault is not None
    return fault


def test_an_operation_that_calls_itself_is_stopped(rules):
    _in_movement(rules, lambda state: state.agenda.append("test:extra"))
    fault = _fault(rules)
    assert f"game.yaml:{LINE}:" in fault and "the phase 'Moving' (rule 2.2) doesn't end" in fault
    assert f"{kit_module.MOST_IN_A_ROW} operations without a decision" in fault


def test_a_decision_without_a_choice_that_may_not_end_is_stopped(rules):
    dead_end = Decision(
        "test-decision", "move-to", "2.2", lambda state: 0, lambda state, item: None, (), lambda state: False
    )
    _in_movement(rules, lambda state: rules.kit.ask(state, dead_end, state.side))
    assert "'test-decision' has no choice and may not end" in _fault(rules)


def test_a_phase_with_too_many_decisions_is_stopped(rules):
    """The decisions of a phase are counted; this one begins when the last has been made."""

    def all_but_one(state):
        state.frames[0]["asked"] = kit_module.MOST_DECISIONS - 1

    _in_movement(rules, all_but_one)
    fault = _fault(rules)
    assert f"game.yaml:{LINE}:" in fault and f"{kit_module.MOST_DECISIONS} decisions" in fault


def test_it_is_an_error_that_a_worker_can_hand_on(rules):
    """Test games run in other processes, which send what stopped them."""
    rules.kit.phase_where = lambda phase: ("Moving", "2.2", load_game(GOOD).info.phases[0].where())
    state = rules.new_state(1)
    state.agenda.append(rules.kit.operation("test:extra", lambda state: state.agenda.append("test:extra")))
    with pytest.raises(SourceError) as caught:
        rules.kit.run(state)
    (problem,) = pickle.loads(pickle.dumps(caught.value)).problems
    assert (problem.code, problem.rule, problem.hint != "") == ("procedure", "2.2", True)
