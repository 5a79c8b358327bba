"""Reads a log line by line and holds the second implementation of March of Justice against the referee."""

from __future__ import annotations

from pnp.model.position import UnitState
from tests.games.march_second_contact import COLUMNS, UNITS, Board
from tests.games.march_second_opinion import March

BY_LOT = {"attackers", "approach", "target", "roadblock", "fall-back"}
"""Lots among equals of the Russian procedure; the second implementation reads from the events how they fell."""

WHOLE = {"attack", "contact", "priority"}
"""Events told of several units at once; all others are compared unit by unit."""


class Disagreement(AssertionError):
    """The two implementations differ."""


class Desk:
    """A game's log, read line by line, and the referee that follows it."""

    def __init__(self, rules, log):
        self.rules, begun = rules, log.head.position
        self.state = rules.state_from(begun, log.head.seed) if begun else rules.new_state(log.head.seed)
        self.lines, self.place, self.mine, self.decisions = list(log), 0, [], 0
        self.march = None

    def note(self, event, **data):
        self.mine.append({"event": event} | data)

    def check(self, truth, *what):
        if not truth:
            raise Disagreement((self.where(), *what))

    def where(self):
        line = self.lines[min(self.place, len(self.lines) - 1)]
        return f"seed {self.state.seed}, turn {self.march.turn}, line {line.n}"

    def ahead(self):
        """The events up to the next decision, die or draw."""
        made, place = [], self.place
        while self.soft(self.lines[place]):
            made += parts(self.lines[place].data) if self.lines[place].kind == "event" else []
            place += 1
        return made

    def soft(self, line):
        return line.kind == "event" or (line.kind == "draw" and line.get("for") in BY_LOT)

    def sync(self):
        """The events told since the last decision say what has to happen."""
        theirs, mine = self.ahead(), [x for line in self.mine for x in parts(line)]
        keys = {line["event"]: set() for line in mine}
        for line in mine:
            keys[line["event"]] |= set(line)
        theirs = [{k: v for k, v in x.items() if k in keys.get(x["event"], x)} for x in theirs]
        self.check(ordered(mine) == ordered(theirs), "events", *difference(mine, theirs))
        while self.soft(self.lines[self.place]):
            self.place += 1
        self.mine = []

    def draw(self, purpose, candidates):
        candidates = list(candidates)
        if len(candidates) == 1 and purpose != "cup":
            return candidates[0]
        self.sync()
        line = self.lines[self.place]
        self.check(line.kind == "draw" and line.get("for") == purpose, "draw", purpose, line)
        self.check(line.get("value") in candidates, "drawn", candidates, line)
        self.place += 1
        return line.get("value")

    def choose(self, step, options):
        place = self.place
        while self.soft(self.lines[place]):
            place += 1
        line, offered = self.lines[place], []
        if line.kind == "do":
            offered = [" ".join(self.rules.to_json(action)) for action in self.rules.choices(self.state)]
        if len(options) == 1 and (offered != options or self.rules.step(self.state).id != step):
            return options[0]
        self.sync()
        self.check(sorted(offered) == sorted(options), step, "offered", sorted(offered), "mine", sorted(options), line)
        self.check(self.rules.step(self.state).id == step, "step", step, self.rules.step(self.state).id)
        self.compare()
        self.rules.apply(self.state, self.rules.from_json(line.get("do")))
        self.place, self.decisions = place + 1, self.decisions + 1
        return " ".join(line.get("do"))

    def compare(self):
        """The position of the referee is that of the second implementation."""
        march, told, states = self.march, {}, {}
        position = self.rules.position(self.state)
        for place, entries in [*(position.units or {}).items(), *(position.pools or {}).items()]:
            for entry in entries:
                unit, state = (entry.id, entry.state) if isinstance(entry, UnitState) else (entry, "")
                told[unit], states[unit] = place, state
        self.check(told == march.at, "places", *difference(told, march.at))
        alive = [u for u in UNITS if march.at[u] in march.near or "turn" in march.at[u]]
        mine = {u: "switched" if u in march.switched else "reduced" if u in march.reduced else "" for u in alive}
        self.check({u: states[u] for u in alive} == mine, "states", states, mine)
        tracks = {"turn": march.turn, "momentum": march.momentum}
        tracks |= {f"maneuver-combat-{n}": march.mark[u] for n, u in enumerate(COLUMNS, 1)}
        theirs = dict(position.tracks) | {"turn": position.turn}
        self.check(theirs == tracks, "tracks", theirs, tracks)


def parts(line):
    """A line as one line for each unit, where the units are alike."""
    line = {key: list(v) if isinstance(v, (list, tuple)) else v for key, v in line.items() if key != "rule"}
    if line["event"] in WHOLE:
        return [line | ({"units": sorted(line["units"])} if "units" in line else {})]
    return [line | {"units": [unit]} for unit in line["units"]] if "units" in line else [line]


def ordered(lines):
    return sorted(str(sorted(line.items())) for line in lines)


def difference(mine, theirs):
    if isinstance(mine, dict):
        return [(k, mine.get(k), theirs.get(k)) for k in mine.keys() | theirs.keys() if mine.get(k) != theirs.get(k)]
    return "missing", [x for x in mine if x not in theirs], "too much", [x for x in theirs if x not in mine]


def compare(rules, log, opinion=March):
    """Follow `log` with both; the decisions compared. Fails at the first difference."""
    desk = Desk(rules, log)
    desk.march = opinion(desk, Board(rules.game), rules.options["two-player"])
    if log.head.position:
        desk.march.stand(log.head.position)
    desk.march.play()
    desk.sync()
    desk.compare()
    desk.check(desk.march.over == log.end.get("end"), "end", desk.march.over, log.end)
    return desk.decisions
