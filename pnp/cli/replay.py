"""`pnp replay LOG [--to N] [--json]`"""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import Session, json_option, print_json


@click.command(name="replay")
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="Stop after line N.  [the end]")
@json_option
@click.pass_obj
def command(session: Session, log: Path, last: int | None, as_json: bool) -> int:
    """Play a log again and compare every line; tells the first that differs, else shows the position."""
    from pnp.games import rules_of
    from pnp.players.telling import position_as_text
    from pnp.referee.logfile import read_log
    from pnp.referee.replay import replay

    made = read_log(log)
    rules = rules_of(session.load(made.head.game), made.head.scenario, made.head.options)
    state = replay(rules, made, to=last, name=log.as_posix())
    result = rules.result(state)
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
