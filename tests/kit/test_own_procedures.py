"""A game that adds a procedure of its own to those that it declares: a field kitchen that feeds units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

import pytest

from pnp.errors import SourceError
from pnp.model.counters import Counter
from pnp.model.info import Phase
from pnp.model.position import UnitState
from pnp.referee.dice import bits
from pnp.referee.invariants import check_state
from pnp.referee.kit.assembly import Assembly, declaration_problems
from pnp.referee.kit.board import Board
from pnp.referee.kit.decisions import VERBS, Decision, Reason, Verb, with_verbs
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.position import KitPosition, Told
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.state import KitState
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.records import event
from tests.kit.games import COUNTERS, declared
from tests.kit.play import Play

PHASES = """
- {id: feeding, name: Feeding, side: each, rule: "3", text: x, procedure: feeding}
- {id: movement, name: Movement, side: each, rule: "4", text: x, procedure: movement}
- {id: combat, name: Combat, side: each, rule: "8", text: x, procedure: combat}
"""


class FedState(KitState):
    """The state, and who has been fed."""

    NUMBERS = (*KitState.NUMBERS, "fed")
    __slots__ = ("fed",)
    fed: int


class Feeding:
    """Feeds one unit in each phase."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.feed = kit.own_decision(Decision(
            "feed", "feed", "3.1", self.hungry, self._feed,
            (
                Reason("3.1", "not-yours", lambda state: kit.board.own[state.side]),
                Reason("3.2", "moved", self.hungry),
            ),
            may_end=lambda state: True,
        ))  # fmt: skip
        kit.operation("feeding", lambda state: kit.ask(state, self.feed, state.side))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Ask whom to feed."""
        state.agenda.append("feeding")

    def hungry(self, state: Any) -> int:
        """Units of the side on the map that have never been fed."""
        return self.kit.board.own[state.side] & state.present & ~state.fed  # type: ignore[no-any-return]

    def _feed(self, state: Any, unit: int) -> None:
        state.fed |= 1 << unit
        event(state, "rally", "3.1", 1 << unit)


class FedMovement(Movement):
    """Units that have been fed go one hex farther."""

    def points(self, state: Any, unit: int) -> int:
        """Movement points of a unit now."""
        return super().points(state, unit) + (state.fed >> unit & 1)


class FedAssembly(Assembly):
    """The declared procedures, and feeding."""

    MOVEMENT = FedMovement

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Feeding."""
        return {"feeding": Feeding(self.kit)}


class FedRules(DeclaredRules):
    """The rules of this game."""

    VERBS = with_verbs(Verb("feed", "unit"))
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {**DeclaredRules.VERB_TEXTS, "feed": "Feed {thing}"}
    STATE = FedState
    ASSEMBLY = FedAssembly


def fed_game(**more: Any) -> Any:
    return declared(units='{"0101": [blue-1], "0806": [red-1]}', phases=PHASES, **more)


def test_own_phase_comes_first_then_the_declared_one():
    play = Play(fed_game(), rules=FedRules)
    assert play.asked == "blue feed"
    assert play.offered == ["blue-1", "done"]
    play.do("blue-1")
    assert play.asked == "red feed"
    play.do("done")
    assert play.asked == "blue movement-unit"


class Parade:
    """Each unit of the side salutes."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.next = kit.one_by_one("parade:next", "waiting", self._salute)

    def begin(self, state: KitState, phase: Phase) -> None:
        """All of them wait."""
        state.frames[-1]["waiting"] = self.kit.board.own[state.side] & state.present
        state.agenda.append(self.next)

    def _salute(self, state: KitState) -> None:
        event(state, "rally", "3.1", 1 << state.frames[-1]["unit"])


def test_units_are_seen_to_one_by_one():
    """In source order, wherever they stand; who waits in no space is not among them."""
    class Rules(DeclaredRules):
        class ASSEMBLY(Assembly):
            def own_procedures(self) -> Mapping[str, PhaseProcedure]:
                return {"feeding": Parade(self.kit)}

    units = '{"0101": [blue-3], "0202": [blue-1, blue-2], "0806": [red-1]}'
    play = Play(declared(units=units, phases=PHASES), rules=Rules)
    assert play.asked == "blue movement-unit"
    assert [one["units"] for one in play.events("rally")] == [["blue-1"], ["blue-2"], ["blue-3"], ["red-1"]]
    board = play.rules.kit.board
    assert play.state.units_at([board.place_index["0101"], board.place_index["0806"]]) == (
        1 << board.unit_index["blue-3"] | 1 << board.unit_index["red-1"]
    )


def test_refusals_cite_their_own_cases():
    play = Play(fed_game(), rules=FedRules)
    assert play.why("red-1") == ("not-yours", "3.1")
    play.do("blue-1", "done", "done", "done")
    assert (play.state.turn, play.asked) == (2, "red feed")  # blue has nobody left to feed
    assert play.why("blue-1") == ("not-yours", "3.1")


def test_changed_procedure_is_used():
    hungry = Play(fed_game(), rules=FedRules).do("done", "done", "blue-1")
    fed = Play(fed_game(), rules=FedRules).do("blue-1", "done", "blue-1")
    assert "0601" in fed.offered
    assert "0601" not in hungry.offered


class SleepyRules(FedRules):
    """Who has been fed falls asleep."""

    class ASSEMBLY(FedAssembly):
        """The same with this movement."""

        class MOVEMENT(Movement):
            """No points for those who have been fed."""

            def points(self, state: Any, unit: int) -> int:
                """Movement points of a unit now."""
                return 0 if state.fed >> unit & 1 else super().points(state, unit)


def test_changed_allowance_decides_who_can_move():
    units = '{"0303": [blue-1], "0305": [blue-2], "0806": [red-1]}'
    play = Play(declared(units=units, phases=PHASES), rules=SleepyRules)
    assert play.do("blue-1", "done").offered == ["blue-2", "done"]


def test_own_fields_are_saved_and_read():
    play = Play(fed_game(), rules=FedRules).do("blue-1")
    again = play.rules.state_from_json(play.state.to_json())
    assert again == play.state
    assert list(bits(again.fed)) == [play.rules.units.index("blue-1")]


def test_registers_are_read_by_name():
    """The frame of blue's movement holds who has moved; no second frame is open."""
    state = Play(fed_game(), rules=FedRules).do("done", "done", "blue-1", "0201", "done").state
    assert state.register("moved") == 0  # red's phase
    state = Play(declared(units='{"0101": [blue-1, blue-2], "0806": [red-1]}', phases=PHASES), rules=FedRules).do(
        "done", "done", "blue-1", "0201"
    ).state
    assert state.register("moved") == 1 << state.rules.units.index("blue-1")
    assert [state.register("nothing", none=7), state.register("moved", 1, -1)] == [7, -1]


def test_random_games_keep_the_invariants():
    rules = FedRules(fed_game())
    for seed in range(10):
        state, chance = rules.new_state(seed), Random(seed)
        while not rules.is_over(state):
            rules.apply(state, chance.choice(rules.choices(state)))
            check_state(rules, state, thorough=True)


def test_own_verbs_leave_the_others_where_they_were():
    names = [verb.id for verb in FedRules.VERBS]
    bare = [verb.id for verb in VERBS if not verb.takes]
    assert [verb.id for verb in VERBS][:-len(bare)] == names[:-len(bare) - 1]
    assert names[-len(bare):] == bare
    assert bare[-2:] == ["fight", "done"]


def test_declarations_are_checked_with_the_own_procedures():
    assert not declaration_problems(fed_game(), FedAssembly)
    (problem,) = declaration_problems(fed_game())
    assert "feeding" in problem.message


class PassiveRules(DeclaredRules):
    """Red is run by the system: it moves its first unit to the first space on offer, and ends all else."""

    class ASSEMBLY(Assembly):
        """The declared procedures, with a policy."""

        class KIT(Kit):
            """The kit, with a policy."""

            def __init__(self, *given: Any) -> None:
                super().__init__(*given)
                self.policies[self.board.sides.index("red")] = self.red

            def red(self, state: KitState, decision: Decision) -> int:
                """The lowest id; nothing once a unit has moved."""
                if decision.id == "movement-unit" and state.frames[-1]["moved"]:
                    return -1
                return (state.choices & -state.choices).bit_length() - 1


def test_side_with_a_policy_decides_by_itself():
    game = declared(units='{"0101": [blue-1], "0806": [red-1, red-2]}')
    play = Play(game, rules=PassiveRules)
    assert play.asked == "blue movement-unit"
    play.do("done")
    assert play.asked == "blue movement-unit"  # red has moved, nobody is in contact: the next turn
    assert [line["units"] for line in play.events("move")] == [["red-1"]]


def test_policy_must_choose_what_is_offered():
    class Cheat(PassiveRules):
        class ASSEMBLY(Assembly):
            class KIT(Kit):
                def __init__(self, *given: Any) -> None:
                    super().__init__(*given)
                    self.policies[self.board.sides.index("red")] = lambda state, decision: 0

    play = Play(declared(units='{"0101": [blue-1], "0806": [red-1]}'), rules=Cheat)
    with pytest.raises(ValueError, match="doesn't offer"):
        play.do("done")


def test_a_decision_comes_up_within_its_procedures():
    class Own(FedAssembly):
        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            feeding = Feeding(self.kit)
            feeding.feed = self.kit.own_decision(replace(feeding.feed, within=("feeding",)))
            return {"feeding": feeding}

    class Rules(FedRules):
        ASSEMBLY = Own

    def phases(rules: DeclaredRules) -> list[str]:
        return [step.phase for step in rules.STEPS if step.id == "feed"]

    assert phases(FedRules(fed_game())) == ["feeding"] * 2 + ["movement"] * 2 + ["combat"] * 2
    assert phases(Rules(fed_game())) == ["feeding"] * 2
    assert Play(fed_game(), rules=Rules).do("blue-1").asked == "red feed"


class RenamingFeeding(Feeding):
    """Refusals that say something of their own."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        mine, fed = self.feed.reasons
        fed = Reason(fed.rule, fed.key, fed.passes, about=lambda state, unit: {"unit": f"unit {unit} of {state.turn}"})
        self.feed = kit.own_decision(replace(self.feed, reasons=(mine, fed)))


class RenamingAssembly(FedAssembly):
    """The procedures with it."""

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Feeding."""
        return {"feeding": RenamingFeeding(self.kit)}


class RenamingRules(FedRules):
    """The rules with it."""

    ASSEMBLY = RenamingAssembly


def test_a_refusal_may_name_something_else():
    game = declared(units='{"0101": [blue-1, blue-2], "0806": [red-1]}', phases=PHASES)
    play = Play(game, rules=RenamingRules)
    mine = play.rules.why_not(play.state, play.rules.from_json(["feed", "red-1"]))
    assert mine is not None
    assert mine.parameters == {"unit": "red-1", "place": "0806"}
    play.do("blue-1", "done", "done", "done")
    assert (play.state.turn, play.asked) == (2, "blue feed")
    fed = play.rules.why_not(play.state, play.rules.from_json(["feed", "blue-1"]))
    assert fed is not None
    assert fed.parameters == {"unit": "unit 0 of 2"}


class PickyFeeding(Feeding):
    """A case for each side, and a reason that looks at the unit."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        mine, fed = self.feed.reasons
        odd = Reason("3.3", "closed", self.hungry, holds=lambda state, unit: unit % 2 == 1)
        self.feed = kit.own_decision(replace(self.feed, reasons=(mine, odd, replace(fed, rule=("3.1", "3.2")))))


class PickyRules(FedRules):
    """The rules with it."""

    class ASSEMBLY(FedAssembly):
        """The procedures with it."""

        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            """Feeding."""
            return {"feeding": PickyFeeding(self.kit)}


def test_a_reason_has_a_case_for_each_side_and_may_look_at_the_unit():
    """The second unit of each side has an odd index."""
    units = '{"0101": [blue-1, blue-2], "0806": [red-1, red-2]}'
    play = Play(declared(units=units, phases=PHASES), rules=PickyRules)
    play.do("blue-1", "red-1", "done", "done")
    assert (play.state.turn, play.asked, play.why("blue-1")) == (2, "blue feed", ("moved", "3.1"))
    play.do("blue-2")
    assert (play.asked, play.why("red-1")) == ("red feed", ("moved", "3.2"))

    odd = Play(declared(units=units, phases=PHASES), rules=PickyRules).do("blue-2", "done", "done", "done")
    assert (odd.asked, odd.why("blue-2")) == ("blue feed", ("closed", "3.3"))


class PantryState(FedState):
    """Who has been fed; meals that are left, whether the kitchen is open, when a feast began; loaves of each side."""

    NUMBERS = (*FedState.NUMBERS, "meals", "open", "feast")
    ARRAYS = (*FedState.ARRAYS, "loaves")
    __slots__ = ("feast", "loaves", "meals", "open")
    meals: int
    open: int
    feast: int
    loaves: list[int]


class PantryPosition(KitPosition):
    """Reads what is told of it."""

    NUMBERS: ClassVar[Mapping[str, str]] = {"meals-left": "meals"}
    SWITCHES: ClassVar[Mapping[str, str]] = {"kitchen-open": "open"}
    STATES: ClassVar[Mapping[str, str]] = {"asleep": "asleep"}
    TRACKS: ClassVar[Mapping[str, tuple[str, int]]] = {"white-bread": ("loaves", 1)}
    SPANS: ClassVar[Mapping[str, str]] = {"feasting": "feast"}
    FOLLOWING = ("hunger",)
    TOLD = (
        Told("fed", ("fed",)), Told("asked", ("ours", "theirs"), "feeding"),
        Told("swept", ("swept",), "feeding", spaces=True),
    )  # fmt: skip


class PantryRules(FedRules):
    """The rules with it."""

    STATE = PantryState
    READER = PantryPosition


PANTRY: dict[str, Any] = {
    "units": {"0101": [UnitState(id="blue-1", state="asleep")], "0806": ["red-1"]},
    "flags": {"meals-left": 4, "kitchen-open": True, "fed-red-1": True, "asked-blue-1": True, "asked-red-1": True,
              "swept-0303": True, "fed-blue-1": False},
}  # fmt: skip


def test_a_position_tells_what_is_the_games_own():
    play = Play(fed_game(), "feeding", "blue", rules=PantryRules, **PANTRY)
    units, state = play.rules.units, play.state
    blue, red = 1 << units.index("blue-1"), 1 << units.index("red-1")
    assert (state.meals, state.open, state.fed) == (4, 1, red)  # type: ignore[attr-defined]
    frame = state.frames[0]
    assert (frame["ours"], frame["theirs"], frame["asleep"]) == (blue, red, blue)
    assert frame["swept"] == 1 << play.rules.spaces.index("0303")
    position = play.rules.position(state)
    assert position.flags == {name: value for name, value in PANTRY["flags"].items() if value}
    assert position.units["0101"] == (UnitState(id="blue-1", state="asleep"),)
    assert play.rules.position(play.rules.state_from(position)) == position


def test_tracks_of_its_own():
    """2 tens and 3 loaves; the feast is in its second turn; hunger follows from the rest."""
    tracks = {"turn": 3, "white-bread": 3, "white-bread-tens": 2, "feasting": 2, "hunger": 5}
    play = Play(fed_game(), "feeding", "blue", rules=PantryRules, turn=3, **PANTRY, tracks=tracks)
    assert (play.state.loaves, play.state.feast) == ([0, 23], 2)  # type: ignore[attr-defined]
    position = play.rules.position(play.state)
    assert position.tracks == {"turn": 3, "white-bread": 23, "feasting": 2}  # no track of tens on this map
    assert play.rules.position(play.rules.state_from(position)) == position
    none = Play(fed_game(), "feeding", "blue", rules=PantryRules, turn=3, **PANTRY, tracks={"turn": 3, "feasting": 0})
    assert (none.state.loaves, none.state.feast) == ([0, 0], 0)  # type: ignore[attr-defined]
    with pytest.raises(SourceError, match="black-bread"):
        Play(fed_game(), "feeding", "blue", rules=PantryRules, **PANTRY, tracks={"black-bread": 1})


@pytest.mark.parametrize(("flags", "words"), [
    ({"meals-left": -1}, "'meals-left' is a number"), ({"meals-left": True}, "'meals-left' is a number"),
    ({"kitchen-open": 2}, "true or false"), ({"fed-blue-1": "yes"}, "true or false"),
    ({"fed-nobody": True}, "fed-nobody"),
])  # fmt: skip
def test_flags_of_its_own_that_cannot_be(flags, words):
    with pytest.raises(SourceError, match=words):
        Play(fed_game(), "feeding", "blue", rules=PantryRules, flags=flags)


class Five(Kit):
    """At most five meals."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.most["meals"] = 5


class Chosen(Kit):
    """The meals are a set, in which only the first and the third can be."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sets["meals"] = 0b101


class Paired(Kit):
    """A rule of a game's own, which no greatest number says: meals come in pairs."""

    def own_faults(self, state: Any) -> list[str]:
        """An odd number."""
        return ["a meal is left over"] if state.meals % 2 else []


@pytest.mark.parametrize(("kitchen", "good", "bad", "said"), [
    (Five, 5, 6, "'meals' is out of range"), (Chosen, 5, 2, "'meals' is out of range"),
    (Paired, 4, 3, "a meal is left over"),
])  # fmt: skip
def test_what_a_field_of_its_own_may_hold(kitchen: type[Kit], good: int, bad: int, said: str):
    class Rules(PantryRules):
        class ASSEMBLY(FedAssembly):
            KIT = kitchen

    play = Play(fed_game(), "feeding", "blue", rules=Rules, flags={"meals-left": good})
    document = play.state.to_json()
    assert play.rules.state_from_json(document) == play.state
    document["fields"]["meals"] = bad
    with pytest.raises(SourceError, match=said):
        play.rules.state_from_json(document)
    with pytest.raises(SourceError, match=said):
        Play(fed_game(), "feeding", "blue", rules=Rules, flags={"meals-left": bad})


def test_who_fits_in_a_place():
    class Fenced(Kit):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.fits[self.board.place_index["0102"]] = self.board.own[1]

    class Rules(PantryRules):
        class ASSEMBLY(FedAssembly):
            KIT = Fenced

    Play(fed_game(), "feeding", "blue", rules=Rules, units={"0102": ["red-1"]})
    with pytest.raises(SourceError, match="blue-1 can't be in 0102"):
        Play(fed_game(), "feeding", "blue", rules=Rules, units={"0102": ["blue-1"]})


def test_what_is_told_of_a_phase_belongs_to_it():
    with pytest.raises(SourceError, match="phase of another kind than 'movement'"):
        Play(fed_game(), "movement", "blue", rules=PantryRules, flags={"asked-blue-1": True})


class TurncoatState(KitState):
    """The state, and who serves the other side."""

    NUMBERS = (*KitState.NUMBERS, "turned")
    __slots__ = ("turned",)
    turned: int


class TurncoatBoard(Board):
    """Cavalry only, and a place beside the map."""

    def pieces(self) -> list[Counter]:
        """The horses and the reds."""
        return [counter for counter in super().pieces() if counter.group.id != "blue"]

    def other_places(self) -> list[str]:
        """A camp."""
        return [*super().other_places(), "camp"]


class TurncoatRules(DeclaredRules):
    """Blue horse may turn red."""

    STATE = TurncoatState

    class ASSEMBLY(Assembly):
        """The declared procedures on that board."""

        class KIT(Kit):
            """The kit, with sides that change."""

            BOARD = TurncoatBoard

            def units_of(self, state: Any, side: int) -> int:
                """Those that have turned belong to red."""
                own = self.board.own
                return own[1] | state.turned if side else own[0] & ~state.turned


def test_a_game_may_have_other_pieces_and_places():
    rules = TurncoatRules(declared(units='{"0101": [horse-1], "camp": [horse-2], "0806": [red-1]}'))
    assert rules.units[:3] == ("horse-1", "horse-2", "red-1")
    state = rules.new_state(1)
    assert rules.places[state.at[1]] == "camp"
    assert state.present == 0b101


def test_units_that_change_sides_may_stand_with_their_old_enemies():
    rules = TurncoatRules(declared(units='{"0101": [horse-1], "0806": [red-1]}'))
    state = rules.new_state(1)
    rules.kit.put(state, 1, rules.spaces.index("0806"))
    assert rules.faults(state)[0] == "enemies stand together in 0806"
    state.turned = 1
    assert "enemies stand together in 0806" not in rules.faults(state)


class Hungry(Feeding):
    """Whoever has been fed is hungry again when a turn begins."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        kit.each_turn.append(self.digest)

    @staticmethod
    def digest(state: Any) -> None:
        """Nobody has been fed."""
        state.fed = 0


class MarkedBoard(Board):
    """Camps stand on the board as units do."""

    def pieces(self) -> list[Counter]:
        """All counters of a side."""
        return [counter for counter in self.game.all_counters() if counter.side]


class HungryRules(FedRules):
    """Feeding each turn, with camps."""

    class ASSEMBLY(FedAssembly):
        """As before."""

        class KIT(Kit):
            """The kit with another board."""

            BOARD = MarkedBoard

        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            """Feeding."""
            return {"feeding": Hungry(self.kit)}

    def mark(self, state: Any, unit: int) -> str | None:
        """Who has been fed."""
        return "fed" if state.fed >> unit & 1 else None


def camp_game() -> Any:
    """A game with a counter that is no unit."""
    counters = COUNTERS + "- {id: camp, name: Camp, side: blue, marker: camp, count: 1, numbered: false}\n"
    return declared(units='{"0101": [blue-1], "0102": [camp], "0806": [red-1]}', phases=PHASES, counters=counters)


def hungry_play() -> Play:
    """It is played with the camp on the board."""
    return Play(camp_game(), rules=HungryRules)


def test_what_a_game_does_each_turn():
    play = hungry_play().do("blue-1", "red-1", "done", "done")
    assert (play.state.turn, play.asked, play.state.fed) == (2, "blue feed", 0)


def test_markers_of_a_side_may_stand_on_the_board():
    assert hungry_play().offered == ["blue-1", "camp", "done"]
    assert "camp" not in FedRules(camp_game()).units


def test_a_game_marks_its_units_in_positions():
    play = hungry_play().do("blue-1")
    units = play.rules.position(play.state).units
    assert units["0101"] == (UnitState(id="blue-1", state="fed"),)
    assert units["0102"] == ("camp",)


class Truce:
    """Asks each side whether it wants to go on."""

    def __init__(self, kit: Kit) -> None:
        self.offer = kit.own_decision(Decision(
            "truce", "accept", "3.5", lambda state: 1, lambda state, _: event(state, "truce", "3.5"), (),
            may_end=lambda state: True, unended=lambda state: ("3.6", "must-choose"),
        ))  # fmt: skip
        kit.operation("truce", lambda state: kit.ask(state, self.offer, state.side))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Ask."""
        state.agenda.append("truce")


class TruceRules(DeclaredRules):
    """A question without an id, and own verbs for what the kit asks."""

    VERBS = with_verbs(Verb("march", "space"), Verb("accept", ""))

    class ASSEMBLY(Assembly):
        """The declared procedures, and the question."""

        class KIT(Kit):
            """The kit, in the words of the game."""

            SAID: ClassVar[Mapping[str, tuple[str, str]]] = {"movement-space": ("march", "done")}

        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            """The question."""
            return {"truce": Truce(self.kit)}


def test_a_question_is_answered_by_a_verb_without_an_id():
    phases = PHASES.replace("feeding", "truce")
    play = Play(declared(units='{"0101": [blue-1], "0806": [red-1]}', phases=phases), rules=TruceRules)
    said = [play.rules.to_json(action) for action in play.rules.choices(play.state)]
    assert said == [["accept"], ["done"]]
    play.rules.apply(play.state, play.rules.from_json(["accept"]))
    assert [line["rule"] for line in play.events("truce")] == ["3.5"]
    assert play.asked == "red truce"


def test_a_game_has_its_own_verb_for_a_decision():
    phases = PHASES.replace("feeding", "truce")
    play = Play(declared(units='{"0101": [blue-1], "0806": [red-1]}', phases=phases), rules=TruceRules)
    play.do("done", "done", "blue-1")
    assert play.rules.to_json(play.rules.choices(play.state)[0])[0] == "march"


class BlueFeeding(Feeding):
    """Only blue is ever asked."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.feed = kit.own_decision(replace(self.feed, sides=(0,)))


class BlueRules(FedRules):
    """The rules with it."""

    class ASSEMBLY(FedAssembly):
        """The procedures with it."""

        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            """Feeding."""
            return {"feeding": BlueFeeding(self.kit)}


def test_a_decision_of_one_side_is_a_step_of_no_other():
    rules = BlueRules(declared(phases=PHASES.replace("side: each, rule: \"3\"", "side: blue, rule: \"3\"")))
    assert {step.by for step in rules.STEPS if step.id == "feed"} == {"blue"}
    assert {step.by for step in rules.STEPS if step.id == "movement-unit"} == {"blue", "red"}


class CallingAssembly(FedAssembly):
    """Feeding fights, too."""

    CALLED = frozenset({"combat"})


def test_a_procedure_that_another_calls_needs_no_phase():
    phases = PHASES.replace(", procedure: combat", "")
    game = declared(units='{"0101": [blue-1], "0806": [red-1]}', phases=phases)
    (problem,) = declaration_problems(game, FedAssembly)
    assert problem.message == "no phase runs 'combat'"
    assert not declaration_problems(game, CallingAssembly)


class FirmTruce(Truce):
    """The question stays open when nobody wants anything, and says more of why it can't be ended."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.offer = kit.own_decision(replace(
            self.offer, mask=lambda state: int(state.side == 1), always=True, may_end=lambda state: state.side == 0,
            unended=lambda state: ("3.6", "enemy-there", {"place": "0101"}),
        ))  # fmt: skip


class FirmRules(TruceRules):
    """The same with the firm question."""

    class ASSEMBLY(TruceRules.ASSEMBLY):
        """With the firm question."""

        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            """The question."""
            return {"truce": FirmTruce(self.kit)}


def test_a_decision_may_be_asked_where_only_its_end_is_left():
    phases = PHASES.replace("feeding", "truce")
    play = Play(declared(units='{"0101": [blue-1], "0806": [red-1]}', phases=phases), rules=FirmRules)
    assert [play.rules.to_json(action) for action in play.rules.choices(play.state)] == [["done"]]
    play.rules.apply(play.state, play.rules.from_json(["done"]))
    assert play.asked == "red truce"
    refused = play.rules.why_not(play.state, play.rules.from_json(["done"]))
    assert (refused.rule, refused.message()) == ("3.6", "Enemy units stand in 0101. (rule 3.6)")


class Grace(Feeding):
    """Before anyone is fed, grace may be said once; until somebody is fed."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)

        def unsaid(state: KitState) -> int:
            return int(not state.frames[-1].get("said", 0))

        def say(state: KitState, item: int) -> None:
            state.frames[-1]["said"] = 1
            event(state, "rally", "3.4")
            state.agenda.append("feeding")

        grace = kit.own_decision(Decision("grace", "say-grace", "3.4", unsaid, say, (Reason("3.4", "gone", unsaid),)))
        self.feed = kit.own_decision(replace(self.feed, besides=(grace,)))


class GraceRules(FedRules):
    """The rules with it."""

    VERBS = with_verbs(Verb("feed", "unit"), Verb("say-grace", ""))

    class ASSEMBLY(FedAssembly):
        """The procedures with it."""

        def own_procedures(self) -> Mapping[str, PhaseProcedure]:
            """Feeding."""
            return {"feeding": Grace(self.kit)}


def test_a_verb_without_an_id_stands_beside_others_while_it_is_open():
    rules = GraceRules(fed_game())
    state = rules.new_state()
    assert [rules.to_json(action) for action in rules.choices(state)] == [["feed", "blue-1"], ["say-grace"], ["done"]]
    check_state(rules, state)
    rules.apply(state, rules.from_json(["say-grace"]))
    assert [rules.to_json(action) for action in rules.choices(state)] == [["feed", "blue-1"], ["done"]]
    violation = rules.why_not(state, rules.from_json(["say-grace"]))
    assert violation is not None
    assert (violation.rule, violation.reason) == ("3.4", "gone")
