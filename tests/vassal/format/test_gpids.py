"""Piece numbers stay with their counters for ever. DESIGN §6"""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml

from pnp.errors import SourceError
from pnp.model.counters import CounterGroup
from pnp.vassal import assign_gpids, missing_gpids, write_gpids
from pnp.vassal.format.gpids import gpids_yaml, numbered, piece_ids


def with_groups(game, groups):
    return replace(game, counters=game.counters.replaced(groups=tuple(groups)))


def test_the_file_numbers_every_counter_once(putins_war):
    pieces = putins_war.gpids.pieces

    assert missing_gpids(putins_war) == []
    assert sorted(pieces.values()) == list(range(1, 41))
    assert (pieces["armored-division-1"], pieces["turn"], putins_war.gpids.next) == (1, 40, 41)


def test_added_removed_and_renamed_counters_leave_the_others_unmoved(putins_war):
    """Remove the garrisons, rename the air force's group, add a group in front of all, grow another."""
    before = dict(putins_war.gpids.pieces)
    groups = [g for g in putins_war.counters.groups if g.id != "garrison"]
    groups = [g.replaced(id="air-wing") if g.id == "air-force" else g for g in groups]
    groups = [g.replaced(count=10) if g.id == "armored-division" else g for g in groups]
    groups.insert(0, CounterGroup(id="partisan", name="Partisan", side="ukraine", count=2, factors={"combat": 1}))

    after = assign_gpids(with_groups(putins_war, groups))

    assert {name: number for name, number in after.pieces.items() if name in before} == before
    assert after.pieces["partisan-1"] == 41
    assert after.pieces["partisan-2"] == 42
    assert after.pieces["armored-division-10"] == 43
    assert [after.pieces[f"air-wing-{n}"] for n in (1, 2, 3, 4)] == [44, 45, 46, 47]
    assert after.next == 48


def test_a_number_is_never_given_again(putins_war):
    """The last counter is removed and another added: it gets a new number, not the old one."""
    without_turn = with_groups(putins_war, [g for g in putins_war.counters.groups if g.id != "turn"])
    without_turn = replace(
        without_turn,
        gpids=putins_war.gpids.replaced(pieces={k: v for k, v in putins_war.gpids.pieces.items() if k != "turn"}),
    )

    again = replace(putins_war, gpids=assign_gpids(without_turn))

    assert assign_gpids(again).pieces["turn"] == 41


def test_a_new_piece_is_numbered_and_told_of(putins_war):
    groups = [g.replaced(count=5) if g.id == "garrison" else g for g in putins_war.counters.groups]
    game = with_groups(putins_war, groups)

    (problem,) = missing_gpids(game)
    assert (problem.code, problem.severity) == ("gpid-missing", "warning")
    assert "'garrison-5'" in problem.message
    assert "`garrison-5: 41`" in problem.hint
    assert numbered(game).gpids.pieces["garrison-5"] == 41
    assert numbered(putins_war) is putins_war


def test_a_game_without_numbers_is_told_so_in_a_line(putins_war):
    game = replace(putins_war, gpids=putins_war.gpids.replaced(next=1, pieces={}))

    (problem,) = missing_gpids(game)
    assert problem.message == "none of the 40 pieces has a number for VASSAL yet"
    assert numbered(game).gpids.pieces == dict(zip(piece_ids(game), range(1, 41), strict=True))


def test_a_number_given_twice_stops_a_build(putins_war):
    with pytest.raises(SourceError):
        numbered(replace(putins_war, gpids=putins_war.gpids.replaced(pieces={**putins_war.gpids.pieces, "turn": 1})))


def test_a_number_given_twice_is_found(putins_war):
    pieces = {**putins_war.gpids.pieces, "turn": 1}

    codes = [p.code for p in missing_gpids(replace(putins_war, gpids=putins_war.gpids.replaced(pieces=pieces)))]

    assert codes == ["gpid-twice"]


def test_a_number_above_next_is_found(putins_war):
    game = replace(putins_war, gpids=putins_war.gpids.replaced(next=40))

    assert [p.code for p in missing_gpids(game)] == ["gpid-next"]


def test_writing_back_only_when_asked(putins_war, tmp_path):
    complete = replace(putins_war, folder=tmp_path)
    groups = [g.replaced(count=5) if g.id == "garrison" else g for g in putins_war.counters.groups]

    assert write_gpids(complete) is None
    assert not list(tmp_path.iterdir())

    path = write_gpids(with_groups(complete, groups))
    written = yaml.safe_load(path.read_text("utf-8"))
    assert written["next"] == 42
    assert written["pieces"]["garrison-5"] == 41
    assert {k: v for k, v in written["pieces"].items() if k != "garrison-5"} == dict(putins_war.gpids.pieces)


def test_the_committed_file_is_what_would_be_written(putins_war):
    text = (putins_war.folder / "gpids.yaml").read_text("utf-8")

    assert gpids_yaml(putins_war, putins_war.gpids) == text
