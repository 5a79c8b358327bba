"""The turn from end to end: set-up, control, garrisons, scoring, the ends of the game."""

from __future__ import annotations

A = [f"armored-division-{n}" for n in range(1, 10)]
F1, S1 = "air-force-1", "special-brigade-1"
G1, G2 = "garrison-1", "garrison-2"
U1, U14 = "ukrainian-forces-1", "ukrainian-forces-14"


def test_the_six_starting_units_are_placed_freely(rules):
    """All may go to one area. Rule: 2.1"""
    state = rules.new_state(seed=7)
    for unit in (A[0], A[1], A[2], A[3], F1, S1):
        rules.apply(state, rules.from_json(["choose-unit", unit]))
        assert len(rules.choices(state)) == 5
        rules.apply(state, rules.from_json(["place-at", "belarus"]))

    assert rules.phase(state) == "activation"
    assert rules.position(state).units["belarus"] == (A[0], A[1], A[2], A[3], F1, S1)


def test_no_reinforcements_in_the_first_turn(war):
    """Rule: 4.2"""
    assert war({"russian-reserve": [A[0]], "russia-1": [A[1]]}, phase="reinforcement").phase() == "activation"


def test_control_lapses_when_the_last_ground_unit_leaves(war):
    """To come back is an invasion. Rule: 6.1, 4.6"""
    played = war({"sumska": [A[0], F1], "poltavska": [A[1], G1]}, dice=(1,), draws=(U14,))
    assert played.controls("sumska")
    played.do(f"choose-unit {A[0]}", "move-to poltavska")

    assert not played.controls("sumska")
    assert played.events("give-up")[0].get("at") == "sumska"
    assert played.at("sumska") == [F1]


def test_an_area_with_air_force_only_is_entered_without_a_reaction(war):
    """It is not empty. Rule: 4.6"""
    played = war({"sumska": [F1], "russia-1": [A[0]]}).do(f"choose-unit {A[0]}", "move-to sumska")

    assert played.events("result") == []
    assert played.controls("sumska")


def test_a_garrison_holds_the_area_its_units_leave(war):
    """Rule: 2.4, 6.1"""
    played = war({"sumska": [A[0], G1], "russia-1": [A[1]]}).do(f"choose-unit {A[0]}", "move-to russia-1")

    assert played.controls("sumska")


def test_entering_a_garrisoned_area_is_no_invasion(war):
    """Rule: 4.6"""
    played = war({"sumska": [G1], "russia-1": [A[0]]}).do(f"choose-unit {A[0]}", "move-to sumska")

    assert played.events("result") == []


def test_a_garrison_moved_away_gives_its_area_up(war):
    """Rule: 6.4"""
    played = war({"sumska": [G1], "luhanska": [A[0]]}, phase="garrison")
    played.do(f"choose-garrison {G1}", "place-at luhanska")

    assert played.rules.score(played.state) == {"russia": 1}
    assert not played.controls("sumska")


def test_points_at_the_end_of_each_turn(war):
    """Kyyivs'ka 5 and a garrison in Kharkivs'ka 3; Air Force in Odes'ka earns nothing. Rule: 3.3"""
    played = war({"kyyivska": [A[0]], "kharkivska": [G1], "odeska": [F1]}).do("done")
    while not played.events("score"):
        played.do("done")

    (score,) = played.events("score")
    assert (score.get("turn"), score.get("value"), score.rule) == (1, 8, "3.3")


def test_the_last_turn_without_the_points_is_lost(war):
    """Rule: 3.2"""
    played = war({"sumska": [A[0]]}, turn=10).do("done")

    result = played.rules.result(played.state)
    assert (result.end, result.winner, result.score) == ("loss", "ukraine", {"russia": 1})
    assert played.state.log.end.get("end") == "loss"
    assert played.state.turn == 10


def test_a_russia_without_units_waits_for_the_end(war):
    """All is lost and nothing is in reserve: ten turns pass at once. Rule: 3.2"""
    played = war({"eliminated": A}, turn=2)

    assert played.rules.result(played.state).end == "loss"
    assert len(played.events("score")) == 9


def test_all_units_of_the_turn_used_ends_the_activations(war):
    """The next turn begins when nothing is left to decide. Rule: 4.1"""
    played = war({"russia-1": [A[0]]}).do(f"choose-unit {A[0]}", "move-to russia-2")

    assert (played.state.turn, played.phase()) == (2, "activation")


def test_activated_units_in_a_position_stay_activated(war):
    """Rule: 4.3"""
    played = war({"russia-1": [{"id": A[0], "state": "activated"}, A[1]]})

    assert played.offered() == [f"choose-unit {A[1]}", "done"]


def test_overlarge_retreat_group_with_a_full_refuge_is_lost(war):
    """Three stand in Krym already. Rule: Clarifications.1"""
    played = war({"respublika-krym": [*A[:3], A[3]], "khersonska": [U14, "ukrainian-forces-15"]})
    played.do(f"choose-unit {A[3]}", "move-to khersonska")  # 4 against 8

    assert played.at("eliminated") == [A[3]]


def test_eliminated_ukrainian_units_never_return(war):
    """Only what is in the pool is drawn. Rule: Clarifications.3"""
    played = war({"respublika-krym": [A[0]], "eliminated": [U1]}, dice=(5,), pool=[U14])
    played.do(f"choose-unit {A[0]}", "move-to khersonska")

    assert played.events("place")[0].get("units") == [U14]
    assert played.events("transfer") == []
