"""`pnp i18n extract GAME [--out FILE]`, `pnp i18n update|status|check [GAME…] [--lang …] [--json]`"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import (
    DONE,
    PROBLEM,
    Session,
    comma_list,
    games_argument,
    json_option,
    print_json,
    say,
    show_problem,
)

if TYPE_CHECKING:
    from pnp.model.game import Game


@click.command(name="i18n")
@click.argument("action", type=click.Choice(["extract", "update", "status", "check"]))
@games_argument
@click.option("--lang", metavar="CODES", help="Languages, e.g. it,uk.  [all the game has]")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="extract: write the template here.  [stdout]",
)  # fmt: skip
@json_option
@click.pass_obj
def command(
    session: Session, action: str, games: tuple[str, ...], lang: str | None, out: Path | None, as_json: bool
) -> int:  # fmt: skip
    """Keep the translators' catalogues up to date.

    extract GAME prints the template of one game, extract common that of the engine's own words; update brings the PO
    files up to date; status counts; check compares numbers, references, placeholders.
    """
    from pnp.translate import commands

    if action == "extract":
        return _extract(session, games, out, as_json)
    if out is not None:
        raise click.UsageError("--out goes with extract")
    loaded = [session.load(name) for name in session.names(games)]
    languages = comma_list(lang)
    if action == "update":
        return _update(session, loaded, languages, as_json)
    if action == "status":
        rows = commands.status(loaded, languages)
        if as_json:
            print_json({"catalogues": rows})
        for row in () if as_json else rows:
            kinds = ("translated", "fuzzy", "missing", "obsolete")
            counts = ", ".join(f"{row[kind]} {kind}" for kind in kinds if row.get(kind))
            click.echo(f"{row['path']}: {counts} of {row['total']}")
        return DONE
    problems = commands.check(loaded, languages)
    if as_json:
        print_json({"problems": [p.as_json() for p in problems]})
    for problem in () if as_json else problems:
        show_problem(problem, err=False)
    return PROBLEM if any(p.severity == "error" for p in problems) else DONE


def _extract(session: Session, games: tuple[str, ...], out: Path | None, as_json: bool) -> int:
    """One template as text, since two in one file are not a valid catalogue; as JSON any number."""
    from pnp.output import write_atomic
    from pnp.translate import commands

    names = list(games) if commands.COMMON in games else session.names(games)
    if as_json and out is None:
        names = list(dict.fromkeys((*names, commands.COMMON)))
    elif len(names) > 1:
        raise click.UsageError(f"one template a call; name one of {', '.join((*names, commands.COMMON))}")
    templates = {}
    for name in names:
        game = None if name == commands.COMMON else session.load(name)
        templates[game.id if game else name] = commands.extract(game)
    if out is not None:
        write_atomic(out, next(iter(templates.values())))
        click.echo(out.as_posix())
    elif as_json:
        print_json({"templates": [{"game": game, "text": text} for game, text in templates.items()]})
    else:
        click.echo(next(iter(templates.values())), nl=False)
    return DONE


def _update(session: Session, games: Sequence[Game], languages: Sequence[str], as_json: bool) -> int:
    """Write catalogues in the folders of the games, and in `common` of the folders that were named."""
    from pnp.sources.find import source_dirs
    from pnp.translate import commands

    paths = commands.update(games, languages, named=source_dirs(session.sources))
    if as_json:
        print_json({"catalogues": [{"path": path} for path in paths]})
    for path in () if as_json else paths:
        click.echo(path)
    for language in () if session.quiet else commands.without_words(games, languages):
        hint = "name the folder above the game with --sources to begin"
        say(f"the engine's own words are not translated into {language!r}; {hint}")
    return DONE
