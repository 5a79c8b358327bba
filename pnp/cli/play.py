"""`pnp play GAME [--as SIDE] [--players P] [--scenario ID] [--option ID[=VALUE]]… [--load FILE] [--log FILE] …`"""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pnp.cli.console import (
    DONE,
    INTERRUPTED,
    Session,
    changes_of,
    game_argument,
    options_of,
    players_of,
    say,
    set_option,
)


@click.command(name="play")
@game_argument
@click.option("--as", "side", metavar="SIDE", help="The side you play.  [the first that --players doesn't name]")
@click.option("--players", metavar="P", help="Who plays the rest: random, heuristic, search:N, or side=player,…")
@click.option("--scenario", default="standard", show_default=True, metavar="ID")
@click.option(
    "--option", "options", multiple=True, metavar="ID[=VALUE]",
    help="Switch an optional rule on; may be given again."
)
@set_option
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="N")
@click.option(
    "--load", "saved", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Go on with a saved game or a log."
)
@click.option(
    "--log", "log", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write the log here."
)
@click.option(
    "--save", "save", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Save the game here when you stop, however you stop."
)
@click.option("--lang", metavar="CODE", default="en", show_default=True, help="Language of names and messages.")
@click.option(
    "--allow-peeking", "peeking", is_flag=True, help="Let undo take back dice, draws and units turned up, too."
)
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), metavar="S",
    help="Let search:N think no longer about a decision."
)
@click.option("--plain", is_flag=True, help="Sentences instead of columns, maps and colours, for screen readers.")
@click.pass_obj
def command(
    session: Session, game: str, side: str | None, players: str | None, scenario: str, options: tuple[str, ...],
    changes: tuple[str, ...], seed: int, saved: Path | None, log: Path | None, save: Path | None,
    lang: str, peeking: bool, seconds: float | None, plain: bool,
) -> int:  # fmt: skip
    """Play a game in the terminal: type numbers, names or hexes; help lists the commands."""
    from time import monotonic

    from pnp.cli.terminal.screen import Screen
    from pnp.cli.terminal.session import Sitting
    from pnp.errors import SourceError
    from pnp.games import rules_of
    from pnp.model.changes import changed
    from pnp.players.roster import deciding_sides, make_players, player_names, why_not_led
    from pnp.players.saved import load_position, save_text
    from pnp.players.search import TimeLimit

    loaded = changed(session.load(game), changes_of(changes), scenario)
    if saved is not None:
        rules, state = load_position(loaded, saved, scenario, options_of(options))
    else:
        rules = rules_of(loaded, scenario, options_of(options))
        state = rules.new_state(seed)
    if lang not in loaded.info.languages:
        raise click.BadParameter(
            f"{game} has no language {lang!r}; it has {', '.join(loaded.info.languages)}", param_hint="--lang"
        )
    if side is not None and (problem := why_not_led(rules, side)):
        raise SourceError(problem)
    if side is not None and side not in deciding_sides(rules):
        commanded = ", ".join(deciding_sides(rules))
        raise click.BadParameter(
            f"{side!r} is not a side that a player commands; those are: {commanded}", param_hint="--as"
        )
    chosen_players = players_of(players) or "random"
    named = chosen_players if isinstance(chosen_players, dict) else deciding_sides(rules) if players else ()
    person = side or next((one for one in deciding_sides(rules) if one not in named), None)
    state.players = {**player_names(rules, chosen_players), **({person: "person"} if person else {})}
    computers = make_players(rules, chosen_players, state.seed, TimeLimit(seconds, monotonic) if seconds else None)
    screen = Screen(plain=plain)
    if person is None:
        _play_out(rules, state, computers, lang, screen)
        _write_log(state, log)
        return DONE
    sitting = Sitting(
        rules, state, computers, person, lang=lang, screen=screen, save=save_text, path=save, peeking=peeking
    )
    try:
        sitting.play()
        finished = DONE
    except (EOFError, KeyboardInterrupt):
        screen.say("")
        finished = INTERRUPTED
    finally:
        _write_log(sitting.state, log)
    if not rules.is_over(sitting.state):
        _stop(sitting, session, game)
    return finished


def _stop(sitting, session: Session, game: str) -> None:  # type: ignore[no-untyped-def]
    """Save a game that isn't over, where a file was named, and say how it goes on."""
    from pnp.cli.terminal import phrases

    sitting.desk.say(phrases.STOPPED)
    if not sitting.commands.keep():
        sitting.desk.say(phrases.NOT_SAVED)
        return
    folders = [part for folder in session.sources for part in ("--sources", folder.as_posix())]
    person, path = sitting.desk.person, str(sitting.commands.path)
    others = ",".join(f"{side}={name}" for side, name in sitting.state.players.items() if side != person)
    language = ["--lang", sitting.desk.lang] if sitting.desk.lang != "en" else []
    command = shlex.join([
        "pnp", *folders, "play", game, "--as", person, *(["--players", others] if others else []), *language,
        "--load", path, "--save", path,
    ])  # fmt: skip
    text = sitting.desk.words(phrases.GO_ON, command=command)
    sitting.screen.spans([((text, ""),)], indent=0)  # in one line, to be copied


def _play_out(rules, state, computers, lang: str, screen) -> None:  # type: ignore[no-untyped-def]
    """A game without a person: the log in words, and the end."""
    from pnp.players.match import play_on
    from pnp.players.telling import line_as_text, position_as_text

    play_on(rules, state, computers)
    for line in state.log:
        if line.kind == "do":
            screen.say(f"{line.data['turn']:>2} {line.data['phase']:<14} {' '.join(line.data['do'])}")
        elif text := line_as_text(rules, line, lang):
            screen.say(text)
    screen.say(position_as_text(rules, state, lang=lang, plain=screen.plain))


def _write_log(state, log: Path | None) -> None:  # type: ignore[no-untyped-def]
    """Write the log so far, also when the player stopped halfway."""
    if log is None:
        return
    from pnp.output import write_atomic

    write_atomic(log, state.log.as_text())
    say(f"log: {log.as_posix()}")
