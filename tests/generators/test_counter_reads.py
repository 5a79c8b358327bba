"""What the parts of a book read of the counters is taken down."""

from __future__ import annotations

from dataclasses import replace

from pnp.generators.charts_parts import chit
from pnp.generators.counter_reads import REST, Reads, bare_counters, value_of, watched


def _with_group(game, group_id: str, **changes):
    groups = tuple(g.replaced(**changes) if g.id == group_id else g for g in game.counters.groups)
    return replace(game, counters=game.counters.replaced(groups=groups))


def test_names_and_factors_are_taken_down_for_the_part_that_is_open(putins_war):
    reads = Reads()
    game = watched(putins_war, reads)
    assert reads.parts == {}
    first = game.all_counters()[0]
    with reads.of("front"):
        assert first.factors == putins_war.all_counters()[0].factors
        assert first.group.name == putins_war.counters.groups[0].name
    assert first.factor("combat") == putins_war.all_counters()[0].factor("combat")
    assert reads.parts == {"front": {(first.id, "factors"), (f"group {first.group.id}", "name")}, REST: {(first.id, "factors")}}


def test_what_never_changes_by_itself_is_not_taken_down(putins_war):
    reads = Reads()
    game = watched(putins_war, reads)
    first = game.all_counters()[0]
    assert (first.id, first.side, first.group.count, first.group.back) == ("armored-division-1", "russia", 9, "activated")
    assert len(game.all_counters()) == len(putins_war.all_counters())
    assert reads.parts == {}


def test_the_value_changes_with_what_was_read_and_with_nothing_else(putins_war):
    name, other = putins_war.counters.groups[0].id, putins_war.counters.groups[1].id
    seen = {(f"group {name}", "name")}
    before = value_of(putins_war, seen)
    assert value_of(_with_group(putins_war, name, factors={"combat": 9}), seen) == before
    assert value_of(_with_group(putins_war, other, name="Others"), seen) == before
    assert value_of(_with_group(putins_war, name, name="Others"), seen) != before


def test_a_count_is_no_loose_end(putins_war):
    name = putins_war.counters.groups[0].id
    assert bare_counters(_with_group(putins_war, name, name="Others")) == bare_counters(putins_war)
    assert bare_counters(_with_group(putins_war, name, count=2)) != bare_counters(putins_war)


def test_who_shows_a_picture_that_another_part_has_drawn_has_read_it_too(putins_war):
    reads = Reads()
    game = watched(putins_war, reads)
    counter = game.all_counters()[0]
    with reads.of("front"):
        chit(game, counter, 0.0, 0.0, 10.0)
    drawn = set(reads.parts["front"])
    with reads.of("end"):
        chit(game, counter, 5.0, 5.0, 8.0)
    assert (counter.id, "factors") in drawn
    assert reads.parts["end"] == drawn
    assert reads.taps == {}
