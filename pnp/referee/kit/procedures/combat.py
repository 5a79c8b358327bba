"""Combat: a space or several attacked by units chosen one by one, decided by a die on a printed table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Any, ClassVar

from pnp.model.base import SourceModel
from pnp.model.info import Phase
from pnp.model.procedures import CombatSource
from pnp.model.tables import ResultsTable
from pnp.referee.combat import DifferenceTable, logged_cells
from pnp.referee.dice import bits, roll
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.declared import Spot
from pnp.referee.kit.filters import Reading, Selection
from pnp.referee.kit.kit import Kit, cite, cited
from pnp.referee.kit.procedures.advance import Advance
from pnp.referee.kit.procedures.choices import ResultChoice
from pnp.referee.kit.procedures.losses import Faces, Losses
from pnp.referee.kit.procedures.odds import AttackOdds, BattleOdds, ReadyTable, Strength
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.retreat_before import RetreatBefore
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.procedures.upgrades import Upgrades
from pnp.referee.kit.sentences import BOTH, FIGHTERS, FIGHTING, SECOND, Grammar, Part, Parts, SecondRoll, Verbs
from pnp.referee.kit.state import KitState
from pnp.referee.obligation import Contact, beginnings, hopeless
from pnp.referee.records import event

NO_CONTACT = Contact({})
NOTHING = "-"
"""Stands for a result without effect."""
MOST_NAMED = 6
"""Units or spaces that a message names at most."""


@dataclass(frozen=True, slots=True)
class Front:
    """Who can attack whom, as it stands before the next attack.

    contact   every unit that may attack, and the spaces that it could attack
    hopeless  units none of whose spaces all units that could attack it would attack at odds that needn't be avoided
    open      spaces that may be attacked now
    """

    contact: Contact
    hopeless: int
    open: int


class Combat(BattleOdds):
    """The combat of a game.

    The frame of the phase holds `fought` (units that have attacked) and `struck` (spaces that have been attacked, or
    units); that of a battle `spaces`, `attackers`, `defenders`, the sides `attacker` and `defender`, and the strength
    `lost`.

    name       what the names of its operations begin with
    OWN_VERBS  verbs of results that a game has of its own, see `own_deed`
    """

    name = "combat"
    OWN_VERBS: ClassVar[Verbs] = {}

    def __init__(
        self, kit: Kit, source: CombatSource, supply: Supply, retreat: Retreat | None, advance: Advance | None,
        losses: Callable[[Faces, Faces], Losses | None], before: RetreatBefore | None = None,
    ) -> None:  # fmt: skip
        super().__init__(kit, source, supply)
        self.rule, self.before, board = source.rule, before, kit.board
        self.retreat, self.advance, self.losses = retreat, advance, losses(
            (self.attack, self._weak_attack), (self.defence, self._weak_defence)
        )  # fmt: skip
        self._may = [
            kit.filters.units(source.may_attack, side).of if source.may_attack else None
            for side in range(len(board.sides))
        ]
        self._obliged = {
            board.sides.index(side)
            for side in kit.mistakes.known_names("side", source.obliged, board.sides, source, "obliged")
        }  # fmt: skip
        if source.across:
            board.check_links(source.across)
        self.links = [board.links_where(source.across, season) for season in range(board.seasons)]
        self._only = [
            (kit.filters.units(only.units), kit.filters.places(only.within), cited(only.rule, source))
            for only in source.only
        ]
        if source.avoided and not self.any_odds:
            hint = "give the table 'open_start: true', or 'below_first:' with a code"
            kit.mistakes.add("odds below the first column have no result", source.avoided.where(), hint)
        self._upgrades: Upgrades | None = None
        self.choices: dict[str, ResultChoice] = {}
        self._counted = kit.filters.units(source.by_number.units).of if source.by_number else None
        if self.table is not None:
            self._trapped = list(self._read_trapped([code.id for code in self.table.table.codes]))
            if source.upgrades:
                self._upgrades = Upgrades(kit, source.upgrades, [code.id for code in self.table.table.codes])
            self._cells = [logged_cells(self.table)]
            self._codes = [self.table.results]
            self._bracketed = self._brackets(self.table)
            self._compile_results(self.table.table)
        self._decisions()

    # What is compiled ---------------------------------------------------------------------------------------

    def _read_trapped(self, codes: Collection[str]) -> Iterator[tuple[Mapping[str, str], int, str]]:
        """What results become for who can't retreat so many spaces, and the case: all of them on the table."""
        mistakes, own = self.kit.mistakes, type(self).can_retreat is not Combat.can_retreat
        for one in self.source.trapped:
            for code, other in one.codes.items():
                mistakes.known_key("result code", code, codes, one, "codes", code)
                mistakes.known("result code", other, (*codes, NOTHING), one, "codes", code)
            if self.retreat is None and not own:
                mistakes.add("'trapped' needs the procedure 'retreat', which is not declared", one.where("codes"),
                             "add 'retreat:' to procedures.yaml")  # fmt: skip
            yield one.codes, mistakes.amount(one.spaces, one, "spaces"), one.rule

    def _brackets(self, table: ReadyTable) -> tuple[Reading | None, Reading | None] | None:
        """Where and against whom results in brackets hold; None where they never do. Adds them to the results."""
        source = self.source.bracketed
        if source is None:
            return None
        printed = table.table
        if not any(code for row in printed.rows for code in row.bracketed):
            hint = "add 'bracketed:' to its rows"
            self.kit.mistakes.add("the table has no results in brackets", source.where(), hint)
        first = table.first if isinstance(table, DifferenceTable) else table.first_die
        bracketed = replace(table, results=tuple(
            tuple(printed.result(column, first + row, bracketed=True) for row in range(len(table.rows)))
            for column in printed.columns
        ))  # fmt: skip
        self._codes.append(bracketed.results)
        self._cells.append(logged_cells(bracketed))
        return self._places(source.at), self._units(source.defenders)

    def _tables_by_number(self) -> Iterator[ReadyTable]:
        """The tables for so many defenders, whose results take the place of those of the table."""
        source, mistakes, first = self.source.by_number, self.kit.mistakes, self.table
        if source is None:
            return
        assert first is not None
        if self.source.bracketed is not None:
            mistakes.add("results in brackets go with a single table", source.where(), "take one of the two out")
        self._codes, self._cells = [], []
        for index, name in enumerate(source.tables):
            table = self.table_named(name, source, "tables", index)
            if table is None:
                continue
            if (table.table.columns, len(table.rows)) != (first.table.columns, len(first.rows)):
                mistakes.add(f"{name!r} has other columns or rows than {first.table.id!r}",
                             source.where("tables", index), "give all the same")  # fmt: skip
            self._codes.append(table.results)
            self._cells.append(logged_cells(table))
            yield table

    def _compile_results(self, table: ResultsTable) -> None:
        """An operation for each part of each result."""
        kit, source = self.kit, self.source
        tables = [table, *(one.table for one in self._tables_by_number())]
        codes = list(dict.fromkeys(code.id for one in tables for code in one.codes))
        if source.undefended is not None:
            kit.mistakes.known("result code", source.undefended.result, codes, source.undefended, "result")
        grammar = Grammar(
            kit.mistakes, {**FIGHTING, **self.OWN_VERBS}, FIGHTERS, table.dice.sides,
            tuple(choice.id for choice in source.choices),
        )  # fmt: skip
        self.choices = {choice.id: ResultChoice(self, choice, grammar) for choice in source.choices}
        self._compile_codes(source, source.results, codes, grammar)

    def _compile_codes(
        self, section: SourceModel, results: Mapping[str, Any], codes: Sequence[str], grammar: Grammar
    ) -> None:
        """An operation for each part of the `results` of a section, which give each of `codes` a meaning."""
        kit = self.kit
        for code in results:
            if code not in codes:
                kit.mistakes.unknown("result code", code, section.where_key("results", code), codes)
        self.programs: dict[str, list[str]] = {NOTHING: []}
        self.parts: dict[str, Parts] = {}
        for code in codes:
            if code not in results:
                hint = f"add '{code}: nothing', or what it does"
                where = section.where_key("results") or section.where()
                kit.mistakes.add(f"the result {code!r} has no meaning", where, hint)
                continue
            parts = grammar.parts(results[code], Spot(section, ("results", code)))
            self.parts[code] = parts
            grammar.check_order(parts)
            self.programs[code] = self.program(f"{self.name}:{code}", parts, grammar.sides, self.case_of(code, ""))

    def case_of(self, code: str, otherwise: str) -> str:
        """The case of a result; `otherwise` where it has none of its own."""
        codes = self.table.table.codes if self.table else ()
        return next((one.rule for one in codes if one.id == code and one.rule), otherwise)

    def program(self, name: str, parts: Parts, sides: int, rule: str = "") -> list[str]:
        """Names of the operations of a result, last first, as the agenda wants them.

        sides  of the die of a second roll
        rule   the case with which it eliminates units, if it is neither that of losses nor of the combat
        """
        matched = {FIGHTERS[1 - FIGHTERS.index(subject)] for subject in _exchanging(parts)}
        return self._program(name, parts, sides, matched, rule)

    def _program(
        self, name: str, parts: Parts, sides: int, matched: Collection[str], rule: str = ""
    ) -> list[str]:
        """The same. matched: those whose losses an exchange in it matches."""
        names = []
        for index, part in enumerate(parts):
            own = f"{name}:{index}"
            if isinstance(part, SecondRoll):
                programs = [
                    self._program(f"{own}:{face + 1}", row, sides, matched, rule) for face, row in enumerate(part.rows)
                ]
                names.append(self.kit.operation(own, self._second_roll(programs, sides)))
            else:
                self._check_part(part)
                both, counted = part.subject == BOTH, part.subject in matched
                deed = (
                    self._each_side(own, part, matched, rule) if both else self._part(part, rule, counted=counted)
                )
                names.append(self.kit.operation(own, deed))
        return names[::-1]

    def _each_side(self, name: str, part: Part, matched: Collection[str], rule: str) -> Callable[[KitState], None]:
        """What both sides suffer, one after the other."""
        attackers, defenders = (
            self.kit.operation(f"{name}:{who}", self._part(replace(part, subject=who), rule, counted=who in matched))
            for who in FIGHTERS
        )

        def each(state: KitState) -> None:
            frame = state.frames[-1]
            ascending = frame["attacker"] < frame["defender"]
            state.agenda += [defenders, attackers] if ascending else [attackers, defenders]

        return each

    def _check_part(self, part: Part) -> None:
        """A part needs the procedure that carries it out."""
        needs = {
            "retreat": ("retreat", self.retreat), "advance": ("advance", self.advance), "lose": ("losses", self.losses),
            "lose-random": ("losses", self.losses), "exchange": ("losses", self.losses),
            "match": ("losses", self.losses),
            "capture": ("losses", self.losses), "disperse": ("losses", self.losses),
        }  # fmt: skip
        name, procedure = needs.get(part.verb, ("", self))
        if procedure is None:
            self.kit.mistakes.add(
                f"{part.verb!r} needs the procedure {name!r}, which is not declared", part.where,
                f"add '{name}:' to procedures.yaml",
            )  # fmt: skip
        elif part.verb == "disperse" and self.losses is not None and self.losses.source.dispersed is None:
            self.kit.mistakes.add(
                "nothing says where dispersed units wait", part.where,
                "add 'dispersed: \"{side}-turn-{turn}\"' to 'losses:'",
            )  # fmt: skip

    def _part(self, part: Part, case: str, *, counted: bool) -> Callable[[KitState], bool | None]:
        """What a part of a result does; `counted`: an exchange in the same result matches the losses.

        case  of the result, "" where it has none of its own
        """
        kit, rule = self.kit, self.losses.rule if self.losses else self.rule
        eliminated = case or self.source.rules.get("eliminate", rule)

        def subject(state: KitState) -> int:
            return kit.on_map(state, state.frames[-1][part.subject])

        def eliminate(state: KitState) -> None:
            units = subject(state)
            if counted:
                self._count_lost(state, units)
            if units:
                kit.lose(state, units, eliminated)

        def reduce(state: KitState) -> None:
            units = subject(state)
            if counted:
                self._count_steps(state, units)
            kit.reduce(state, units, rule)

        def exchange(state: KitState) -> None:
            assert self.losses is not None
            self.losses.start_exchange(state, subject(state), state.frames[-1]["lost"])

        def match(state: KitState) -> None:
            assert self.losses is not None
            self.losses.start_exchange(state, subject(state), self._met(state, part.subject), freely=True)

        def advance(state: KitState) -> None:
            assert self.advance is not None
            self.advance.start(state, part.number)

        def exploit(state: KitState) -> None:
            units = subject(state) & ~state.exploiting
            if units:
                state.exploiting |= units
                event(state, part.verb, cite(self.source, part.verb), units)
                if part.verb == "attack-again":
                    state.frames[0]["fought"] &= ~units

        deeds: dict[str, Callable[[KitState], None]] = {
            "exploit": exploit,
            "attack-again": exploit,
            "nothing": lambda state: None,
            "eliminate": eliminate,
            "reduce": reduce,
            "exchange": exchange,
            "match": match,
            "advance": advance,
        }
        if part.verb == "choose":
            return self.choices[part.subject].offer
        if self.retreat is not None:
            retreat = self.retreat
            deeds["retreat"] = lambda state: retreat.start(state, subject(state), part.number)
        if self.losses is not None:
            losses = self.losses

            def capture(state: KitState) -> None:
                if counted:
                    self._count_lost(state, subject(state))
                losses.capture(state, subject(state))

            deeds["lose"] = lambda state: losses.start(state, subject(state), part.number, counted=counted)
            deeds["capture"] = capture
            deeds["disperse"] = lambda state: losses.disperse(state, subject(state), part.number)
            deeds["lose-random"] = lambda state: losses.at_random(state, subject(state), part.number, counted=counted)
        return deeds.get(part.verb) or self.own_deed(part)

    def own_deed(self, part: Part) -> Callable[[KitState], bool | None]:
        """What a part with one of `OWN_VERBS` does."""
        return lambda state: None

    def _count_lost(self, state: KitState, units: int) -> None:
        """Remember what an exchange has to match."""
        state.frames[-1]["lost"] += self._worth(state, units)

    def _worth(self, state: KitState, units: int) -> int:
        """What some units of a battle, of one side, count in an exchange when they are lost."""
        frame, losses = state.frames[-1], self.losses
        if losses is None:
            return 0
        attacking = bool(frame["attackers"] & units)
        if losses.source.matched == "fought":
            attackers = self.kit.on_map(state, frame["attackers"])
            return floor(self._strength(state, units, attackers, frame["spaces"], attacking=attacking))
        return sum(losses.strength(state, unit, attacking=attacking) for unit in bits(units))

    def _met(self, state: KitState, subject: str) -> int:
        """The strength that `subject` has to match: that of the others."""
        other = FIGHTERS[1 - FIGHTERS.index(subject)]
        return self._worth(state, self.kit.on_map(state, state.frames[-1][other]))

    def can_match(self, state: KitState) -> bool:
        """Whether the attackers have the strength for an exchange."""
        losses, attackers = self.losses, self.kit.on_map(state, state.frames[-1]["attackers"])
        strength = sum(losses.strength(state, unit, attacking=True) for unit in bits(attackers)) if losses else 0
        return strength >= self._met(state, "attackers")

    def _count_steps(self, state: KitState, units: int) -> None:
        """The same where each of `units` loses a step."""
        losses, frame = self.losses, state.frames[-1]
        for unit in bits(units) if losses is not None else ():
            frame["lost"] += losses.pays(
                unit, reduced=bool(state.reduced >> unit & 1), attacking=bool(frame["attackers"] >> unit & 1)
            )

    def _second_roll(self, programs: list[list[str]], sides: int) -> Callable[[KitState], None]:
        assert self.table is not None
        purpose, rule = self.table.table.id + SECOND, self.source.rules.get("second-roll", self.rule)

        def second_roll(state: KitState) -> None:
            state.agenda += programs[roll(state, sides, purpose, rule) - 1]

        return second_roll

    def _decisions(self) -> None:
        kit, rule, board = self.kit, self.rule, self.kit.board
        self.target = kit.decision(Decision(
            "combat-target", "attack", rule, self.targets, self._announce,
            (
                Reason(rule, "no-enemy", lambda state: kit.enemies_at(state, state.side)),
                Reason(rule, "attacked-already", self._unstruck),
                Reason(rule, "nobody-can-attack", self.contact),
                Reason(self._avoiding, "odds-too-low", self.targets),
            ),
            may_end=lambda state: state.side not in self._obliged or not state.choices,
            unended=self._owed,
        ), self.source)  # fmt: skip
        further: tuple[Decision, ...] = ()
        if self.source.combined:
            self.further = kit.decision(Decision(
                "combat-further", "attack", rule, self.further_targets, self._add_target,
                (
                    Reason(rule, "no-enemy", lambda state: kit.enemies_at(state, state.side)),
                    Reason(rule, "attacked-already", lambda state: self._unstruck(state) & ~state.frames[-1]["spaces"]),
                    Reason(rule, "nobody-can-attack-all", self.further_targets),
                ),
                may_end=lambda state: True,
            ), self.source)  # fmt: skip
            kit.operation("combat:further", lambda state: kit.ask(state, self.further, state.side))
            if self.source.named == "with-units":
                further = (self.further,)
        self.attacker = kit.decision(Decision(
            "combat-attacker", "choose-unit", rule, self.joinable, self._join,
            (
                Reason(rule, "not-yours", lambda state: kit.units_of(state, state.side)),
                Reason(rule, "not-on-map", lambda state: kit.on_map(state, board.all_units)),
                Reason(rule, "chosen-already", lambda state: ~state.frames[-1]["attackers"]),
                Reason(rule, "fought", lambda state: ~state.frames[0]["fought"]),
                *self._after_following(),
                Reason(self.supply.rule or rule, "no-supply-to-attack", self._supplied),
                Reason(rule, "never-attacks", self._willing),
                *(Reason(cited_rule, "never-attacks-there", self._bound(bound, places))
                  for bound, places, cited_rule in self._only),
                Reason(rule, "not-beside", lambda state: self.beside(state, state.frames[-1]["spaces"])),
                Reason(self._avoiding, "better-odds-elsewhere", self.joinable),
            ),
            may_end=self.may_fight, end_verb="fight", besides=further, unended=self._unready,
        ), self.source)  # fmt: skip
        kit.operation("combat:next", self._next)
        kit.operation("combat:attackers", lambda state: kit.ask(state, self.attacker, state.side))
        kit.operation("combat:resolve", self._resolve)
        kit.operation("combat:close", self._close)

    def _after_following(self) -> tuple[Reason, ...]:
        """Why units that have advanced before combat don't attack, where they may not."""
        follow = self.before.follow if self.before else None
        if follow is None or follow.attack:
            return ()
        return (Reason(cited(follow.rule, self.source), "followed", lambda state: ~state.frames[0].get("followed", 0)),)

    # Who can attack what ------------------------------------------------------------------------------------

    @property
    def _avoiding(self) -> str:
        """The rule that forbids low odds."""
        return self.source.avoided.rule if self.source.avoided else self.rule

    def in_contact(self, state: KitState) -> bool:
        """Whether any unit of the phasing side stands beside an enemy, so that there is something to decide."""
        links = self.links[self.kit.board.season(state.turn)]
        return bool(links.spread(state.occupied[state.side]) & self.kit.enemies_at(state, state.side))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase: nobody has fought."""
        state.frames[-1] |= {"fought": 0, "struck": 0}
        state.agenda.append("combat:next")
        if self.before is not None:
            self.before.begin(state)

    def _next(self, state: KitState) -> bool:
        """The next attack, as long as one is possible."""
        if "vacated" in state.frames[0]:
            state.frames[0]["vacated"] = 0
        return self.kit.ask(state, self.target, state.side)

    def _supplied(self, state: KitState) -> int:
        return -1 if self.supply.attack else ~state.cut_off

    def _willing(self, state: KitState) -> int:
        """Units that can attack by their kind."""
        units, acting = self.kit.board.all_units, self.kit.acting
        may = self._may[state.side]
        if acting and state.phase in acting:
            units &= acting[state.phase][state.side](state)
        return units & may(state) if may else units

    @staticmethod
    def _bound(units: Selection, places: Selection) -> Reading:
        """All units but those that may not attack where the open attack goes."""
        return lambda state: ~units.of(state) if state.frames[-1]["spaces"] & ~places.of(state) else -1

    def able(self, state: KitState) -> int:
        """Units of the phasing side that can still attack."""
        phase = state.frames[0]
        units = self.kit.units_of(state, state.side) & self._willing(state) & self._supplied(state) & ~phase["fought"]
        if self.before is not None and not self.before.followers_attack:
            units &= ~phase.get("followed", 0)
        return self.kit.on_map(state, units)

    def standing(self, state: KitState) -> int:
        """Spaces with enemies that have not been attacked in this phase."""
        enemies, struck = self.kit.enemies_at(state, state.side), state.frames[0]["struck"]
        if self.source.struck == "spaces" or not struck:
            return enemies & ~struck
        left = self.kit.foes_of(state, state.side) & ~struck
        for space in {state.at[unit] for unit in bits(self.kit.on_map(state, struck))}:
            if not state.units_in[space] & left:
                enemies &= ~(1 << space)
        return enemies

    def _unstruck(self, state: KitState) -> int:
        """All spaces but those with enemies that have been attacked."""
        return self.standing(state) | ~self.kit.enemies_at(state, state.side)

    def contacts(self, state: KitState) -> Contact:
        """Who could attack which spaces."""
        links, at = self.links[self.kit.board.season(state.turn)], state.at
        near, enemies = links.near, self.standing(state)
        reach: dict[int, int] = {}
        units = self.able(state) if enemies else 0
        while units:
            low = units & -units
            units ^= low
            unit = low.bit_length() - 1
            if within := near[at[unit]] & enemies:
                reach[unit] = within
        for bound, places, _ in self._only:
            for unit in bits(bound.of(state)):
                if unit in reach:
                    reach[unit] &= places.of(state)
        return Contact(reach) if reach else NO_CONTACT

    def contact(self, state: KitState) -> int:
        """Spaces with enemies beside units that can attack, not attacked yet."""
        if self._only:
            return self.contacts(state).spaces
        near, at = self.links[self.kit.board.season(state.turn)].near, state.at
        enemies = self.standing(state)
        spaces, units = 0, self.able(state) if enemies else 0
        while units:
            low = units & -units
            units ^= low
            spaces |= near[at[low.bit_length() - 1]]
        return spaces & enemies

    def beside(self, state: KitState, spaces: int) -> int:
        """Units that could attack all of `spaces`."""
        if self._only:
            return self.contacts(state).able(spaces)
        near, units = self.links[self.kit.board.season(state.turn)].near, 0
        for unit in bits(self.able(state)):
            if not spaces & ~near[state.at[unit]]:
                units |= 1 << unit
        return units

    def front(self, state: KitState) -> Front:
        """Who can attack whom now. A space is open where all units that could join would be enough; for a side that
        must attack also where odds that should be avoided can't be.
        """
        contact = self.contacts(state)
        good = 0
        for space, units in contact.against.items():
            if self.enough(state, units, 1 << space):
                good |= 1 << space
        if self._least and state.side in self._obliged:
            return Front(contact, hopeless(contact, good), beginnings(contact, good))
        return Front(contact, 0, contact.spaces & good)

    def targets(self, state: KitState) -> int:
        """Spaces that can be attacked."""
        return self.contact(state) if self.any_odds and not self._least else self.front(state).open

    def further_targets(self, state: KitState) -> int:
        """Spaces that the open attack can take in besides: a unit could attack all, and all such units are enough."""
        frame, spaces = state.frames[-1], 0
        if frame["attackers"]:
            return 0
        front, chosen = self.front(state), frame["spaces"]
        near = 0
        for unit in bits(front.contact.able(chosen)):
            near |= front.contact.reach[unit]
        for space in bits(near & ~chosen):
            every = chosen | 1 << space
            units = front.contact.able(every)
            if units and (units & front.hopeless or self.enough(state, units, every)):
                spaces |= 1 << space
        return spaces

    def enough(self, state: KitState, units: int, spaces: int) -> bool:
        """Whether units attack at odds that needn't be avoided."""
        return (self.any_odds and not self._least) or self.column(state, units, spaces) >= self._least

    def joinable(self, state: KitState) -> int:
        """Units that can join the attack; where even all together are too weak, only those without a better target."""
        frame = state.frames[-1]
        if not self._least:
            return self.beside(state, frame["spaces"]) & ~frame["attackers"]
        front = self.front(state)
        units = front.contact.able(frame["spaces"])
        if not self.enough(state, units, frame["spaces"]):
            units &= front.hopeless
        return units & ~frame["attackers"]

    def may_fight(self, state: KitState) -> bool:
        """Whether the attackers chosen are enough, or have no better target."""
        frame = state.frames[-1]
        if not frame["attackers"]:
            return False
        if self.enough(state, frame["attackers"], frame["spaces"]):
            return True
        return bool(self._least) and not frame["attackers"] & ~self.front(state).hopeless

    def _unready(self, state: KitState) -> tuple[str, str]:
        """Why the attack can't be fought yet."""
        if state.frames[-1]["attackers"]:
            return cite(self.source, "too-weak"), "too-weak"
        return self.rule, "must-choose"

    # What is done -------------------------------------------------------------------------------------------

    def _announce(self, state: KitState, space: int) -> None:
        self.open_battle(state, 1 << space, state.side)
        state.agenda += ["combat:close", "combat:resolve", "combat:attackers"]
        if self.source.combined and self.source.named == "first":
            state.agenda.append("combat:further")

    def open_battle(self, state: KitState, spaces: int, attacker: int, attackers: int = 0) -> None:
        """Open the frame of a battle."""
        defenders = state.units_within(spaces) & self.kit.foes_of(state, attacker)
        defender = self.kit.board.side_of[defenders.bit_length() - 1]
        self.kit.push_frame(
            state, spaces=spaces, attackers=attackers, defenders=defenders, attacker=attacker, defender=defender, lost=0
        )

    def _add_target(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        frame["spaces"] |= 1 << space
        frame["defenders"] |= state.units_in[space] & self.kit.foes_of(state, state.side)
        state.agenda.append("combat:attackers" if self.source.named == "with-units" else "combat:further")

    def _join(self, state: KitState, unit: int) -> None:
        state.frames[-1]["attackers"] |= 1 << unit
        state.agenda.append("combat:attackers")

    def _resolve(self, state: KitState) -> None:
        """Note who has fought, and decide the battle."""
        phase, frame = state.frames[0], state.frames[-1]
        phase["fought"] |= frame["attackers"]
        phase["struck"] |= frame["spaces"] if self.source.struck == "spaces" else frame["defenders"]
        self.decide(state)

    def decide(self, state: KitState) -> None:
        """Roll the die, and put what the table says on the agenda."""
        table, frame = self.table, state.frames[-1]
        assert table is not None
        printed, undefended = table.table, self.source.undefended
        target = self.named_space(frame["spaces"])
        odds = self.odds(state, frame["attackers"], frame["spaces"])
        self.tell(state, odds)
        if odds.defence <= 0 and undefended is not None:
            code = undefended.result
            event(state, "undefended", undefended.rule, frame["defenders"], -1, (("code", code),))
        elif odds.column < 0:
            code = printed.below_first or ""
            extra = (("table", printed.id), ("column", f"<{printed.columns[0]}"), ("row", "-"), ("code", code))
            event(state, "result", self.case_of(code, printed.rule), 0, target, extra)
        else:
            row = self.row(self.throw(state) + odds.add)
            if odds.add:
                event(state, "modifier", self.rule, 0, target, (("value", odds.add),))
            kind = self.kind(state, frame["spaces"], frame["defenders"])
            code = self._codes[kind][odds.column][row]
            event(state, "result", self.case_of(code, printed.rule), 0, target, self._cells[kind][odds.column][row])
        for changed, rule in self.read_as(state, code, frame["attackers"], frame["spaces"]):
            event(state, "upgrade", rule, 0, target, (("code", changed),))
            code = changed
        state.agenda += self.programs[code]

    def read_as(self, state: KitState, code: str, attackers: int, spaces: int) -> list[tuple[str, str]]:
        """What becomes of a result: codes, each with its case. First it may be worse for who can't retreat, then
        upgraded.
        """
        changes = [self.without_retreat(state, code, self._defending(state, attackers, spaces))]
        changes.append(self.upgraded(state, changes[0][0], attackers, spaces))
        return [change for change in changes if change[1]]

    def without_retreat(self, state: KitState, code: str, units: int) -> tuple[str, str]:
        """The code that a result is read as for units that can't retreat far enough, and the case that says so, "" for
        none.
        """
        for codes, spaces, rule in self._trapped:
            if code in codes and not any(self.can_retreat(state, unit, spaces) for unit in bits(units)):
                return codes[code], rule
        return code, ""

    def can_retreat(self, state: KitState, unit: int, spaces: int) -> bool:
        """Whether a defender could retreat so many spaces."""
        return self.retreat is not None and bool(self.retreat.goals_of(state, unit, spaces))

    def upgraded(self, state: KitState, code: str, attackers: int, spaces: int) -> tuple[str, str]:
        """The code that a result is read as, and the case that says so; "" where it is read as it is."""
        if self._upgrades is None:
            return code, ""
        defenders = self._defending(state, attackers, spaces)

        def strength(units: int, attacking: bool) -> Strength:
            return self._strength(state, units, attackers, spaces, attacking=attacking)

        return self._upgrades.read(state, code, attackers, defenders, spaces, strength)

    def named_space(self, spaces: int) -> int:
        """The space for which an event of an attack on several stands: the first."""
        return next(bits(spaces))

    def tell(self, state: KitState, odds: AttackOdds) -> None:
        """Record an attack before its die is thrown: on each space, then the strengths, if there is any defence."""
        assert self.table is not None
        frame = state.frames[-1]
        first, *others = bits(frame["spaces"])
        by: tuple[tuple[str, object], ...] = (("by", self.kit.board.sides[frame["attacker"]]),)
        event(state, "attack", self.rule, frame["attackers"], first, by)
        for space in others:
            event(state, "attack-too", cite(self.source, "joined"), 0, space, by)
        if odds.defence > 0 or self.source.undefended is None:
            extra = (*by, ("odds", f"{float(odds.attack):g}:{float(odds.defence):g}"))
            if odds.column >= 0:
                extra = (*extra, ("column", self.table.table.columns[odds.column]))
            event(state, "fight", cite(self.source, "odds"), frame["defenders"], first, extra)
        if odds.column >= 0:
            for rule, value in odds.shifts:
                event(state, "shift", rule, 0, first, (("value", value),))

    def _owed(self, state: KitState) -> tuple[Any, ...]:
        """Why a side that must attack can't end its attacks: the units and spaces that are left."""
        left, board = self.front(state).contact, self.kit.board
        unit = next(bits(left.units))
        return cite(self.source, "must-attack"), "must-attack", {
            "unit": board.units[unit], "place": board.spaces[next(bits(left.reach[unit]))],
            "count": left.units.bit_count(),
            "units": _listed([board.units[one] for one in bits(left.units)]),
            "spaces": _listed([board.spaces[one] for one in bits(left.spaces)]),
        }  # fmt: skip

    def throw(self, state: KitState) -> int:
        """Throw the dice of the table."""
        assert self.table is not None
        printed = self.table.table
        rule = self.source.rules.get("roll", printed.rule)
        return sum(roll(state, printed.dice.sides, printed.id, rule) for _ in range(printed.dice.count))

    def code(self, column: int, modified: int, *, kind: int) -> str:
        """What the table says in a column for a roll with its modifiers, in results of some `kind`."""
        return self._codes[kind][column][self.row(modified)]

    def kind(self, state: KitState, spaces: int, defenders: int) -> int:
        """Index of the results that hold for an attack: those of the table, those in brackets; or of which table."""
        if self._counted is None:
            return self.in_brackets(state, spaces, defenders)
        return min((self._counted(state) & defenders).bit_count(), len(self._codes) - 1)

    def in_brackets(self, state: KitState, spaces: int, defenders: int) -> bool:
        """Whether the results in brackets hold for an attack on `defenders` in `spaces`."""
        if self._bracketed is None:
            return False
        at, kind = self._bracketed
        return (at is None or bool(at(state) & spaces)) and (kind is None or bool(kind(state) & defenders))

    def row(self, thrown: int) -> int:
        """Index of the row for a modified roll; beyond either end it is the last."""
        table = self.table
        assert table is not None
        first = table.first if isinstance(table, DifferenceTable) else table.first_die
        return min(max(thrown - first, 0), len(table.rows) - 1)

    def codes(self, column: int, *, bracketed: bool = False) -> tuple[str, ...]:
        """The codes of a column, by row; those in brackets where they hold."""
        return self._codes[bracketed and self._bracketed is not None][column]

    def _close(self, state: KitState) -> None:
        state.frames.pop()
        state.agenda.append("combat:next")

    def faults(self, state: KitState) -> list[str]:
        """What can't be in the registers of the battles under way."""
        most = max(sum(self.attack), sum(self.defence), 2 * len(self.attack))
        for frame in state.frames[1:]:
            if "attacker" not in frame:
                continue
            own, attackers, defenders = (frame.get(name, 0) for name in ("attacker", "attackers", "defenders"))
            army = self.kit.units_of(state, own)
            if not defenders or not frame.get("spaces", 0) or attackers & ~army or defenders & army:
                return ["a fight is nobody's"]
            if frame.get("retreating", 0) & ~(attackers | defenders) or frame.get("owed", 0) > most:
                return ["a fight has a result that can't be"]
        return []


def _exchanging(parts: Parts) -> Iterator[str]:
    """Those who give something up in an exchange in one of `parts`, or in what a second roll brings."""
    for part in parts:
        if isinstance(part, SecondRoll):
            for row in part.rows:
                yield from _exchanging(row)
        elif part.verb == "exchange":
            yield part.subject


def _listed(names: list[str]) -> tuple[str, ...]:
    """The first few of `names`."""
    return (*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ()))
