"""`pnp replay LOG [--to N] [--vlog FILE] [--json]`"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import Session, json_option, print_json

if TYPE_CHECKING:
    from pnp.model.log import Log
    from pnp.referee.engine import Rules
    from pnp.vassal.vlog import LogStep


@click.command(name="replay")
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="Stop after line N.  [the end]")
@click.option("--vlog", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it as a log to step through in VASSAL.")
@json_option
@click.pass_obj
def command(session: Session, log: Path, last: int | None, vlog: Path | None, as_json: bool) -> int:
    """Play a log again and compare every line; tells the first that differs, else shows the position."""
    from pnp.games import rules_of_log
    from pnp.players.telling import position_as_text
    from pnp.referee.logfile import read_log
    from pnp.referee.replay import replay

    made = read_log(log)
    rules = rules_of_log(session.load(made.head.game), made.head)
    state = replay(rules, made, to=last, name=log.as_posix())
    result = rules.result(state)
    if vlog is not None:
        write_vlog(rules, made, len(state.log), vlog)
    if as_json:
        print_json(
            {
                "game": rules.game.id,
                "scenario": rules.scenario.id,
                "lines": len(state.log),
                "position": rules.position(state).as_json(),
                "state": state.hash(),
                "over": result is not None,
                "result": None if result is None else {
                    "end": result.end, "winner": result.winner, "level": result.level, "score": dict(result.score)
                },
            }
        )  # fmt: skip
        return 0
    click.echo(position_as_text(rules, state))
    return 0


def write_vlog(rules: Rules, log: Log, last: int, path: Path) -> None:
    """Write the first `last` lines of `log` for VASSAL, one step for each decision and what follows from it."""
    from pnp.generators.map_sheet import plan_sheet
    from pnp.output import write_atomic
    from pnp.vassal.vlog import log_to_vlog

    steps = list(steps_of(rules, log, last))
    start, *rest = steps
    data = log_to_vlog(rules.game, start.position, rest, plan_sheet(rules.game), title=f"{rules.game.info.title}, seed {log.head.seed}")
    write_atomic(path, data)


def steps_of(rules: Rules, log: Log, last: int) -> Iterator[LogStep]:
    """The start, then the position after each decision of `log` with what is told of it."""
    from pnp.players.telling import line_as_text
    from pnp.referee.replay import replay
    from pnp.vassal.vlog import LogStep

    decisions = [line.n for line in log[:last] if line.kind == "do"]
    yield LogStep("", rules.position(replay(rules, log, to=0)))
    for number, begin in enumerate(decisions):
        end = decisions[number + 1] - 1 if number + 1 < len(decisions) else last
        told = [line_as_text(rules, line, decisions=True) for line in log[begin - 1 : end]]
        yield LogStep("\n".join(told), rules.position(replay(rules, log, to=begin)))
