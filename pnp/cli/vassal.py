"""`pnp vassal check|show|diff|verify`: modules of anybody; `pnp vassal save|import`: games to VASSAL and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import vassal_saves
from pnp.cli.console import DONE, LACKING, PROBLEM, Session, json_option, list_option, print_json, say, show_report
from pnp.errors import MissingToolError, SourceError, counted

if TYPE_CHECKING:
    from pnp.checks.report import CheckReport

START_SECONDS, PRESS_SECONDS = 300, 3600
"""After which the engine is stopped, in one language."""
MAX_SHOWN = 400
"""Characters of what a step back didn't restore; --json has all of it."""

module_argument = click.argument("file", type=click.Path(path_type=Path))


@click.group(name="vassal")
def command() -> None:
    """Look into VASSAL modules, whoever made them, and carry games over to VASSAL and back."""


command.add_command(vassal_saves.save)
command.add_command(vassal_saves.import_save)


# Check ----------------------------------------------------------------------------------------------


@command.command(name="check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--all", "each", is_flag=True, help="List each finding, also those with one cause.")
@click.pass_obj
def check(session: Session, files: tuple[Path, ...], form: str, as_json: bool, strict: bool, each: bool) -> int:
    """Find what the engine would drop, ignore or stumble over: archive, components, pieces, pictures, set-ups."""
    from pnp.checks.report import CheckReport

    form = "json" if as_json else form
    report = CheckReport(())
    for file in files:
        report = report.joined(_checked(file))
    return show_report(report, form, strict=strict, quiet=session.quiet, each=each)


def _checked(file: Path) -> CheckReport:
    from pnp.checks.report import CheckReport
    from pnp.vassal.format.reader import read_module
    from pnp.vassal.verify.module import check_module

    try:
        problems = check_module(read_module(file))
    except SourceError as error:
        problems = list(error.problems)
    return CheckReport((file.name,), tuple(problems))


# Show, diff ------------------------------------------------------------------------------------------


@command.command(name="show")
@module_argument
@click.option("--tree", "depth", type=click.IntRange(0, 20), default=0, help="Also the components, N levels deep.")
@json_option
def show(file: Path, depth: int, as_json: bool) -> int:
    """Tell what a module holds: boards, decks, pieces, set-ups, languages, how many of each component."""
    from pnp.vassal.format.reader import read_module
    from pnp.vassal.verify.outline import outline, outline_lines, tree_lines

    module = read_module(file)
    if as_json:
        print_json({"schema": 1, "file": file.as_posix(), **outline(module), "tree": [*tree_lines(module.root, depth)]})
        return DONE
    for line in (*outline_lines(module), *tree_lines(module.root, depth)):
        click.echo(line)
    return DONE


@command.command(name="diff")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@json_option
def diff(old: Path, new: Path, as_json: bool) -> int:
    """Tell how NEW differs from OLD: components, pieces, texts, files. Ends with 1 when it does."""
    from pnp.vassal.format.reader import read_module
    from pnp.vassal.verify.changes import changes

    found = list(changes(read_module(old), read_module(new)))
    if as_json:
        document = {"schema": 1, "old": old.as_posix(), "new": new.as_posix()}
        print_json({**document, "changes": [change.as_json() for change in found]})
    for change in () if as_json else found:
        click.echo(str(change))
    return PROBLEM if found else DONE


# Verify ----------------------------------------------------------------------------------------------


@command.command(name="verify")
@module_argument
@click.option("--vassal", "installation", required=True, type=click.Path(path_type=Path), help="Folder of VASSAL 3.7.")
@click.option("--out", "out", type=click.Path(path_type=Path), default=Path("output"), show_default=True,
              help="Where the pictures go, in a folder of the module's name.")
@list_option("--lang", "codes", metavar="CODES", help="Languages, e.g. en,it.  [English and all the module has]")
@click.option("--press-all", "press", is_flag=True,
              help="Also press every button and every command of a piece of each kind, and take it back.")
@json_option
@click.pass_obj
def verify(
    session: Session, file: Path, installation: Path, out: Path, codes: tuple[str, ...], press: bool, as_json: bool
) -> int:
    """Open a module in the real engine, start each set-up, and tell what the engine finds wrong.

    Only for modules that you trust: the engine runs the code that a module brings.
    """
    from pnp.vassal.format.reader import read_module
    from pnp.vassal.verify.engine import ask_engine
    from pnp.vassal.verify.module import missing_setups

    module = read_module(file)
    if missing := tuple(missing_setups(module)):
        raise SourceError(*missing)
    languages = codes or ("en", *sorted(module.translations))
    reports = []
    for language in languages:
        try:
            reports.append(ask_engine(
                file, installation, language, out / f"{file.stem}-vassal" / language, press=press,
                seconds=PRESS_SECONDS if press else START_SECONDS,
            ))  # fmt: skip
        except MissingToolError as error:
            say(f"pnp: {error}")
            return LACKING
    if as_json:
        document = [{**vars(report), "ok": report.ok} for report in reports]
        print_json({"schema": 1, "file": file.as_posix(), "languages": document})
    for report in () if as_json else reports:
        for warning in report.warnings:
            click.echo(f"{report.language}: {warning!r}")
        for change in report.not_undone:
            click.echo(f"{report.language}: not undone: {change[:MAX_SHOWN]!r}")
        if report.failure:
            click.echo(f"{report.language}: {report.failure!r}")
        setups = ", ".join(f"{name!r} ({counted(sum(maps.values()), 'piece')})" for name, maps in report.setups.items())
        if not session.quiet:
            say(f"{report.language}: VASSAL {report.engine}: {setups or 'no set-up'}; "
                f"{counted(len(report.warnings), 'warning')}, {counted(len(report.pictures), 'picture')}"
                + (f", {counted(report.pressed, 'command')} tried" if press else ""))
    return DONE if all(report.ok for report in reports) else PROBLEM
