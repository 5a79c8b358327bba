"""`pnp trace GAME [--report FILE] [--tests DIR] [--gaps] [--lang L] [--out DIR] [--json]`"""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import DONE, Session, game_argument, json_option, print_json, show_problem


@click.command(name="trace")
@game_argument
@click.option(
    "--report", type=click.Path(path_type=Path), metavar="FILE",
    help="report.json of test games, or its folder: counts what fired."
)
@click.option(
    "--tests", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Folder of tests.  [that of the checkout]"
)
@click.option("--gaps", "gaps_only", is_flag=True, help="Only cases that lack something.")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the words.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write trace.html and trace.json here."
)
@json_option
@click.pass_obj
def command(
    session: Session, game: str, report: Path | None, tests: Path | None, gaps_only: bool, lang: str, out: Path | None,
    as_json: bool
) -> int:
    """Follow each rule to the code that carries it out, its tests, and how often it fired."""
    from pnp.analysis.trace import read_report, traced, warnings_of
    from pnp.analysis.trace_text import trace_as_json, trace_as_text
    from pnp.games import has_rules
    from pnp.output import to_json, write_atomic

    loaded = session.load(game)
    if lang != "en":
        from pnp.translate import localised

        loaded = localised(loaded, lang)
    tracing = traced(loaded, tests=tests, report=read_report(report) if report else None)
    for warning in warnings_of(tracing) if has_rules(loaded) and not session.quiet else ():
        show_problem(warning)
    document = trace_as_json(tracing)
    if out is not None:
        from pnp.web.trace_report import trace_page

        write_atomic(out / "trace.json", to_json({"schema": 1, **document}))
        write_atomic(out / "trace.html", trace_page(loaded, tracing))
    if as_json:
        print_json(document)
    else:
        click.echo(trace_as_text(loaded, tracing, gaps_only=gaps_only))
        for name in ("trace.html", "trace.json") if out is not None else ():
            click.echo((out / name).as_posix())  # type: ignore[operator]
    return DONE
