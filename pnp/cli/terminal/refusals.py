"""What is said of a line that names no choice, or several."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.cli.terminal import phrases
from pnp.cli.terminal.desk import Desk
from pnp.cli.terminal.lists import possible_now
from pnp.players.person.words import Phrase, Reader
from pnp.referee.masks import Action


def explain(desk: Desk, reader: Reader, words: Phrase) -> None:
    """Why what was typed isn't offered."""
    refused = reader.refused(desk.state, words)
    if refused is None:
        desk.say(phrases.NOT_A_CHOICE, "refused", given=repr(" ".join(words)[:40]))
        return
    violation, used = refused
    if violation.reason == "wrong-moment":
        given = " ".join(words[:used])
        desk.say(phrases.NOT_NOW, "refused", given=given, possible=possible_now(desk), rule=violation.rule)
    else:
        desk.screen.say(violation.message(desk.lang), "refused")


def which(desk: Desk, words: Phrase, actions: Sequence[Action]) -> None:
    """List what words can mean."""
    desk.say(phrases.WHICH, given=repr(" ".join(words)))
    desk.screen.rows(
        [[(desk.numbers.label(action), "number"), (desk.action_text(action), ""), (_aim(desk, action), "dim")]
         for action in actions[:12]]
    )  # fmt: skip


def _aim(desk: Desk, action: Action) -> str:
    verb, *ids = desk.rules.to_json(action)
    return desk.sight.unit_at(ids[0]) if desk.rules.verbs[verb] == "unit" else ""


def explain_way(desk: Desk, units: Sequence[Action], words: Phrase) -> None:
    """Why units can't go where the words say, as the first that is refused hears it."""
    for unit in units:
        probe = desk.state.copy(records=False)
        desk.rules.apply(probe, unit)
        reader = Reader(desk.rules, desk.sight, desk.numbers, ())
        if refused := reader.refused(probe, words):
            desk.screen.say(refused[0].message(desk.lang), "refused")
            return
    desk.say(phrases.NOT_A_CHOICE, "refused", given=repr(" ".join(words)[:40]))
