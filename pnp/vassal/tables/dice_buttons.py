"""Tables as dice buttons, and the commands that resolve a fight.

A button's report names the die, the row, the column and the rule; its text is an expression built from the same
table object that the charts print and the referee reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.tables import DieModifier, EventRow, EventsTable, ResultsTable, die_span
from pnp.vassal.context import (
    DRAW_COUNT,
    EVENT_SPACE,
    EVENT_STRENGTH,
    HERE,
    KEYS,
    RESULT_CODE,
    RESULT_PLACE,
    RESULT_SIDE,
    SPACE_ID,
    Context,
    change,
    expression,
    property_name,
    quoted,
    rule_label,
    signal,
)  # fmt: skip
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.naming import calculated

ATTACKER_EFFECT = "attacker-"
"""An event effect `attacker-SIDE` makes that side the attacker of the fight."""
_TURNS = re.compile(r"-([0-9]{1,3})-([0-9]{1,3})$")


def results_tables(game: Game) -> list[ResultsTable]:
    """Tables entered with the odds of a fight in one place; those of adjacent units have a calculator."""
    return [
        t
        for t in game.charts.tables
        if isinstance(t, ResultsTable) and t.column_kind == "odds" and not calculated(game, t)
    ]


def event_tables(game: Game) -> list[EventsTable]:
    """Tables of events, each row with its effects."""
    return [t for t in game.charts.tables if isinstance(t, EventsTable)]


def turns_of(table_id: str) -> tuple[int, int] | None:
    """First and last turn of a table that holds for some turns only, as the end of its id says: `events-5-7`."""
    match = _TURNS.search(table_id)
    return (int(match[1]), int(match[2])) if match else None


def drawing_tables(game: Game) -> list[EventsTable]:
    """Tables of events that draw units into a space."""
    return [t for t in event_tables(game) if any("draw" in row.effects or "reroll" in row.effects for row in t.rows)]


def sides_that_attack(game: Game) -> list[Side]:
    """Sides that an event can make the attacker."""
    effects = {
        name for table in event_tables(game) for row in table.rows for name, value in row.effects.items() if value
    }
    return [side for side in game.info.sides if ATTACKER_EFFECT + side.id in effects]


def factor_property(game: Game) -> str:
    """The property that fights add up: the first factor of the first counter that has one."""
    for counter in game.all_counters():
        if counter.factors:
            return property_name(counter.factors[0][0])
    return "Combat"


def span_test(variable: str, span: str) -> str:
    """A BeanShell test whether `variable` falls in a die range."""
    first, last = die_span(span)
    if first is not None and first == last:
        return f"{variable}=={first}"
    tests = [f"{variable}>={first}"] if first is not None else []
    tests += [f"{variable}<={last}"] if last is not None else []
    return "(" + "&&".join(tests) + ")"


def chosen(variable: str, cases: Sequence[tuple[str, str]], otherwise: str) -> str:
    """Nested conditions: the value of the first die range that `variable` falls in."""
    text = otherwise
    for span, value in reversed(cases):
        text = f"({span_test(variable, span)}?{value}:{text})"
    return text


# Dice buttons ------------------------------------------------------------------------------------


def dice_name(table_id: str, index: int = 0) -> str:
    """The name of a table's die: the engine calls its property NAME_result."""
    return f"{property_name(table_id)}{index}"


def column_label(table: ResultsTable, index: int) -> str:
    """A column as printed; the last one shows that it is open."""
    last = index == len(table.columns) - 1
    return table.columns[index] + ("+" if last and table.open_end else "")


def results_buttons(context: Context) -> list[Element]:
    """For each results table a menu with one die per column."""
    buttons: list[Element] = []
    for table, shown_table in zip(results_tables(context.base), results_tables(context.shown), strict=True):
        texts = [f"{shown_table.title} {column_label(shown_table, i)}" for i in range(len(shown_table.columns))]
        base_texts = [f"{table.title} {column_label(table, i)}" for i in range(len(table.columns))]
        for index, text in enumerate(texts):
            buttons.append(
                die_button(
                    table.dice.count,
                    table.dice.sides,
                    name=dice_name(table.id, index),
                    text=text,
                    tooltip=context.words.text(
                        "Roll on {table}, column {column}", table=shown_table.title,
                        column=column_label(shown_table, index)
                    ),
                    hotkey=signal("roll", table.id, str(index)),
                    report=_results_report(context, shown_table, index),
                )
            )
        buttons.append(_menu(context, shown_table.title, base_texts))
    return buttons


def _results_report(context: Context, table: ResultsTable, column: int) -> str:
    codes = {code.id: code for code in table.codes}
    cases = []
    for row in table.rows:
        code = row.results[column]
        meaning = codes.get(code)
        result = f"{code}: {meaning.text}" if meaning else code
        report = context.words.text(
            ", row {row}, column {column}: {result}", row=row.die, column=column_label(table, column), result=result
        )
        cases.append((row.die, quoted(report)))
    return _report(context, table.title, table.rule, chosen("result", cases, quoted("")), "")


def _report(context: Context, title: str, rule: str, result: str, modifier: str) -> str:
    head = quoted(context.words.text("{table}: die ", table=title))
    tail = quoted(f" [{rule_label(context.shown, rule)}]")
    die = f"result+{quoted(modifier)}" if modifier else "result"
    return "{" + f"{head}+{die}+{result}+{tail}" + "}"


def modifier_sets(table: EventsTable) -> list[tuple[DieModifier, ...]]:
    """The combinations of die modifiers that spaces have, the empty one first."""
    spaces = dict.fromkeys(space for modifier in table.modifiers for space in modifier.spaces)
    sets: dict[tuple[str, ...], tuple[DieModifier, ...]] = {(): ()}
    for space in spaces:
        chosen_ones = tuple(m for m in table.modifiers if space in m.spaces)
        sets.setdefault(tuple(m.id for m in chosen_ones), chosen_ones)
    return list(sets.values())


def event_buttons(context: Context) -> list[Element]:
    """For each events table a menu with one die per combination of modifiers, and the second die of rows that
    need one.
    """
    buttons: list[Element] = []
    for table, shown_table in zip(event_tables(context.base), event_tables(context.shown), strict=True):
        if turns_of(table.id):
            continue  # one button rolls on the table of the turn
        names: list[str] = []
        for index, modifiers in enumerate(modifier_sets(table)):
            add = sum(m.add for m in modifiers)
            # The text must differ from the menu's, or the menu would swallow itself.
            label = f": {table.dice.count}d{table.dice.sides}" + (f" {add:+d}" if add else "")
            names.append(table.title + label)
            tips = [m.text for m in shown_table.modifiers if m.id in {x.id for x in modifiers}]
            buttons.append(die_button(
                table.dice.count, table.dice.sides, name=dice_name(table.id, index), text=shown_table.title + label,
                tooltip=" ".join(tips) or context.words.text("Roll on {table}", table=shown_table.title),
                hotkey=signal("roll", table.id, str(index)), plus=add, report=_event_report(context, shown_table, add),
            ))  # fmt: skip
        for row, shown_row in zip(table.rows, shown_table.rows, strict=True):
            if row.effects.get("reroll"):
                names.append(f"{table.title}: {row.name}")
                buttons.append(
                    die_button(
                        1,
                        table.dice.sides,
                        name=dice_name(f"{table.id}-{row.id}"),
                        text=f"{shown_table.title}: {shown_row.name}",
                        tooltip=context.words.text("Second die of {event}", event=shown_row.name),
                        hotkey=signal("roll", table.id, row.id),
                        report=_report(
                            context,
                            shown_row.name,
                            shown_table.rule,
                            quoted(context.words.text(": as many units are drawn")),
                            "",
                        ),
                    )
                )
        buttons.append(_menu(context, shown_table.title, names))
    return buttons


def _event_report(context: Context, table: EventsTable, add: int) -> str:
    cases = []
    for row in table.rows:
        text = " ".join(
            part
            for part in (
                row.text,
                context.words.text("Afterwards: {text}", text=row.after_text) if row.after_text else "",
            )
            if part
        )
        report = context.words.text(", row {row}: {event}. {text}", row=row.die, event=row.name, text=text)
        cases.append((row.die, quoted(report)))
    raw = f"(result-({add}))+{quoted(f' {add:+d} = ')}+" if add else ""
    head = quoted(context.words.text("{table}: die ", table=table.title))
    rule = quoted(f" [{rule_label(context.shown, table.rule)}]")
    return expression(f"{head}+{raw}result+{chosen('result', cases, quoted(''))}+{rule}")


def die_button(
    count: int, sides: int, *, name: str, text: str, tooltip: str, hotkey: str, report: str, plus: int = 0
) -> Element:
    """A button that rolls `count` dice of `sides` sides, adds `plus` to their total and reports it in the chat."""
    return component(
        "DiceButton", name=name, text=text, tooltip=tooltip, icon="", hotkey=hotkey, reportFormat=report, prompt=False,
        nDice=count,
        nSides=sides, plus=0, addToTotal=plus, reportTotal=True, sortDice=False, keepDice=False,
    )  # fmt: skip


def _menu(context: Context, title: str, items: Sequence[str]) -> Element:
    return component(
        "ToolbarMenu", description=title, text=title, tooltip=context.words.text("Dice for {table}", table=title),
        icon=context.images["button", "table"], menuItems=text_list(list(items)),
    )  # fmt: skip


# Commands of a unit --------------------------------------------------------------------------------


def fight_traits(context: Context, side: Side) -> list[Trait]:
    """A fight in this unit's space, all units of its side against all others."""
    fighters = expression(f"Side=={quoted(side.id)}&&Mobile==1")
    enemies = expression(f"Side!={quoted(side.id)}&&Mobile==1")
    return _fight(context, "fight", side, fighters, enemies, context.words.text("Fight here"), event_on_attack=False)


def counterattack_traits(context: Context, side: Side) -> list[Trait]:
    """A fight in which `side`, not the unit's own, is the attacker."""
    fighters = expression(f"Side=={quoted(side.id)}&&Mobile==1")
    enemies = expression(f"Side!={quoted(side.id)}&&Mobile==1")
    menu = context.words.text("Fight here, {side} attacks", side=context.shown_side(side.id).name)
    return _fight(context, "counterattack", side, fighters, enemies, menu, event_on_attack=True)


def _fight(
    context: Context, kind: str, side: Side, attackers: str, defenders: str, menu: str, *, event_on_attack: bool
) -> list[Trait]:
    tables = results_tables(context.base)
    if not tables:
        return []
    table, shown_table = tables[0], results_tables(context.shown)[0]
    factor = quoted(factor_property(context.base))
    attack, defence = property_name(f"{kind}-attack"), property_name(f"{kind}-defence")
    bonus = f"+({EVENT_SPACE}=={SPACE_ID}?{EVENT_STRENGTH}:0)"
    attack_bonus, defence_bonus = (bonus, "") if event_on_attack else ("", bonus)
    columns = list(range(len(table.columns)))
    keys = [
        signal(kind, "below"),
        *(signal(kind, str(i)) for i in columns),
        signal(kind, "nobody"),
        signal(kind, "over"),
    ]
    traits = [
        trait("macro", name=kind, menu=menu, key=KEYS[kind], match='{SpaceId!=""}', actions=key_list(keys)),
        *_fight_reports(context, shown_table, kind, attack, defence),
        *_column_macros(table, kind, attack, defence),
        _signal_set(EVENT_STRENGTH, signal(kind, "over"), "P,0"),
        *_result_kept(table, kind, side),
        trait("calcProp", name=attack, expression=expression(f"SumZone({factor},{quoted(attackers)}){attack_bonus}")),
        trait("calcProp", name=defence, expression=expression(f"SumZone({factor},{quoted(defenders)}){defence_bonus}")),
    ]  # fmt: skip
    return traits


def _fight_reports(context: Context, table: ResultsTable, kind: str, attack: str, defence: str) -> list[Trait]:
    words = context.words
    strengths = {"attack": f"${attack}$", "defence": f"${defence}$", "place": HERE}
    reports = []
    for index in range(len(table.columns)):
        report = words.text(
            "{place}: {attack} against {defence}, column {column}", column=column_label(table, index), **strengths
        )
        reports.append(_told(kind, str(index), report))
    if table.below_first:
        report = words.text(
            "{place}: {attack} against {defence}, below {column}: {code} without a roll [{rule}]",
            column=table.columns[0], code=table.below_first, rule=rule_label(context.shown, table.rule), **strengths,
        )  # fmt: skip
    else:
        report = words.text("{place}: {attack} against {defence}, below {column}", column=table.columns[0], **strengths)
    reports.append(_told(kind, "below", report))
    reports.append(_told(kind, "nobody", words.text("{place}: nobody to fight", place=HERE)))
    return reports


def _told(kind: str, case: str, text: str) -> Trait:
    return trait("report", keys=key_list([signal(kind, "tell", case)]), format=text, description=f"{kind} {case}")


def _column_macros(table: ResultsTable, kind: str, attack: str, defence: str) -> list[Trait]:
    """One trigger per column, whose condition is the column's odds; each fires the column's die."""
    odds = [tuple(int(part) for part in column.replace("-", ":").split(":")) for column in table.columns]
    reaches = [f"{attack}*{right}>={defence}*{left}" for left, right in odds]
    contested = f"{defence}>0&&{attack}>0"
    macros = [_when(kind, "nobody", expression(f"!({contested})"))]
    macros.append(_when(kind, "below", expression(f"{contested}&&!({reaches[0]})"),
                        *(_kept(kind, "below") if table.below_first else ())))
    for index, reach in enumerate(reaches):
        beyond = f"&&!({reaches[index + 1]})" if index + 1 < len(reaches) else ""
        die = signal(kind, "die", str(index))
        macros += [
            _when(kind, str(index), expression(f"{contested}&&{reach}{beyond}"), die, *_kept(kind, str(index))),
            trait("globalhotkey", key=die, hotkey=signal("roll", table.id, str(index))),
        ]
    return macros


def _kept(kind: str, case: str) -> list[str]:
    """The keys that keep the result of a case, and what it is about."""
    return [signal(kind, "code", case), signal(kind, "place"), signal(kind, "done")]


def _result_kept(table: ResultsTable, kind: str, side: Side) -> list[Trait]:
    """What `results` carries out later: the code, where the fight was, and who attacked."""
    codes = {
        str(index): chosen(f"{dice_name(table.id, index)}_result",
                           [(row.die, quoted(row.results[index])) for row in table.rows], quoted(""))
        for index in range(len(table.columns))
    }  # fmt: skip
    if table.below_first:
        codes["below"] = quoted(table.below_first)
    return [
        *(_signal_set(RESULT_CODE, signal(kind, "code", case), change(code), numeric=False)
          for case, code in codes.items()),
        _signal_set(RESULT_PLACE, signal(kind, "place"), change(SPACE_ID), numeric=False),
        _signal_set(RESULT_SIDE, signal(kind, "place"), f"P,{side.id}", numeric=False),
        trait("globalhotkey", key=signal(kind, "done"), hotkey=signal("fought", "here")),
    ]  # fmt: skip


def _when(kind: str, case: str, match: str, *more: str) -> Trait:
    """A trigger that, when `match` holds, reports its case, then sends `more`."""
    return trait("macro", name=f"{kind} {case}", key=signal(kind, case), match=match,
                 actions=key_list([signal(kind, "tell", case), *more]))  # fmt: skip


def _signal_set(name: str, key: str, change: str, *, numeric: bool = True) -> Trait:
    commands = text_list([join_fields(["", key, change], ":")])
    return trait("setprop", name=name, constraints=f"{str(numeric).lower()},-99,99,false", commands=commands)


def invasion_traits(context: Context) -> list[Trait]:
    """Entering a space: roll on the events table with the space's modifiers, set the event's strength, draw the units.
    """
    tables = drawing_tables(context.base)
    if not tables:
        return []
    table, shown_table = tables[0], drawing_tables(context.shown)[0]
    sets = modifier_sets(table)
    steps = [signal("enter", str(index)) for index in range(len(sets))]
    rerolls = [row for row in table.rows if row.effects.get("reroll")]
    steps += [signal("enter", row.id) for row in rerolls]
    steps += [signal("draw", "here")]
    traits = [
        trait(
            "macro",
            name="invade",
            menu=context.words.text("{table}: roll and draw", table=shown_table.title),
            key=KEYS["invade"],
            match='{SpaceId!=""}',
            actions=key_list(steps),
        )
    ]
    for index, modifiers in enumerate(sets):
        result = f"{dice_name(table.id, index)}_result"
        keys = [
            signal("enter", "die", str(index)),
            signal("enter", "count", str(index)),
            signal("enter", "event", str(index)),
        ]
        traits += [
            trait(
                "macro",
                name=f"invade {index}",
                key=steps[index],
                match=_modifier_match(table, modifiers),
                actions=key_list(keys),
            ),
            trait("globalhotkey", key=keys[0], hotkey=signal("roll", table.id, str(index))),
            _signal_set(DRAW_COUNT, keys[1], change(_effect(table, result, _drawn))),
            _signal_set(EVENT_STRENGTH, keys[2], change(_effect(table, result, lambda row: row.effect("strength")))),
            _signal_set(EVENT_SPACE, keys[2], change(SPACE_ID), numeric=False),
        ]
    for row in rerolls:
        die, count = signal("enter", "die", row.id), signal("enter", "count", row.id)
        traits += [
            trait(
                "macro",
                name=f"invade {row.id}",
                key=signal("enter", row.id),
                match=expression(f"{DRAW_COUNT}<0"),
                actions=key_list([die, count]),
            ),
            trait("globalhotkey", key=die, hotkey=signal("roll", table.id, row.id)),
            _signal_set(DRAW_COUNT, count, change(dice_name(f"{table.id}-{row.id}") + "_result")),
        ]
    return traits


def _drawn(row: EventRow) -> int:
    """Units that a row draws; -1 = as many as a second die says."""
    return -1 if row.effects.get("reroll") else row.effect("draw")


def _effect(table: EventsTable, variable: str, value: Callable[[EventRow], int]) -> str:
    return chosen(variable, [(row.die, str(value(row))) for row in table.rows], "0")


def _modifier_match(table: EventsTable, modifiers: Sequence[DieModifier]) -> str:
    """Matches the spaces whose modifiers are exactly these."""
    ids = {m.id for m in modifiers}
    every = dict.fromkeys(space for m in table.modifiers for space in m.spaces)
    if not ids:
        return "{" + ("&&".join(f"SpaceId!={quoted(space)}" for space in every) or "true") + "}"
    matching = [space for space in every if {m.id for m in table.modifiers if space in m.spaces} == ids]
    return "{" + "||".join(f"SpaceId=={quoted(space)}" for space in matching) + "}"
