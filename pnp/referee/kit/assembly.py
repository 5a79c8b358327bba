"""All procedures that a game declares, compiled and joined: what `DeclaredRules` runs and `KitPosition` sets up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.errors import Problem, SourceError
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.referee.kit.consistency import check_effects, check_filters, check_phases
from pnp.referee.kit.declared import Mistakes
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.advance import Advance
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.procedures.cards import Cards
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.control import Control
from pnp.referee.kit.procedures.events import Events
from pnp.referee.kit.procedures.groups import GroupMovement
from pnp.referee.kit.procedures.losses import Faces, Losses
from pnp.referee.kit.procedures.markers import Markers
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.procedures.overrun import Overrun
from pnp.referee.kit.procedures.reactions import Reactions
from pnp.referee.kit.procedures.replacements import Replacements
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.retreat_before import RetreatBefore
from pnp.referee.kit.procedures.setup import Setup
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.procedures.victory import Victory
from pnp.referee.kit.procedures.withdrawals import Withdrawals
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.turn import PhaseProcedure, Turn
from pnp.referee.kit.words import DEEDS, REASONS


class Assembly:
    """The procedures of one scenario of a game.

    A game with code of its own subclasses this: it names its own classes where it changes a standard procedure, and
    returns from `own_procedures` those that only its phases name.

    kit        board, operations, decisions
    turn       the phases; control, zones, stacking, supply: what all of them ask
    movement, combat, overrun, victory, setup   None where they are not declared
    notes      what advisers reckon once and keep between games
    Raises SourceError with every mistake in the declarations.
    """

    KIT: ClassVar[type[Kit]] = Kit
    CONTROL: ClassVar[type[Control]] = Control
    STACKING: ClassVar[type[Stacking]] = Stacking
    ZONES: ClassVar[type[Zones]] = Zones
    SUPPLY: ClassVar[type[Supply]] = Supply
    SETUP: ClassVar[type[Setup]] = Setup
    ARRIVALS: ClassVar[type[Arrivals]] = Arrivals
    EVENTS: ClassVar[type[Events]] = Events
    CARDS: ClassVar[type[Cards]] = Cards
    MOVEMENT: ClassVar[type[Movement]] = Movement
    GROUPS: ClassVar[type[GroupMovement]] = GroupMovement
    OVERRUN: ClassVar[type[Overrun]] = Overrun
    REACTIONS: ClassVar[type[Reactions]] = Reactions
    COMBAT: ClassVar[type[Combat]] = Combat
    RETREAT_BEFORE: ClassVar[type[RetreatBefore]] = RetreatBefore
    RETREAT: ClassVar[type[Retreat]] = Retreat
    ADVANCE: ClassVar[type[Advance]] = Advance
    LOSSES: ClassVar[type[Losses]] = Losses
    REPLACEMENTS: ClassVar[type[Replacements]] = Replacements
    MARKERS: ClassVar[type[Markers]] = Markers
    WITHDRAWALS: ClassVar[type[Withdrawals]] = Withdrawals
    VICTORY: ClassVar[type[Victory]] = Victory
    CALLED: ClassVar[frozenset[str]] = frozenset()
    """Standard procedures that no phase names, since those of the game's own call them."""

    def __init__(self, game: Game, scenario: Scenario, options: Mapping[str, bool | int | str]) -> None:
        source = game.procedures
        if source is None:
            raise SourceError(Problem("no-rules", f"{game.id!r} declares no procedures", game=game.id))
        self.notes: dict[object, Any] = {}
        self.kit = kit = self.KIT(game, scenario, options, source)
        check_filters(kit.mistakes, source)
        check_effects(kit.mistakes, source)
        check_filters(kit.mistakes, game.info.phases)
        check_filters(kit.mistakes, scenario.arrivals)
        check_filters(kit.mistakes, game.cards if source.cards is not None else None)
        self.control, self.stacking, self.zones = self.CONTROL(kit), self.STACKING(kit), self.ZONES(kit)
        self.supply = self.SUPPLY(kit, self.zones)
        self.movement = self._movement()
        self.combat = self._combat()
        self.overrun: Overrun | None = None
        self._allow_overruns()
        self.reactions = self._reactions()
        self.victory = self.VICTORY(kit, source.victory) if source.victory else None
        standard, own = self._phase_procedures(), dict(self.own_procedures())
        self.turn = Turn(kit, standard | own, self.stacking, self.supply)
        for checked in (self.events, self.cards):
            if checked is not None:
                checked.check()
        if self.victory is None:
            hint = "add 'victory:' with the rule of the rulebook to procedures.yaml"
            kit.mistakes.add("nothing says who wins", source.where(), hint)
        run = {name for phase in game.info.all_phases for name in phase.procedures}
        for name in sorted(own.keys() - run - self.CALLED):
            hint = f"add 'procedure: {name}' to a phase, or to a step of one"
            kit.mistakes.add(f"no phase runs {name!r}", game.info.where("phases"), hint)
        if not run:
            hint = "add for instance 'procedure: movement'"
            kit.mistakes.add("no phase names a procedure", game.info.where("phases"), hint)
        self._check_rules()
        if kit.mistakes.problems:
            raise SourceError(*kit.mistakes.problems)

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Procedures that this game has of its own, by the name under which its phases run them; none by default."""
        return {}

    def _check_rules(self) -> None:
        """Reasons for which a section names a case must be reasons."""
        for _, section in self.kit.source.sections():
            for reason in section.rules:
                known = (*REASONS, *DEEDS)
                self.kit.mistakes.known_key("reason or deed", reason, known, section, "rules", reason)

    def _movement(self) -> Movement | None:
        """Movement of single units, or of units together."""
        kit, source = self.kit, self.kit.source.movement
        if source is None:
            return None
        kind: type[Movement] = self.GROUPS if source.together else self.MOVEMENT
        return kind(kit, source, self.stacking, self.zones, self.supply)

    def _combat(self) -> Combat | None:
        """Combat with what its results need."""
        kit, source = self.kit, self.kit.source
        if source.combat is None:
            if source.retreat_before is not None:
                hint = "add 'combat:' to procedures.yaml"
                kit.mistakes.add("no combat follows the retreats before it", source.retreat_before.where(), hint)
            return None
        retreat = self.RETREAT(kit, source.retreat, self.stacking, self.zones) if source.retreat else None
        advance = self.ADVANCE(kit, source.advance, self.stacking, self.zones) if source.advance else None

        def losses(attack: Faces, defence: Faces) -> Losses | None:
            return self.LOSSES(kit, source.losses, attack, defence) if source.losses else None

        before = None
        if source.retreat_before is not None:
            if retreat is None:
                hint = "add 'retreat:' to procedures.yaml"
                kit.mistakes.add("a retreat before combat needs 'retreat'", source.retreat_before.where(), hint)
            else:
                before = self.RETREAT_BEFORE(kit, source.retreat_before, retreat, self.stacking)
        return self.COMBAT(kit, source.combat, self.supply, retreat, advance, losses, before)

    def _allow_overruns(self) -> None:
        """Overruns are moves that fight."""
        kit, source = self.kit, self.kit.source.overrun
        if source is None:
            return
        for name, procedure in (("movement", self.movement), ("combat", self.combat)):
            if procedure is None:
                hint = f"add '{name}:' to procedures.yaml"
                kit.mistakes.add(f"an overrun needs {name!r}", source.where(), hint)
        if self.movement is not None and self.combat is not None:
            self.overrun = self.OVERRUN(kit, source, self.movement, self.combat)
            self.movement.allow(self.overrun)

    def _reactions(self) -> Reactions | None:
        """Reactions interrupt moves."""
        kit, source = self.kit, self.kit.source.reactions
        if source is None:
            return None
        if self.movement is None:
            kit.mistakes.add("reactions need 'movement'", source.where(), "add 'movement:' to procedures.yaml")
            return None
        retreat = self.combat.retreat if self.combat else None
        reactions = self.REACTIONS(kit, source, self.movement, self.combat, retreat)
        self.movement.interrupt(reactions)
        return reactions

    def _cards(self, arrivals: Arrivals | None) -> Cards | None:
        """The cards of cards.yaml, where the game declares that they are played."""
        kit, source = self.kit, self.kit.source.cards
        if source is None:
            return None
        if kit.game.cards is None:
            kit.mistakes.add("the game has no cards", source.where(), "write cards.yaml, or take 'cards:' out")
            return None
        finish = self.victory.finish if self.victory else None
        return self.CARDS(kit, source, kit.game.cards, self.stacking, arrivals, finish)

    def _phase_procedures(self) -> dict[str, PhaseProcedure]:
        """Those that a phase can name, by name."""
        kit, source = self.kit, self.kit.source
        arrivals = self.ARRIVALS(kit, source.arrivals, self.stacking) if source.arrivals else None
        self.events = None
        if source.events and self.victory:
            self.events = self.EVENTS(kit, source.events, arrivals, self.victory.finish)
        self.cards = self._cards(arrivals)
        self.replacements = (
            self.REPLACEMENTS(kit, source.replacements, self.stacking, self.supply) if source.replacements else None
        )
        self.markers = self.MARKERS(kit, source.markers) if source.markers else None
        self.setup = self.SETUP(kit, source.setup, self.stacking) if source.setup else None
        procedures: dict[str, PhaseProcedure | None] = {
            "setup": self.setup,
            "arrivals": arrivals,
            "events": self.events,
            "draw": self.cards.draw if self.cards else None,
            "cards": self.cards.play if self.cards else None,
            "replacements": self.replacements,
            "withdrawals": self.WITHDRAWALS(kit, source.withdrawals) if source.withdrawals else None,
            "markers": self.markers,
            "movement": self.movement,
            "combat": self.combat,
            "supply": self.supply if source.supply else None,
            "stacking": self.stacking if source.stacking else None,
        }
        return {name: procedure for name, procedure in procedures.items() if procedure is not None}


def declaration_problems(game: Game, assembly: type[Assembly] = Assembly) -> tuple[Problem, ...]:
    """What is wrong in the declarations of a game, in any scenario; none when it declares nothing.

    assembly  what joins its procedures
    """
    if game.procedures is None:
        return ()
    options = dict.fromkeys((option.id for option in game.info.options), True)  # with all units on the board
    mistakes = Mistakes(game)
    check_phases(mistakes, game, assembly.CALLED)
    problems: dict[tuple[object, str], Problem] = {(p.where, p.message): p for p in mistakes.problems}
    for scenario in game.scenarios.values():
        try:
            assembly(game, scenario, options)
        except SourceError as error:
            for problem in error.problems:
                problems.setdefault((problem.where, problem.message), problem)
    return tuple(problems.values())
