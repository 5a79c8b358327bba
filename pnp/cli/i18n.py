"""`pnp i18n extract GAME [--out FILE]`, `pnp i18n update|status|check [GAME…] [--lang …] [--json]`,
`pnp i18n preview GAME --rule ADDRESS --lang CODE [--out FILE.pdf] [--json]`
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import (
    DONE,
    PROBLEM,
    Session,
    games_argument,
    json_option,
    list_option,
    print_json,
    say,
    show_problem,
)

if TYPE_CHECKING:
    from pnp.model.game import Game


@click.command(name="i18n")
@click.argument("action", type=click.Choice(["extract", "update", "status", "check", "preview"]))
@games_argument
@list_option("--lang", metavar="CODES", help="Languages, e.g. it,uk.  [all the game has]")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="extract: write the template here.  [stdout]  preview: set the rule as in the book, as PDF.",
)  # fmt: skip
@click.option("--rule", metavar="ADDRESS", help="preview: the rule to show, with those below it.")
@json_option
@click.pass_obj
def command(
    session: Session, action: str, games: tuple[str, ...], lang: tuple[str, ...], out: Path | None, rule: str | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Keep the translators' catalogues up to date.

    extract GAME prints the template of one game; update brings the PO files up to date; status counts; check compares
    numbers, references, placeholders; preview shows a rule in both languages, and sets it as the book does. GAME may be
    common: the engine's own words alone.
    """
    from pnp.sources.find import source_dirs
    from pnp.translate import commands

    if (rule is not None) != (action == "preview"):
        raise click.UsageError("preview and --rule go together")
    if action == "preview":
        return _preview(session, games, lang, rule or "", out, as_json)
    if action == "extract":
        return _extract(session, games, out, as_json)
    if out is not None:
        raise click.UsageError("--out goes with extract and preview")
    named = [name for name in games if name != commands.COMMON]
    words = len(named) < len(games) and not named
    loaded = [session.load(name) for name in (session.all_names() if words else session.names(named))]
    if action == "update":
        whose = source_dirs(session.sources) if not games or commands.COMMON in games else []
        return _update(session, loaded, lang, as_json, whose=whose, words=words)
    if action == "status":
        rows = commands.status(loaded, lang, words=words)
        if as_json:
            print_json({"catalogues": rows})
        for row in () if as_json else rows:
            kinds = ("translated", "fuzzy", "missing", "obsolete")
            counts = ", ".join(f"{row[kind]} {kind}" for kind in kinds if row.get(kind))
            click.echo(f"{row['path']}: {counts} of {row['total']}")
        return DONE
    problems = commands.check(loaded, lang, words=words)
    if as_json:
        print_json({"problems": [p.as_json() for p in problems]})
    for problem in () if as_json else problems:
        show_problem(problem, err=False)
    return PROBLEM if any(p.severity == "error" for p in problems) else DONE


def _preview(
    session: Session, games: tuple[str, ...], lang: tuple[str, ...], rule: str, out: Path | None, as_json: bool
) -> int:  # fmt: skip
    """One rule in English and in one language: as text, and as PDF where a file is named."""
    from pnp.output import write_atomic
    from pnp.translate import commands, localised

    if len(games) != 1 or len(lang) != 1:
        raise click.UsageError("one game and one language a call: pnp i18n preview GAME --rule 4.2 --lang it")
    game, language = session.load(games[0]), lang[0]
    rows, problems = commands.preview(game, language, rule)
    if out is not None:
        from pnp.generators.book.preview import rule_preview

        write_atomic(out, rule_preview(localised(game, language), rule, "a4"))
    if as_json:
        print_json({"texts": [row.as_json() for row in rows], "problems": [p.as_json() for p in problems]})
    for row in () if as_json else rows:
        click.echo(f"{row.where or game.id}: {row.address} ({row.state})\n  en  {_indented(row.text)}")
        click.echo(f"  {language}  {_indented(row.translation)}\n")
    for problem in () if as_json else problems:
        show_problem(problem, err=False)
    if out is not None and not as_json:
        click.echo(out.as_posix())
    return PROBLEM if any(p.severity == "error" for p in problems) else DONE


def _indented(text: str) -> str:
    return text.replace("\n", "\n      ") or "-"


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


def _update(
    session: Session, games: Sequence[Game], languages: Sequence[str], as_json: bool, *,
    whose: Sequence[Path], words: bool,
) -> int:  # fmt: skip
    """Write catalogues in the folders of the games, and of the engine's words in `common` of the folders `whose`."""
    from pnp.translate import commands

    paths = commands.update(games, languages, named=whose, words=words)
    if as_json:
        print_json({"catalogues": [{"path": path} for path in paths]})
    for path in () if as_json else paths:
        click.echo(path)
    for language in () if session.quiet else commands.without_words(games, languages):
        hint = f"begin with pnp --sources FOLDER i18n update {commands.COMMON} --lang {language}"
        say(f"the engine's own words are not translated into {language!r}; {hint}, the folder above the game")
    return DONE
