"""Counters: what they show in each state."""

from pnp.model.counters import CounterGroup, counters_of


def test_a_state_may_turn_the_front_to_the_other_player():
    group = CounterGroup(
        id="army", name="Army", side="axis", type="army", count=1, factors={"defence": 4}, back="dispersed",
        keeps="defence", turned="spent"
    )  # fmt: skip
    counter = next(counters_of(group))

    assert [counter.face(state) for state in ("", "spent", "dispersed")] == ["front", "turned", "back"]
