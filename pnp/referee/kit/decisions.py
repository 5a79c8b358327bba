"""A kind of decision as one object: what may be chosen, why something else may not, and what a choice does.

Offers, refusals, the steps of both sides, positions that begin there and the words all follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pnp.referee.kit.filters import Reading
from pnp.referee.kit.state import KitState
from pnp.referee.vocabulary import Verb

Operation = Callable[[KitState], "bool | None"]
"""One thing on the agenda: changes the state; True when it has opened a decision, which stops the agenda."""

Deed = Callable[[KitState, int], None]
"""Carries out the choice of an id. The agenda goes on afterwards unless it has opened a decision itself."""

VERBS = (
    Verb("choose-unit", "unit"),
    Verb("place-at", "space"),
    Verb("move-to", "space"),
    Verb("attack", "space"),
    Verb("lose-unit", "unit"),
    Verb("retreat-unit", "unit"),
    Verb("retreat-to", "space"),
    Verb("advance", "unit"),
    Verb("exchange", ""),
    Verb("fall-back", ""),
    Verb("decline", ""),
    Verb("fight", ""),
    Verb("done", ""),
)
"""Everything that a player of a declared game can do; those without an id come last, since choices are sorted."""


def with_verbs(*own: Verb) -> tuple[Verb, ...]:
    """`VERBS` and those of a game's own, bare ones after the others; those of `VERBS` without an id stay last."""
    return (*(verb for verb in VERBS if verb.takes), *own, *(verb for verb in VERBS if not verb.takes))


CARD_VERBS = (Verb("play-event", "card"), Verb("play-operations", "card"), Verb("discard", "card"))
"""What else can be done in a game with cards."""


def with_card_verbs(verbs: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """`verbs` and those of cards, before those without an id."""
    bare = next((index for index, verb in enumerate(verbs) if not verb.takes), len(verbs))
    return (*verbs[:bare], *CARD_VERBS, *verbs[bare:])


VERB_INDEX = {verb.id: index for index, verb in enumerate(VERBS)}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why ids may not be chosen.

    rule    the case that is cited; one for each side where theirs differ
    key     the reason's name, a key of `words.REASONS`
    passes  the ids to which it doesn't apply, in a state
    about   what its sentence names, given a state and the refused id; None: the usual unit and place
    holds   whether it is the reason against an id that doesn't pass, where that takes a look at the id; None: always
    """

    rule: str | tuple[str, ...]
    key: str
    passes: Reading
    about: Callable[[Any, int], Mapping[str, object]] | None = None
    holds: Callable[[Any, int], bool] | None = None

    def case(self, state: KitState) -> str:
        """The case that it cites to the side whose phase it is."""
        return self.rule if isinstance(self.rule, str) else self.rule[state.side]

    def refuses(self, state: KitState, item: int) -> bool:
        """Whether it is a reason against an id."""
        return not self.passes(state) >> item & 1 and (self.holds is None or self.holds(state, item))


@dataclass(frozen=True, slots=True)
class Decision:
    """A kind of decision.

    id        its name, e.g. "movement-unit"
    verb      what the player does, one of the game's verbs; one without an id is offered where `mask` isn't empty
    rule      the case that asks for it
    mask      the ids that may be chosen, in a state: exactly those that all `reasons` let pass
    deed      what a choice does
    reasons   why not, in the order in which a player would want to hear them
    may_end   whether the side may end it without choosing, given its choices in the state; None: never
    end       what that does; None: the agenda just goes on
    end_verb  how that is said
    besides   other decisions whose choices stand open at the same time
    unended   the case and the reason why it can't be ended now; then what its sentence names, where that is more than
              the choices
    always    whether it is asked even where only its end is left to say
    sides     the sides that may come to decide it; None: every side
    within    the procedures in whose phases it may come up; None: all of them
    """

    id: str
    verb: str
    rule: str
    mask: Reading
    deed: Deed
    reasons: tuple[Reason, ...]
    may_end: Callable[[KitState], bool] | None = None
    end: Callable[[KitState], None] | None = None
    end_verb: str = "done"
    besides: tuple[Decision, ...] = ()
    unended: Callable[[KitState], tuple[Any, ...]] | None = None
    always: bool = False
    sides: tuple[int, ...] | None = None
    within: tuple[str, ...] | None = None
