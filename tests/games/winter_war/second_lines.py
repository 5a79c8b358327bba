"""Zones of control and lines of supply of Winter War a second time: sets of printed numbers, searched hex by hex.

Who was the last to pass a hex, and who goes without where a city feeds too many, is taken from the referee; from there
on everything is found again from the rules' words.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from tests.games.winter_war.second import FORTS, SUPPLY, Ground, neighbours

CAPACITY = {"2667": 300, "3655": 50, "3737": 30, "3121": 30, "3309": 40}
COUNTRY = {"soviet": "U", "finnish": "F"}
CLOSED = "^o~"


class Land:
    """What one turn's map says: read once from the sources, by hand."""

    def __init__(self, game, turn):
        self.ground = Ground(game, turn)
        self.terrain = {
            f"{c:02}{r:02}": code
            for r, row in enumerate(game.map.hexes.rows, 1)
            for c, code in enumerate(row, 1)
            if code not in " _"
        }
        for overlay in game.map.hexes.overlays:
            if overlay.turns[0] <= turn <= overlay.turns[1]:
                self.terrain |= dict.fromkeys(self.ground._range(overlay.hexes), "i")
        self.rail, self.road = (self._chained(game, kind) for kind in ("rail", "road"))
        self.land = {
            h for h, code in self.terrain.items() if code not in CLOSED and self.ground.country[h] not in "SNE"
        }
        self.around = {
            h: [o for o in neighbours(h) if o in self.terrain and frozenset((h, o)) not in self.ground.shut]
            for h in self.terrain
        }
        self.counters = {c.id: c for c in game.all_counters() if c.side}
        self.owner = {name: c.side for name, c in self.counters.items()}
        self.kind = {name: c.group.type for name, c in self.counters.items()}
        self.factors = {
            name: {f: int(c.factor(f) or 0) for f in ("attack", "defence", "movement")}
            for name, c in self.counters.items()
        }

    @staticmethod
    def _chained(game, kind):
        pairs = set()
        for way in game.map.hexes.ways:
            if way.kind == kind:
                hexes = way.hexes.split()
                pairs |= {frozenset(pair) for pair in pairwise(hexes)}
        return pairs


@cache
def land_of(rules, turn):
    return Land(rules.game, turn)


class Lines:
    """Where everything stands at one moment, and what follows from that."""

    def __init__(self, state):
        self.state, self.rules, self.turn = state, state.rules, state.turn
        known = land_of(state.rules, state.turn)
        self.ground, self.terrain, self.rail, self.road, self.land = (
            known.ground,
            known.terrain,
            known.rail,
            known.road,
            known.land,
        )
        self.around, self.owner, self.kind, self.factors = known.around, known.owner, known.kind, known.factors
        count = len(self.rules.spaces)
        self.at = {n: self.rules.spaces[p] for n, p in zip(self.rules.units, state.at, strict=True) if p < count}
        self.standing = {side: {h for n, h in self.at.items() if self.owner[n] == side} for side in COUNTRY}
        twin = state.copy()  # judged afresh; what the referee puts off is not done for it here
        twin.stale = 1
        self.isolated = {n for i, n in enumerate(self.rules.units) if twin.isolated >> i & 1}

    def enemy(self, side):
        return "finnish" if side == "soviet" else "soviet"

    def held(self, hex_, side):
        """Rule: Capture"""
        index = self.rules.spaces.index(hex_)
        return bool(self.state.held[self.rules.sides.index(side)] >> index & 1)

    # Zones of control -------------------------------------------------------------------------------------------

    def zone(self, side):
        """Rule: Zones of Control, Zones of Control E, G, H, Fortifications C"""
        found = set()
        for unit, here in self.at.items():
            if self.owner[unit] != side or unit in self.isolated or self.kind[unit] in ("headquarters", "dummy"):
                continue
            if self.kind[unit] in ("finnish-battalion", "ski-patrol") and self.ground.country[here] == "U":
                continue
            for hex_ in self.around[here]:
                if self.kind[unit] == "border-guards" and self.ground.country[hex_] != "U":
                    continue
                if side == "soviet" and hex_ in FORTS and self.held(hex_, "finnish"):
                    continue
                found.add(hex_)
        return found

    # Lines ------------------------------------------------------------------------------------------------------

    def free_for(self, side):
        """Hexes that a line of a side may lead through. Rule: Supply F1, Supply G, Supply K"""
        enemy = self.enemy(side)
        zone = self.zone(enemy) - self.standing[side]
        return self.land - self.standing[enemy] - zone

    def steps(self, start, free, most=10_000):
        """hex -> number of hexes from the nearest of `start`."""
        found = dict.fromkeys(start, 0)
        front = list(start)
        for here in front:
            if found[here] < most:
                for other in self.around[here]:
                    if other in free and other not in found:
                        found[other] = found[here] + 1
                        front.append(other)
        return found

    def railed(self, start, side):
        """Rail hexes of a side's country joined to one of `start` by line free of its enemies. Rule: Supply F3,
        Movement J
        """
        enemies, home = self.standing[self.enemy(side)], COUNTRY[side]
        front = [h for h in start if h not in enemies and any(h in pair for pair in self.rail)]
        found = set(front)
        for here in front:
            for other in neighbours(here):
                if other in found or frozenset((here, other)) not in self.rail:
                    continue
                if self.ground.country[other] == home and other not in enemies:
                    found.add(other)
                    front.append(other)
        return found

    def quarters(self):
        return [self.at[u] for u in self.at if self.kind[u] == "headquarters"]

    def drawing(self):
        """Soviet unit -> cities on which it could draw. Rule: Supply F, F1, F2, F3"""
        free = self.free_for("soviet")
        linked = self.railed(["2667"], "soviet")
        fed = {}
        for hex_ in set(self.quarters()):
            far = {city: n for city, n in self.steps([hex_], free, 10).items() if city in SUPPLY}
            nearest = {city for city in far if far[city] == min(far.values())} & linked
            for other in self.steps([hex_], free, 5):
                fed.setdefault(other, set()).update(nearest)
        for city in linked & set(SUPPLY):
            fed.setdefault(city, set()).add(city)
        needy = [
            u for u in self.at if self.owner[u] == "soviet" and self.kind[u] not in ("headquarters", "border-guards")
        ]
        return {u: fed.get(self.at[u], set()) for u in needy}

    def check_supply(self):
        """That the referee's isolated units are those of the rules; how many units could not all be fed.

        Where the cities can't feed all that draw on them: nobody is left out for whom there is room.
        """
        drawing = self.drawing()
        for unit, cities in drawing.items():
            if not cities:
                assert unit in self.isolated, unit
            if "2667" in cities:
                assert unit not in self.isolated, unit
        limited = {u: cities for u, cities in drawing.items() if cities and "2667" not in cities}
        tied = any(len(cities) > 1 for cities in limited.values())
        capacity = CAPACITY | ({"3655": 90} if self.state.logistics else {})
        for city in capacity:
            fed = sum(
                self.factors[u]["attack"]
                for u, cities in limited.items()
                if cities == {city} and u not in self.isolated
            )
            assert fed <= capacity[city]
            for unit in limited:
                if not tied and limited[unit] == {city} and unit in self.isolated:
                    assert self.factors[unit]["attack"] > capacity[city] - fed, unit
        free = self.free_for("finnish")
        home = self.steps([h for h in free if self.ground.country[h] == "F"], free)
        for unit, here in self.at.items():
            if self.kind[unit] in ("headquarters", "border-guards"):
                assert unit not in self.isolated
            if self.owner[unit] == "finnish":
                abroad = self.ground.country[here] != "F"
                near = any(h in home for h in (here, *self.around[here]))
                assert (unit in self.isolated) == (abroad and not near), unit
        return len(limited)

    # Capture ----------------------------------------------------------------------------------------------------

    def captured(self, side):
        """Hexes that a side has captured from the other. Rule: Capture"""
        free = self.free_for(side)
        if side == "finnish":
            line = self.steps([h for h in free if self.ground.country[h] == "F"], free)
        else:
            cities = self.railed(["2667"], "soviet") & set(SUPPLY) & free
            quarters = [h for h in self.quarters() if self.steps([h], free, 10).keys() & cities]
            line = self.steps(quarters, free, 5)
        return {h for h in line if self.ground.country[h] != COUNTRY[side] and self.held(h, side)}

    def points(self):
        """Rule: Victory Point Schedule, without what is counted during the game"""
        soviet, finnish = self.captured("soviet"), self.captured("finnish")
        found = {
            "row": 5 * sum(f"21{row}" in soviet for row in range(55, 63)),
            "viipuri": 25 * ("2262" in soviet), "petsamo": 30 * ("2805" in soviet), "oulu": 30 * ("1434" in soviet),
            "line": 40 * ({"2363", "2463", "2563", "2663"} <= soviet),
            "clear": 50 * (not any(int(h[2:]) >= 55 for h in self.standing["finnish"])),
            "cities": -10 * sum(h in finnish for h in ("3655", "3737", "3121")),
            "murmansk": -20 * ("3309" in finnish), "leningrad": -100 * ("2667" in finnish),
        }  # fmt: skip
        return sum(found.values())
