"""Dice and lots."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from pnp.errors import SourceError
from pnp.referee.dice import bits, drawn, drawn_space, mixed, nth_bit, outputs, pick, roll, stream_seed


def test_splitmix_gives_the_published_sequence():
    """The first outputs for seed 1234567, as published with the reference implementation (Vigna, splitmix64.c)."""
    assert list(islice(outputs(1234567), 5)) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_outputs_of_a_player_are_those_of_dice():
    """A step of the stream for each output, past 2 ** 64 and over more than one batch."""
    first = (1 << 64) - 5
    steps = [(first + number * 0x9E3779B97F4A7C15) % (1 << 64) for number in range(1, 101)]
    assert list(islice(outputs(first), 100)) == [mixed(step) for step in steps]


def test_streams_of_one_seed_differ():
    """Dice don't tell what the cups hold."""
    assert len({stream_seed(7, name) for name in ("dice", "cups", "player russia", "player ukraine")}) == 4
    assert stream_seed(7, "dice") != stream_seed(8, "dice")


def test_a_die_is_fair_enough(rules):
    """6,000 rolls, each face 1,000 times give or take 4 standard deviations (about 115)."""
    state = rules.new_state(1)
    counts = Counter(roll(state, 6, "test", "4.6") for _ in range(6000))

    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(885 < count < 1115 for count in counts.values())


def test_scripted_values_come_first_and_the_stream_goes_on(rules):
    """A replay ends in exactly the state of the game."""
    free, scripted = rules.new_state(5), rules.new_state(5)
    values = [roll(free, 6, "test", "4.6") for _ in range(3)]
    scripted.dice_script = [6, values[0]]
    drawn = [roll(scripted, 6, "test", "4.6") for _ in range(3)]

    assert drawn == [values[0], 6, values[2]]
    assert scripted.dice_stream == free.dice_stream


def test_a_scripted_die_must_be_on_the_die(rules):
    """Raises SourceError."""
    state = rules.new_state()
    state.dice_script = [7]
    with pytest.raises(SourceError, match="d6 can't show 7"):
        roll(state, 6, "test", "4.6")


def test_one_alone_is_taken_without_a_lot(rules):
    """Of two the lot decides, and stands in the log."""
    state = rules.new_state(3)
    before, cups = len(state.records), state.cup_stream
    assert (drawn(state, 0b1000, "loss", "5.7"), drawn_space(state, 0b100, "loss", "5.7")) == (3, 2)
    assert (len(state.records), state.cup_stream) == (before, cups)

    assert drawn(state, 0b1010, "loss", "5.7") in (1, 3)
    assert drawn_space(state, 0b101, "loss", "5.7") in (0, 2)
    assert [record[1] for record in state.records[before:]] == ["unit", "space"]


def test_a_lot_is_one_of_the_units_and_is_recorded(rules):
    """Each of three comes up."""
    state = rules.new_state(3)
    mask = 0b1010_0100
    drawn = {pick(state, mask, "loss", "5.7") for _ in range(60)}

    assert drawn == {2, 5, 7}
    assert state.log[-1].get("draw") == "unit"
    assert state.log[-1].get("value") in {rules.units[unit] for unit in drawn}


def test_a_scripted_lot_must_be_among_the_units(rules):
    """Raises SourceError that lists them."""
    state = rules.new_state()
    state.cup_script = [0]
    with pytest.raises(SourceError, match="can't be drawn now"):
        pick(state, 0b10, "loss", "5.7")


def test_bits():
    """Lowest first."""
    assert list(bits(0b101001)) == [0, 3, 5]
    assert [nth_bit(0b101001, n) for n in range(3)] == [0, 3, 5]
    wide = [*range(40, 60), 700, 701, *range(2300, 2600, 7)]
    assert [nth_bit(sum(1 << i for i in wide), n) for n in range(len(wide))] == wide
    assert list(bits(0)) == []
