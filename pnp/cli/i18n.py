"""`pnp i18n extract|update|status|check [GAME…] [--lang …] [--json]`"""

from __future__ import annotations

import click

from pnp.cli.console import DONE, PROBLEM, Session, comma_list, games_argument, json_option, print_json, show_problem


@click.command(name="i18n")
@click.argument("action", type=click.Choice(["extract", "update", "status", "check"]))
@games_argument
@click.option("--lang", metavar="CODES", help="Languages, e.g. it,uk.  [all the game has]")
@json_option
@click.pass_obj
def command(session: Session, action: str, games: tuple[str, ...], lang: str | None, as_json: bool) -> int:
    """Keep the translators' catalogues up to date.

    extract prints the template; update brings the PO files up to date; status counts; check compares numbers,
    references, placeholders.
    """
    from pnp.translate import commands

    loaded = [session.load(name) for name in session.names(games)]
    names = [game.id for game in loaded]
    languages = comma_list(lang)
    if action == "extract":
        texts = list(commands.extract(loaded))
        if as_json:
            print_json({"templates": [{"game": g, "text": t} for g, t in zip((*names, "common"), texts, strict=True)]})
        for text in () if as_json else texts:
            click.echo(text, nl=False)
        return DONE
    if action == "update":
        paths = commands.update(loaded, languages)
        if as_json:
            print_json({"catalogues": [{"path": path} for path in paths]})
        for path in () if as_json else paths:
            click.echo(path)
        return DONE
    if action == "status":
        rows = commands.status(loaded, languages)
        if as_json:
            print_json({"catalogues": rows})
        for row in () if as_json else rows:
            told = ", ".join(f"{row[key]} {key}" for key in ("translated", "fuzzy", "missing", "obsolete") if row.get(key))
            click.echo(f"{row['path']}: {told} of {row['total']}")
        return DONE
    problems = commands.check(loaded, languages)
    if as_json:
        print_json({"problems": [p.as_json() for p in problems]})
    for problem in () if as_json else problems:
        show_problem(problem, err=False)
    return PROBLEM if any(p.severity == "error" for p in problems) else DONE
