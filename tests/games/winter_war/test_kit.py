"""What Winter War declares for its Combat Phase, and how the kit plays it inside the game."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pnp.checks.base import Survey
from pnp.checks.scenarios import procedure
from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.model.procedures import ProceduresSource
from tests.games.winter_war.fights import Fight

LONELY = {"2566": ["headquarters-1"], "2565": ["rifle-corps-1"], "2465": ["finnish-regiment-1"]}


def changed(game, **sections):
    """The game with other declarations."""
    declared = game.procedures.model_dump(mode="json", by_alias=True, exclude_unset=True)
    for name, keys in sections.items():
        declared[name] = {**declared[name], **keys} if keys is not None else None
    return replace(game, procedures=ProceduresSource.model_validate(declared))


@pytest.mark.parametrize(("sections", "message"), [
    ({"combat": {"table": "combat-result"}}, "unknown results table 'combat-result'"),
    ({"combat": {"may_attack": {"trait": "headquarter"}}}, "unknown trait 'headquarter'"),
    ({"combat": {"results": {"Ae": "nothing"}}}, "the result 'Ar' has no meaning"),
    ({"retreat_before": {"units": [{"units": {"trait": "airborn"}}]}}, "unknown trait 'airborn'"),
    ({"advance": None}, "'advance' needs the procedure 'advance'"),
])  # fmt: skip
def test_a_wrong_declaration_is_told(winter_game, sections, message):
    """DESIGN §12: nothing plays on in silence."""
    with pytest.raises(SourceError, match=message):
        rules_of(changed(winter_game, **sections))


def test_check_tells_of_a_wrong_declaration(winter_game):
    """The check `procedure` asks the game's code for its own procedures."""
    assert list(procedure.check(Survey(winter_game))) == []

    wrong = changed(winter_game, combat={"may_attack": {"trait": "headquarter"}})
    assert [problem.message for problem in procedure.check(Survey(wrong))] == ["unknown trait 'headquarter'"]


def test_what_is_declared_is_played(winter_game):
    """20 against 2 is 6-1; a 1 is De: were that nothing, the regiment would stay."""
    results = dict(winter_game.procedures.combat.results)
    for code, place in (("eliminate defenders", "finnish-eliminated"), ("nothing", "2465")):
        rules = rules_of(changed(winter_game, combat={"results": results | {"De": code}}))
        played = Fight(rules, LONELY, dice=(1,)).do("attack 2465", "choose-unit rifle-corps-1", "fight")

        assert played.place_of("finnish-regiment-1") == place


def test_nobody_else_can_join_but_the_fight_is_said(winter_rules):
    """The attack is fought when its side says so. Rule: Combat 3, Sequence A3"""
    played = Fight(winter_rules, LONELY).do("attack 2465", "choose-unit rifle-corps-1")

    assert played.step() == "combat-attacker"
    assert [winter_rules.to_json(choice) for choice in winter_rules.choices(played.state)] == [["fight"]]
    again = winter_rules.state_from_json(json.loads(json.dumps(played.state.to_json())))
    assert winter_rules.choices(again) == winter_rules.choices(played.state)


def test_nothing_of_a_phase_is_left_when_it_is_over(winter_rules):
    """Registers and agenda belong to the Combat Phase."""
    played = Fight(winter_rules, LONELY, dice=(1,)).do("attack 2465", "choose-unit rifle-corps-1", "fight", "done")

    assert winter_rules.phase(played.state) != "soviet-combat"
    assert len(played.state.frames) == 1
    assert not {"fought", "struck", "attackers"} & played.state.frames[0].keys()
