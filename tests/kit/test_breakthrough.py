"""Breakthroughs: results that let units attack again, or go on in a phase that is theirs alone."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.referee.kit.assembly import declaration_problems
from tests.kit.games import PHASES, declared
from tests.kit.play import Play

UNITS = '{"0303": [blue-1, blue-2], "0202": [horse-1], "0403": [red-1], "0503": [red-2], "0806": [red-4]}'
AGAIN = "combat: {results: {DE: [eliminate defenders, advance, attack-again attackers]}, rules: {attack-again: '8.7'}}"
EXPLOIT = "combat: {results: {DE: [eliminate defenders, exploit attackers]}}"
EXPLOITATION = PHASES + """
- {id: exploitation, name: Exploitation, side: each, rule: "9", text: Some go on., units: {state: exploiting},
   procedure: movement}
"""


def fighting(procedures: str, dice: tuple[int, ...], units: str = UNITS, **kinds: str) -> Play:
    """Blue's combat phase begins."""
    return Play(declared(f"{{{procedures}}}", units=units, **kinds), "combat", "blue", dice=dice)


def test_units_that_broke_through_attack_again():
    """8 to 4 is 2:1, on a 5 DE. Both enter 0403 and attack 0503, which nobody stood beside before."""
    play = fighting(AGAIN, (5, 5)).do("0403", "blue-1", "blue-2", "blue-1", "blue-2")
    assert play.asked == "blue combat-target"
    assert play.offered == ["0503", "done"]
    assert [(line["units"], line["rule"]) for line in play.events("attack-again")] == [(["blue-1", "blue-2"], "8.7")]

    play.do("0503", "blue-1", "blue-2")
    assert play.at("red-2") == "red-lost"


def test_each_unit_attacks_again_once_in_a_turn():
    """Another DE doesn't free them for 0603."""
    units = UNITS.replace("0806", "0603")
    play = fighting(AGAIN, (5, 5), units).do("0403", "blue-1", "blue-2", "blue-1", "blue-2")
    play.do("0503", "blue-1", "blue-2", "blue-1", "blue-2")

    assert play.at("blue-1") == "0503"
    assert play.asked == "red combat-target"
    assert len(play.events("attack-again")) == 1


def test_who_has_not_broken_through_does_not():
    play = fighting(AGAIN, (3,)).do("0403", "blue-1", "blue-2", "0404", "done")  # DR: red goes back

    assert play.asked == "blue movement-unit"  # of the next turn: red stands beside nobody
    assert play.events("attack-again") == []


ARMOUR = """combat: {upgrades: [{codes: {DR: DE}, attackers: {type: cavalry}, less: {type: guard}, least: 1,
    at: {terrain: clear}, when: {turns: '1'}, rule: '8.9'}]}"""


@pytest.mark.parametrize(("change", "read_as"), [
    ("", "DE"),  # the horses' 4 at least red-1's 4
    ("least: 1 -> least: 2", None),
    ("type: cavalry -> type: infantry", "DE"),  # blue-1's 4
    ("type: guard -> type: infantry", None),  # 4 less 4 is nothing
    ("terrain: clear -> terrain: woods", None),
    ("turns: '1' -> turns: '2'", None),
    ("DR: DE -> EX: DE", None),
])  # fmt: skip
def test_a_result_is_read_as_a_better_one(change: str, read_as: str | None):
    """blue-1 and two horses, 8 to 4: on a 3 DR, which armour in the open makes DE."""
    old, _, new = change.partition(" -> ")
    units = '{"0303": [blue-1], "0302": [horse-1, horse-2], "0403": [red-1], "0806": [red-4]}'
    woods = "{hexes: {rows: [cccccccc, cccccccc, cccccccc, cccccccc, cccccccc, wccccccc]}}"
    play = fighting(ARMOUR.replace(old, new), (3,), units, game_map=woods)
    play.do("0403", "blue-1", "horse-1", "horse-2")

    assert [(line["code"], line["rule"]) for line in play.events("upgrade")] == ([(read_as, "8.9")] if read_as else [])
    assert (play.at("red-1") == "red-lost") is (read_as == "DE")


def test_the_adviser_reckons_with_it():
    """A retreat is worth less than the loss of the unit."""
    units, values = '{"0303": [blue-1], "0302": [horse-1, horse-2], "0403": [red-1], "0806": [red-4]}', []
    for declaration in (ARMOUR, "combat: {most: 9}"):
        play = fighting(declaration, (), units)
        adviser = play.rules.adviser("blue")
        assert adviser is not None
        blue, target = play.rules.kit.board.own[0] & play.state.present, 1 << play.rules.spaces.index("0403")
        values.append(adviser.battles.forecast(play.state, blue, target).value)
    assert values[0] > values[1]


def test_a_phase_is_theirs_alone():
    """blue-1 and blue-2 broke through; horse-1 may not move, though it hasn't fought."""
    play = fighting(EXPLOIT, (5,), phases=EXPLOITATION).do("0403", "blue-1", "blue-2")
    assert play.asked == "blue movement-unit"

    assert play.offered == ["blue-1", "blue-2", "done"]
    assert play.why("horse-1") == ("never-moves", "4")
    assert "0403" in play.do("blue-1").offered


def test_it_ends_with_the_turn():
    play = fighting(EXPLOIT, (5,), phases=EXPLOITATION).do("0403", "blue-1", "blue-2")
    assert play.rules.position(play.state).flags == {"exploiting": "blue-1 blue-2"}

    play.do("done")
    assert (play.state.turn, play.asked) == (2, "blue movement-unit")
    assert play.state.exploiting == 0


def test_a_position_holds_it():
    game = declared(f"{{{EXPLOIT}}}", units=UNITS, phases=EXPLOITATION)
    play = Play(game, "exploitation", "blue", flags={"exploiting": "horse-1"})

    assert play.offered == ["horse-1", "done"]


@pytest.mark.parametrize(("units", "attacks"), [("type: cavalry", False), ("type: [infantry, guard]", True)])
def test_only_some_attack_in_a_phase(units: str, attacks: bool):
    """horse-1 stands beside nobody."""
    phases = PHASES.replace('side: each, rule: "8"', f'side: each, units: {{{units}}}, rule: "8"')
    lone = '{"0303": [blue-1, blue-2], "0202": [horse-1], "0403": [guard-1], "0806": [red-4]}'
    play = Play(declared(units=lone, phases=phases), "combat", "blue")

    assert (play.asked == "blue combat-target") is attacks


def test_armour_moves_twice():
    """A second movement phase for the cavalry."""
    phases = PHASES + """
- {id: armour, name: Armour, side: each, rule: "9", text: x, units: {type: cavalry}, procedure: movement}
"""
    play = Play(declared(units=UNITS, phases=phases), "armour", "blue")

    assert play.offered == ["horse-1", "done"]


@pytest.mark.parametrize(("phases", "message"), [
    (PHASES.replace("procedure: combat", "units: {type: cavalry}"), "nobody moves or attacks in the phase 'combat'"),
    (PHASES.replace("procedure: combat", "procedure: combat, units: {type: tank}"), "unknown type 'tank'"),
])  # fmt: skip
def test_what_a_phase_of_some_units_needs(phases: str, message: str):
    problems = declaration_problems(declared(units=UNITS, phases=phases))
    assert any(message in problem.message for problem in problems), [str(problem) for problem in problems]


def test_an_overrun_is_no_attack_to_be_made_again():
    with pytest.raises(SourceError, match="unknown result 'attack-again'"):
        Play(declared("{overrun: {least: 2, cleared: attack-again attackers, rule: '4'}}", units=UNITS), "combat")
