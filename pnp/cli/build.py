"""`pnp build [GAME…] [--out output] [--lang en,it] [--paper a4,letter] [--only …] [--joint] [--force] [--json]`"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from pnp.cli.console import (
    DONE,
    LACKING,
    PROBLEM,
    Session,
    errors_in,
    games_argument,
    json_option,
    list_option,
    print_json,
    progress,
    say,
    show_problem,
)  # fmt: skip
from pnp.errors import PnpError, SourceError, did_you_mean


@click.command(name="build")
@games_argument
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), show_default=True,
    help="Where the products go."
)
@list_option("--lang", metavar="CODES", help="Languages, e.g. en,it.  [all the game has]")
@list_option("--paper", metavar="SIZES", help="a4, letter or both.  [a4,letter]")
@list_option(
    "--only", metavar="PRODUCTS",
    help="Of map, displays, counters, cards, scenarios, charts, rulebook, screen, vassal.  [all, and a read-me-first]"
)
@click.option("--joint", is_flag=True, help="Also one rulebook for all games of a series.")
@click.option("--press", is_flag=True, help="For a printing house: four inks, 3 mm of bleed.")
@click.option(
    "--icc", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Profile of its press, to claim PDF/X-4 (with --press)."
)
@click.option("--low-ink", is_flag=True, help="Without large tints, in a folder of its own.")
@click.option("--outline-text", is_flag=True, help="Type in drawings (SVG) as outlines.")
@click.option("--force", is_flag=True, help="Make everything again.")
@json_option
@click.pass_context
def command(
    context: click.Context, games: tuple[str, ...], out: Path, lang: tuple[str, ...], paper: tuple[str, ...],
    only: tuple[str, ...], joint: bool, force: bool, as_json: bool, press: bool, icc: Path | None, low_ink: bool,
    outline_text: bool,
) -> int:  # fmt: skip
    """Print sheets, books and modules into a folder. What is up to date is left alone."""
    gc.disable()  # a build ends soon, and a tenth of its time would go into looking for cycles
    from pnp.draw.pdf_x import read_profile
    from pnp.press import PAPERS, PRODUCTS, BuildReport, Order, build_game
    from pnp.press.order import PRESS_PRODUCTS, Edition
    from pnp.sources import find_game
    from pnp.sources.settings import read_settings

    session: Session = context.obj
    started = time.perf_counter()
    products = only
    _known(paper, PAPERS, "--paper")
    _known(products, PRODUCTS, "--only")
    if press:
        _known(products, PRESS_PRODUCTS, "--only with --press")
        products = products or PRESS_PRODUCTS
    elif icc:
        raise click.BadParameter("goes with --press", param_hint="--icc")
    if context.get_parameter_source("out") == ParameterSource.DEFAULT and (press or low_ink):
        out /= "-".join(name for name, chosen in (("press", press), ("low-ink", low_ink)) if chosen)
    edition = Edition(press, read_profile(icc) if icc else None, low_ink, outline_text)
    order = Order(out, lang, paper, products, force, settings=read_settings(), edition=edition)
    total = BuildReport()
    names = session.names(games)
    series = _series_of(names, session) if joint else []
    for name in names:
        try:
            folder = find_game(name, session.sources)
            with progress(name, 60, quiet=session.quiet or as_json) as step:
                report = build_game(folder, order, progress=step)
        except SourceError as error:
            total.problems += error.problems
            continue
        except PnpError:
            raise
        except Exception:
            errors = errors_in(name, session.sources)
            if not errors:
                raise
            total.problems += errors
            continue
        total.add(report)
    if series:
        from pnp.press.joint import build_joint

        for folder in series:
            try:
                total.add(build_joint(folder, order))
            except SourceError as error:
                total.problems += error.problems
    _show(total, as_json, session.quiet, time.perf_counter() - started, out)
    return PROBLEM if total.failed else LACKING if total.lacking else DONE


def _series_of(names: Sequence[str], session: Session) -> list[Path]:
    """The folders of the series that the games belong to. Raises BadParameter when there are none."""
    from pnp.sources import find_game
    from pnp.sources.find import series_folder

    folders = (series_folder(find_game(name, session.sources)) for name in names)
    if series := list(dict.fromkeys(folder for folder in folders if folder)):
        return series
    raise click.BadParameter("none of these games belongs to a series", param_hint="--joint")


def _known(names: tuple[str, ...], allowed: tuple[str, ...], option: str) -> None:
    for name in names:
        if name not in allowed:
            raise click.BadParameter(f"{name!r} is unknown; {did_you_mean(name, allowed)}", param_hint=option)


def _show(report, as_json: bool, quiet: bool, seconds: float, out: Path) -> None:  # type: ignore[no-untyped-def]
    # Many products may fail for one reason.
    for problem in dict.fromkeys((*report.warnings, *report.remarks, *report.problems)):
        show_problem(problem)
    if as_json:
        print_json(
            {
                "products": [p.as_json() for p in report.products],
                "problems": [p.as_json() for p in (*report.warnings, *report.remarks, *report.problems)],
                "performance": {"seconds": round(seconds, 3)},
            }
        )
        return
    for product in report.products:
        if product.status in ("built", "cached"):
            click.echo((out / product.path).as_posix())
        elif product.status == "skipped":
            say(f"left out: {product.path}: {product.reason}")
    if not quiet:
        counts = {s: sum(p.status == s for p in report.products) for s in ("built", "cached", "skipped", "failed")}
        summary = ", ".join(f"{n} {s}" for s, n in counts.items() if n)
        refused = any(problem.severity == "error" for problem in report.problems)
        nothing = "nothing built: mend the errors first" if refused else "nothing to do"
        say(f"{summary} in {seconds:.1f} s" if summary else nothing)
