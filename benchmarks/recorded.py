"""Record games with the choices at each decision, and replay them: does changed code still play the same games?

Usage: python benchmarks/recorded.py GAME --write FILE [--random 500] [--heuristic 200] [--workers 2]
       python benchmarks/recorded.py GAME --compare FILE [--names FILE] [--first N] [--workers 2]

Decisions and draws are replayed, so verbs and steps may be renamed, and the adviser may play otherwise. `--names` is a
JSON file `{"verbs": {ours: recorded}, "steps": {ours: recorded}}`, a step of ours also as "step phase side"; what isn't
in it keeps its name. At each decision
the step and the set of choices must be the recorded ones, at the end the result and the position. Every other pair of
seeds switches all options on. Prints the first difference of each game that differs, with the choices as they are now;
exit 1 when there is one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pnp.errors import IllegalActionError, SourceError
from pnp.games import GAMES, rules_of
from pnp.players.match import uncollected
from pnp.players.roster import make_players
from pnp.referee.engine import Rules
from pnp.referee.state import DRAW, State
from pnp.sources import load_game

Names = Mapping[str, Mapping[str, str]]
Recorded = dict[str, Any]
AS_THEY_ARE: Names = {"verbs": {}, "steps": {}}


@cache
def rules_for(game: str, options: bool) -> Rules:
    """The rules of `game` with all options on, or off."""
    loaded = load_game(game)
    return rules_of(loaded, options={option.id: options for option in loaded.info.options})


def words(rules: Rules, action: Sequence[int], names: Names) -> str:
    """An action as text, with its recorded verb."""
    verb, *ids = rules.to_json(tuple(action))
    return " ".join((names["verbs"].get(verb, verb), *ids))


def moment(rules: Rules, state: State, names: Names) -> str:
    """Digest of the open decision: its step, its side and the set of its choices."""
    step = rules.step(state)
    assert step is not None
    texts = sorted(words(rules, choice, names) for choice in rules.choices(state))
    side = str(rules.side_to_act(state))
    name = names["steps"].get(f"{step.id} {step.phase} {side}") or names["steps"].get(step.id, step.id)
    text = "\n".join((name, side, *texts))
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def draws_of(rules: Rules, state: State) -> list[int]:
    """Dice, and lots as indices of units and spaces together, in the order in which they were drawn."""
    return [
        record[3] + (len(rules.units) if record[1] == "space" else 0) for record in state.records if record[0] == DRAW
    ]


def end_of(rules: Rules, state: State) -> dict[str, Any]:
    """Result and position."""
    result = rules.result(state)
    assert result is not None
    return {"result": result.as_json(), "position": rules.position(state).as_json()}


@uncollected()
def recorded(game: str, player: str, seed: int) -> Recorded:
    """One game: its decisions, what each was taken from, its draws and its end."""
    rules = rules_for(game, bool(seed & 2))
    state = rules.new_state(seed)
    players = make_players(rules, player, seed)
    decisions: list[tuple[str, str]] = []
    while not rules.is_over(state):
        side = rules.side_to_act(state)
        assert side is not None
        action = players[side].choose(rules, state, rules.choices(state))
        decisions.append((moment(rules, state, AS_THEY_ARE), words(rules, action, AS_THEY_ARE)))
        rules.apply(state, action)
    kinds = [record[1] for record in state.records if record[0] == DRAW]
    return {
        "seed": seed, "player": player, "decisions": decisions, "draws": draws_of(rules, state),
        "lots": [kind in ("unit", "space") for kind in kinds], **end_of(rules, state),
    }  # fmt: skip


@uncollected()
def difference(game: str, names: Names, record: Recorded) -> str:
    """The first difference between a recorded game and its replay; nothing when there is none."""
    rules = rules_for(game, bool(record["seed"] & 2))
    state = rules.new_state(record["seed"])
    already = len(draws_of(rules, state))  # thrown at the start
    drawn = list(zip(record["draws"], record["lots"], strict=True))[already:][::-1]
    state.dice_script = [value for value, is_lot in drawn if not is_lot]
    state.cup_script = [value for value, is_lot in drawn if is_lot]
    where = f"{record['player']} game of seed {record['seed']}"
    for number, (seen, chosen) in enumerate(record["decisions"], 1):
        if rules.is_over(state):
            return f"{where}: over before decision {number} of {len(record['decisions'])}"
        actions = {words(rules, action, names): action for action in rules.choices(state)}
        step = rules.step(state)
        at = f"{where}, decision {number} ({step.id if step else ''}), recorded {chosen!r}"
        if moment(rules, state, names) != seen or chosen not in actions:
            return f"{at}: choices now {', '.join(sorted(actions))}"
        try:
            rules.apply(state, actions[chosen])
        except (IllegalActionError, SourceError) as error:
            return f"{at}: {error}"
    if not rules.is_over(state):
        return f"{where}: not over after the last decision"
    ours = end_of(rules, state)
    return next((f"{where}: {key} is {ours[key]}, was {record[key]}" for key in ours if ours[key] != record[key]), "")


def main() -> int:
    """Write games, or compare with those written."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--random", type=int, default=500, help="how many random games to write")
    parser.add_argument("--heuristic", type=int, default=200, help="how many games of the adviser to write")
    parser.add_argument("--names", type=Path, metavar="FILE", help="what verbs and steps were called")
    parser.add_argument("--first", type=int, help="compare only every so many-th game, so that this many are compared")
    parser.add_argument("--workers", type=int, default=2)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE")
    what.add_argument("--compare", type=Path, metavar="FILE")
    given = parser.parse_args()
    start = time.perf_counter()
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        if given.write:
            players = ["random"] * given.random + ["heuristic"] * given.heuristic
            games = pool.map(partial(recorded, given.game), players, range(len(players)), chunksize=5)
            given.write.write_text("".join(json.dumps(game) + "\n" for game in games), "utf-8")
            print(f"{len(players)} games in {time.perf_counter() - start:.0f} s", file=sys.stderr)
            return 0
        names = AS_THEY_ARE | (json.loads(given.names.read_text("utf-8")) if given.names else {})
        records = [json.loads(line) for line in given.compare.read_text("utf-8").splitlines()]
        records = records[:: max(1, len(records) // given.first) if given.first else 1]
        told = [text for text in pool.map(partial(difference, given.game, names), records, chunksize=5) if text]
    print(f"{len(records) - len(told)} of {len(records)} games are the same, {time.perf_counter() - start:.0f} s")
    for text in told[:10]:
        print(text[:2000])
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
