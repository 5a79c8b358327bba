"""`pnp check [GAME…] [--format text|json|sarif|github] [--strict] [--select CODES] [--ignore CODES]`"""

from __future__ import annotations

import click

from pnp.cli.console import DONE, PROBLEM, Session, comma_list, games_argument, say, show_problem
from pnp.errors import PnpError


@click.command(name="check")
@games_argument
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--select", metavar="CODES", help="Run only these checks.")
@click.option("--ignore", metavar="CODES", help="Leave these checks out.")
@click.pass_obj
def command(
    session: Session, games: tuple[str, ...], form: str, as_json: bool, strict: bool, select: str | None, ignore: str | None
) -> int:
    """Check tables, counts, references, scenarios and translations; tells file, line, column and how to mend."""
    from pnp.checks import check_named
    from pnp.checks.report import render

    form = "json" if as_json else form
    names = session.names(games)
    try:
        report = check_named(names, dirs=session.sources, select=comma_list(select), ignore=comma_list(ignore))
    except PnpError as error:  # of the codes; what is wrong with a game is in the report
        raise click.UsageError(str(error)) from None
    if form == "text":
        for problem in report.problems:
            show_problem(problem, err=False)
    else:
        click.echo(render(report, form), nl=False)
    counts = report.counts
    if not session.quiet and form == "text":
        told = ", ".join(f"{n} {name}{'s' if n != 1 else ''}" for name, n in counts.items() if n)
        say(f"{', '.join(report.games)}: {told or 'nothing to mend'}")
    return PROBLEM if counts["error"] or (strict and counts["warning"]) else DONE
