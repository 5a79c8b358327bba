"""`pnp check [GAME…] [--format text|json|sarif|github] [--strict] [--select CODES] [--ignore CODES]
[--all] [--fix [--dry-run]]`
"""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import DONE, Session, games_argument, list_option, say, show_report
from pnp.errors import PnpError

if TYPE_CHECKING:
    from pnp.checks.report import CheckReport


@click.command(name="check")
@games_argument
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--all", "each", is_flag=True, help="List each finding, also those with one cause.")
@list_option("--select", metavar="CODES", help="Run only these checks.")
@list_option("--ignore", metavar="CODES", help="Leave these checks out.")
@click.option(
    "--fix", "fix", is_flag=True,
    help="Mend what can be mended in one way only: near misses of names, also in texts; spacing."
)
@click.option("--dry-run", is_flag=True, help="With --fix: print the changes as a diff, and make none.")
@click.pass_obj
def command(
    session: Session, games: tuple[str, ...], form: str, as_json: bool, strict: bool, each: bool,
    select: tuple[str, ...], ignore: tuple[str, ...], fix: bool, dry_run: bool,
) -> int:  # fmt: skip
    """Check tables, counts, references, scenarios and translations; tells file, line, column and how to mend."""
    gc.disable()  # a check ends soon, and a tenth of its time would go into looking for cycles
    from pnp.checks.grouping import first_product
    from pnp.sources.assets import require_changeable
    from pnp.sources.find import find_game

    form = "json" if as_json else form
    if dry_run and not fix:
        raise click.UsageError("--dry-run goes with --fix")
    names = session.names(games)
    if fix and not dry_run:
        for name in names:
            require_changeable(find_game(name, session.sources))
    try:
        if fix and _fixed(session, names, select, ignore, dry_run):
            return DONE
        report = _report(names, session.sources, select, ignore)
    except PnpError as error:  # of the codes; what is wrong with a game is in the report
        raise click.UsageError(str(error)) from None
    code = show_report(report, form, strict=strict, quiet=session.quiet, each=each)
    if form == "text" and not session.quiet and (advice := first_product(report, names[0])):
        say(advice)
    return code


def _report(
    names: list[str], dirs: tuple[Path, ...], select: tuple[str, ...], ignore: tuple[str, ...]
) -> CheckReport:
    """What is wrong with the games, in their order; the processors share several of them, the longest first."""
    import pnp.checks.base
    import pnp.games  # noqa: F401  what every worker needs is imported once
    from pnp.checks import check_named
    from pnp.checks.report import CheckReport
    from pnp.processes import can_fork, forked_pool
    from pnp.sources import game_folders

    workers = min(len(names), len(os.sched_getaffinity(0))) if can_fork() else 1
    if workers > 1:
        folders = game_folders(dirs)
        longest_first = sorted(names, key=lambda name: -_length(folders.get(name, Path(name))))
        with suppress(OSError, RuntimeError), forked_pool(workers) as pool:  # as when a worker is killed
            waiting = {
                name: pool.submit(check_named, [name], dirs=dirs, select=select, ignore=ignore)
                for name in longest_first
            }
            report = CheckReport(())
            for name in names:
                report = report.joined(waiting[name].result())
            return report
    return check_named(names, dirs=dirs, select=select, ignore=ignore)


def _length(folder: Path) -> int:
    """Bytes of the sources of a game, with those of its series."""
    from pnp.sources.find import series_folder

    folders = [part for part in (folder, series_folder(folder)) if part is not None]
    return sum(path.stat().st_size for part in folders for names in ("*.yaml", "*/*.yaml") for path in part.glob(names))


def _fixed(session: Session, names: list[str], select: tuple[str, ...], ignore: tuple[str, ...], dry_run: bool) -> bool:
    """Mend the games, or show how; True when the command has nothing more to do."""
    from pnp.checks.fixes import changed_files, fixed
    from pnp.output import write_atomic

    for name in names:
        mended = fixed(name, dirs=session.sources, select=select, ignore=ignore)
        if dry_run:
            click.echo(mended.diff(), nl=False)
            continue
        for path, text in changed_files(mended):
            write_atomic(path, text)
        if not session.quiet:
            for problem in mended.mends:
                say(f"mended: {problem}; now: {problem.hint}")
    return dry_run
