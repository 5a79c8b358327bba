"""The command line: one thin module per command, imported only when it is called.

In: arguments (DESIGN §10). Out: results on stdout, all else on stderr, and an exit code. `COMMANDS` lists every
command; `console` holds what they share. `pnp --help` imports neither pydantic nor a drawing library.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pnp import __version__
from pnp.cli import console

COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("new", "Write the sources of a small new game."),
    "list": ("list_games", "List the games, or what one game holds."),
    "check": ("check", "Check tables, counts, references, scenarios, translations."),
    "tables": ("tables", "Compute the exact odds of a game's tables."),
    "build": ("build", "Print sheets, books and modules into a folder."),
    "play": ("play", "Play a game in the terminal, or let players play it."),
    "serve": ("serve", "See a game in the browser while you write it, and play it."),
    "playtest": ("playtest", "Play many test games and report on them."),
    "replay": ("replay", "Play a log again and compare every line."),
    "map": ("map", "Draft a hex map from geographic layers."),
    "vassal": ("vassal", "Look into VASSAL modules, whoever made them."),
    "export": ("export", "Write pictures, a Tabletop Simulator save, an archive to upload."),
    "import": ("import_", "Draft a game from a module, a list of counters, geography."),
    "i18n": ("i18n", "Keep the translators' catalogues up to date."),
    "schema": ("schema", "Write the JSON Schemas of the sources."),
    "trace": ("trace", "Follow each rule to its code, its tests, its use in play."),
    "explain": ("explain", "Explain the code of a problem, or print a rule."),
    "doctor": ("doctor", "Say what this machine has and lacks."),
}
"""Command -> its module in this package, and its line in `pnp --help`."""


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command runs or its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of `cmd_name` and return its command; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pnp.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the command as click does, but suggest the nearest name for an unknown one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pnp.errors import did_you_mean

            ctx.fail(f"no command {args[0]!r}; {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help lines from COMMANDS, so that none has to be imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--sources", "sources", multiple=True, metavar="DIR",
    type=click.Path(path_type=Path), help="Folder that holds games; may be given again.  [those that ship]",
)  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but results and problems.")
@click.version_option(__version__, prog_name="pnp", message="%(prog)s %(version)s")
@click.pass_context
def root(ctx: click.Context, sources: tuple[Path, ...], quiet: bool) -> None:
    """Board wargames from structured sources: sheets to print, VASSAL modules, rulebooks, test games.

    Where GAME... may be left out, the games of --sources are meant, else those of the working folder, else those that
    ship.
    """
    ctx.obj = console.Session(sources=sources, quiet=quiet, loaded=[] if ctx.obj is None else ctx.obj)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends the process with the exit code of DESIGN §10."""
    gc.set_threshold(100_000, 20, 50)  # what is read lasts as long as the process: a sixteenth of a build's time
    code = run(arguments)
    gc.freeze()  # the process ends: looking once more through all that it has read would take a tenth of a check
    sys.exit(code)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0 done, 1 problem, 2 usage, 3 machine lacks, 130 Ctrl-C."""
    console.never_fail_to_encode()
    loaded: list[tuple[str, tuple[Path, ...]]] = []
    try:
        argument_list = None if arguments is None else list(arguments)
        outcome = root.main(args=argument_list, prog_name="pnp", standalone_mode=False, obj=loaded)
    except click.exceptions.Exit as stop:
        return int(stop.exit_code)
    except click.UsageError as error:
        error.show(file=sys.stderr)
        return 2
    except (click.Abort, KeyboardInterrupt):
        console.say("interrupted; files that were finished are kept")
        return 130
    except click.ClickException as error:
        error.show(file=sys.stderr)
        return 1
    except (BrokenPipeError, SystemExit):  # click ends the process when the reader of stdout has gone
        console.close_stdout()
        return 0
    except Exception as error:
        return console.report_failure(error, loaded)
    return outcome if isinstance(outcome, int) else 0
