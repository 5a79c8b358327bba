"""March of Justice a second time: small, slow, written from the rulings and the rulebook alone.

`March` asks a desk: `choose(step, options)`, `draw(purpose, candidates)`, `ahead()`, the events that the log tells
next, for ties that a lot decides; and tells it what has to happen: `note(event, ...)`, `check(truth, ...)`.
"""

from __future__ import annotations

from tests.games.march_second_contact import BLOCKS, COLUMNS, SWITCHERS, UNITS, clamp, foe, words
from tests.games.march_second_priorities import Priorities

M4 = ["rostov", "kamensk", "boguchar", "voronezh", "yelets", "yefremov", "stupino", "moscow"]
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


class March(Priorities):
    """One game: the turn of either side."""

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
            weak = [
                u for u in COLUMNS if u in self.reduced and (self.at[u] in self.board.places or "turn" in self.at[u])
            ]
            lost = [u for u in COLUMNS if self.at[u] == "eliminated" and not self.held("rostov", "russia")]
            offers = {"false-flag": self.momentum > 1 and self.army("russia")}
            offers |= {"restore": self.momentum > 2 and weak, "rebuild": self.momentum > 2 and lost}
            said = self.desk.choose("boons", [*words("spend-on", [row for row in offers if offers[row]]), "done"])
            if said == "done":
                return
            row = said.split()[1]
            self.momentum -= 2 if row == "false-flag" else 3
            self.note("spend", by="wagner", code=row, value=self.momentum)
            unit = self.desk.choose("boons-unit", words("choose-unit", offers[row])).split()[1]
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
        self.move("wagner", "movement-unit", "movement-space")
        self.contacts("wagner", "contact", "attackers")
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
            free = [
                p
                for p in [home, *self.near[home]]
                if not self.held(p, foe(side)) and (side == "russia" or p != "grozny")
            ]
            free = [p for p in free if unit != "akhmat" or p == "grozny"]
            if not free:
                self.wait(unit, "wait")
            else:
                if not self.player(side) and home in free:
                    free = [home]
                place = self.pick(
                    side, "return", "place-at", "return", free
                )
                self.note("return", units=[unit], at=place, **{"from": self.at[unit]})
                self.at[unit] = place

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
        self.move("russia", "movement-unit", "movement-space")
        self.contacts("russia", "contact", "attackers")
        won = self.held("rostov", "russia") and not any(self.held(place, "wagner") for place in M4)
        self.note("communications", by="russia", code="open" if won else "closed")
        if won:
            self.note("victory", by="russia")
            self.over = "russian-win"

    def mobilize(self):
        cup = [p for p in self.at if self.at[p] == "cup"]
        if not cup:
            return
        piece = self.desk.draw("cup", cup)
        if piece == "the-people-are-silent":
            self.at[piece] = "removed"
            self.silent()
        elif piece in BLOCKS:
            self.at[piece] = "aside"
            self.note("mobilize", units=[piece], at="aside")
        else:
            goal = "grozny" if piece == "akhmat" else "kaluga" if piece in SWITCHERS[:2] else "moscow"
            free = (
                [goal] if not self.held(goal, "wagner") else [p for p in self.near[goal] if not self.held(p, "wagner")]
            )
            if not free:
                self.disperse(piece)
                return
            self.at[piece] = self.pick("russia", "mobilization", "place-at", "arrival", free)
            self.note("mobilize", units=[piece], at=self.at[piece])

    def silent(self):
        level = max(0, self.momentum)
        self.note("people-are-silent", value=self.momentum, code=f"level-{level}")
        for left in range(min(level, 2), 0, -1):
            able = [u for u in self.army("russia") if u not in self.reduced and u not in SWITCHERS]
            choice = able if len(able) > left else able[:1]  # all of them, without asking
            if able:
                self.reduce(self.desk.choose("silent-reduce", words("choose-unit", choice)).split()[1])
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
        nearest = sorted(p for p in friends if self.apart(p, here) == min(self.apart(q, here) for q in friends))
        if not nearest:
            self.switched.add(unit)
            self.note("switch", units=[unit])
            self.disperse(unit)
        else:
            self.change_sides(unit, self.desk.choose("silent-join", words("join-at", nearest)).split()[1])

    def weak_and_lost(self):
        russians = [u for u in UNITS if self.side(u) == "russia"]
        weak = [u for u in russians if u in self.reduced and (self.at[u] in self.board.places or "turn" in self.at[u])]
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
        pairs = [(self.apart(start, goal), start, goal) for start in starts for goal in ("moscow", "rubelo")]
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
        nearer = [p for p in self.near[start] if self.apart(p, goal) < self.apart(start, goal)]
        return [[p, *rest] for p in nearer for rest in self.ways(p, goal)]

    def blocks_of_player(self):
        left = [b for b in BLOCKS if self.at[b] != "cup"]
        while left:
            said = self.desk.choose("marker-unit", [*words("choose-unit", left), "done"])
            if said == "done":
                return
            marker = said.split()[1]
            taken = [self.at[b] for b in BLOCKS]
            free = [
                p for p in self.board.places if p not in ("rostov", "grozny", *taken) and not self.held(p, "wagner")
            ]
            self.go(marker, self.desk.choose("marker-space", words("place-at", free)).split()[1], "deploy")
            left.remove(marker)

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
