"""How often each cell of a table was read: a column's share, and every cell of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from pnp.model.game import Game
from pnp.model.tables import EventsTable, FlowTable, ResultsTable
from pnp.playtest.match import STEP_COLUMN
from pnp.web.cards import MARKS, Campaigns, ReportCard
from pnp.web.html import html_table

Use = Mapping[str, Mapping[str, int]]
"""column -> row -> how often"""


def table_use(of: Campaigns) -> ReportCard | None:
    """The columns of the table that was read most, as shares; every table cell by cell behind it."""
    game, words = of.game, of.game.words
    uses = [dict(_tables(game, report)) for report in of.reports]
    tables = [table for table in game.charts.tables if any(table.id in use for use in uses)]
    if not tables:
        return None
    results = [table for table in tables if isinstance(table, ResultsTable) and len(table.columns) > 1]
    main = max(results or tables, key=lambda table: sum(_reads(use.get(table.id, {})) for use in uses))
    cells = [
        _cells(game, table.id, use[table.id], mark)
        for table in tables
        for use, mark in zip(uses, MARKS if len(uses) > 1 else " ", strict=False)
        if table.id in use
    ]
    note = words.text("A cell never read is marked: a column that no game reaches, or a row that no roll gives.")
    whole = Markup("").join([Markup(f"<p>{escape(note)}</p>"), *cells])
    panel = Markup(f"<h3>{escape(main.title)}</h3>") + _columns([use.get(main.id, {}) for use in uses])
    return ReportCard(
        words.text("How often tables are read"), words.text("share of its rolls by column, %"), (("", panel),), whole
    )


def _reads(use: Use) -> int:
    return sum(sum(rows.values()) for rows in use.values())


def _columns(uses: list[Use]) -> Markup:
    """A row for each campaign, a cell for each column, the darker the more often."""
    columns = list(dict.fromkeys(column for use in uses for column in use))
    shares = [{c: 100 * sum(use.get(c, {}).values()) / (_reads(use) or 1) for c in columns} for use in uses]
    most = max((value for row in shares for value in row.values()), default=1) or 1
    head = "".join(f'<th scope="col">{escape(minus(column))}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row" class="v{number}">{MARKS[number] if len(uses) > 1 else "%"}</th>'
        + "".join(f'<td class="s{round(4 * row[c] / most)}">{row[c]:.0f}</td>' for c in columns)
        + "</tr>"
        for number, row in enumerate(shares)
    )
    return Markup(
        f'<div class="table" tabindex="0"><table class="use">'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _tables(game: Game, report: Mapping[str, Any]) -> list[tuple[str, Use]]:
    """Tables, columns and rows in the order of charts.yaml; readings outside the table, e.g. below its odds, last."""
    tables = []
    for table in game.charts.tables:
        use = report["tables"].get(table.id)
        if not use:
            continue
        printed = (
            [row.die for row in table.rows]
            if isinstance(table, (ResultsTable, EventsTable))
            else list(next(iter(use.values())))
        )
        columns = [c for c in getattr(table, "columns", ()) if c in use]
        columns += sorted(c for c in use if c not in columns)
        ranked = {
            c: dict(
                sorted(use[c].items(), key=lambda i: (printed.index(i[0]) if i[0] in printed else len(printed), i[0]))
            )
            for c in columns
        }
        tables.append((table.id, ranked))
    return tables


def _cells(game: Game, name: str, use: Use, mark: str) -> Markup:
    words, table = game.words, game.table(name)
    texts = {step.id: step.text for step in table.steps} if isinstance(table, FlowTable) else {}
    dice = list(dict.fromkeys(row for rows in use.values() for row in rows))
    times = {"event": words.text("Times"), STEP_COLUMN: words.text("Times")}
    heads = [
        words.text("Step") if texts else words.text("Die"),
        *(times.get(column) or minus(column) for column in use),
    ]
    rows = [(texts.get(die) or minus(die), *(rows.get(die, "") for rows in use.values())) for die in dice]
    return Markup(f"<h4>{escape(f'{table.title} {mark}'.strip())}</h4>") + html_table(heads, rows, mark_zero=True)


def minus(text: str) -> str:
    """A number below 0 with a true minus; a range keeps its hyphen."""
    return "−" + text[1:] if text.startswith("-") and text[1:].isdigit() else text
