"""Saved games and positions in the middle of a fight and after events; what a stranger may not write into them."""

from __future__ import annotations

import json

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from tests.games.winter_war.fights import Fight

STACK = {
    "2566": ["headquarters-1"], "2565": ["rifle-corps-1", "rifle-division-1"],
    "2465": ["finnish-regiment-1", "finnish-regiment-2"],
    "2564": ["tank-corps"], "2464": ["finnish-division-1"],
}  # fmt: skip


@pytest.fixture(scope="module")
def optional(winter_game):
    return rules_of(winter_game, options={"scenarios": True})


def reloaded(played):
    """The state, saved and read again."""
    return played.rules.state_from_json(json.loads(json.dumps(played.state.to_json())))


@pytest.mark.parametrize(
    ("actions", "step"),
    [
        (["attack 2465", "choose-unit rifle-corps-1"], "combat-attacker"),
        (["attack 2465", "choose-unit rifle-corps-1", "fight"], "retreat-unit"),
        (["attack 2465", "choose-unit rifle-corps-1", "fight", "choose-unit finnish-regiment-2"],
         "retreat-space"),
    ],
)
def test_a_fight_is_saved_and_goes_on(winter_rules, actions, step):
    """20 against 4 is 5-1, a 1 is Dr."""
    played = Fight(winter_rules, STACK, dice=(1,)).do(*actions)
    again = reloaded(played)

    assert (played.step(), again.hash()) == (step, played.state.hash())
    assert winter_rules.choices(again) == winter_rules.choices(played.state)
    assert winter_rules.faults(again) == []


@pytest.mark.parametrize(
    "change",
    [
        {"scenario": 2}, {"scenario": 9}, {"lost": 4}, {"truce": 3}, {"allies": 7}, {"misses": 11},
        {"afloat": 1 << 118}, {"frozen": 99}, {"agenda": []}, {"agenda": ["combat:none"]}, {"agenda": 3},
        {"frames": []}, {"frames": [{}, {}]}, {"frames": [{}, {}, {}]}, {"frames": [[1]]}, {"stack": [15]},
    ],
)  # fmt: skip
def test_damaged_fights_are_refused(winter_rules, change):
    """DESIGN §9: no traceback for what a stranger wrote."""
    played = Fight(winter_rules, STACK, dice=(1,)).do("attack 2465", "choose-unit rifle-corps-1", "fight")
    document = json.loads(json.dumps(played.state.to_json()))
    document["fields"] |= change

    with pytest.raises(SourceError):
        winter_rules.state_from_json(document)


@pytest.mark.parametrize(
    ("frame", "change"),
    [
        (1, {"attackers": 1 << 130}), (1, {"attackers": 1}), (1, {"spaces": 1 << 3000}), (1, {"spaces": 0}),
        (1, {"retreating": 1}), (1, {"defenders": 0}), (1, {"retreating": 0}), (1, {"owed": -1}), (1, {"owed": 500}),
        (0, {"struck": -1}), (0, {"vacated": 1 << 3000}),
        (0, {"fought": "all"}), (0, {"fought": 1.5}),
    ],
)  # fmt: skip
def test_damaged_registers_are_refused(winter_rules, frame, change):
    """The registers of the phase and of the fight are checked like all else."""
    played = Fight(winter_rules, STACK, dice=(1,)).do("attack 2465", "choose-unit rifle-corps-1", "fight")
    document = json.loads(json.dumps(played.state.to_json()))
    assert winter_rules.state_from_json(document) == played.state
    document["fields"]["frames"][frame] |= change

    with pytest.raises(SourceError):
        winter_rules.state_from_json(document)


@pytest.mark.parametrize("step", ["losses-exchange", "advance", "landing", "volunteers", "climate",
    "paradrop", "cease-fire", "retreat-before-space"])
def test_a_decision_that_nothing_fits_is_refused(optional, step):
    """Every step asks for what it is about."""
    played = Fight(optional, STACK)
    document = json.loads(json.dumps(played.state.to_json()))
    by_phase = optional.kit.step_of[step]
    of_another_phase = next(by_side for by_side in by_phase.values() if by_side)
    by_side = by_phase.get(played.state.phase) or of_another_phase
    document["fields"]["stack"] = [by_side.get(played.state.side) or next(iter(by_side.values()))]

    with pytest.raises(SourceError):
        optional.state_from_json(document)


def test_a_position_tells_who_has_attacked(winter_rules):
    """The corps and its victims are done; the tank corps still has the division in 2464."""
    played = Fight(winter_rules, STACK, dice=(1,))
    played.do(
        "attack 2465",
        "choose-unit rifle-corps-1",
        "fight",
        "choose-unit finnish-regiment-1",
        "retreat-to 2364",
        "retreat-to 2365",
    )
    position = winter_rules.position(played.state)

    assert sorted(position.flags) == [
        "attacked-finnish-regiment-1",
        "attacked-finnish-regiment-2",
        "attacked-rifle-corps-1",
    ]
    again = winter_rules.state_from(position)
    for register in ("fought", "struck"):
        assert again.register(register) == played.state.register(register) != 0
    assert winter_rules.choices(again) == winter_rules.choices(played.state)


def test_a_position_tells_what_the_optional_rule_has_brought(optional):
    """Flags, and the place of the paratroops."""
    played = Fight(optional, {**STACK, "airfield": ["paratroops"]})
    state = played.state
    state.scenario, state.logistics, state.truce, state.frozen, state.allies = 2, 1, 6, 7, 3
    position = optional.position(state)

    assert position.flags == {
        "scenario-in-force": "b", "more-capacity": True, "cease-fire-after-turn": 6, "no-rail-in-turn": 7,
        "allied-losses": 3,
    }  # fmt: skip
    again = optional.state_from(position)
    assert (again.scenario, again.logistics, again.truce, again.frozen, again.allies) == (2, 1, 6, 7, 3)
    assert again.units_in[optional.board.airfield] == played.state.units_in[optional.board.airfield] != 0


@pytest.mark.parametrize(
    "flags",
    [{"scenario-in-force": "x"}, {"allied-losses": True}, {"allied-losses": -1}, {"attacked-nobody": True},
     {"more-capacity": 3}, {"cease-fire-after-turn": 99}],
)
def test_flags_that_cannot_be(optional, flags):
    """DESIGN §10: an impossible position is refused."""
    with pytest.raises(SourceError):
        optional.state_from({"units": STACK, "turn": 2, "phase": "soviet-combat", "flags": flags})


def test_flags_of_the_optional_rule_need_it(winter_rules):
    with pytest.raises(SourceError):
        winter_rules.state_from(
            {"units": STACK, "turn": 2, "phase": "soviet-combat", "flags": {"scenario-in-force": "a"}}
        )
