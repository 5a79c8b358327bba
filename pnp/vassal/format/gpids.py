"""The permanent number of each piece (gpid), recorded in `gpids.yaml`.

VASSAL ties the pieces of a saved game to those of a newer module by these numbers, so a number is given once and
never again to another counter: not when counters are added, removed, renamed or reordered in the file.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pnp.errors import Location, Problem, SourceError
from pnp.model.game import Game
from pnp.model.rules import GpidsSource, RuleCase
from pnp.model.tables import FlowTable, ListTable
from pnp.output import write_atomic
from pnp.sources.find import shown_path
from pnp.vassal.naming import calculated

FILE_NAME = "gpids.yaml"
CALCULATOR = "calculator-"
"""Begins the id of a calculator's piece."""


CARD = "card-"
"""Begins the id of a card's piece."""
GUIDE = "guide-"
"""Begins the id of the piece that leads through a flow chart, a list of questions, or the cases of a rule."""


def piece_ids(game: Game) -> list[str]:
    """Every piece of the module: the counters, the calculator of each table that has one, the guides, and the cards."""
    tables = (table for table in game.charts.tables if calculated(game, table))
    guided = [*(str(table.id) for table in guided_tables(game)), *(case_id(case) for case in guided_cases(game))]
    return [
        *(str(counter.id) for counter in game.all_counters()),
        *(f"{CALCULATOR}{table.id}" for table in tables),
        *(f"{GUIDE}{name}" for name in guided),
        *(f"{CARD}{copy}" for copy in (game.cards.ids if game.cards is not None else ())),
    ]


def guided_tables(game: Game) -> list[FlowTable | ListTable]:
    """Tables that lead from question to question: flow charts, and lists of questions with what each yes adds."""
    return [
        table for table in game.charts.tables
        if isinstance(table, FlowTable) or (isinstance(table, ListTable) and _asks(table))
    ]  # fmt: skip


def _asks(table: ListTable) -> bool:
    return bool(table.rows) and all({"add", "event"} <= set(row.effects) for row in table.rows)


def guided_cases(game: Game) -> list[RuleCase]:
    """The rules whose cases `guides` of game.yaml has looked at one after the other; an unknown address is left out."""
    cases = {case.id: case for case in game.cases()}
    return [cases[address] for address in game.info.guides if address in cases]


def case_id(case: RuleCase) -> str:
    """The address of a case as an id."""
    return case.id.lower().replace(".", "-").replace(" ", "-")


def assign_gpids(game: Game) -> GpidsSource:
    """The game's numbers, with a new one for each piece that has none, in order-of-battle order.

    Numbers of removed counters stay reserved. Nothing is written.
    """
    pieces = dict(game.gpids.pieces)
    following = max([game.gpids.next, *(number + 1 for number in pieces.values())])
    for name in piece_ids(game):
        if name not in pieces:
            pieces[name] = following
            following += 1
    return GpidsSource(next=following, pieces=pieces)


def numbered(game: Game) -> Game:
    """The game with a number for each piece, as `assign_gpids` gives them.

    Raises SourceError for numbers that were given wrongly.
    """
    if wrong := [problem for problem in missing_gpids(game) if problem.code != "gpid-missing"]:
        raise SourceError(*wrong)
    assigned = assign_gpids(game)
    return game if assigned == game.gpids else replace(game, gpids=game.gpids.replaced(**dict(assigned)))


def missing_gpids(game: Game) -> list[Problem]:
    """A problem for each counter without a number, one for all where none has any; and for each wrong number."""
    source = game.gpids
    place = source.where("pieces") or Location(shown_path(game.folder / FILE_NAME))
    assigned = assign_gpids(game)
    problems = []
    if not source.pieces and assigned.pieces:
        problems.append(Problem(
            code="gpid-missing", message=f"none of the {len(assigned.pieces)} pieces has a number for VASSAL yet",
            where=place, game=game.id, severity="warning",
            hint="a build numbers them in the order of counters.yaml; once others save games, let `pnp check --fix` "
                 "write the numbers, so that they stay",
        ))  # fmt: skip
    pieces = piece_ids(game) if source.pieces else []
    gone = [name for name in source.pieces if name not in pieces]
    how = (
        f". {gone[0]!r} is no piece any more: if it was renamed, its number goes with it; if nobody has saved a game "
        "yet, delete the file and let `pnp check --fix` write it anew"
        if gone else ", or let `pnp check --fix` do so"
    )  # fmt: skip
    for name in pieces:
        if name not in source.pieces:
            number = assigned.pieces[name]
            problems.append(Problem(
                code="gpid-missing", message=f"counter {name!r} has no piece number", where=place, game=game.id,
                severity="warning",
                hint=f"write `{name}: {number}` at the end of `pieces` and raise `next` above {number}{how}.",
            ))  # fmt: skip
    owners: dict[int, str] = {}
    for name, number in source.pieces.items():
        where = source.where("pieces", name) or place
        if number in owners:
            message = f"piece number {number} of {name!r} belongs to {owners[number]!r} already"
            problems.append(
                Problem("gpid-twice", message, where, "give it the number of `next`, then raise `next`.", game=game.id)
            )
        elif number >= source.next or number < 1:
            message = f"piece number {number} of {name!r} is not below next ({source.next})"
            problems.append(
                Problem("gpid-next", message, where, "`next` is above every number ever given.", game=game.id)
            )
        owners.setdefault(number, name)
    return problems


def gpids_yaml(game: Game, source: GpidsSource) -> str:
    """The file's text, numbers in ascending order; its schema lies beside that of `game.yaml`."""
    lines = [
        game.files["game.yaml"].line(1).replace("game.schema.json", "gpids.schema.json"),
        "# Numbers of the VASSAL pieces. Given once, kept for ever: saved games depend on them. New ones come last.",
        f"next: {source.next}",
        "pieces:" if source.pieces else "pieces: {}",
    ]
    ordered = sorted(source.pieces.items(), key=lambda item: (item[1], item[0]))
    lines += [f"  {name}: {number}" for name, number in ordered]
    return "\n".join(lines) + "\n"


def write_gpids(game: Game) -> Path | None:
    """Give every counter its number and write the file; None when nothing was missing.

    It changes the sources: only for a command that was asked to.
    """
    assigned = assign_gpids(game)
    if assigned.pieces == game.gpids.pieces and assigned.next == game.gpids.next:
        return None
    path = game.folder / FILE_NAME
    write_atomic(path, gpids_yaml(game, assigned))
    return path
