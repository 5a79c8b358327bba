"""March of Justice a second time: small, slow, written from the rulings and the rulebook alone.

`March` asks a desk: `choose(step, options)`, `draw(purpose, candidates)`, `ahead()`, the events that the log tells
next, for ties that a lot decides; and tells it what has to happen: `note(event, ...)`, `check(truth, ...)`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

ROUTES = """
rostov-kamensk kamensk~boguchar boguchar~voronezh voronezh~yelets yelets-yefremov yefremov~stupino stupino-moscow
rostov~grozny rostov~volgograd volgograd~tambov tambov-voronezh tambov-ryazan ryazan~stupino ryazan~moscow
boguchar~volgograd voronezh~kursk kursk-orel orel-tula orel~kaluga yelets-orel yefremov-tula tula~serpukhov
serpukhov-moscow tula~kaluga kaluga-rubelo kaluga-serpukhov rubelo-moscow
"""
RIVERS = {frozenset(route.split("~")) for route in ROUTES.split() if "~" in route}
LINKS = [route.replace("~", "-").split("-") for route in ROUTES.split()]
PLACES = sorted({place for link in LINKS for place in link})
NEAR = {place: [b if a == place else a for a, b in LINKS if place in (a, b)] for place in PLACES}
M4 = ["rostov", "kamensk", "boguchar", "voronezh", "yelets", "yefremov", "stupino", "moscow"]
OKA_LINE = ["stupino", "serpukhov", "kaluga", "rubelo", "moscow"]
COLUMNS = ["wagner", "rusich", "serb"]
SWITCHERS = ["tank-regiment", "mechanized-regiment", "helicopter"]
POLICE = ["police-1", "police-2"]
STRENGTH = {"wagner": (4, 2), "rusich": (3, 1), "serb": (2, 1), "omon": (2, 1), "fsb": (3, 1), "sobr": (2, 1)}
STRENGTH |= {"police-1": (2, 1), "police-2": (2, 1), "akhmat": (4, 2)}
STRENGTH |= {"tank-regiment": (5, 5), "mechanized-regiment": (4, 4), "helicopter": (2, 2)}
SPEED = {"omon": 2, "fsb": 3, "sobr": 2, "police-1": 1, "police-2": 1, "akhmat": 3}
SPEED |= {"tank-regiment": 3, "mechanized-regiment": 3, "helicopter": 6}
UNITS = list(STRENGTH)
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
QUESTIONS = [
    ("wagner-in-suburb", 1, lambda m: m.held("rubelo", "wagner")),
    ("russian-reduced", 1, lambda m: "russia reduced" in m.happened),
    ("wagner-in-capital", 2, lambda m: m.held("moscow", "wagner")),
    ("russian-eliminated", 2, lambda m: "russia eliminated" in m.happened),
    ("russia-in-base", -1, lambda m: m.held("rostov", "russia")),
    ("wagner-repulsed", -1, lambda m: "wagner repulsed" in m.happened),
    ("wagner-reduced", -2, lambda m: "wagner reduced" in m.happened),
    ("wagner-eliminated", -3, lambda m: "wagner eliminated" in m.happened),
]


@cache
def apart(start, goal):
    """Routes from one location to another, whoever is there."""
    seen, steps = {start}, 0
    while goal not in seen:
        seen |= {near for place in seen for near in NEAR[place]}
        steps += 1
    return steps


def clamp(value, least, most):
    return max(least, min(most, value))


def words(verb, ids):
    return [f"{verb} {name}" for name in ids]


def foe(side):
    return "russia" if side == "wagner" else "wagner"


class March:
    """One game: where everything is, and the rules."""

    def __init__(self, desk, two_players):
        self.desk, self.two = desk, two_players
        self.at = dict.fromkeys(UNITS, "cup") | dict.fromkeys(COLUMNS, "rostov")
        self.at |= dict.fromkeys(["omon", "fsb", "sobr"], "moscow")
        self.at |= {"roadblock-1": "aside", "roadblock-2": "cup", "the-people-are-silent": "cup"}
        self.reduced, self.switched, self.happened, self.attacked = set(), set(), set(), set()
        self.mark = dict.fromkeys(COLUMNS, 2)
        self.momentum, self.turn, self.over = 1, 1, ""

    # Looking ---------------------------------------------------------------------------------------------------

    def side(self, unit):
        return "wagner" if unit in COLUMNS or unit in self.switched else "russia"

    def army(self, side):
        return [u for u in UNITS if self.at[u] in PLACES and self.side(u) == side]

    def units(self, place, side):
        return [u for u in self.army(side) if self.at[u] == place]

    def held(self, place, side):
        return bool(self.units(place, side))

    def sp(self, unit):
        return STRENGTH[unit][unit in self.reduced] + self.mark.get(unit, 0)

    def ma(self, unit):
        return 4 - self.mark[unit] if unit in COLUMNS else SPEED[unit]

    def home(self, unit):
        return "rostov" if self.side(unit) == "wagner" else "grozny" if unit == "akhmat" else "moscow"

    def player(self, side):
        return side == "wagner" or self.two

    def cost(self, unit, start, goal):
        river = frozenset((start, goal)) in RIVERS and unit != "helicopter"
        block = self.side(unit) == "wagner" and goal in [self.at[b] for b in BLOCKS]
        return 1 + river + block

    def costs(self, unit):
        """Location -> least MP to get there, and the locations before it on a cheapest way."""
        enemy = foe(self.side(unit))
        spent, before, todo = {self.at[unit]: 0}, {}, [self.at[unit]]
        while todo:
            here = todo.pop(0)
            for near in NEAR[here]:
                price = spent[here] + self.cost(unit, here, near)
                if not self.held(near, enemy) and price <= spent.get(near, 99):
                    before[near] = {here} if price < spent.get(near, 99) else before[near] | {here}
                    spent[near] = price
                    todo.append(near)
        return spent, before

    def reach(self, unit, mp):
        return {place for place, spent in self.costs(unit)[0].items() if spent <= mp}

    def note(self, event, **data):
        self.desk.note(event, **data)

    # The turn --------------------------------------------------------------------------------------------------

    def play(self):
        while not self.over:
            self.note("turn", value=self.turn)
            self.happened = set()
            self.adjust()
            self.boons()
            self.wagner_turn()
            if not self.over:
                self.russian_turn()
            if not self.over:
                self.end_turn()

    def adjust(self):
        left = list(COLUMNS)
        while left:
            said = self.desk.choose("adjust", [*words("choose-unit", left), "done"])
            if said == "done":
                return
            unit = said.split()[1]
            now, far = self.mark[unit], 1 + (self.momentum > 0)
            spaces = [v for v in range(5) if 1 <= abs(v - now) <= far]
            said = self.desk.choose("shift", [f"shift-to mct-{v}-{4 - v}" for v in spaces])
            value = int(said.split("-")[2])
            if abs(value - now) == 2:
                self.momentum -= 1
                self.note("spend", by="wagner", code="double-shift", value=self.momentum)
            self.note("shift", units=[unit], value=value, **{"from": f"mct-{now}-{4 - now}"})
            self.mark[unit] = value
            left.remove(unit)

    def boons(self):
        while True:
            weak = [u for u in COLUMNS if u in self.reduced and (self.at[u] in PLACES or "turn" in self.at[u])]
            lost = [u for u in COLUMNS if self.at[u] == "eliminated" and not self.held("rostov", "russia")]
            offers = {"false-flag": self.momentum > 1 and self.army("russia")}
            offers |= {"restore": self.momentum > 2 and weak, "rebuild": self.momentum > 2 and lost}
            said = self.desk.choose("boons", [*words("spend-on", [row for row in offers if offers[row]]), "done"])
            if said == "done":
                return
            row = said.split()[1]
            self.momentum -= 2 if row == "false-flag" else 3
            self.note("spend", by="wagner", code=row, value=self.momentum)
            unit = self.desk.choose("boon-unit", words("choose-unit", offers[row])).split()[1]
            if row == "false-flag":
                self.disperse(unit)
            else:
                self.mend(unit, row == "restore", "" if row == "restore" else "rostov")

    def mend(self, unit, full, place=""):
        (self.reduced.discard if full else self.reduced.add)(unit)
        if place:
            self.at[unit] = place
        self.note("rebuild" if place else "restore", units=[unit], **({"at": place} if place else {}))

    def wagner_turn(self):
        self.attacked = set()
        self.come_back("wagner")
        self.move("wagner", "wagner-move", "wagner-group")
        self.contacts("wagner", "wagner-contact", "wagner-attackers")
        won = self.held("moscow", "wagner") and not any(self.held(place, "russia") for place in M4)
        self.note("communications", by="wagner", code="open" if won else "closed")
        if won:
            self.note("victory", by="wagner")
            self.over = "win"

    def come_back(self, side):
        for unit in UNITS:
            if self.at[unit] != f"turn-{self.turn}" or self.side(unit) != side:
                continue
            home = self.home(unit)
            free = [p for p in [home, *NEAR[home]] if not self.held(p, foe(side)) and (side == "russia" or p != "grozny")]
            free = [p for p in free if unit != "akhmat" or p == "grozny"]
            if not free:
                self.wait(unit, "wait")
            else:
                if not self.player(side) and home in free:
                    free = [home]
                place = self.pick(side, f"{'wagner' if side == 'wagner' else 'russian'}-return", "place-at", "placing", free)
                self.note("return", units=[unit], at=place, **{"from": self.at[unit]})
                self.at[unit] = place

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
        goals = {u: self.reach(u, self.ma(u)) - {self.at[u]} for u in self.army(side)}
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
            targets = [p for p in PLACES if self.held(p, foe(side)) and any(self.at[u] in NEAR[p] for u in able)]
            said = self.desk.choose(step, [*words("attack", targets), "done"])
            if said == "done":
                return
            target, group = said.split()[1], []
            able = [u for u in able if self.at[u] in NEAR[target]]
            while left := [u for u in able if u not in group]:
                said = self.desk.choose(attackers_step, words("choose-unit", left) + ["fight"] * bool(group))
                if said == "fight":
                    break
                group.append(said.split()[1])
            self.fight(side, sorted(group, key=UNITS.index), target)

    def weigh(self, side, posts, target):
        """(odds, ratio, shift, column, modifiers) of an attack; posts: attacker -> its location."""
        attack, defence = sum(map(self.sp, posts)), sum(map(self.sp, self.units(target, foe(side))))
        _, ratio, shift = next(row for row in RATIOS if defence * row[0] <= attack * 2)
        column = clamp(clamp(attack - defence, -6, 6) + shift, -6, 6)
        rivers = [u for u, place in posts.items() if frozenset((place, target)) in RIVERS and u != "helicopter"]
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
            self.advance(side, [u for u in group if self.at[u] in NEAR[target] and u not in self.fled], target)

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
            place = self.desk.choose("wagner-join", words("join-at", posts)).split()[1]
            self.change_sides(unit, place)
        if code in ("Rp", "R", "S"):
            self.retreat([u for u in theirs if u not in turncoats], foe(side), False)

    def change_sides(self, unit, place):
        self.note("switch", units=[unit], at=place)
        self.switched.add(unit)
        self.attacked.add(unit)
        self.at[unit] = place

    def step_of(self, name, side, attacking):
        return f"{'wagner' if side == 'wagner' else 'russia'}-{name}" + ("" if attacking else "-defending")

    def highest(self, units, side, attacking):
        most = [u for u in units if self.sp(u) == max(map(self.sp, units))]
        return self.pick(side, self.step_of("loss", side, attacking), "lose-unit", "loss", most)

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
            free = [p for p in NEAR[here] if apart(p, home) < apart(here, home) and not self.held(p, foe(side))]
            if not free:
                self.disperse(unit)
                continue
            if self.player(side) or (here, home) not in ways:
                step = self.step_of("retreat", side, attacking)
                ways[here, home] = self.pick(side, step, "retreat-to", "retreat", free)
            self.go(unit, ways[here, home], "retreat")

    def advance(self, side, able, target):
        if not self.player(side):
            inside = [u for u in able if self.at[u] == "moscow"]
            if inside and inside == self.units("moscow", "russia"):
                stays = self.desk.draw("advance", inside)
                able = [u for u in able if u != stays]
            for unit in able:
                self.go(unit, target, "advance")
            return
        step = "wagner-advance" if side == "wagner" else "russian-advance"
        while able:
            said = self.desk.choose(step, [*words("advance", able), "done"])
            if said == "done":
                return
            unit = said.split()[1]
            self.go(unit, target, "advance")
            able.remove(unit)

    # The Russian turn ------------------------------------------------------------------------------------------

    def russian_turn(self):
        self.attacked = set()
        self.mobilize()
        (self.spending if self.two else self.expenditure)()
        (self.blocks_of_player if self.two else self.blocks)()
        self.come_back("russia")
        if not self.two:
            self.priorities()
            return
        self.move("russia", "russian-move", "russian-group")
        self.contacts("russia", "russian-contact", "russian-attackers")
        won = self.held("rostov", "russia") and not any(self.held(place, "wagner") for place in M4)
        self.note("communications", by="russia", code="open" if won else "closed")
        if won:
            self.note("victory", by="russia")
            self.over = "russian-win"

    def mobilize(self):
        piece = self.desk.draw("cup", [p for p in self.at if self.at[p] == "cup"])
        if piece == "the-people-are-silent":
            self.at[piece] = "removed"
            self.silent()
        elif piece in BLOCKS:
            self.at[piece] = "aside"
            self.note("mobilize", units=[piece], at="aside")
        else:
            goal = "grozny" if piece == "akhmat" else "kaluga" if piece in SWITCHERS[:2] else "moscow"
            free = [goal] if not self.held(goal, "wagner") else [p for p in NEAR[goal] if not self.held(p, "wagner")]
            if not free:
                self.disperse(piece)
                return
            self.at[piece] = self.pick("russia", "mobilization-place", "place-at", "placing", free)
            self.note("mobilize", units=[piece], at=self.at[piece])

    def silent(self):
        level = max(0, self.momentum)
        self.note("people-are-silent", value=self.momentum, code=f"level-{level}")
        for _ in range(min(level, 2)):
            able = [u for u in self.army("russia") if u not in self.reduced and u not in SWITCHERS]
            if able:
                self.reduce(self.desk.choose("silent-reduce", words("choose-unit", able)).split()[1])
        able = [u for u in self.army("russia") if u in SWITCHERS]
        if level < 3 or not able:
            return
        said = self.desk.choose("silent-switch", [*words("choose-unit", able), "done"])
        if said == "done":
            return
        unit = said.split()[1]
        here = self.at[unit]
        if len(self.units(here, "russia")) == 1:
            self.change_sides(unit, here)
            return
        friends = {self.at[u] for u in self.army("wagner")}
        nearest = sorted(p for p in friends if apart(p, here) == min(apart(q, here) for q in friends))
        if not nearest:
            self.switched.add(unit)
            self.note("switch", units=[unit], at=here)
            self.disperse(unit)
        else:
            self.change_sides(unit, self.desk.choose("silent-join", words("join-at", nearest)).split()[1])

    def weak_and_lost(self):
        russians = [u for u in UNITS if self.side(u) == "russia"]
        weak = [u for u in russians if u in self.reduced and (self.at[u] in PLACES or "turn" in self.at[u])]
        lost = [u for u in russians if self.at[u] == "eliminated" and not self.held("moscow", "wagner")]
        return weak, lost

    def expenditure(self):
        weak, lost = self.weak_and_lost()
        halves = [u for u in lost if u not in SWITCHERS]
        if self.momentum <= -3 and lost:
            self.pay("rebuild-full", 3)
            self.mend(self.desk.draw("rebuild", lost), True, "moscow")
        elif self.momentum == -2 and halves:
            self.pay("rebuild-reduced", 2)
            self.mend(self.desk.draw("rebuild", halves), False, "moscow")
        elif self.momentum < 0 and weak:
            count = min(-self.momentum, len(weak))
            self.pay(["restore-one", "restore-two", "restore-three"][count - 1], count)
            for _ in range(count):
                unit = self.desk.draw("restore", weak)
                weak.remove(unit)
                self.mend(unit, True)

    def pay(self, row, cost):
        self.momentum += cost
        self.note("spend", by="russia", code=row, value=self.momentum)

    def spending(self):
        while True:
            weak, lost = self.weak_and_lost()
            halves, purse = [u for u in lost if u not in SWITCHERS], -self.momentum
            offers = {"restore-one": (1, weak), "restore-two": (2, weak), "restore-three": (3, weak)}
            offers |= {"rebuild-reduced": (2, halves), "rebuild-full": (3, lost)}
            rows = [row for row, (cost, units) in offers.items() if units and cost <= purse]
            said = self.desk.choose("expenditure", [*words("spend-on", rows), "done"])
            if said == "done":
                return
            row = said.split()[1]
            cost, units = offers[row]
            self.pay(row, cost)
            for _ in range(min(cost, len(units)) if "restore" in row else 1):
                unit = self.desk.choose("expenditure-unit", words("choose-unit", units)).split()[1]
                units = [u for u in units if u != unit]
                self.mend(unit, row != "rebuild-reduced", "moscow" if "rebuild" in row else "")

    def blocks(self):
        mine = [b for b in BLOCKS if self.at[b] != "cup"]
        starts = {self.at[u] for u in self.army("wagner")}
        pairs = [(apart(start, goal), start, goal) for start in starts for goal in ("moscow", "rubelo")]
        allowed = []
        for far, start, goal in pairs:
            if far == min(pairs)[0]:
                barred = ["rostov", "grozny", goal]
                for way in self.ways(start, goal):
                    free = [p for p in way if p not in barred and not self.held(p, "wagner")]
                    allowed.append(self.blocked(mine, free))
        for line in self.desk.ahead():
            if line["event"] == "deploy":
                self.go(line["units"][0], line["at"], "deploy")
        told = sorted(self.at[b] for b in mine)
        self.desk.check(told in allowed or not allowed, "roadblocks", told, allowed)

    def blocked(self, mine, free):
        """Where the markers are at last; one for which there is no place stays where it was."""
        free = free[: len(mine)]
        rest = [self.at[b] for b in mine if self.at[b] not in free]
        return sorted(free + rest[len(rest) - (len(mine) - len(free)) :] if len(free) < len(mine) else free)

    def ways(self, start, goal):
        """The shortest ways, without their start."""
        if start == goal:
            return [[]]
        nearer = [p for p in NEAR[start] if apart(p, goal) < apart(start, goal)]
        return [[p, *rest] for p in nearer for rest in self.ways(p, goal)]

    def blocks_of_player(self):
        left = [b for b in BLOCKS if self.at[b] != "cup"]
        while left:
            said = self.desk.choose("roadblock", [*words("choose-unit", left), "done"])
            if said == "done":
                return
            marker = said.split()[1]
            taken = [self.at[b] for b in BLOCKS]
            free = [p for p in PLACES if p not in ("rostov", "grozny", *taken) and not self.held(p, "wagner")]
            self.go(marker, self.desk.choose("roadblock-place", words("place-at", free)).split()[1], "deploy")
            left.remove(marker)

    # The priorities --------------------------------------------------------------------------------------------

    def priorities(self):
        self.used, self.orders, self.dealt = set(), [], set()
        self.akhmat()
        self.tell("goal-held", self.held("rubelo", "wagner"))
        if self.held("rubelo", "wagner"):
            value = self.best("rubelo", 1)
            self.tell("goal-attack", value >= 2, at="rubelo", value=value)
            if value >= 2:
                self.position("rubelo", 2, "goal-position")
                self.dealt.add("rubelo")
        while True:
            places = {self.at[u] for u in self.army("wagner")} - self.dealt
            found = self.targets(places, 1) or self.targets(places, 2)
            if not found:
                break
            target = next(x["at"] for x in self.asked("target") if x.get("at") and x["at"] not in self.dealt)
            self.desk.check(target in found, "target", target, found)
            self.tell("target", True, at=target, value=found[target])
            now = self.best(target, 1) >= 3
            self.tell("reach", now, at=target)
            (self.position if now else self.await_turn)(target, 3, "position")
            self.dealt.add(target)
        self.tell("target", False)
        self.fall_back()
        for target, units, need in self.orders:
            value = self.worth({u: self.at[u] for u in units}, target) if self.held(target, "wagner") else -99
            if value >= need:
                self.note("priority", row="contact", at=target, units=units, value=value)
                self.fight("russia", units, target)

    def asked(self, row):
        return [line for line in self.desk.ahead() if line.get("row") == row]

    def tell(self, row, answer, **data):
        self.note("priority", row=row, code="yes" if answer else "no", **data)

    def akhmat(self):
        at_home = self.at["akhmat"] == "grozny"
        self.tell("akhmat-home", at_home)
        if not at_home:
            return
        self.used.add("akhmat")
        die = self.desk.draw("akhmat-table", range(1, 7))
        self.note("result", table="akhmat", row="6" if die == 6 else "1-5", code="marches" if die == 6 else "stays")
        self.tell("akhmat-roll", die == 6, value=die)
        where = {"at": "rostov"} if die == 6 else {}
        self.note("priority", row="akhmat-marches" if die == 6 else "akhmat-stays", units=["akhmat"], **where)
        if die == 6 and self.held("rostov", "wagner"):
            self.dealt.add("rostov")
            self.orders.append(("rostov", ["akhmat"], -99))
        elif die == 6:
            self.go("akhmat", "rostov", "move")

    def posts(self, target, turns):
        """Unit that may be sent -> where it could stand."""
        made = {}
        for unit in self.army("russia"):
            if unit in self.used or unit in POLICE:
                continue
            if self.at[unit] in NEAR[target]:
                made[unit] = [self.at[unit]]
            elif places := [p for p in NEAR[target] if p in self.reach(unit, self.ma(unit) * turns)]:
                made[unit] = places
        return made

    def leaves(self, posts):
        """Whether Moscow would be left by all who are there."""
        garrison = self.units("moscow", "russia")
        return bool(garrison) and all(posts.get(u, "moscow") != "moscow" for u in garrison)

    def best(self, target, turns):
        """The highest value that any units could reach; units alike in all that counts are tried once."""
        seen = {((), (), 0): {}}
        for unit, places in self.posts(target, turns).items():
            for known in list(seen.values()):
                for place in places:
                    posts = known | {unit: place}
                    river = any(frozenset((p, target)) in RIVERS and u != "helicopter" for u, p in posts.items())
                    gone = sum(self.at[u] == "moscow" != p for u, p in posts.items())
                    seen.setdefault((sum(map(self.sp, posts)), tuple(sorted(posts.values())), river, gone), posts)
        return max((self.worth(p, target) for p in seen.values() if p and not self.leaves(p)), default=-99)

    def targets(self, places, turns):
        values = {place: self.best(place, turns) for place in sorted(places)}
        top = max(values.values(), default=-99)
        return {place: top for place, value in values.items() if value == top >= 3}

    def sets(self, target, need, turns):
        """The smallest sets of units in place that reach the value; without rivers and highest first."""
        can = self.posts(target, turns)
        for count in range(1, len(can) + 1):
            found = []
            for units in combinations(can, count):
                for places in product(*(can[u] for u in units)):
                    posts = dict(zip(units, places, strict=True))
                    if not self.leaves(posts) and (value := self.worth(posts, target)) >= need:
                        river = self.weigh("russia", posts, target)[4]["river"]
                        found.append(((river, value), posts))
            if found:
                return [(key[1], posts) for key, posts in found if key == max(k for k, _ in found)]
        return []

    def position(self, target, need, row):
        sets = self.sets(target, need, 1)
        units = next(x["units"] for x in self.asked(row) if x["at"] == target)
        moves = {x["units"][0]: x["at"] for x in self.desk.ahead() if x["event"] == "move"}
        posts = {u: moves.get(u, self.at[u]) for u in units}
        self.desk.check(posts in [p for _, p in sets], row, posts, sets)
        self.note("priority", row=row, units=units, at=target, value=sets[0][0])
        if row == "position":
            self.note("priority", row="rivers", units=units, at=target)
        for unit, place in posts.items():
            if place != self.at[unit]:
                self.go(unit, place, "move")
        self.used |= set(units)
        self.orders.append((target, units, need))

    def await_turn(self, target, need, _):
        sets = self.sets(target, need, 2)
        units = next(x["units"] for x in self.asked("wait") if x["at"] == target)
        self.desk.check(set(units) in [set(p) for _, p in sets], "wait", units, sets)
        self.note("priority", row="wait", units=units, at=target, value=sets[0][0])
        self.used |= set(units)

    def fall_back(self):
        free = [u for u in self.army("russia") if u not in self.used]
        if free:
            self.note("priority", row="fall-back", units=free)
        moves = {x["units"][0]: x["at"] for x in self.desk.ahead() if x["event"] == "move"}
        for unit in free:
            ends, told = self.ends(unit), moves.get(unit, self.at[unit])
            self.desk.check(told in ends, "fall-back", unit, told, ends)
            if told != self.at[unit]:
                self.go(unit, told, "move")

    def ends(self, unit):
        """Where a unit that falls back may come to stand."""
        spent, before = self.costs(unit)
        goals = [p for p in OKA_LINE if p in spent]
        if self.at[unit] in OKA_LINE or not goals:
            return {self.at[unit]}
        ends, todo = set(), [p for p in goals if spent[p] == min(spent[q] for q in goals)]
        while todo:
            place = todo.pop()
            if spent[place] <= self.ma(unit):
                ends.add(place)
            else:
                todo.extend(before[place])
        return ends

    # The end of a turn -----------------------------------------------------------------------------------------

    def end_turn(self):
        total = 0
        for code, value, asked in QUESTIONS:
            if asked(self):
                self.note("question", code=code, value=value)
                total += value
        before, self.momentum = self.momentum, clamp(self.momentum + total, -3, 3)
        self.note("momentum", value=self.momentum, **{"from": str(before)})
        self.note("score", turn=self.turn, by="wagner", value=self.momentum)
        if self.turn == 6:
            self.over = "draw" if self.two else "loss"
            self.note(*["no-victory"] if self.two else ["victory"], **({} if self.two else {"by": "russia"}))
        else:
            self.turn += 1
            self.note("advance-marker", value=self.turn)
