"""Fights of Winter War a second time: slow, from printed numbers and the rules' words, without the referee's
procedures.

Who is isolated is taken from the referee; everything else is found again: neighbours from the numbers of hexes,
hexsides from the sources, strengths as fractions, columns by division, results from a table typed here.
"""

from __future__ import annotations

import re
from fractions import Fraction

COLUMNS = {"1-4": Fraction(0), "1-3": Fraction(1, 3), "1-2": Fraction(1, 2), "1-1": Fraction(1)} | {
    f"{n}-1": Fraction(n) for n in range(2, 7)
}
RESULTS = """
1 Ae Ae Ae Ae Ar Ne Ne Dr De
2 Ae Ae Ae Ar Ne Ne Dr De De
3 Ae Ae Ar Ne Ex Dr De De De
4 Ae Ar Ar Ex Dr De De De De
5 Ae Ar Ne Dr De De De De De
6 Ae Ne Ne Dr De De De De De
"""
BRACKETS = """
1 -- -- -- -- -- -- -- Ne Ne
2 -- -- -- -- -- -- Ne Ex Ex
3 -- -- -- -- -- Ne Ex Ex Ex
4 -- -- -- -- Ne Ex Ex Ex Ex
5 -- -- -- Ne Ex Ex Ex Ex --
6 -- -- -- Ne Ex Ex Ex -- --
"""
FORTS = ["2363", "2463", "2563", "2663", "2958", "3057", "3056", "3155"]
CITIES = ["1365", "0664", "1057", "2262", "1434", "2805", "1525", "1129", "1948", "0547"]
SUPPLY = ["2667", "3655", "3737", "3121", "3309"]


def table(text):
    return {int(row.split()[0]): row.split()[1:] for row in text.strip().splitlines()}


def neighbours(hex_):
    """The six hexes around one: rows with an even number lie half a hex to the right."""
    column, row = int(hex_[:2]), int(hex_[2:])
    shift = 0 if row % 2 == 0 else -1
    cells = [(column + shift, row - 1), (column + shift + 1, row - 1), (column + 1, row),
             (column + shift + 1, row + 1), (column + shift, row + 1), (column - 1, row)]  # fmt: skip
    return [f"{c:02}{r:02}" for c, r in cells]


DIRECTIONS = {"nw": 0, "ne": 1, "e": 2, "se": 3, "sw": 4, "w": 5}


class Ground:
    """Hexsides and countries, read from the sources by hand."""

    def __init__(self, game, turn):
        hexes = game.map.hexes
        closed = {kind.id for kind in hexes.side_kinds if kind.closed}
        ice = set()
        for overlay in hexes.overlays:
            if overlay.turns and overlay.turns[0] <= turn <= overlay.turns[1]:
                ice |= set(self._range(overlay.hexes))
        self.shut, self.wet = set(), set()
        for feature in hexes.sides:
            for word in feature.sides.split():
                one, other = word.split("/")
                pair = frozenset(
                    (one, other if re.fullmatch("[0-9]{4}", other) else neighbours(one)[DIRECTIONS[other]])
                )
                if feature.kind in closed:
                    if not pair & ice:
                        self.shut.add(pair)
                else:
                    self.wet.add(pair)
        self.wet -= self.shut
        self.country = {}
        for number, row in enumerate(hexes.region_rows, 1):
            for column, code in enumerate(row, 1):
                self.country[f"{column:02}{number:02}"] = code

    @staticmethod
    def _range(text):
        found = []
        for word in text.split():
            first, _, last = word.partition("-")
            last = last or first
            found += [
                f"{c:02}{r:02}"
                for c in range(int(first[:2]), int(last[:2]) + 1)
                for r in range(int(first[2:]), int(last[2:]) + 1)
            ]
        return found

    def touch(self, one, other):
        return other in neighbours(one) and frozenset((one, other)) not in self.shut

    def across(self, one, other):
        return frozenset((one, other)) in self.wet


class Second:
    """The Combat Phase of one side, followed by its log."""

    def __init__(self, game, state, side):
        self.state, self.rules, self.turn = state, state.rules, state.turn
        self.ground = Ground(game, state.turn)
        self.factors = {
            c.id: tuple(int(c.factor(name)) for name in ("attack", "defence")) if c.factors else (0, 0)
            for c in game.all_counters()
        }
        self.owner = {c.id: c.side for c in game.all_counters()}
        self.kind = {c.id: c.group.type for c in game.all_counters()}
        self.side, self.enemy = side, ("finnish" if side == "soviet" else "soviet")
        self.done, self.struck, self.guests, self.advanced = set(), set(), set(), set()
        self.read = 0
        self.fights = 0

    def where(self):
        """Unit -> hex, of all on the map."""
        count = len(self.rules.spaces)
        return {
            name: self.rules.spaces[at] for name, at in zip(self.rules.units, self.state.at, strict=True) if at < count
        }

    def isolated(self):
        return {name for index, name in enumerate(self.rules.units) if self.state.isolated >> index & 1}

    def snapshot(self):
        self.before, self.cut = self.where(), self.isolated()

    def follow(self):
        """Check what the log says since the last snapshot."""
        lines = [line.data for line in self.rules.lines_from(self.state, self.read)]
        self.read += len(lines)
        at = dict(self.before)
        fight = None
        moves = [line for line in lines if line.get("event") in ("retreat", "eliminate", "advance")]
        for line in lines:
            name = line.get("event")
            if name == "attack":
                fight = {"units": line["units"], "hexes": [line["at"]]}
            elif name == "attack-too":
                fight["hexes"].append(line["at"])
            elif name == "fight":
                fight["odds"], fight["column"], fight["against"] = line["odds"], line["column"], line["units"]
                self.check_odds(fight, at)
            elif name == "undefended":
                assert sum(self.defence(u) for h in fight["hexes"] for u in self.defending(at, h)) == 0
                self.struck |= {u for u in at if at[u] in fight["hexes"] and self.owner[u] == self.enemy}
                self.done |= set(fight["units"])
            elif name == "result":
                fight["code"] = line["code"]
                fight["die"] = next(other["value"] for other in lines if other.get("draw") == "d6")
                self.check_result(fight)
            elif name == "retreat":
                self.check_retreat(line, at, exact=len(moves) == 1)
            elif name == "eliminate":
                for unit in line["units"]:
                    at.pop(unit)
            elif name == "advance":
                self.check_advance(line, at)

    def defending(self, at, hex_):
        return [u for u in at if at[u] == hex_ and self.owner[u] == self.enemy and u not in self.guests]

    def defence(self, unit):
        return Fraction(self.factors[unit][1], 2 if unit in self.cut else 1)

    def check_odds(self, fight, at):
        """Rule: Combat C, E, F, G, H, K, N, P, Q, S"""
        self.fights += 1
        for unit in fight["units"]:
            assert self.owner[unit] == self.side and self.factors[unit][0] > 0
            assert unit not in self.cut | self.done | self.advanced
            for hex_ in fight["hexes"]:
                assert self.ground.touch(at[unit], hex_)
                assert self.kind[unit] != "border-guards" or self.ground.country[hex_] != "F"
        defenders = {u for u in at if at[u] in fight["hexes"] and self.owner[u] == self.enemy}
        assert set(fight["against"]) == defenders
        for hex_ in fight["hexes"]:
            assert not {u for u in self.defending(at, hex_)} & self.struck
        attack = sum(self.factors[unit][0] for unit in fight["units"])
        defence = Fraction(0)
        for hex_ in fight["hexes"]:
            good = FORTS + CITIES if self.enemy == "finnish" else SUPPLY
            river = all(self.ground.across(at[unit], hex_) for unit in fight["units"])
            defence += sum(self.defence(u) for u in self.defending(at, hex_)) * (2 if hex_ in good or river else 1)
        column = [name for name, least in COLUMNS.items() if attack / defence >= least][-1]
        shown = str(defence.numerator) if defence.denominator == 1 else f"{float(defence)}"
        assert (fight["odds"], fight["column"]) == (f"{attack}:{shown}", column)
        if column == "1-4":
            assert self.side == "soviet" and self.unavoidable(fight["units"], at)
        self.done |= set(fight["units"])
        self.struck |= defenders

    def unavoidable(self, units, at):
        """Whether whatever these units could attack is too strong for all who could join. Rule: Combat N"""
        free = [u for u in at if self.may_attack(u)]
        for unit in units:
            for hex_ in {at[u] for u in at if self.owner[u] == self.enemy and u not in self.struck}:
                if self.reaches(unit, at[unit], hex_):
                    joined = [u for u in free if self.reaches(u, at[u], hex_)]
                    river = all(self.ground.across(at[u], hex_) for u in joined)
                    strength = sum(self.defence(u) for u in self.defending(at, hex_)) * (
                        2 if river or hex_ in FORTS + CITIES else 1
                    )
                    if sum(self.factors[u][0] for u in joined) * 3 >= strength:
                        return False
        return True

    def may_attack(self, unit):
        return (
            self.owner[unit] == self.side
            and self.factors[unit][0] > 0
            and unit not in self.cut | self.done | self.advanced
        )

    def reaches(self, unit, here, hex_):
        return self.ground.touch(here, hex_) and (
            self.kind[unit] != "border-guards" or self.ground.country[hex_] != "F"
        )

    def check_result(self, fight):
        """Rule: Combat Results Table, Fortifications B"""
        column = list(COLUMNS).index(fight["column"])
        code = table(RESULTS)[fight["die"]][column]
        inner = table(BRACKETS)[fight["die"]][column]
        if inner != "--" and self.enemy == "finnish" and any(hex_ in FORTS for hex_ in fight["hexes"]):
            code = inner
        assert fight["code"] == code

    def check_retreat(self, line, at, *, exact):
        """Rule: Combat A1, A2, A3, Retreats"""
        (unit,) = line["units"]
        owner, here, there = self.owner[unit], at[unit], line["at"]
        friends = [u for u in at if at[u] == there and self.owner[u] == owner]
        assert here == line["from"] and self.ground.touch(here, there)
        assert not [u for u in at if at[u] == there and self.owner[u] != owner]
        room = 2 if int(there[2:]) >= 55 else 1
        counted = [u for u in friends if self.kind[u] != "ski-patrol"]
        assert self.kind[unit] == "ski-patrol" or len(counted) < room
        if exact and not friends:
            assert not [u for u in at if self.owner[u] != owner and self.controls(u, at[u], there, at)]
        self.guests.discard(unit)
        if friends:
            self.guests.add(unit)
        at[unit] = there

    def controls(self, unit, here, there, at):
        """Rule: Zones of Control E, G, H; the fortifications here have always been Finnish where no Soviet unit stands
        """
        if unit in self.cut or not self.ground.touch(here, there) or self.kind[unit] == "headquarters":
            return False
        if self.kind[unit] == "border-guards" and self.ground.country[there] != "U":
            return False
        if self.kind[unit] in ("ski-patrol", "finnish-battalion") and self.ground.country[here] == "U":
            return False
        return not (self.owner[unit] == "soviet" and there in FORTS and there in self.finnish_forts)

    @property
    def finnish_forts(self):
        return {hex_ for hex_ in FORTS if self.state.held[1] >> self.rules.spaces.index(hex_) & 1}

    def check_advance(self, line, at):
        """Rule: Combat B, Retreats"""
        (unit,) = line["units"]
        assert self.ground.touch(at[unit], line["at"]) and not [u for u in at if at[u] == line["at"]]
        assert self.kind[unit] != "headquarters"
        if line["rule"] == "Combat B":
            self.advanced.add(unit)
        at[unit] = line["at"]

    def nothing_left(self, at):
        """Whether the Soviet duty is met. Rule: Combat E"""
        free = [u for u in at if self.may_attack(u)]
        left = {at[u] for u in at if self.owner[u] == self.enemy and u not in self.struck}
        return not [(u, hex_) for u in free for hex_ in left if self.reaches(u, at[u], hex_)]
