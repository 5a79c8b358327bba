"""The odds of a roll before it is rolled: both strengths with what changes them, the column, the chance of each result.

All of it is the referee's own forecast. Where units that the side may not know would be turned up, it is the mean over
ways in which they could lie as far as the side knows, never the true one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pnp.desk.play.viewpoint import Viewpoint
from pnp.errors import PnpError
from pnp.model.log import LogLine
from pnp.model.tables import ResultsTable
from pnp.players.person.forecast import RollForecast, attacker_share, forecast
from pnp.players.person.outlook import outlooks
from pnp.players.telling import in_language
from pnp.referee.engine import Rules
from pnp.referee.masks import Action

DEALS = 24
"""Ways in which unknown units are dealt out for a mean."""


def roll_now(view: Viewpoint) -> tuple[Action, RollForecast] | None:
    """The choice without a unit or a place that rolls, such as that of the attack as it stands, and its roll."""
    for action in view.choices:
        if len(action) == 1 and (roll := forecast(view.rules, view.state, action)):
            return action, roll
    return None


def odds_message(view: Viewpoint, action: Action | None = None) -> dict[str, Any]:
    """The odds as they stand (`now`), and those with a candidate (`then`); either is None where nothing is rolled."""
    now = roll_now(view)
    then = None
    if action is not None and (now is None or action != now[0]):
        outlook = outlooks(view.rules, view.state, [action]).get(action)
        then = outlook.forecast if outlook else _unknown_roll(view, action)
    return {
        "now": roll_told(view, now[1], now[0]) if now else None,
        "then": roll_told(view, then, action) if then else None,
    }  # fmt: skip


def roll_told(view: Viewpoint, roll: RollForecast, action: Action | None) -> dict[str, Any]:
    """A roll in plain values."""
    names = view.codes(roll.table)
    table = next((t for t in in_language(view.rules, view.lang).charts.tables if t.id == roll.table), None)
    share = attacker_share(view.rules, roll)
    return {
        "do": view.rules.to_json(action) if action is not None else [],
        "table": roll.table, "title": table.title if table else roll.table, "rule": getattr(table, "rule", ""),
        "column": roll.column, "ratio": _ratio(roll.before), "sides": sides_told(view, roll.before),
        "shifts": _shifts(view, roll.before), "share": _percent(share),
        "results": [
            {"codes": list(chance.codes), "name": " → ".join(names.get(code, code) for code in chance.codes),
             "faces": list(chance.dice), "chance": _percent(chance.share), "exact": str(chance.share),
             "favours": _favours(table, chance.codes[-1]),
             "losses": [text["text"] for line in chance.events if (text := view.line(line))]}
            for chance in roll.chances
        ],
    }  # fmt: skip


def _percent(share: Fraction | None) -> float | None:
    return None if share is None else round(float(100 * share), 2)


def _favours(table: object, code: str) -> str:
    return next((str(c.favours or "") for c in getattr(table, "codes", ()) if c.id == code), "")


def _ratio(before: Sequence[LogLine]) -> str:
    """Both strengths, as the log writes them: "17:8"."""
    return next((str(line.data["odds"]) for line in before if "odds" in line.data), "")


def _shifts(view: Viewpoint, before: Sequence[LogLine]) -> list[dict[str, Any]]:
    """What moves the column or the die."""
    told = []
    for line in before:
        if line.data["event"] not in ("attack", "fight") and "value" in line.data:
            text = view.line(line)
            told.append({"by": line.data["value"], "why": text.get("text", ""), "rule": line.rule})
    return told


def sides_told(view: Viewpoint, before: Sequence[LogLine]) -> list[dict[str, Any]]:
    """Attacker and defender: their units with what each has printed and counts for, and their sum."""
    attackers, spaces, defenders = _fighters(before)
    totals = _ratio(before).split(":")
    accounts = view.rules.strengths(view.state, attackers, spaces)
    told = []
    for index, units in enumerate((attackers, defenders)):
        account = accounts[index] if accounts else {}
        sides = dict.fromkeys(view.sight.side_of(unit) for unit in units)
        told.append({
            "side": next(iter(sides), ""), "total": totals[index] if len(totals) == 2 else "",
            "parts": [_part(view, unit, account.get(unit)) for unit in units],
        })  # fmt: skip
    return told


def _part(view: Viewpoint, unit: str, account: tuple[Any, Any, tuple[str, ...]] | None) -> dict[str, Any]:
    part: dict[str, Any] = {"unit": view.sight.unit(unit), "values": view.sight.values(unit)}
    if account is not None and unit not in view.hidden:
        printed, counts, rules = account
        part |= {"printed": str(printed), "counts": str(counts)}
        part["why"] = [{"rule": rule, "text": view.rule_title(rule)} for rule in rules]
    return part


def _fighters(before: Sequence[LogLine]) -> tuple[list[str], list[str], list[str]]:
    """Attackers, the spaces attacked, and defenders, as the lines before a roll name them."""
    named: dict[str, list[str]] = defaultdict(list)
    spaces: dict[str, None] = {}
    for line in before:
        if line.data["event"] in ("attack", "fight"):
            named[str(line.data["event"])] += line.data.get("units", ())
            if "at" in line.data:
                spaces[str(line.data["at"])] = None
    attack, fight = ([*dict.fromkeys(named[name])] for name in ("attack", "fight"))
    if not fight:  # a game whose attack names the defenders alone
        return [], [*spaces], attack
    return attack, [*spaces], fight


def _unknown_roll(view: Viewpoint, action: Action) -> RollForecast | None:
    """The mean of the rolls over ways in which what the side can't know could lie; None where nothing is unknown."""
    if not any(unit in view.sight.counters for unit in view.hidden):
        return None
    rolls = []
    for seed in range(DEALS):
        twin = view.rules.dealt(view.state, view.side, seed)
        try:
            roll = forecast(view.rules, twin, action, turning_up=True)
        except PnpError:
            roll = None
        if roll is not None:
            rolls.append(roll)
    return _mean(rolls) if rolls else None


def _mean(rolls: Sequence[RollForecast]) -> RollForecast:
    """One roll with the mean chances; its column is told only where all have the same."""
    shares: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    firsts: dict[tuple[str, ...], Any] = {}
    for roll in rolls:
        for chance in roll.chances:
            shares[chance.codes] += chance.share / len(rolls)
            firsts.setdefault(chance.codes, chance)
    chances = tuple(
        type(first)(codes, (), shares[codes], ()) for codes, first in firsts.items()
    )
    columns = {roll.column for roll in rolls}
    return RollForecast((), rolls[0].table, columns.pop() if len(columns) == 1 else "?", chances)


def charts_told(rules: Rules, lang: str) -> list[dict[str, Any]]:
    """The results tables of the game, for the page."""
    return [
        {"id": table.id, "title": table.title, "rule": table.rule, "columns": list(table.columns),
         "rows": [{"die": str(row.die), "results": list(row.results)} for row in table.rows],
         "codes": [{"id": code.id, "name": code.name, "favours": code.favours or ""} for code in table.codes]}
        for table in in_language(rules, lang).charts.tables if isinstance(table, ResultsTable)
    ]  # fmt: skip
