"""Choices that are none: `forced: taken` carries out what must be; guests; units that never leave some places.

Around 0304 lie 0303 and 0403 above, 0204 and 0404 beside, 0305 and 0405 below.
"""

from __future__ import annotations

from tests.kit.games import COUNTERS, declared
from tests.kit.play import Play

RETREAT = "{{combat: {{results: {{AE: {0}, AR: {0}, EX: {0}, DR: {0}, DE: {0}}}}}, retreat: {{rule: '9', {1}}} {2}}}"


def beaten(
    units: str, retreat: str, *, target: str = "0304", result: str = "retreat defenders 1", more: str = "",
) -> Play:  # fmt: skip
    """The first decision after blue-1's attack."""
    game = declared(RETREAT.format(result, retreat, more), units=units)
    return Play(game, "combat", "blue", dice=[1]).do(target, "blue-1")


def test_the_only_way_is_taken():
    """Friends fill 0404 and 0405; 0305 is left."""
    units = '{"0303": [blue-1], "0304": [red-1], "0404": [red-2, red-3], "0405": [guard-1, guard-2]}'
    assert beaten(units, "forced: asked").asked == "red retreat-space"

    play = beaten(units, "forced: taken")
    assert play.at("red-1") == "0305"
    assert len(play.events("retreat")) == 1


def test_a_choice_of_ways_is_still_asked():
    assert beaten('{"0303": [blue-1], "0304": [red-1]}', "forced: taken").offered == ["0404", "0305", "0405"]


def test_units_without_any_way_are_lost_together():
    """Blue's zones cover both neighbours of the corner 0106."""
    units = '{"0105": [blue-1], "0206": [blue-2], "0106": [red-1, red-2]}'
    assert beaten(units, "forced: asked", target="0106").do("fight").asked == "red retreat-unit"

    play = beaten(units, "forced: taken", target="0106").do("fight")
    assert [line["units"] for line in play.events("eliminate")] == [["red-1", "red-2"]]


def test_guests_defend_nothing_but_share_the_result():
    """red-1 retreats onto red-2 in 0404, which blue-2 attacks from 0503 at 4 against 4."""
    units = '{"0303": [blue-1], "0304": [red-1], "0404": [red-2], "0503": [blue-2]}'
    for onto, odds in (("guests", "4:4"), ("join", "4:8")):
        play = beaten(units, f"onto_others: {onto}, not_into: [enemies]").do("0404", "0404", "blue-2")
        assert play.events("fight")[-1]["odds"] == odds

    assert play.asked == "red retreat-unit"
    assert play.offered == ["red-1", "red-2"]


def test_a_guest_that_moves_on_to_an_empty_space_defends_again():
    units = '{"0303": [blue-1], "0304": [red-1], "0404": [red-2], "0503": [blue-2]}'
    play = beaten(units, "onto_others: guests, not_into: [enemies]").do("0404", "0404", "blue-2", "red-1")
    assert play.state.frames[0]["guests"]

    play.do("0504")
    assert not play.state.frames[0]["guests"]


def exchanged(units: str, forced: str, *attackers: str, counters: str = COUNTERS) -> Play:
    """A fight that ends in an exchange."""
    results = ", ".join(f"{code}: [eliminate defenders, exchange attackers]" for code in ("AE", "AR", "EX", "DR", "DE"))
    game = declared(f"{{combat: {{results: {{{results}}}}}, losses: {{rule: '8', forced: {forced}}}}}", units=units,
                    counters=counters)  # fmt: skip
    return Play(game, "combat", "blue", dice=[1]).do("0304", *attackers)


def test_an_exchange_of_all_is_not_asked():
    """4 must be given up for 4, and blue-1 is all there is; horse-1 and horse-2 together are 4, too."""
    units = '{"0303": [blue-1], "0304": [red-1], "0204": [horse-1, horse-2]}'
    assert exchanged(units, "asked", "blue-1", "fight").asked == "blue losses-exchange"

    assert exchanged(units, "taken", "blue-1", "fight").at("blue-1") == "blue-lost"
    both = exchanged(units, "taken", "horse-1", "horse-2", "fight")
    assert [line["units"] for line in both.events("eliminate")] == [["red-1"], ["horse-1", "horse-2"]]


def test_a_unit_alone_is_given_up_for_less_than_its_strength():
    """Red horses defend with 2."""
    counters = COUNTERS.replace("Blue horse, side: blue", "Red horse, side: red")
    play = exchanged('{"0303": [blue-1], "0304": [horse-1]}', "taken", "blue-1", counters=counters)

    assert play.at("blue-1") == "blue-lost"


def test_a_choice_of_losses_is_still_asked():
    """8 attack, 4 are owed."""
    play = exchanged('{"0303": [blue-1], "0304": [red-1], "0204": [blue-2]}', "taken", "blue-1", "blue-2")

    assert play.offered == ["blue-1", "blue-2"]
    assert play.do("blue-2").at("blue-1") == "0303"


def test_steps_that_must_all_go_are_not_asked():
    """Of a guard with two steps and a plain unit three steps go; of two it is asked."""
    for number, asked in ((3, False), (2, True)):
        play = beaten('{"0303": [blue-1, blue-2], "0304": [red-1, guard-1]}', "length: exact",
                      result=f"lose defenders {number}", more=", losses: {rule: '8', forced: taken}")  # fmt: skip
        play.do("blue-2")
        assert (play.asked == "red losses-unit") is asked
        assert (play.at("guard-1") == "red-lost") is not asked


def test_units_that_never_leave_a_place_neither_retreat_nor_advance_from_it():
    """Guards stay in columns 1 to 4, by `movement: only`; from 0403 only 0302, 0303 … lie there."""
    area = ", ".join(f"'{column:02}{row:02}'" for column in (1, 2, 3) for row in range(1, 7))
    bound = f", movement: {{rule: '4', only: [{{units: {{type: guard}}, within: {{space: [{area}]}}}}]}}"
    units = '{"0303": [blue-1], "0304": [guard-1]}'

    assert beaten(units, "by: owner", more=bound).offered == ["0305"]
    assert beaten(units, "by: owner").offered == ["0404", "0305", "0405"]


def test_units_that_never_leave_a_place_do_not_advance_from_it():
    """Cavalry stays in 0303."""
    bound = ", movement: {rule: '4', only: [{units: {type: cavalry}, within: {space: '0303'}}]}"
    units = '{"0303": [horse-1, horse-2, blue-1], "0304": [red-1]}'
    results = "[eliminate defenders, advance]"
    play = beaten(units, "by: owner", result=results, more=f"{bound}, stacking: null").do("horse-1", "fight")

    assert play.offered == ["blue-1", "done"]
    assert play.why("horse-1") == ("no-room", "10")
