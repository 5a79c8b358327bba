"""Results of fights carried out: what the table says is proposed for a side, changed by hand, then done and reported.

A roll gives the units of the fight their role and keeps the result's code. The button of a side marks on its first use
what the code asks of each unit (its fate), on its second it carries that out: losses leave or are reduced, units that
must retreat stay marked until they have been moved by hand. What a code does is declared: in the results of combat in
`procedures.yaml`, else in `does` of the table's code. What isn't known here is left to the players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.tables import ResultsTable
from pnp.vassal.context import (
    KEYS,
    REDUCED,
    RESULT_CODE,
    RESULT_PLACE,
    RESULT_SIDE,
    SPACE_ID,
    Context,
    change,
    expression,
    nested,
    quoted,
    rule_label,
    signal,
    spoken,
    whole_map,
)
from pnp.vassal.format.buildfile import Element, component, global_property
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.naming import calculated
from pnp.vassal.tables.named_table import Calculator, attacks
from pnp.vassal.tables.odds import defence_property, place_property

ROLES = ("attackers", "defenders")
ROLE, FATE, STEPS = "Role", "Fate", "Steps"
"""Properties of a unit: its role in the fight, what becomes of it, and how many steps its counter has."""
NOTHING, LOSS, RETREAT, CHOICE, ELIMINATED, REMOVED = range(6)
"""Fates: a loss; a retreat; the owner chooses whether it takes the loss; eliminated; out of the game for good."""
OWED = "ResultOwed"
"""Property of the module: the strength that an exchange costs."""

_SENTENCE = re.compile(r"([a-z-]+)(?: (attackers|defenders|both))?(?: ([0-9]{1,2}))?")
_FATES = {"lose": LOSS, "eliminate": ELIMINATED, "remove": REMOVED}


@dataclass(frozen=True, slots=True)
class Duty:
    """What a code asks of one side.

    fate      of the units that are lost
    losses    how many of them the owner chooses; None = all
    strongest the strongest is lost, nobody chooses
    match     the owner chooses as much strength as the other side loses
    retreat   spaces that all others retreat
    """

    fate: int = NOTHING
    losses: int | None = 0
    strongest: bool = False
    match: bool = False
    retreat: int = 0


def fought_tables(game: Game) -> list[ResultsTable]:
    """Tables of fights that the module rolls on."""
    tables = [table for table in game.charts.tables if isinstance(table, ResultsTable)]
    return [table for table in tables if table.column_kind == "odds" or calculated(game, table)]


def duties(game: Game) -> dict[str, dict[str, Duty]]:
    """Code -> role -> what is asked of it; codes that ask for nothing, or for what isn't known here, are left out."""
    combat = game.procedures.combat if game.procedures is not None else None
    does = {c.id: c.does for table in fought_tables(game) for c in table.codes if c.does}
    declared = {**does, **(combat.results if combat else {})}
    asked = {}
    for code in dict.fromkeys(c.id for table in fought_tables(game) for c in table.codes):
        sentences = declared.get(code, ())
        known = [s for s in ((sentences,) if isinstance(sentences, str) else sentences) if isinstance(s, str)]
        by_role = {role: _duty(known, role) for role in ROLES}
        if any(duty != Duty() for duty in by_role.values()):
            asked[code] = by_role
    return asked


def _duty(sentences: list[str], role: str) -> Duty:
    duty = Duty()
    for sentence in sentences:
        match = _SENTENCE.fullmatch(sentence)
        if match is None or match[2] not in (role, "both"):
            continue
        verb, _, how = match[1].partition("-")
        count = int(match[3] or 1)
        if verb in ("exchange", "match") and not how:
            duty = Duty(LOSS, 0, match=True, retreat=duty.retreat)
        elif verb == "retreat" and not how:
            duty = Duty(duty.fate, duty.losses, duty.strongest, duty.match, count)
        elif verb in _FATES and how in ("", "strongest", "random"):
            losses = None if verb == "eliminate" and not how else count
            duty = Duty(_FATES[verb], losses, how == "strongest", retreat=duty.retreat)
    return duty


# Units -------------------------------------------------------------------------------------------


def result_traits(context: Context, side: Side, strength: str) -> list[Trait]:
    """What a unit has to do with a result: its role, its fate with its mark, and the commands that act on them.

    strength  the property that tells who is strongest
    """
    if not duties(context.base):
        return []
    words, propose, do = context.words, signal("fate", "propose"), signal("fate", "do")
    given, tell, turn, after, gone = (signal("fate", part) for part in ("given", "tell", "turn", "after", "gone"))
    fates = {duty.fate for by_role in duties(context.base).values() for duty in by_role.values()}
    steps = any(group.back == "reduced" for group in context.base.counters.groups)
    stepped = f"{STEPS}==2&&{REDUCED}_Active!=true"
    out = {ELIMINATED: _departure(context, side), REMOVED: signal("leave", "for-good")}
    marks = ["", *(context.images["mark", name] for name in ("lost", "retreats", "may-be-lost", "lost", "lost"))]
    return [
        trait("macro", name="propose", key=propose, actions=key_list([given, tell])),
        trait("report", keys=key_list([tell]), format=_fate_text(context), description="what the result asks for"),
        trait("macro", name="spared", menu=words.text("Takes the loss / is spared"), key=turn,
              match=expression(f"{FATE}=={LOSS}||{FATE}=={CHOICE}"), actions=key_list([signal("fate", "turned")])),
        *([trait("macro", name="step lost", key=do, match=expression(f"{FATE}=={LOSS}&&{stepped}"),
                 actions=key_list([KEYS["reduce"], after]))] if steps else []),
        *(trait("macro", name=f"lost {fate}", key=do, match=expression(test), actions=key_list([key, gone]))
          for fate, key, test in (
              (LOSS, out[ELIMINATED], f"{FATE}=={LOSS}&&!({stepped})"),
              (ELIMINATED, out[ELIMINATED], f"{FATE}=={ELIMINATED}"),
              (REMOVED, out[REMOVED], f"{FATE}=={REMOVED}"),
          ) if fate in fates and key),
        trait("macro", name="spared in the end", key=do, match=expression(f"{FATE}=={CHOICE}"),
              actions=key_list([after])),
        trait("emb2", images=text_list(marks), names=text_list([""] * len(marks)), name="FateMark", follow=True,
              expression=expression(FATE), first_level=0),
        _dynamic(FATE, str(NOTHING), {
            given: expression(_fate(context.base, strength)),
            after: expression(nested([(_retreats(context.base), str(RETREAT))], str(NOTHING))),
            signal("fate", "turned"): expression(f"{FATE}=={LOSS}?{CHOICE}:{LOSS}"), gone: str(NOTHING),
            signal("role", "none"): str(NOTHING),
        }),
        _dynamic(ROLE, "", {
            **{signal("role", role): role for role in ROLES}, signal("role", "none"): "", gone: "", after: "",
        }),
    ]  # fmt: skip


def _dynamic(name: str, start: str, values: dict[str, str]) -> Trait:
    """A property of the piece itself, which keys set."""
    commands = [join_fields(["", key, join_fields(["P", value], ",")], ":") for key, value in values.items()]
    return trait("PROP", name=name, constraints="false,0,100,false", commands=text_list(commands), state=start)


def _departure(context: Context, side: Side) -> str:
    """The command by which an eliminated unit leaves: to its box, or back to its pool; "" where it has neither."""
    if context.box("eliminated", side.id):
        return KEYS["eliminate"]
    return KEYS["return"] if context.box("pool", side.id) and side.played_by != "player" else ""


def _is(role: str) -> str:
    return f"{ROLE}=={quoted(role)}"


def _of(code: str, role: str) -> str:
    return f"{RESULT_CODE}=={quoted(code)}&&{_is(role)}"


def _fate(game: Game, strength: str) -> str:
    """An expression for what the result asks of a unit at first."""
    cases = []
    for code, by_role in duties(game).items():
        for role, duty in by_role.items():
            case = _of(code, role)
            if duty.match:
                cases.append((case, str(CHOICE)))
            elif duty.losses is None:
                cases.append((case, str(duty.fate)))
            elif duty.strongest:
                stronger, equal = (_compared(role, strength, sign) for sign in (">", "=="))
                cases += [(f"{case}&&{stronger}==0&&{equal}=={duty.losses}", str(duty.fate))]
                cases += [(f"{case}&&{stronger}==0", str(CHOICE))]
            elif duty.losses:
                cases += [(f"{case}&&{_count(_is(role))}<={duty.losses}", str(duty.fate)), (case, str(CHOICE))]
            if duty.retreat:
                cases.append((case, str(RETREAT)))
    return nested(cases, str(NOTHING))


def _compared(role: str, strength: str, sign: str) -> str:
    """How many units of the role are so strong, compared with this one, whose strength is put into the filter."""
    call = _count(f"{_is(role)}&&{strength}{sign}\0")
    return call.replace("\0", f'"+{strength}+"')


def _retreats(game: Game) -> str:
    """An expression for whether those who are left retreat."""
    codes = [_of(code, role) for code, by in duties(game).items() for role, duty in by.items() if duty.retreat]
    return "||".join(f"({case})" for case in codes) or "false"


def _count(units: str) -> str:
    return whole_map("CountMap", units)


def _fate_text(context: Context) -> str:
    """An expression for the report of a unit's fate."""
    words, unit = context.words, {"unit": "newPieceName"}
    texts = {
        LOSS: words.text("{unit} is to take a loss"), RETREAT: words.text("{unit} is to retreat"),
        CHOICE: words.text("{unit} can take the loss: choose"), ELIMINATED: words.text("{unit} is to be eliminated"),
        REMOVED: words.text("{unit} is to leave the game"),
    }  # fmt: skip
    return expression(nested([(f"{FATE}=={fate}", spoken(text, unit)) for fate, text in texts.items()], '""'))


# The module --------------------------------------------------------------------------------------


def result_properties(context: Context, calculators: list[Calculator], strength: str) -> list[Element]:
    """The result that is carried out, and how far each side has come: due, proposed, carried out, left to players."""
    if not duties(context.base):
        return []
    due, over = signal("result", "due"), signal("result", "over")
    kept = [(calculator.key("fought", "kept"), change(calculator.name("Last"))) for calculator in calculators]
    owed = whole_map("SumMap", defence_property(context.base), _is("defenders"))
    return [
        global_property(RESULT_CODE, "", kept),
        global_property(RESULT_PLACE, ""),
        global_property(RESULT_SIDE, ""),
        global_property(OWED, "0", [(due, change(owed))]),
        *(global_property(_stage(role), "0", [
            (due, "P,1"), (over, "P,0"),
            (signal("result", "next", role), change(_next(context.base, role, strength))),
            (signal("result", "end", role), change(f"{_stage(role)}>=3?0:{_stage(role)}")),
          ]) for role in ROLES),
    ]  # fmt: skip


def _stage(role: str) -> str:
    return f"{role.capitalize()}Result"


def _next(game: Game, role: str, strength: str) -> str:
    """The next stage: what is due is proposed, what is proposed is carried out as soon as enough is chosen. A code that
    asks nothing known of the role is left to the players at once.
    """
    known = [f"{RESULT_CODE}=={quoted(code)}" for code, by in duties(game).items() if by[role] != Duty()]
    proposed = nested([("||".join(known) or "false", "2")], "4")
    chosen = f"{_is(role)}&&{FATE}=={LOSS}"
    needs = []
    for code, duty in ((code, by[role]) for code, by in duties(game).items()):
        if duty.match:
            needs.append((f"{RESULT_CODE}=={quoted(code)}", f"{whole_map('SumMap', strength, chosen)}>={OWED}"))
        elif duty.losses:
            needs.append((f"{RESULT_CODE}=={quoted(code)}", f"{_count(chosen)}>={duty.losses}"))
    enough = f"{_count(f'{_is(role)}&&{FATE}=={CHOICE}')}==0||{nested(needs, 'true')}"
    return nested([(f"{_stage(role)}==1", proposed), (f"{_stage(role)}==2&&({enough})", "3")], _stage(role))


def result_buttons(context: Context, calculators: list[Calculator]) -> Iterator[Element]:
    """A button for each side, and the hidden commands behind them and behind a roll."""
    if not duties(context.base):
        return
    for calculator in calculators:
        at_target = f"{place_property(context.base)}=={calculator.name('Target')}&&Mobile==1&&ObscuredToOthers!=true"
        roles = {"attackers": attacks(calculator), "defenders": at_target}
        kept = [calculator.key("fought", "kept")]
        yield from _given(calculator.key("fought"), kept, {calculator.key("role", r): (r, f) for r, f in roles.items()})
    here = f"{SPACE_ID}=={RESULT_PLACE}&&Mobile==1&&Side"
    roles = {"attackers": f"{here}=={RESULT_SIDE}", "defenders": f"{here}!={RESULT_SIDE}"}
    yield from _given(signal("fought", "here"), [], {signal("fought", r): (r, f) for r, f in roles.items()})
    yield _command(signal("result", "clear"), signal("role", "none"), f'{ROLE}!=""||{FATE}>0')
    words, icon = context.words, context.images["button", "table"]
    tooltip = words.text("Marks what the last result asks of this side; again: carries it out")
    texts = {"attackers": words.text("Attacker’s result"), "defenders": words.text("Defender’s result")}
    for role, text in texts.items():
        parts = [signal("result", part, role) for part in ("next", "propose", "do", "told", "end")]
        yield _action(signal("result", role), parts, text=text, icon=icon, tooltip=tooltip)
        yield _command(parts[1], signal("fate", "propose"), f"{_stage(role)}==2&&{_is(role)}&&{FATE}=={NOTHING}")
        yield _command(parts[2], signal("fate", "do"), f"{_stage(role)}==3&&{_is(role)}")
        yield _action(parts[3], [], report=_told(context, role))


def _given(key: str, more: list[str], roles: dict[str, tuple[str, str]]) -> Iterator[Element]:
    """After a roll the units of the fight get their roles, and the result is due."""
    yield _action(key, [signal("result", "clear"), *more, *roles, signal("result", "due")])
    for hotkey, (role, units) in roles.items():
        yield _command(hotkey, signal("role", role), units)


def _told(context: Context, role: str) -> str:
    """An expression for what the button reports."""
    words = context.words
    side = words.text("Attacker") if role == "attackers" else words.text("Defender")
    rules = [
        (f"{RESULT_CODE}=={quoted(code.id)}", quoted(rule_label(context.shown, code.rule or table.rule)))
        for table in fought_tables(context.base) for code in table.codes
    ]  # fmt: skip
    values = {"side": quoted(side), "code": RESULT_CODE, "rule": nested(rules, '""')}
    marked = words.text("{side}, {code}: what it asks for is marked; choose losses, then press again [{rule}]")
    done = words.text("{side}, {code}: carried out; marked units retreat by hand [{rule}]")
    by_hand = words.text("{side}, {code}: by hand, as the table says [{rule}]")
    stages = {2: marked, 3: done, 4: by_hand}
    cases = [(f"{_stage(role)}=={stage}", spoken(text, values)) for stage, text in stages.items()]
    nothing = spoken(words.text("{side}: no result to carry out"), values)
    return expression(nested(cases, nothing))


def _command(hotkey: str, sent: str, units: str) -> Element:
    return component(
        "GlobalKeyCommand", name=hotkey.split(",")[-1], buttonText="", tooltip="", icon="", buttonHotkey=hotkey,
        hotkey=sent, singleMap=False, target="MODULE|false|MAP|||||0|0||false|||EQUALS||", filter=expression(units),
        deckCount="0", reportSingle=False, suppressSounds=False, reportFormat="",
    )  # fmt: skip


def _action(
    hotkey: str, keys: list[str], *, text: str = "", icon: str = "", tooltip: str = "", report: str = ""
) -> Element:  # fmt: skip
    return component(
        "DoActionButton", name=hotkey.split(",")[-1], text=text, tooltip=tooltip, icon=icon, hotkey=hotkey,
        doReport=bool(report), reportFormat=report, doSound=False, doHotkey=bool(keys), hotkeys=key_list(keys),
        doLoop=False,
    )  # fmt: skip
