"""March of Justice a second time: the Russian priorities. See march_second_opinion.py."""

from __future__ import annotations

from itertools import combinations, product

from tests.games.march_second_contact import POLICE, Contacts

OKA_LINE = ["stupino", "serpukhov", "kaluga", "rubelo", "moscow"]


class Priorities(Contacts):
    """The table that leads the Russian side, without a list of steps: targets, sets of units, places."""

    def priorities(self):
        self.used, self.orders, self.dealt, self.ranges = set(), [], set(), {}
        self.akhmat()
        self.tell("goal-held", self.held("rubelo", "wagner"))
        if self.held("rubelo", "wagner"):
            value = self.best("rubelo", 1)
            self.tell("goal-attack", value >= 2, at="rubelo", **({"value": value} if value > -99 else {}))
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
            if (unit, turns) not in self.ranges:
                self.ranges[unit, turns] = self.reach(unit, turns)
            if places := [p for p in self.near[target] if p in self.ranges[unit, turns]]:
                made[unit] = places
        return made

    def leaves(self, posts):
        """Whether Moscow would be left by all who are there."""
        garrison = self.units("moscow", "russia")
        return bool(garrison) and all(posts.get(u, "moscow") != "moscow" for u in garrison)

    def best(self, target, turns):
        """The highest value that any units could reach; of crowds that stand alike the strongest is kept."""
        crowds = {((), 0, 0): (0, {})}
        for unit, places in self.posts(target, turns).items():
            sp = self.sp(unit)
            for (stands, river, gone), (total, posts) in list(crowds.items()):
                for place in places:
                    wet = river or self.board.river(unit, place, target)
                    key = (tuple(sorted((*stands, place))), wet, gone + (self.at[unit] == "moscow" != place))
                    if total + sp > crowds.get(key, (-1,))[0]:
                        crowds[key] = (total + sp, posts | {unit: place})
        return max((self.worth(p, target) for _, p in crowds.values() if p and not self.leaves(p)), default=-99)

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
                if self.worth(dict.fromkeys(units, ""), target) + 2 < need:
                    continue  # not even with all flanking that there can be
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
        fits = [p for _, p in sets if set(p) == set(units)]
        self.desk.check(posts in fits, row, posts, sets)
        stay = {u for u in units if posts[u] == self.at[u]}
        self.desk.check(
            not any(stay < {u for u in p if p[u] == self.at[u]} for p in fits), "moves for nothing", posts, fits
        )
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
        moves = {x["units"][0]: x["at"] for x in self.desk.ahead() if x["event"] == "move"}
        for unit in units:
            stops, stop = self.stops(unit, target), moves.get(unit, self.at[unit])
            self.desk.check(stop in stops, "approach", unit, stop, stops)
            if stop != self.at[unit]:
                self.go(unit, stop, "move")
        self.used |= set(units)

    def stops(self, unit, target):
        """Where a unit that approaches the target may come to stand."""
        here, (spent, before) = self.at[unit], self.costs(unit)
        if here in self.near[target]:
            return {here}
        least = min(spent[p] for p in self.near[target] if p in spent)
        rivers = {p: 0 for p in self.near[target] if spent.get(p) == least}  # most crossings on the way on
        todo = list(rivers)
        while todo:
            place = todo.pop(0)
            for back in before.get(place, ()):
                more = rivers[place] + self.board.river(unit, back, place)
                if more > rivers.get(back, -1):
                    rivers[back] = more
                    todo.append(back)
        held = {self.at[u] for u in self.army("wagner")}
        can = {p for p in rivers if spent[p] <= self.ma(unit) and (p == here or not held & set(self.near[p]))}
        struck = {p for foe in self.units(target, "wagner") for post in self.reach(foe) for p in self.near[post]}
        can = can - struck or can
        return {p for p in can if (spent[p], rivers[p]) == max((spent[q], rivers[q]) for q in can)}

    def fall_back(self):
        free = [u for u in self.army("russia") if u not in self.used]
        self.note("priority", row="fall-back", **({"units": free} if free else {}))
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
