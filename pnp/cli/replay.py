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
    from pnp.players.telling import position_as_text
    from pnp.referee.replay import replay_file

    played = replay_file(log, to=last, dirs=session.sources)
    position = played.rules.position(played.state)
    over = played.rules.is_over(played.state)
    if as_json:
        result = played.rules.result(played.state) if over else None
        print_json(
            {
                "game": played.rules.game.id,
                "lines": played.lines,
                "position": position.as_json(),
                "state": played.state.hash(),
                "over": over,
                "result": result._asdict() if result is not None else None,
            }
        )
        return 0
    click.echo(position_as_text(played.rules, played.state))
    return 0
