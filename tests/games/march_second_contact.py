"""March of Justice a second time: its board, movement and contacts. See march_second_opinion.py."""

from __future__ import annotations

COLUMNS = ["wagner", "rusich", "serb"]
SWITCHERS = ["tank-regiment", "mechanized-regiment", "helicopter"]
POLICE = ["police-1", "police-2"]
UNITS = [*COLUMNS, "omon", "fsb", "sobr", *POLICE, "akhmat", *SWITCHERS]
BLOCKS = ["roadblock-1", "roadblock-2"]
RESULTS = """
AR AR AR AR AR AR Ar Ar Ar EX EX EX NE
AR AR AR AR AR Ar Ar Ar EX EX EX NE Rp
AR AR AR AR Ar Ar Ar EX EX EX NE Rp Rp
AR AR AR Ar Ar Ar EX EX EX NE Rp Rp Rp
AR AR Ar Ar Ar EX EX EX NE Rp Rp Rp R
AR Ar Ar Ar EX EX EX NE Rp Rp Rp R R
Ar Ar Ar EX EX EX NE Rp Rp Rp R R S
Ar Ar EX EX EX NE Rp Rp Rp R R S S
"""
CRT = [line.split() for line in RESULTS.strip().splitlines()]
RATIOS = [(8, "4:1", 3), (6, "3:1", 2), (4, "2:1", 1), (3, "1.5:1", 0), (2, "1:1", -1), (1, "1:2", -2), (0, "1:3", -3)]


class Board:
    """Routes, rivers and ratings as the sources give them; distances."""

    def __init__(self, game):
        links = [(*route.between, bool(route.river)) for route in game.map.routes]
        self.places = sorted({place for link in links for place in link[:2]})
        self.near = {p: [b if a == p else a for a, b, _ in links if p in (a, b)] for p in self.places}
        self.rivers = {frozenset(link[:2]) for link in links if link[2]}
        counters = {counter.id: counter for counter in game.all_counters() if counter.id in UNITS}
        self.speed = {u: counter.factor("ma") for u, counter in counters.items()}
        self.strength = {u: (c.factor("sp"), c.factor("sp", reduced=True)) for u, c in counters.items()}
        self.known = {}

    def apart(self, start, goal):
        """Routes from one location to another, whoever is there."""
        if (start, goal) not in self.known:
            seen, steps = {start}, 0
            while goal not in seen:
                seen |= {near for place in seen for near in self.near[place]}
                steps += 1
            self.known[start, goal] = steps
        return self.known[start, goal]

    def river(self, unit, start, goal):
        """Whether a river on the way counts for a unit."""
        return frozenset((start, goal)) in self.rivers and unit != "helicopter"


def clamp(value, least, most):
    return max(least, min(most, value))


def words(verb, ids):
    return [f"{verb} {name}" for name in ids]


def column_of(attack, defence):
    """Ratio, shift, and the column after it, for two strengths."""
    _, ratio, shift = next(row for row in RATIOS if defence * row[0] <= attack * 2)
    return ratio, shift, clamp(attack - defence + shift, -6, 6)


def foe(side):
    return "russia" if side == "wagner" else "wagner"


class Contacts:
    """Where everything is; movement, contact and its results."""

    def __init__(self, desk, board, two_players):
        self.desk, self.board, self.two = desk, board, two_players
        self.near, self.apart = board.near, board.apart
        self.at = dict.fromkeys(UNITS, "cup") | dict.fromkeys(COLUMNS, "rostov")
        self.at |= dict.fromkeys(["omon", "fsb", "sobr"], "moscow")
        self.at |= {"roadblock-1": "aside", "roadblock-2": "cup", "the-people-are-silent": "cup"}
        self.reduced, self.switched, self.happened, self.attacked = set(), set(), set(), set()
        self.mark = dict.fromkeys(COLUMNS, 2)
        self.momentum, self.turn, self.over = 1, 1, ""

    def stand(self, position):
        """Begin in a position instead."""
        tracks = position["tracks"]
        self.turn, self.momentum = position["turn"], tracks["momentum"]
        self.mark = {u: tracks[f"maneuver-combat-{n}"] for n, u in enumerate(COLUMNS, 1)}
        places = [*position["units"].items(), *position["pools"].items()]
        for place, entries in places:
            for entry in entries:
                unit, state = (entry["id"], entry["state"]) if isinstance(entry, dict) else (entry, "")
                self.at[unit] = place
                {"reduced": self.reduced, "switched": self.switched, "": set()}[state].add(unit)

    # Looking ---------------------------------------------------------------------------------------------------

    def side(self, unit):
        return "wagner" if unit in COLUMNS or unit in self.switched else "russia"

    def army(self, side):
        return [u for u in UNITS if self.at[u] in self.near and self.side(u) == side]

    def units(self, place, side):
        return [u for u in self.army(side) if self.at[u] == place]

    def held(self, place, side):
        return bool(self.units(place, side))

    def sp(self, unit):
        return self.board.strength[unit][unit in self.reduced] + self.mark.get(unit, 0)

    def ma(self, unit):
        return 4 - self.mark[unit] if unit in COLUMNS else self.board.speed[unit]

    def home(self, unit):
        return "rostov" if self.side(unit) == "wagner" else "grozny" if unit == "akhmat" else "moscow"

    def player(self, side):
        return side == "wagner" or self.two

    def cost(self, unit, start, goal):
        river = self.board.river(unit, start, goal)
        block = self.side(unit) == "wagner" and goal in [self.at[b] for b in BLOCKS]
        return 1 + river + block

    def costs(self, unit, start=""):
        """Location -> least MP to get there, and the locations before it on a cheapest way."""
        start = start or self.at[unit]
        closed = {self.at[u] for u in self.army(foe(self.side(unit)))}
        spent, before, todo = {start: 0}, {}, [start]
        while todo:
            here = todo.pop(0)
            for near in self.near[here]:
                price = spent[here] + self.cost(unit, here, near)
                if near not in closed and price <= spent.get(near, 99):
                    before[near] = {here} if price < spent.get(near, 99) else before[near] | {here}
                    spent[near] = price
                    todo.append(near)
        return spent, before

    def reach(self, unit, turns=1):
        """Locations in which a unit could be after so many moves; MP can't be saved."""
        found = {self.at[unit]}
        for _ in range(turns):
            found = {
                place for start in found for place, mp in self.costs(unit, start)[0].items() if mp <= self.ma(unit)
            }
        return found

    def note(self, event, **data):
        self.desk.note(event, **data)

    # Movement, dispersal ---------------------------------------------------------------------------------------

    def pick(self, side, step, verb, purpose, options):
        """One of the options: the side's player chooses, or a lot."""
        if self.player(side):
            return self.desk.choose(step, words(verb, options)).split()[1]
        return self.desk.draw(purpose, options)

    def wait(self, unit, event):
        """To the next space of the turn track, or out of the game."""
        place = f"turn-{self.turn + 1}" if self.turn < 6 else "removed"
        self.note(event if self.turn < 6 else "gone", units=[unit], at=place)
        self.at[unit] = place

    def disperse(self, unit):
        self.wait(unit, "disperse")

    def move(self, side, step, group_step):
        moved = set()
        goals = {u: self.reach(u) - {self.at[u]} for u in self.army(side)}
        while True:
            free = [u for u in self.army(side) if u not in moved and goals[u]]
            said = self.desk.choose(step, [*words("choose-unit", free), "done"])
            if said == "done":
                return
            group = [said.split()[1]]
            while True:
                together = set.intersection(*(goals[u] for u in group))
                more = [u for u in free if u not in group and self.at[u] == self.at[group[0]] and goals[u] & together]
                said = self.desk.choose(group_step, [*words("choose-unit", more), *words("move-to", sorted(together))])
                verb, name = said.split()
                if verb == "move-to":
                    break
                group.append(name)
            for unit in group:
                self.go(unit, name, "move")
            moved |= set(group)

    def go(self, unit, place, event):
        self.note(event, units=[unit], at=place, **{"from": self.at[unit]})
        self.at[unit] = place

    # Contact ---------------------------------------------------------------------------------------------------

    def contacts(self, side, step, attackers_step):
        while True:
            able = [u for u in self.army(side) if u not in self.attacked | set(POLICE)]
            targets = [
                p
                for p in self.board.places
                if self.held(p, foe(side)) and any(self.at[u] in self.near[p] for u in able)
            ]
            said = self.desk.choose(step, [*words("attack", targets), "done"])
            if said == "done":
                return
            target, group = said.split()[1], []
            able = [u for u in able if self.at[u] in self.near[target]]
            while left := [u for u in able if u not in group]:
                said = self.desk.choose(attackers_step, words("choose-unit", left) + ["fight"] * bool(group))
                if said == "fight":
                    break
                group.append(said.split()[1])
            self.fight(side, sorted(group, key=UNITS.index), target)

    def weigh(self, side, posts, target):
        """(odds, ratio, shift, column, modifiers) of an attack; posts: attacker -> its location."""
        attack, defence = sum(map(self.sp, posts)), sum(map(self.sp, self.units(target, foe(side))))
        ratio, shift, column = column_of(attack, defence)
        rivers = [u for u, place in posts.items() if self.board.river(u, place, target)]
        places = list(posts.values())
        flank = min(2, len(places) - max(map(places.count, places)))
        momentum = self.momentum if side == "wagner" else -self.momentum
        capital = -2 if side == "wagner" and target == "moscow" else 0
        code = "momentum" if side == "wagner" else "momentum-inverted"
        modifiers = {code: momentum, "river": -1 if rivers else 0, "capital": capital, "flanking": flank}
        return f"{attack}:{defence}", ratio, shift, column, modifiers

    def worth(self, posts, target):
        _, _, _, column, modifiers = self.weigh("russia", posts, target)
        return column + sum(modifiers.values())

    def fight(self, side, group, target):
        self.attacked |= set(group)
        theirs = self.units(target, foe(side))
        odds, ratio, shift, column, modifiers = self.weigh(side, {u: self.at[u] for u in group}, target)
        name = f"{column:+d}" if column else "0"
        self.note("attack", by=side, units=group, at=target)
        self.note("contact", units=theirs, at=target, odds=odds, column=name)
        if shift:
            self.note("column-shift", odds=ratio, value=shift)
        for code, value in modifiers.items():
            if value:
                self.note("modifier", code=code, value=value)
        row = clamp(self.desk.draw("contact-table", range(1, 7)) + sum(modifiers.values()), 0, 7)
        code = CRT[row][column + 6]
        self.note("result", table="contact", column=name, row={0: "0-", 7: "7+"}.get(row, str(row)), code=code)
        self.suffer(side, group, theirs, target, code)
        if not self.held(target, foe(side)):
            self.advance(side, [u for u in group if self.at[u] in self.near[target] and u not in self.fled], target)

    def suffer(self, side, group, theirs, target, code):
        posts, self.fled = sorted({self.at[u] for u in group}), set()
        turncoats = [u for u in theirs if u in SWITCHERS and side == "wagner" and code in ("EX", "S")]
        if code == "AR":
            first = self.highest(group, side, True)
            self.lose(first, "eliminate", "eliminated")
            group = [u for u in group if u != first]
        if code in ("AR", "Ar"):
            self.retreat(group, side, True)
        if code == "EX":
            self.step_loss(self.highest(group, side, True))
            if not turncoats:
                self.step_loss(self.highest(theirs, foe(side), False))
        if code in ("R", "S") and not turncoats:
            first = self.highest(theirs, foe(side), False)
            self.lose(first, "eliminate" if code == "R" else "surrender", "eliminated" if code == "R" else "removed")
            theirs = [u for u in theirs if u != first]
        for unit in turncoats:
            place = self.desk.choose("join", words("join-at", posts)).split()[1]
            self.change_sides(unit, place)
        if code in ("Rp", "R", "S"):
            self.retreat([u for u in theirs if u not in turncoats], foe(side), False)

    def change_sides(self, unit, place):
        self.note("switch", units=[unit], at=place)
        self.switched.add(unit)
        self.attacked.add(unit)
        self.at[unit] = place

    def highest(self, units, side, attacking):
        most = [u for u in units if self.sp(u) == max(map(self.sp, units))]
        return self.pick(side, "loss", "lose-unit", "loss", most)

    def lose(self, unit, event, place):
        self.note(event, units=[unit])
        self.happened.add(f"{self.side(unit)} eliminated")
        self.at[unit] = place

    def step_loss(self, unit):
        if unit in self.reduced or unit in SWITCHERS:
            self.lose(unit, "eliminate", "eliminated")
        else:
            self.reduce(unit)

    def reduce(self, unit):
        self.note("reduce", units=[unit], at=self.at[unit])
        self.happened.add(f"{self.side(unit)} reduced")
        self.reduced.add(unit)

    def retreat(self, units, side, attacking):
        garrison = [u for u in units if side == "russia" and self.at[u] == "moscow"]
        if garrison:
            self.fled |= set(garrison)
            for unit in garrison:
                self.note("stand", units=[unit], at="moscow")
            self.step_loss(self.highest(garrison, side, attacking))
        ways = {}
        for unit in units:
            if unit in garrison:
                continue
            self.fled.add(unit)
            self.happened.add(f"{side} repulsed")
            here, home = self.at[unit], self.home(unit)
            free = [
                p
                for p in self.near[here]
                if self.apart(p, home) < self.apart(here, home) and not self.held(p, foe(side))
            ]
            if not free:
                self.disperse(unit)
                continue
            if self.player(side) or (here, home) not in ways:
                step = "retreat"
                ways[here, home] = self.pick(side, step, "retreat-to", "retreat", free)
            self.go(unit, ways[here, home], "retreat")

    def advance(self, side, able, target):
        if not self.player(side):
            inside = [u for u in able if self.at[u] == "moscow"]
            if inside and set(inside) == set(self.units("moscow", "russia")):
                stays = self.desk.draw("stay", inside)
                able = [u for u in able if u != stays]
            for unit in able:
                self.go(unit, target, "advance")
            return
        while able:
            said = self.desk.choose("advance", [*words("advance", able), "done"])
            if said == "done":
                return
            unit = said.split()[1]
            self.go(unit, target, "advance")
            able.remove(unit)
