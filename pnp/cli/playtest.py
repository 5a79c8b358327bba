"""`pnp playtest GAME --games N [--players P] [--scenario ID] [--option …]… [--set …]… [--sweep …]… [--seed N] …`"""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import (
    DONE,
    PROBLEM,
    Session,
    changes_of,
    game_argument,
    json_option,
    options_of,
    players_of,
    print_json,
    say,
    set_option,
)


@click.command(name="playtest")
@game_argument
@click.option("--games", type=click.IntRange(1, 10_000_000), required=True, metavar="N", help="How many.")
@click.option(
    "--players", metavar="P", default="random", show_default=True,
    help="random, heuristic, search:N, or side=player,…"
)
@click.option("--scenario", default="standard", show_default=True, metavar="ID")
@click.option(
    "--option", "options", multiple=True, metavar="ID[=VALUE]",
    help="Switch an optional rule on; may be given again."
)
@set_option
@click.option(
    "--sweep", "sweeps", multiple=True, metavar="PATH=VALUES",
    help="Play under each value, a..b or a,b,c; several make a grid."
)
@click.option(
    "--ladder", metavar="P,P,…",
    help="Let each player meet the next one, every seed from each side: random,heuristic,search:50"
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, metavar="N")
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N", help="Processes.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="File report.json, report.html and logs here."
)
@click.option(
    "--logs", type=click.Choice(["none", "faults", "all"]), default="faults", show_default=True,
    help="Logs to keep."
)
@json_option
@click.pass_obj
def command(
    session: Session, game: str, games: int, players: str, scenario: str, options: tuple[str, ...],
    changes: tuple[str, ...], sweeps: tuple[str, ...], ladder: str | None, seed: int, workers: int, out: Path | None,
    logs: str, as_json: bool,
) -> int:  # fmt: skip
    """Play many test games and report: results, length, points by turn, tables and rules used."""
    from pnp.playtest.run import PlaytestOrder, playtest
    from pnp.web.report_files import file_page

    loaded = session.load(game)
    order = PlaytestOrder(
        games, players_of(players) or "random", scenario, options_of(options), seed, workers, out,
        logs,  # type: ignore[arg-type]
        changes_of(changes),
    )  # fmt: skip
    if ladder is not None:
        if sweeps or players != "random":
            raise click.UsageError("--ladder names the players, and is no sweep: leave --players and --sweep out")
        return _ladder(session, loaded, order, [name.strip() for name in ladder.split(",")], as_json)
    if sweeps:
        return _sweep(session, loaded, order, sweeps, players, as_json)
    with _bar(games, session.quiet) as step:
        report = playtest(loaded, order, progress=step)
    if out is not None:
        file_page(loaded, report, order, players, say)
    if as_json:
        print_json(report)
    else:
        _tell(loaded, report, out)
    if not session.quiet:
        _tell_speed(report)
    return PROBLEM if report["faults"] else DONE


def _tell_speed(report) -> None:  # type: ignore[no-untyped-def]
    speed = report["performance"]
    say(f"{speed['games_per_second']} games/s, {speed['decisions_per_second']} decisions/s, {speed['seconds']} s")


def _bar(games: int, quiet: bool):  # type: ignore[no-untyped-def]
    import sys
    from contextlib import nullcontext

    if quiet or not sys.stderr.isatty():
        return nullcontext(lambda n: None)
    bar = click.progressbar(length=games, label="games", file=sys.stderr, width=28)

    class Bar:
        def __enter__(self):  # type: ignore[no-untyped-def]
            return bar.__enter__().update

        def __exit__(self, *error):  # type: ignore[no-untyped-def]
            return bar.__exit__(*error)

    return Bar()


def _sweep(session, game, order, sweeps: tuple[str, ...], players: str, as_json: bool) -> int:  # type: ignore[no-untyped-def]
    """Play the same games under several values of the game's numbers."""
    from pnp.model.changes import changed
    from pnp.playtest.axes import grid, read_axes
    from pnp.playtest.sweep import fault_count, sweep
    from pnp.playtest.sweep_text import sweep_as_text
    from pnp.web.report_files import file_sweep_pages

    axes = read_axes(changed(game, order.changes, order.scenario), sweeps, order.scenario)
    with _bar(order.games * len(list(grid(axes))), session.quiet) as step:
        report = sweep(game, order, axes, progress=step)
    if order.out is not None:
        file_sweep_pages(game, report, order, sweeps, players, say)
    if as_json:
        print_json(report)
    else:
        click.echo(sweep_as_text(game, report))
        _tell_faults_and_files(report, [fault for point in report["points"] for fault in point["faults"]], order.out)
    if not session.quiet:
        _tell_speed(report)
    return PROBLEM if fault_count(report) else DONE


def _ladder(session, game, order, names: list[str], as_json: bool) -> int:  # type: ignore[no-untyped-def]
    """Let players meet, each the next one."""
    from pnp.playtest.ladder import ladder
    from pnp.playtest.ladder_text import ladder_as_text

    if len(names) < 2:
        raise click.BadParameter("a ladder has two players at least", param_hint="--ladder")
    with _bar(order.games * 2 * (len(names) - 1), session.quiet) as step:
        report = ladder(game, order, names, progress=step)
    if as_json:
        print_json(report)
    else:
        click.echo(ladder_as_text(game, report))
        click.echo(f"hash                 {report['hash']}")
        if order.out is not None:
            click.echo((order.out / "report.json").as_posix())
    if not session.quiet:
        _tell_speed(report)
    return PROBLEM if any(step["faults"] for step in report["steps"]) else DONE


def _tell(game, report, out: Path | None) -> None:  # type: ignore[no-untyped-def]
    """The report in a few lines."""
    from pnp.playtest.insights_text import insights_as_text
    from pnp.playtest.stats import shown_outcomes

    names = {o.id: o.name for o in game.info.outcomes}
    shares = [(names[name], report["outcomes"][name]) for name in shown_outcomes(game, report)]
    sides = {side.id: side.name for side in game.info.sides}
    for side, levels in report.get("side_levels", {}).items():
        shares += [(f"{sides[side]}, {level}", share) for level, share in levels.items()]
    for name, share in shares:
        interval = f"{100 * share['low']:.1f}–{100 * share['high']:.1f} %"
        click.echo(f"{name:<20} {share['count']:>7}  {100 * share['share']:5.1f} %  ({interval})")
    for name, spread in report["length"].items():
        click.echo(f"{name:<20} mean {spread['mean']:.1f}, from {spread['min']} to {spread['max']}")
    for name, line in insights_as_text(game, report):
        if line:
            click.echo(f"{name:<20} {line}")
    if report["rules"]["unused"]:
        click.echo(f"never used           {', '.join(report['rules']['unused'])}")
    _tell_faults_and_files(report, report["faults"], out)


def _tell_faults_and_files(report, faults, out: Path | None) -> None:  # type: ignore[no-untyped-def]
    for fault in faults:
        click.echo(f"fault in game {fault['index']}: {fault['message']}\n  {fault['command']}")
    click.echo(f"hash                 {report['hash']}")
    if out is not None:
        click.echo((out / "report.json").as_posix())
        click.echo((out / "report.html").as_posix())
