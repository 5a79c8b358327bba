"""`pnp explain CODE|"GAME ADDRESS"|"GAME RULING"|"GAME EXAMPLE"`"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from pnp.cli.console import Session
from pnp.errors import PnpError, did_you_mean

if TYPE_CHECKING:
    from pnp.model.rules import Erratum


@click.command(name="explain")
@click.argument("what", nargs=-1, required=True)
@click.option("--lang", metavar="CODE", default="en", show_default=True, help="Language of a rule's text.")
@click.pass_obj
def command(session: Session, what: tuple[str, ...], lang: str) -> int:
    """Explain the CODE of a problem, or print the rule at an ADDRESS of a game, one of its rulings, or an example with
    all that the referee does in it:
    pnp explain "putins-war 4.6", "winter-war Combat A1" or in short "winter-war 6A1", "winter-war WW-97",
    "winter-war combined-attack".
    """
    words = " ".join(what).split(maxsplit=1)
    click.echo(explain_rule(session, words[0], words[1], lang) if len(words) == 2 else explain_code(session, words[0]))
    return 0


def explain_code(session: Session, code: str) -> str:
    """The manual page of a check."""
    from pnp.checks.manual import INDEX, codes, index, page
    from pnp.sources import game_folders

    if code == INDEX:
        return index()
    known_codes = list(codes())
    if code not in known_codes:
        games = game_folders(session.sources)
        if code in games:
            raise PnpError(f'which rule of {code}? For example: pnp explain "{code} {_first_address(session, code)}"')
        raise PnpError(
            f"no check has the code {code!r}; "
            f"{did_you_mean(code, known_codes, listed='`pnp explain checks` lists all codes.')}"
        )
    return page(code)


def _first_address(session: Session, game: str) -> str:
    return next((case.id for case in session.load(game).cases()), "1.0")


def explain_rule(session: Session, name: str, address: str, language: str) -> str:
    """A rule case as plain text with the cases below it, or the ruling or the example of that name."""
    from pnp.model.short_addresses import ShortAddresses
    from pnp.sources.plain import plain_text
    from pnp.sources.text_values import rule_values
    from pnp.translate import localised

    game = session.load(name)
    if language != "en":
        game = localised(game, language)
    cases = {case.id: case for case in game.cases()}
    rulings = {erratum.id: erratum for erratum in game.errata.errata}
    values = rule_values(game)
    if address in rulings:
        return _ruling_text(rulings[address], values)
    if any(example.id == address for example in game.all_examples()):
        return _example_text(session, name, address, language)
    address = ShortAddresses(game.rules).long(address)
    if address not in cases:
        hint = did_you_mean(address, (*cases, *rulings)) or f"its rules are: {', '.join(cases)}"
        raise PnpError(f"{name} has no rule {address!r}; {hint}")
    parts = []
    for case in cases[address].all_cases():
        heading = case.title if case.id == case.title else f"{case.id} {case.title}"
        parts.append("\n\n".join(p for p in (heading, plain_text(case.text, values)) if p))
    return "\n\n".join(parts)


def _ruling_text(ruling: Erratum, values: Mapping[str, object]) -> str:
    """Where the original leaves something open, what it prints there, what is played and why, and the cases."""
    from pnp.sources.plain import plain_text

    played = [plain_text(text, values) for text in (ruling.printed, ruling.ruling, ruling.reason)]
    heading = f"{ruling.id} {ruling.where_printed}"
    cases = " ".join(f"({rule})" for rule in ruling.rules)
    return "\n\n".join(part for part in (heading, *played, cases) if part)


def _example_text(session: Session, name: str, example_id: str, language: str) -> str:
    """An example of play: its title, its story, and the referee's account of it, a step a line."""
    from pnp.press.played import play_examples, told
    from pnp.sources.plain import plain_text
    from pnp.sources.text_values import rule_values
    from pnp.translate import localised

    english = session.load(name)
    game = english if language == "en" else localised(english, language)
    example = next(example for example in game.all_examples() if example.id == example_id)
    account = told(play_examples(english, example_id), language).told.get(example_id, [])
    steps = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(account, 1))
    return "\n\n".join(part for part in (example.title, plain_text(example.text, rule_values(game)), steps) if part)
