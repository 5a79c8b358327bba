"""Saved games that somebody has changed: each is refused, or stops with a SourceError, or goes on to an end."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from pnp.errors import SourceError
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import declared
from tests.kit.many import GAMES
from tests.kit.play import Play

pytestmark = pytest.mark.slow

Saved = dict[str, Any]


@cache
def rules_of(number: int) -> DeclaredRules:
    return DeclaredRules(GAMES[number]())


def saves(rules: DeclaredRules, seed: int, count: int) -> list[Saved]:
    """A random game, saved at so many of its decisions."""
    rng, state, found = random.Random(seed), rules.new_state(seed), []
    while not rules.is_over(state):
        found.append(json.loads(json.dumps(state.to_json())))
        choices = rules.choices(state)
        if len(choices) > 1 and len(choices[-1]) == 1 and rng.random() < 0.8:
            choices = choices[:-1]
        rules.apply(state, rng.choice(choices))
    return rng.sample(found, min(count, len(found)))


def _shuffled(fields: Saved, rng: random.Random) -> None:
    rng.shuffle(fields["agenda"])


def _shuffled_end(fields: Saved, rng: random.Random) -> None:
    """What is left of the phase in another order."""
    agenda = fields["agenda"]
    start = next(index for index, name in enumerate(agenda) if name.endswith(":close"))
    end = agenda[start + 1 :]
    rng.shuffle(end)
    agenda[start + 1 :] = end


def _without_operation(fields: Saved, rng: random.Random) -> None:
    del fields["agenda"][rng.randrange(len(fields["agenda"]))]


def _another_operation(fields: Saved, rng: random.Random, names: list[str]) -> None:
    fields["agenda"].insert(rng.randrange(len(fields["agenda"]) + 1), rng.choice(names))


def _without_frame(fields: Saved, rng: random.Random) -> None:
    del fields["frames"][rng.randrange(len(fields["frames"]))]


def _without_register(fields: Saved, rng: random.Random) -> None:
    frame = rng.choice(fields["frames"])
    if frame:
        del frame[rng.choice(sorted(frame))]


def _another_value(fields: Saved, rng: random.Random) -> None:
    frame = rng.choice(fields["frames"])
    if frame:
        frame[rng.choice(sorted(frame))] = rng.choice([-1, 0, 1, 2, 5, 40, 255, 1 << 30, (1 << 48) - 1, 1 << 60])


def _another_number(fields: Saved, rng: random.Random) -> None:
    name = rng.choice(["phase", "side", "turn", "reduced", "cut_off", "called", "gone", "weather"])
    fields[name] = rng.choice([-1, 0, 1, 2, 3, 255, 1 << 12, 1 << 60])


def _another_place(fields: Saved, rng: random.Random) -> None:
    at = fields["at"]
    at[rng.randrange(len(at))] = rng.choice([*at, 0, max(at) + 1, -1])


def _another_step(fields: Saved, rng: random.Random) -> None:
    fields["stack"][0] = max(0, fields["stack"][0] + rng.choice([-7, -2, -1, 1, 2, 7]))


CHANGES = (
    _shuffled, _shuffled_end, _without_operation, _without_frame, _without_register, _another_value, _another_number,
    _another_place, _another_step,
)  # fmt: skip


def fate(rules: DeclaredRules, saved: Saved, rng: random.Random) -> str:
    """What becomes of a saved game: refused, stopped with a SourceError, or played to an end."""
    try:
        state = rules.state_from_json(saved)
    except SourceError:
        return "refused"
    try:
        for _ in range(3_000):
            if rules.is_over(state):
                return "over"
            choices = rules.choices(state)
            domain = rules.domain(rules.VERBS[choices[0][0]].id) if len(choices[0]) > 1 else ()
            if domain:
                rules.why_not(state, (choices[0][0], rng.randrange(len(domain))))
            rules.apply(state, rng.choice(choices))
    except SourceError as error:
        assert {problem.code for problem in error.problems} <= {"bad-saved-game", "procedure", "bad-draw"}
        return "stopped"
    raise AssertionError("the game doesn't end")


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_forged_saves_never_fail_otherwise(number: int):
    rules, fates = rules_of(number), Counter[str]()
    operations = sorted(rules.operations)
    for seed in range(2):
        rng = random.Random(seed)
        for saved in saves(rules, seed, 12):
            for change in CHANGES:
                forged = copy.deepcopy(saved)
                change(forged["fields"], rng)
                fates[fate(rules, forged, rng)] += 1
            forged = copy.deepcopy(saved)
            _another_operation(forged["fields"], rng, operations)
            fates[fate(rules, forged, rng)] += 1
    assert fates["refused"] > 50
    assert sum(fates.values()) >= 100


def in_battle(change: Any) -> SourceError:
    """Why a save in the middle of a retreat is refused or stops, when `change` has been made to its fields."""
    units = '{"0303": [blue-1], "0304": [red-1], "0806": [red-2]}'
    game = declared("combat: {results: {DE: retreat defenders 2}}", units=units)
    play = Play(game, "combat", "blue", dice=[6]).do("0304", "blue-1")
    assert play.asked == "red retreat-space"
    saved = json.loads(json.dumps(play.state.to_json()))
    change(saved["fields"])
    with pytest.raises(SourceError) as caught:
        state = play.rules.state_from_json(saved)
        while not play.rules.is_over(state):
            play.rules.apply(state, play.rules.choices(state)[0])
    return caught.value


@pytest.mark.parametrize(("change", "why"), [
    (lambda fields: fields["agenda"].reverse(), "no place where the phase ends"),
    (lambda fields: fields["agenda"].insert(1, fields["agenda"][1]), "doesn't fit the phase"),
    (lambda fields: fields["agenda"].append("movement:next"), "'retreat-space' doesn't fit what follows it"),
    (lambda fields: fields["frames"].pop(), "the registers don't fit the decision 'retreat-space'"),
    (lambda fields: fields["frames"][-1].update(steps=1 << 50), "the register 'steps' is not a length"),
    (lambda fields: fields["frames"][-1].update(unit=99), "the register 'unit' is not a unit"),
    (lambda fields: fields["frames"][-1].pop("from"), "the registers don't fit the decision 'retreat-space'"),
    (lambda fields: fields.update(phase=0), "the agenda doesn't fit the phase"),
])  # fmt: skip
def test_what_is_said_of_a_forged_save(change: Any, why: str):
    error = in_battle(change)
    assert [problem.code for problem in error.problems][:1] == ["bad-saved-game"]
    assert re.search(why, str(error)), str(error)


def test_a_referee_s_own_fault_is_no_forged_save():
    """In a game that wasn't read from a file an exception of the referee comes out as it is."""
    play = Play(declared(units='{"0303": [blue-1], "0304": [red-1]}'), "combat", "blue")
    play.do("0304")
    del play.state.frames[-1]["spaces"]
    with pytest.raises(KeyError):
        play.rules.apply(play.state, (play.rules.choices(play.state)[0]))
