"""Putin's War a second time: small, slow, written from the rulings alone, without a look at the referee.

`War.play` is a generator. It yields what it wants to know, ("choose", the choices in words) or
("draw", purpose, candidates), and is sent the answer. The answers are those of a game's log.
"""

from __future__ import annotations

from functools import cache

NEIGHBOURS = """
volynska: rivnenska lvivska belarus
rivnenska: volynska lvivska ternopilska khmelnytska zhytomyrska belarus
zhytomyrska: rivnenska khmelnytska vinnytska kyyivska belarus
kyyivska: zhytomyrska vinnytska cherkaska poltavska chernihivska belarus
chernihivska: kyyivska poltavska sumska belarus russia-1
sumska: chernihivska poltavska kharkivska russia-1 russia-2
kharkivska: sumska poltavska dnipropetrovska donetska luhanska russia-2
luhanska: kharkivska donetska russia-2 russia-3
donetska: luhanska kharkivska dnipropetrovska zaporizka russia-3
zaporizka: donetska dnipropetrovska khersonska
dnipropetrovska: poltavska kharkivska donetska zaporizka khersonska mykolayivska kirovohradska
khersonska: zaporizka dnipropetrovska mykolayivska respublika-krym
mykolayivska: khersonska dnipropetrovska kirovohradska odeska
odeska: mykolayivska kirovohradska vinnytska
kirovohradska: odeska mykolayivska dnipropetrovska poltavska cherkaska vinnytska
cherkaska: kyyivska vinnytska kirovohradska poltavska
poltavska: kyyivska chernihivska sumska kharkivska dnipropetrovska kirovohradska cherkaska
vinnytska: zhytomyrska kyyivska cherkaska kirovohradska odeska chernivetska khmelnytska
khmelnytska: rivnenska zhytomyrska vinnytska chernivetska ternopilska
ternopilska: rivnenska khmelnytska chernivetska ivano-frankivska lvivska
chernivetska: vinnytska khmelnytska ternopilska ivano-frankivska
ivano-frankivska: lvivska ternopilska chernivetska zakarpatska
lvivska: volynska rivnenska ternopilska ivano-frankivska zakarpatska
zakarpatska: lvivska ivano-frankivska
respublika-krym: khersonska russia-3
russia-1: chernihivska sumska belarus russia-2
russia-2: russia-1 sumska kharkivska luhanska russia-3
russia-3: russia-2 luhanska donetska respublika-krym
belarus: volynska rivnenska zhytomyrska kyyivska chernihivska russia-1
"""
NEAR = {line.split(":")[0]: line.split(":")[1].split() for line in NEIGHBOURS.strip().splitlines()}
STARS = ["russia-1", "russia-2", "russia-3", "respublika-krym", "belarus"]
POINTS = {area: 1 for area in NEAR} | {"kyyivska": 5, "odeska": 3, "kharkivska": 3} | dict.fromkeys(STARS, 0)
POINTS |= dict.fromkeys(["dnipropetrovska", "lvivska", "donetska", "zaporizka"], 2)
AIRPORTS = [
    *STARS,
    *["kyyivska", "odeska", "kharkivska", "lvivska", "dnipropetrovska", "zaporizka", "donetska", "khersonska"],
]
AIRPORTS += ["mykolayivska", "vinnytska", "poltavska", "zhytomyrska", "ivano-frankivska", "khmelnytska"]
PORTS = ["odeska", "mykolayivska", "khersonska", "donetska", "zaporizka", "respublika-krym", "russia-3"]
EVENTS = {1: (1, 0, 1), 2: (1, 1, 0), 3: (2, 0, 1), 4: (1, -1, 1), 5: (3, 0, 2)}  # placed, strength, back
COMBAT = ["AR AR X X", "AR X DR DR", "X X DR DR", "X DR DR DE", "DR DR DE DE", "DR DE DE DE"]
VALUES = {f"ukrainian-forces-{n}": 2 if n < 9 else 3 if n < 14 else 4 for n in range(1, 18)}
VALUES |= {f"armored-division-{n}": 4 for n in range(1, 10)} | {f"special-brigade-{n}": 3 for n in (1, 2, 3)}
VALUES |= {f"air-force-{n}": 4 if n == 1 else 3 for n in range(1, 5)} | {f"ukrainian-air-force-{n}": 2 for n in (1, 2)}
RESERVE = ["armored-division-5", "armored-division-6", "armored-division-7", "armored-division-8", "armored-division-9"]
RESERVE += ["air-force-2", "air-force-3", "air-force-4", "special-brigade-2", "special-brigade-3"]
GARRISONS = [f"garrison-{n}" for n in range(1, 5)]
WATCHED = {"fight", "result", "eliminate", "retreat", "return", "transfer", "score", "victory", "remove-garrison"}


def ukrainian(unit):
    return unit.startswith("ukrainian")


def garrison(unit):
    return unit.startswith("garrison")


def russian(unit):
    return not ukrainian(unit) and not garrison(unit)


def flies(unit):
    return unit.startswith("air-force")


@cache
def apart(start, goal):
    """Areas to cross from one area to another, by the shortest way."""
    seen, steps = {start}, 0
    while goal not in seen:
        seen |= {near for area in seen for near in NEAR[area]}
        steps += 1
    return steps


class War:
    """One game: where everything is, and the rules as a generator."""

    def __init__(self, options):
        self.ports, self.air = options["ports"], options["ukrainian-air"]
        self.at = dict.fromkeys(RESERVE, "russian-reserve") | dict.fromkeys(GARRISONS, "garrison-stock")
        self.at |= {u: "ukrainian-reserve" for u in VALUES if ukrainian(u)}
        self.at |= dict.fromkeys(["ukrainian-air-force-1", "ukrainian-air-force-2"], "out-of-play")
        self.at |= {u: "" for u in VALUES if u not in self.at}
        self.turned, self.seen, self.trace, self.over, self.turn = set(), set(), [], "", 1

    def units(self, area, kind):
        return [unit for unit, where in self.at.items() if where == area and kind(unit)]

    def controlled(self, area):
        if self.units(area, ukrainian):
            return False
        ground = [unit for unit in self.units(area, russian) if not flies(unit)]
        return bool(ground or self.units(area, garrison) or area in STARS)

    def score(self):
        return sum(POINTS[area] for area in NEAR if self.controlled(area))

    def won(self):
        if self.score() >= 21:
            self.over = "win"
            self.note("victory", by="russia", value=self.score())
        return bool(self.over)

    def note(self, event, **data):
        self.trace.append({"event": event} | {key: sorted(v) if isinstance(v, list) else v for key, v in data.items()})

    # The turn --------------------------------------------------------------------------------------------------

    def play(self):
        yield from self.arrive([unit for unit, where in self.at.items() if not where], STARS, 99)
        while not self.over:
            if self.turn > 1:
                yield from self.arrive(self.units("russian-reserve", russian), None, 3)
            yield from self.activations()
            if not self.over:
                yield from self.garrisons()
                yield from self.overstack()
                self.turned = set()
                self.note("score", by="russia", value=self.score())
                if not self.won() and self.turn == 10:
                    self.over = "loss"
                    self.note("victory", by="ukraine", value=self.score())
                self.turn += not self.over

    def havens(self, unit):
        return [a for a in NEAR if self.controlled(a) and (a in STARS or (flies(unit) and a in AIRPORTS))]

    def arrive(self, units, stars, most):
        """Set-up (`stars` given, no leave to stop), or reinforcement."""
        while most and (able := [unit for unit in units if stars or self.havens(unit)]):
            said = yield "choose", [*(f"choose-unit {unit}" for unit in able), *([] if stars else ["done"])]
            if said == "done":
                return
            unit = said.split()[1]
            said = yield "choose", [f"place-at {area}" for area in stars or self.havens(unit)]
            self.at[unit] = said.split()[1]
            units, most = [u for u in units if u != unit], most - 1

    def targets(self, group):
        """Where these units can go together."""
        ground, air = [u for u in group if not flies(u)], [u for u in group if flies(u)]
        origins = {self.at[unit] for unit in ground}
        if group and len(origins) < 2:
            for area in NEAR:
                if self.marches(ground, origins, area) and all(self.flight(u, area) for u in air):
                    yield area

    def marches(self, ground, origins, area):
        for origin in origins:
            sails = self.ports and all(u.startswith("special") for u in ground)
            if not (area in NEAR[origin] or (sails and origin != area and origin in PORTS and area in PORTS)):
                return False
        return True

    def flight(self, unit, area):
        return 1 <= apart(self.at[unit], area) <= 3 and (
            self.resists(area) or (area in AIRPORTS and self.controlled(area))
        )

    def resists(self, area):
        """Whether entering leads to a fight: Ukrainian units there, or an invasion that finds some."""
        if self.units(area, ukrainian):
            return True
        empty = not self.controlled(area) and not self.units(area, russian)
        arriving = self.air and ({"odeska", "kyyivska"} - self.seen) & {area}
        left = [u for u in self.at if ukrainian(u) and self.at[u] in [*NEAR, "ukrainian-reserve"]]
        return empty and bool(left or arriving)

    def activations(self):
        while True:
            group, able = [], None
            while True:
                free = [u for u in self.at if russian(u) and self.at[u] in NEAR and u not in self.turned | set(group)]
                able = [u for u in free if any(self.targets([*group, u]))]
                goals = list(self.targets(group))
                if not group and not able:
                    return
                said = yield (
                    "choose",
                    [*(f"choose-unit {u}" for u in able), *(f"move-to {a}" for a in goals)]
                    + ([] if group else ["done"]),
                )
                if said == "done":
                    return
                verb, what = said.split()
                if verb == "move-to":
                    break
                group.append(what)
            yield from self.enter(group, what)
            if self.won():
                return
            yield from self.garrison_at_once(what)

    def garrison_at_once(self, area):
        stock = self.units("garrison-stock", garrison)
        if not stock or not self.fought or not self.controlled(area) or self.units(area, garrison) or area in STARS:
            return
        if (yield "choose", [f"place-garrison {area}", "done"]) != "done":
            self.at[stock[0]] = area

    def garrisons(self):
        fresh = set(GARRISONS)
        while True:
            free = [a for a in NEAR if self.controlled(a) and a not in STARS and not self.units(a, garrison)]
            if not free or not fresh:
                return
            said = yield "choose", [*(f"choose-garrison {g}" for g in fresh), "done"]
            if said == "done":
                return
            marker = said.split()[1]
            self.at[marker] = (yield "choose", [f"place-at {area}" for area in free]).split()[1]
            fresh.discard(marker)

    def overstack(self):
        while full := [a for a in NEAR if len(self.units(a, russian)) > 3]:
            said = yield "choose", [f"lose-unit {unit}" for area in full for unit in self.units(area, russian)]
            unit = said.split()[1]
            self.lose([unit], self.at[unit])

    # A fight ---------------------------------------------------------------------------------------------------

    def enter(self, group, area):
        self.turned |= set(group)
        self.fought, event, mine = False, None, not self.controlled(area) and not self.units(area, russian)
        for unit in group:
            self.at[unit] = area
        if self.air and area in ("odeska", "kyyivska") and area not in self.seen:
            self.seen.add(area)
            self.at[self.units("out-of-play", ukrainian)[0]] = "ukrainian-reserve"
        if not self.units(area, ukrainian):
            if not mine:
                return
            event = yield from self.invasion(area)
        if not self.units(area, ukrainian):
            return
        self.fought = True
        yield from self.fight(group, area, event)
        left = self.units(area, ukrainian)
        if event and left:
            back = max(0, len(left) - 3) if event == 6 else min(len(left), EVENTS[event][2])
            gone = left if back == len(left) else (yield from self.lot("return", left, back))
            if gone:
                self.note("return", units=gone, at="ukrainian-reserve")
            self.at |= dict.fromkeys(gone, "ukrainian-reserve")

    def lot(self, purpose, units, count):
        gone = []
        for _ in range(count):
            gone.append((yield "draw", purpose, [unit for unit in units if unit not in gone]))
        return gone

    def invasion(self, area):
        die = yield "draw", "invasion-table", list(range(1, 7))
        row = min(6, die + 2 if area in ("kyyivska", "odeska") else die)
        count = EVENTS[row][0] if row < 6 else (yield "draw", "homeland", list(range(1, 7)))
        self.note("result", table="invasion", row="6+" if row == 6 else str(row))
        pool = self.units("ukrainian-reserve", ukrainian)
        drawn = yield from self.lot("pool", pool, min(count, len(pool)))
        self.at |= dict.fromkeys(drawn, area)
        for _ in range(count - len(drawn)):
            others = [a for a in NEAR if a != area and self.units(a, ukrainian)]
            if others:
                most = min(others, key=lambda a: (-len(self.units(a, ukrainian)), POINTS[a], a))
                unit = yield "draw", "transfer", self.units(most, ukrainian)
                self.at[unit] = area
                self.note("transfer", units=[unit], at=area)
        return row

    def fight(self, group, area, event):
        theirs = self.units(area, ukrainian)
        ours = sum(VALUES[unit] for unit in group)
        against = sum(VALUES[unit] for unit in theirs) + (EVENTS[event][1] if event in EVENTS else 0)
        homeland = event == 6
        attack, defence = (against, ours) if homeland else (ours, against)
        self.note("fight", by="ukraine" if homeland else "russia", odds=f"{attack}:{defence}")
        column = min(4, attack // defence)
        if column:
            die = yield "draw", "combat-table", list(range(1, 7))
            code = COMBAT[die - 1].split()[column - 1]
            self.note("result", table="combat", column=f"{column}:1", row=str(die), code=code)
        else:
            code = "AR"
            self.note("result", table="combat", column="<1:1", row="-", code=code)
        if code == "X":
            lost = group[0]
            if len(group) > 1:
                lost = (yield "choose", [f"lose-unit {unit}" for unit in group]).split()[1]
            self.lose([lost], area)
            group = [unit for unit in group if unit != lost]
            self.lose((yield from self.lot("loss", theirs, 1)), area)
        if (code in ("AR", "X")) == homeland:  # the Ukrainian units suffer the rest of it
            self.drive_out(area, code)
        elif code == "DE":
            self.lose(group, area)
        elif group:
            yield from self.fall_back(group, area)

    def lose(self, units, area):
        self.at |= dict.fromkeys(units, "eliminated")
        self.note("eliminate", units=units, at=area)

    def drive_out(self, area, code):
        units = self.units(area, ukrainian)
        free = [a for a in NEAR[area] if not self.units(a, russian)]
        if not units:
            return
        if code == "DE" or not free:
            self.lose(units, area)
            return
        goal = min(free, key=lambda a: (-POINTS[a], a))
        self.at |= dict.fromkeys(units, goal)
        self.note("retreat", units=units, at=goal)
        for marker in self.units(goal, garrison):
            self.at[marker] = "garrison-stock"
            self.note("remove-garrison", units=[marker], at=goal)

    def fall_back(self, group, area):
        havens = [a for a in NEAR[area] if self.controlled(a)]
        if not havens:
            self.lose(group, area)
            return
        goal = havens[0]
        if len(havens) > 1:
            goal = (yield "choose", [f"retreat-to {a}" for a in havens]).split()[1]
        over = min(len(group), max(0, len(self.units(goal, russian)) + len(group) - 3))
        if over == len(group):
            self.lose(group, area)
            return
        for _ in range(over):
            lost = (yield "choose", [f"lose-unit {unit}" for unit in group]).split()[1]
            self.lose([lost], area)
            group = [unit for unit in group if unit != lost]
        self.at |= dict.fromkeys(group, goal)
        self.note("retreat", units=group, at=goal)
