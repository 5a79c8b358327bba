"""A played game as a log to step through: one step per line told, whose moves lead from position to position."""

from __future__ import annotations

import io
import zipfile

from pnp.model.position import PositionSource
from pnp.vassal import LogStep, log_to_vlog
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.format.reader import read_module
from pnp.vassal.format.saved_games import read_saved_game
from pnp.vassal.layout import inside

BEFORE = {"belarus": ["armored-division-1"], "russia-1": ["armored-division-2"]}
AFTER = {
    "kyyivska": [{"id": "armored-division-1", "state": "activated"}, "ukrainian-forces-3"],
    "russia-1": ["armored-division-2"],
}
POOL = {"ukrainian-reserve": ["ukrainian-forces-3", "ukrainian-forces-4"]}


def steps_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read("savedGame").decode()
    return [split_fields(command, "\x1b") for command in split_fields(text, "\x1b") if command.startswith("LOG\t")]


def played(game, plan, layout):
    start = PositionSource(units=BEFORE, pools=POOL, turn=1, phase="activation")
    after = PositionSource(units=AFTER, pools={"ukrainian-reserve": ["ukrainian-forces-4"]}, turn=1, phase="activation")
    later = PositionSource(
        units=AFTER, pools={"ukrainian-reserve": ["ukrainian-forces-4"]}, turn=2, phase="reinforcement"
    )
    return log_to_vlog(game, start, [LogStep("To Kyiv\nDie 4", after), LogStep("", later)], plan, dpi=60.0)


def test_a_step_tells_moves_and_flips(putins_war, plan, layout, module):
    first, _ = steps_of(played(putins_war, plan, layout))

    assert first[:2] == ["LOG\tCHAT* To Kyiv", "LOG\tCHAT* Die 4"]
    moves = [split_fields(part.removeprefix("LOG\tM/"), "/") for part in first if part.startswith("LOG\tM/")]
    assert [m[0] for m in moves] == ["1", "23"]
    zones = {zone.name: zone for zone in module.zones}
    for move in moves:
        assert inside(zones["Kyyivs’ka"].outline, (int(move[2]), int(move[3])))
    flips = [split_fields(part.removeprefix("LOG\tD/"), "/") for part in first if part.startswith("LOG\tD/")]
    assert [f[0] for f in flips] == ["1"]


def test_a_new_turn_is_a_step(putins_war, plan, layout):
    _, second = steps_of(played(putins_war, plan, layout))

    assert second == ["LOG\tCHAT*", "LOG\tTURNTurnTracker0\t0|2;0;false;10;0\\;0\\;0\\;true,true,true,true,true"]


def test_the_log_begins_with_the_start(putins_war, plan, layout):
    saved = read_saved_game(played(putins_war, plan, layout))

    standing = {item.piece.properties()["CounterId"] for item in saved.objects if item.piece}
    assert {"armored-division-1", "ukrainian-forces-3"} <= standing
    assert any(command.startswith("SETUP_STACK") for command in saved.commands)


def test_units_not_yet_set_up_wait_in_their_box(putins_war, plan, layout, archive):
    module = read_module(archive)
    box = next(zone for zone in module.zones if zone.name == "Units to set up")
    start = PositionSource(units={"belarus": ["armored-division-1"]}, pools=POOL)

    saved = read_saved_game(log_to_vlog(putins_war, start, [], plan, dpi=60.0))
    at = {item.piece.properties()["CounterId"]: item.at for item in saved.objects if item.piece}

    assert inside(box.outline, at["special-brigade-1"])
    assert not inside(box.outline, at["armored-division-1"])
