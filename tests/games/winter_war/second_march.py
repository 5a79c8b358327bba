"""Movement of Winter War a second time: every hex that one unit reaches, by trying all ways. From the rules' words."""

from __future__ import annotations

from tests.games.winter_war.second_lines import COUNTRY, Lines

COST = {".": 1, "f": 1, "s": 1, "u": 2, "i": 2}
"""Movement points for a hex by its code on the map; a Finnish swamp costs Soviet units 2. Rule: Terrain Effects Chart
"""

SOUTH_ONLY = ("finnish-division", "rifle-corps")


class March:
    """The moves of one side at one moment of its Movement Phase."""

    def __init__(self, state, side):
        self.lines = lines = Lines(state)
        self.state, self.side = state, side
        self.enemies = lines.standing[lines.enemy(side)]
        self.zone = lines.zone(lines.enemy(side))
        cities = ["2667"] if side == "soviet" else [h for h in CITIES if lines.held(h, "finnish")]
        self.line = set() if state.frozen == state.turn else lines.railed(cities, side)
        self.moved = {n for i, n in enumerate(lines.rules.units) if state.moved >> i & 1}
        self.stuck = {n for i, n in enumerate(lines.rules.units) if state.stuck >> i & 1}

    def enters(self, unit, hex_):
        """Rule: Movement F, Movement K, K1, K2, K3"""
        lines = self.lines
        if hex_ in self.enemies or hex_ not in lines.land:
            return False
        if lines.kind[unit] == "border-guards" and lines.ground.country[hex_] != "U":
            return False
        return lines.kind[unit] not in SOUTH_ONLY or int(hex_[2:]) >= 55

    def cost(self, here, there):
        """Rule: Movement A, Movement K, Terrain Effects Chart"""
        pair = frozenset((here, there))
        if pair in self.lines.road:
            return 1
        code = self.lines.terrain[there]
        own = 2 if code == "s" and self.side == "soviet" else COST[code]
        return own + (pair in self.lines.ground.wet)

    def reach(self, unit, spent=0, first=True):
        """hex -> fewest points with which the unit can be there. Rule: Movement I, Movement J, Zones of Control F,
        Supply A
        """
        lines, start = self.lines, self.lines.at[unit]
        near = [h for h in lines.around[start] if self.enters(unit, h)]
        near = [h for h in near if not (start in self.zone and h in self.zone)]
        if unit in self.stuck:
            return dict.fromkeys(near, 0) if first else {}
        most = lines.factors[unit]["movement"]
        best = dict.fromkeys(near, most - spent) if first else {}
        boarded = first and start in self.line and start not in self.zone
        front = [(start, spent, boarded)]
        seen = set(front)
        for here, paid, aboard in front:
            halted = here in self.zone and (here != start or paid > spent or not first)
            follow = []
            if not halted:
                for there in lines.around[here]:
                    if self.enters(unit, there) and not (here in self.zone and there in self.zone):
                        follow.append((there, paid + self.cost(here, there), False))
                if here in self.line and here not in self.zone and not aboard:
                    follow.append((here, paid + 1, True))
                if aboard:
                    follow += [(there, paid, True) for there in self.ride(unit, here)]
            for state in follow:
                if state[1] <= most and state not in seen:
                    seen.add(state)
                    front.append(state)
                    if state[0] != start:
                        best[state[0]] = min(best.get(state[0], 99), state[1] - spent)
        return best

    def along(self, unit, way, spent, first):
        """The fewest points for going through these hexes one after the other; None where that is not allowed."""
        start = here = self.lines.at[unit]
        most = self.lines.factors[unit]["movement"]
        paid = {False: spent} | (
            {True: spent} if first and start in self.line and start not in self.zone and unit not in self.stuck else {}
        )
        for there in way:
            halted = here in self.zone and (here != start or there in self.zone)
            if halted or there not in self.lines.around[here] or not self.enters(unit, there):
                return None
            if here in self.line and here not in self.zone and unit not in self.stuck:
                paid[True] = min(paid.get(True, 99), paid.get(False, 99) + 1)
            after = {False: min(paid.values()) + self.cost(here, there)}
            if True in paid and there in self.ride(unit, here):
                after[True] = paid[True]
            paid, here = {aboard: points for aboard, points in after.items() if points <= most}, there
            if unit in self.stuck:
                return 0 if way == (there,) else None
            if not paid:
                return most - spent if first and len(way) == 1 else None
        return min(paid.values()) - spent

    def ride(self, unit, here):
        """The next hexes on the line; where the enemy controls one the train stops."""
        return [
            h
            for h in self.lines.around[here]
            if frozenset((here, h)) in self.lines.rail and h in self.line and self.enters(unit, h)
        ]

    def goals(self, unit, spent=0, first=True):
        """Of these, the hexes where the unit may stay: there is room beside units that have moved. Rule: Stacking,
        Stacking A, C
        """
        lines = self.lines
        found, moved = {}, {}
        for other in self.moved & lines.at.keys():
            moved.setdefault(lines.at[other], []).append(other)
        for hex_, cost in self.reach(unit, spent, first).items():
            haven = hex_ in ("2805", "1028")
            there = [u for u in moved.get(hex_, ()) if lines.kind[u] != "ski-patrol"]
            there = [u for u in there if not (haven and lines.kind[u] == "allied-brigade")]
            room = 2 if int(hex_[2:]) >= 55 else 1
            free = lines.kind[unit] == "ski-patrol" or (haven and lines.kind[unit] == "allied-brigade")
            if free or len(there) < room:
                found[hex_] = cost
        return found

    def retreats(self):
        """Unit that can retreat before combat -> hexes that it can go to. Rule: Combat A, A1, A2, A3, Fortifications F
        """
        lines, found = self.lines, {}
        lost = all(lines.held(h, "soviet") for h in ("2363", "2463", "2563", "2663"))
        for unit, here in lines.at.items():
            if lines.owner[unit] != self.side or not set(lines.around[here]) & self.enemies:
                continue
            if self.side == "soviet":
                able = lines.kind[unit] == "headquarters"
            else:
                able = lines.kind[unit] in ("ski-patrol", "finnish-battalion") and not lost
                able = able and lines.ground.country[here] == "F" and int(here[2:]) < 55
            hexes = {h for h in lines.around[here] if able and self.enters(unit, h) and self.refuge(unit, h)}
            if hexes:
                found[unit] = hexes
        return found

    def refuge(self, unit, hex_):
        """Rule: Combat A2, Combat A3, Stacking"""
        friends = [u for u, at in self.lines.at.items() if at == hex_ and self.lines.owner[u] == self.side]
        if hex_ in self.zone and not friends:
            return False
        counted = [u for u in friends if self.lines.kind[u] != "ski-patrol"]
        if hex_ in ("2805", "1028"):
            counted = [u for u in counted if self.lines.kind[u] != "allied-brigade"]
        return self.lines.kind[unit] == "ski-patrol" or len(counted) < (2 if int(hex_[2:]) >= 55 else 1)



CITIES = ["1365", "0664", "1057", "2262", "1434", "2805", "1525", "1129", "1948", "0547"]


def check_zone(lines):
    """That the referee finds the same zones of control."""
    for number, side in enumerate(COUNTRY):
        zone = {name for i, name in enumerate(lines.rules.spaces) if lines.state.zoc[number] >> i & 1}
        mine = lines.zone(side)
        assert zone == mine & set(lines.rules.spaces), (side, zone ^ mine)
