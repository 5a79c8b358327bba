"""Faulty declarations, each an edit of a good game on disk: what is wrong, and where an error must point.

In the new text § stands where the error must point; it is taken out before the file is written.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from pnp.checks import check_game
from pnp.errors import Problem, SourceError
from pnp.sources import load_game

GOOD = Path(__file__).parent.parent / "checks" / "fixture_declared"

P, G, S, M, C = "procedures.yaml", "game.yaml", "scenarios/standard.yaml", "map.yaml", "charts.yaml"
CONCERNED = ("procedure", "rule-unknown", "unknown-name", "duplicate-id", "level-order")
"""The checks that read declarations; the others would only take time."""

Edit = tuple[str, str, str]


def _p(old: str, new: str) -> tuple[Edit, ...]:
    return ((P, old, new),)


def _g(old: str, new: str) -> tuple[Edit, ...]:
    return ((G, old, new),)


def _s(old: str, new: str) -> tuple[Edit, ...]:
    return ((S, old, new),)


_ROLL = "roll: {1-3: nothing, 4-6: [retreat attackers 1]}"

_OVERRUN = "overrun:\n  units: {type: tank}\n  at: {terrain: forest}"

_DODGE = '    - {id: dodge, units: {trait: light}, at: {terrain: forest}, move: 1, rule: "2.2"}'

FAULTS: dict[str, tuple[Edit, ...]] = {
    # Keys
    "a section misspelt": _p("stacking:", "§stackign:"),
    "a key of stacking misspelt": _p("judged: each-move", "§juged: each-move"),
    "a key of zones misspelt": _p("entering:", "§enterng:"),
    "a key of movement misspelt": _p("at_least_one:", "§at_least:"),
    "a key of supply misspelt": _p("without: {", "§effects: {"),
    "a key of combat misspelt": _p("obliged: [red]", "§oblige: [red]"),
    "a key of the effects misspelt": _p("attack: 1/2, defence: 1}", "§atack: 1/2, defence: 1}"),
    "a key of a place filter misspelt": _p("{terrain: forest}, limit: 1", "{§terain: forest}, limit: 1"),
    "a key of a unit filter misspelt": _p("{group: guard}", "{§groups: guard}"),
    "a key of a link filter misspelt": _p("closed: {side_kind: sea}", "closed: {§hexside: sea}"),
    "a key of a condition misspelt": _p('when: {turns: "2+"', 'when: {§turn: "2+"'),
    "a key of a phase misspelt": _g("procedure: movement", "§procedur: movement"),
    "a key twice": _p("  table: combat\n", "  table: combat\n  §table: combat\n"),
    "combat without a table": _p("combat:\n  strength: {attack: attack, defence: defence}\n  table: combat\n",
                                 "§combat:\n  strength: {attack: attack, defence: defence}\n"),
    "retreat without a rule": _p('retreat: {by: owner, length: exact, without_way: eliminate, rule: "4.2"}',
                                 "§retreat: {by: owner, length: exact, without_way: eliminate}"),
    "a shift without a number": _p("{by: -1, at: {feature: port}", "§{at: {feature: port}"),
    "a filter that is a list": _p("exempt: {trait: light}", "exempt: §[light]"),
    "a section that is a number": _p('setup: {rule: "2.1"}', "setup: §3"),
    "a key of overruns misspelt": _p("  least: 3\n", "  §leest: 3\n"),
    # Words that are not on the list
    "stacking judged never": _p("judged: each-move", "judged: §each-turn"),
    "zones that halt": _p("entering: stop", "entering: §halt"),
    "zones never left": _p("between: forbidden", "between: §never"),
    "retreat by nobody": _p("retreat: {by: owner", "retreat: {by: §nobody"),
    "retreat without a way dies": _p("without_way: eliminate", "without_way: §die"),
    "retreat of a length unknown": _p("length: exact", "length: §at-most"),
    "losses by dice": _p("losses: {by: owner", "losses: {by: §dice"),
    "rounding half up": _p("rounding: down", "rounding: §half-up"),
    "lines blocked by a zone": _p("blocked_by: [enemies, zones]", "blocked_by: [enemies, §zone]"),
    "supply judged by nobody": _p("  range: supply-range\n", "  range: supply-range\n  judged: §never\n"),
    "a multiplier of one defender": _p("{side: defenders, by: 2", "{side: §defender, by: 2"),
    "a state unknown": _p("exempt: {trait: light}", "exempt: {state: §halved}"),
    "zones that hinder some overruns": _p("  least: 3\n", "  least: 3\n  zones: §own\n"),
    # Overruns
    "an overrun that nothing decides": _p(f"{_OVERRUN}\n  cost: 1\n  least: 3\n",
                                          f"{_OVERRUN.replace('units', '§units')}\n  cost: 1\n"),
    "an overrun of nothing": _p("  least: 3\n", "  least: 3\n  against: §{}\n"),
    "a table of overruns unknown": _p("  least: 3\n", "  table: §combt\n"),
    "a result of an overrun unknown": _p("cleared: eliminate defenders", "cleared: §eliminat defenders"),
    "an overrun that advances": _p("cleared: eliminate defenders", "cleared: [eliminate defenders, §advance]"),
    "results of an overrun without a table": _p("  least: 3\n", "  least: 3\n  §results: {DE: stop}\n"),
    "a table of overruns without results": _p(
        _OVERRUN, f"{_OVERRUN.replace('units', '§units')}\n  table: combat"),
    "an overrun across nothing": _p("  least: 3\n", "  least: 3\n  across: {side_kind: §brok}\n"),
    "a cost of overruns unknown": _p("  cost: 1\n  least: 3\n", "  cost: §dear\n  least: 3\n"),
    "overruns by a unit type unknown": _p(_OVERRUN, _OVERRUN.replace("tank", "§tonk")),
    # Reactions
    "a key of reactions misspelt": _p("move: 1, rule", "§moves: 1, rule"),
    "a reaction without a rule": _p(_DODGE, _DODGE.replace("{id", "§{id", 1).replace(', rule: "2.2"', "")),
    "a reaction that does nothing": _p(_DODGE, _DODGE.replace("{id", "§{id", 1).replace(" move: 1,", "")),
    "a reaction that does two things": _p(_DODGE, _DODGE.replace("{id", "§{id", 1).replace("move", "retreat: 1, move")),
    "two reactions of one name": _p("{id: dodge", "{id: §shot"),
    "a reaction by a trait unknown": _p("units: {trait: light}, at: {terrain: forest}, move",
                                        "units: {trait: §lite}, at: {terrain: forest}, move"),
    "a reaction of nobody near": _p("within: 2", "within: §0"),
    "a reaction in a circle": _p("within: 2", "within: §circle"),
    "points of a reaction unknown": _p("move: 1, rule", "move: §dash, rule"),
    "fire without a die": _p("fire: {roll: {1-4: nothing, 5-6: reduce movers}}", "fire: §{strength: attack}"),
    "a face of fire missing": _p("{1-4: nothing, 5-6: reduce movers}", "§{1-4: nothing, 5: reduce movers}"),
    "a result of fire unknown": _p("5-6: reduce movers", "5-6: §reduse movers"),
    "a subject of fire unknown": _p("5-6: reduce movers", "5-6: §reduce attackers"),
    "a table of fire unknown": _p("{roll: {1-4: nothing, 5-6: reduce movers}}", "{table: §combt}"),
    "a factor of fire unknown": _p("5-6: reduce movers}}", "5-6: reduce movers}, strength: §cannon}"),
    # Breakthrough
    "a phase of units in which nobody acts": _g("procedure: supply}", "procedure: supply, units: §{type: tank}}"),
    "a phase of units unknown": _g("procedure: movement}", "procedure: movement, units: {type: §tonk}}"),
    "a breakthrough of nobody": _p("EX: [eliminate defenders, exchange attackers, advance]",
                                   "EX: [eliminate defenders, §exploit, advance]"),
    "an upgrade of a code unknown": _p("  shifts:\n    - {by: -1", "  upgrades: [{codes: {§DX: DE}, least: 2, rule: "
                                       "\"4.1\"}]\n  shifts:\n    - {by: -1"),
    "an upgrade to a code unknown": _p("  shifts:\n    - {by: -1", "  upgrades: [{codes: {DR: §BR}, least: 2, rule: "
                                       "\"4.1\"}]\n  shifts:\n    - {by: -1"),
    "an upgrade by a unit type unknown": _p("  shifts:\n    - {by: -1", "  upgrades: [{codes: {DR: DE}, least: 2, "
                                            "attackers: {type: §tonk}, rule: \"4.1\"}]\n  shifts:\n    - {by: -1"),
    # Numbers
    "a fraction by nothing": _p("{side: attackers, by: 1/2", "{side: attackers, by: §1/0"),
    "a fraction in a word": _p("without: {movement: 1/2", "without: {movement: §half"),
    "a fraction of a fraction": _p("most: 3\n", "most: §3/2/1\n"),
    "a decimal fraction": _p("{side: attackers, by: 1/2", "{side: attackers, by: §0.5"),
    "a negative multiplier": _p("{side: defenders, by: 2", "{side: defenders, by: §-2"),
    "a negative limit": _p("limit: 1, rule", "limit: §-1, rule"),
    "a limit that is true": _p("limit: 1, rule", "limit: §true, rule"),
    "a range of half a space": _p("range: supply-range", "range: §0.5"),
    "an allowance of nothing": _p("allowance: movement", "allowance: §0"),
    "at least nothing": _p("least: 2}", "least: §0}"),
    "a shift in a word": _p("{by: -1, at", "{by: §one, at"),
    "a phase repeated never": _g("procedure: movement}", "procedure: movement, repeat: §0}"),
    "a count in a word": _p("counts: {tank: 1}", "counts: {tank: §many}"),
    # Names
    "a terrain unknown": _p("{terrain: forest}, limit: 1", "{terrain: §forrest}, limit: 1"),
    "a trait unknown": _p("exempt: {trait: light}", "exempt: {trait: §lite}"),
    "a unit type unknown": _p("of: {type: [tank, guard]}", "of: {type: [tank, §gard]}"),
    "a unit type unknown in counts": _p("counts: {tank: 1}", "counts: {§tnak: 1}"),
    "a kind of hexside unknown": _p("across: {not: {side_kind: brook}}", "across: {not: {side_kind: §brok}}"),
    "a kind of hexside that the map lacks": _p("closed: {side_kind: sea}", "closed: {side_kind: §canal}"),
    "a set unknown": _p("not_into: {set: swamp}", "not_into: {set: §swmp}"),
    "a group unknown": _p("{group: guard}", "{group: §guards}"),
    "a counter unknown": _p("exempt: {trait: light}", "exempt: {unit: §tank-9}"),
    "a region unknown": _p("{region: [south, north]}", "{region: [south, §nort]}"),
    "a feature unknown": _p("{feature: port, held: own}", "{feature: §harbour, held: own}"),
    "a hex off the map": _p('["0104", "0504"]', '["0104", §"0904"]'),
    "a holder unknown": _p("{feature: port, held: own}", "{feature: port, held: §ours}"),
    "a class of road unknown": _p("ways: {lane: 1}", "ways: {§lain: 1}"),
    "a class of road unknown in supply": _p("  range: supply-range\n", "  range: supply-range\n  way: §lain\n"),
    "a parameter unknown": _p("limit: stack-limit", "limit: §stak-limit"),
    "a range unknown": _p("range: supply-range", "range: §supply-rang"),
    "a factor of attack unknown": _p("strength: {attack: attack", "strength: {attack: §atack"),
    "a factor of defence unknown": _p("defence: defence}", "defence: §armour}"),
    "an allowance unknown": _p("allowance: movement", "allowance: §moves"),
    "a table unknown": _p("table: combat", "table: §combt"),
    "a side unknown that must attack": _p("obliged: [red]", "obliged: [§rde]"),
    "a box unknown": _p("to: lost,", "to: §losst,"),
    "a side unknown that arrives": _p("at: {red: {space", "at: {§rad: {space"),
    "an entry hex off the map": _p('{red: {space: "0201"}}', '{red: {space: §"0909"}}'),
    "a side unknown that controls": _p("of: {side: red}", "of: {side: §green}"),
    "a side unknown at the start": _p("at_start: {blue", "at_start: {§bleu"),
    "a side unknown that counts": _p("victory:\n  side: red", "victory:\n  side: §rde"),
    "a line of the schedule unknown": _p("lines: {guards", "lines: {§gards"),
    "an outcome unknown": _p("{outcome: blue-wins", "{outcome: §blue-win"),
    "a side unknown in a sudden end": _p("not: {units: {side: red}}", "not: {units: {side: §rad}}"),
    "an outcome unknown after the last turn": _p("victory:\n  side: red", "victory:\n  last_turn: §drew\n  side: red"),
    "a procedure unknown": _g("procedure: movement", "procedure: §movment"),
    "a procedure that no phase can run": _g("procedure: movement", "procedure: §zones"),
    "an option unknown": _g("when: {not: {option: fog}}", "when: {not: {option: §frog}}"),
    "a side unknown in a phase": _g('    side: each\n', '    side: §eech\n'),
    "a rule unknown": _p('judged: each-move\n  rule: "3.1"', 'judged: each-move\n  rule: §"3.9"'),
    "a rule unknown in a limit": _p('limit: 1, rule: "3.1"', 'limit: 1, rule: §"9.1"'),
    "a rule unknown of a refusal": _p("retreat: {by: owner", 'retreat: {rules: {not-away: §"9.7"}, by: owner'),
    "a refusal unknown": _p("retreat: {by: owner", 'retreat: {rules: {§not-a-way: "4.2"}, by: owner'),
    "a silent rule unknown": _p("setup: {", 'silent: {§"9.9": the die is thrown}\nsetup: {'),
    "a link of areas on hexes": _p("closed: {side_kind: sea}", "closed: {link: §strait}"),
    "a river of points on hexes": _p("closed: {side_kind: sea}", "closed: {river: §styx}"),
    "a special link to cross on hexes": _p("  ways: {lane: 1}\n", "  ways: {lane: 1}\n  cross: {§strait: 1}\n"),
    # Phases
    "a phase without a side": (
        (G, "    name: Player-turn\n    side: each\n", "    name: Player-turn\n"),
        (G, "procedure: movement", "procedure: §movement"),
    ),
    "a phase whose procedure isn't declared": (
        (G, "procedure: arrivals", "procedure: §arrivals"),
        (P, 'arrivals:\n  at: {red: {space: "0201"}}\n  may_wait: true\n  rule: "2.3"\n', ""),
    ),
    "a phase after the last turn": _g('turns: "2-3"', 'turns: §"8-9"'),
    "a phase in turns that run backwards": _g('turns: "2-3"', 'turns: §"3-2"'),
    "a phase in turn 0": _g('turns: "2-3"', 'turns: §"0"'),
    "a phase in turns in words": _g('turns: "2-3"', "turns: §two"),
    "a phase with phases and a procedure": _g("    text: Each side in turn.\n",
                                              "    text: Each side in turn.\n    procedure: §movement\n"),
    "a phase with a procedure, and steps with theirs": _g(
        "text: Move units., procedure: movement",
        "text: Move units., procedure: §movement, steps: [{id: on, name: On, rule: '2.2', procedure: movement}]",
    ),
    "a step whose procedure is unknown": _g(
        "text: Move units., procedure: movement",
        "text: Move units., steps: [{id: on, name: On, rule: '2.2', procedure: §movment}]",
    ),
    "a phase that never happens": _g("when: {not: {option: fog}}", 'when: {turns: §"9"}'),
    "a phase of arrivals where nothing arrives": (
        (G, "procedure: arrivals", "procedure: §arrivals"),
        (S, "arrivals:\n"
            '  - {turn: 2, side: red, units: [tank-2], spaces: ["0201"], rule: "2.3"}\n'
            '  - {turn: 3, side: red, units: [scout-1], spaces: ["0201"], rule: "2.3"}\n', ""),
    ),
    "movement that no phase runs": ((G, ", procedure: movement}", "}"), (P, "movement:\n", "§movement:\n")),
    "combat that no phase runs": (
        (G, "procedure: combat, when: {not: {option: fog}}", "when: {not: {option: fog}}"),
        (P, "combat:\n  strength", "§combat:\n  strength"),
    ),
    "a phase twice": _g("{id: fighting", "{id: §moving"),
    "a phase for a side that does not arrive": _g("{id: arriving, name: Arriving, side: red",
                                                  "{id: arriving, name: Arriving, side: §blue"),
    # Filters
    "an empty filter": _p("{terrain: forest}, limit: 1", "§{}, limit: 1"),
    "an empty filter of units": _p("exempt: {trait: light}", "exempt: §{}"),
    "an empty filter of links": _p("closed: {side_kind: sea}", "closed: §{}"),
    "an empty choice": _p("exempt: {trait: light}", "exempt: §{any: []}"),
    "an empty list": _p("of: {type: [tank, guard]}", "of: §{type: []}"),
    "a filter that no unit passes": _p("exempt: {trait: light}", "exempt: §{trait: light, type: guard}"),
    "a filter that no place passes": _p("by: -1, at: {feature: port}", "by: -1, at: §{feature: port, terrain: clear}"),
    "a filter that no link passes": _p("closed: {side_kind: sea}", "closed: §{side_kind: sea, way: lane}"),
    "a filter of nobody": _p("exempt: {trait: light}", "exempt: §{not: {any: [{side: red}, {side: blue}]}}"),
    "a filter of nowhere": _p("not_into: {set: swamp}", "not_into: §{set: swamp, not: {region: south}}"),
    "a filter in turns past the end": _p("not_into: {set: swamp}", 'not_into: {set: swamp, turns: §"7+"}'),
    "a filter nested too deep": _p(
        "exempt: {trait: light}", "exempt: " + "{not: " * 8 + "§" + "{not: " * 8 + "{trait: light}" + "}" * 16
    ),
    "a range of nothing": _p("not_into: {set: swamp}", "not_into: {range: §2}"),
    # Sentences
    "a sentence without a subject": _p("AE: eliminate attackers", "AE: §eliminate"),
    "a sentence without a number": _p("AR: retreat attackers 1", "AR: §retreat attackers"),
    "a sentence with a number in words": _p("AR: retreat attackers 1", "AR: §retreat attackers far"),
    "a number without a subject": _p("AR: retreat attackers 1", "AR: §retreat 1"),
    "a verb unknown": _p("AR: retreat attackers 1", "AR: §flee attackers 1"),
    "a subject unknown": _p("AE: eliminate attackers", "AE: §eliminate everybody"),
    "a sentence in a list without a subject": _p("exchange attackers, advance]", "§exchange, advance]"),
    "a sentence with two numbers": _p("retreat defenders 2", "§retreat defenders 2 3"),
    "a sentence without words": _p("AR: retreat attackers 1", 'AR: §""'),
    "a result without sentences": _p("AR: retreat attackers 1", "AR: §[]"),
    "a retreat of no space": _p("AR: retreat attackers 1", "AR: §retreat attackers 0"),
    "a retreat backwards": _p("AR: retreat attackers 1", "AR: §retreat attackers -1"),
    "a sentence that is a number": _p("AR: retreat attackers 1", "AR: §5"),
    "a sentence without end": _p("AR: retreat attackers 1", "AR: §retreat attackers 1" + " 1" * 120),
    "a second roll with a hole": _p(_ROLL, "roll: §{1-3: nothing, 5-6: [retreat attackers 1]}"),
    "a second roll with two answers": _p(_ROLL, "roll: {1-4: nothing, §4-6: [retreat attackers 1]}"),
    "a second roll past the die": _p(_ROLL, "roll: {1-3: nothing, §4-7: [retreat attackers 1]}"),
    "a second roll of words": _p(_ROLL, "roll: {§low: nothing, 4-6: [retreat attackers 1]}"),
    "a second roll with a verb unknown": _p(_ROLL, "roll: {1-3: §vanish, 4-6: [retreat attackers 1]}"),
    "a second roll of nothing": _p(_ROLL, "roll: §{}"),
    "a second roll misspelt": _p(_ROLL, "§rol: {1-3: nothing, 4-6: [retreat attackers 1]}"),
    "second rolls nested too deep": _p(
        _ROLL, "roll: {1-3: nothing, 4-6: [{" * 3 + "roll: {1-3: nothing, 4-6: [§{" + _ROLL + "}]}" * 4
    ),
    "a code without a meaning": _p("  results:\n    AE: eliminate attackers\n    AR: retreat attackers 1\n",
                                   "  §results:\n    AE: eliminate attackers\n"),
    "a meaning without a code": _p("    AR: retreat", "    §AX: nothing\n    AR: retreat"),
    "a retreat that isn't declared": (
        (P, 'retreat: {by: owner, length: exact, without_way: eliminate, rule: "4.2"}\n', ""),
        (P, "AR: retreat attackers 1", "AR: §retreat attackers 1"),
    ),
    "an advance that isn't declared": (
        (P, 'advance: {most: 1, rule: "4.3"}\n', ""),
        (P, "exchange attackers, advance]", "exchange attackers, §advance]"),
    ),
    "losses that aren't declared": (
        (P, 'losses: {by: owner, to: lost, rule: "4.4"}\n', ""),
        (P, "exchange attackers, advance]", "§exchange attackers, advance]"),
    ),
    # Set-up, arrivals, victory
    "no victory": (
        (P, 'victory:\n  side: red\n  lines: {guards: {units: {side: blue, at: {space: lost}}, least: 2}}\n  sudden:\n'
            '    - {outcome: blue-wins, when: {turns: "2+", not: {units: {side: red}}}, rule: "5.1"}\n  rule: "5.1"\n',
         ""),
        (P, "setup: {", "§setup: {"),
    ),
    "a level without an outcome": _s("- {outcome: red-wins, at_least: 4}", "- §{at_least: 4}"),
    "levels in the wrong order": _s("- {outcome: red-wins, at_least: 4}",
                                    "- {outcome: red-wins, at_least: 4}\n  - {outcome: blue-wins, at_least: §2}"),
    "no levels": (
        (S, "levels:\n  - {outcome: blue-wins}\n  - {outcome: red-wins, at_least: 4}\n", ""),
        (P, "victory:\n", "§victory:\n"),
    ),
    "a line of the schedule that counts nothing": (
        (P, "  lines: {guards: {units: {side: blue, at: {space: lost}}, least: 2}}\n", ""),
        (S, "- {id: guards", "- {id: §guards"),
    ),
    "a sudden end at once": _p('when: {turns: "2+", not: {units: {side: red}}}', "when: §{}"),
    "a sudden end that never comes": _p('when: {turns: "2+"', 'when: {turns: §"20"'),
    "a sudden end that asks for more units than there are": _p(
        "not: {units: {side: red}}", "units: {side: red}, least: §4"
    ),
    "a sudden end that asks for a number that nothing has": _p(
        "not: {units: {side: red}}", "units: {side: red}, least: §guards-lost"
    ),
    "a condition that asks for nobody": _p("not: {units: {side: red}}", "units: {side: red}, least: §0"),
    "a shift by nothing": _p("- {by: -1, at: {feature: port}", "- §{by: 0, at: {feature: port}"),
    "strengths that are multiplied with 1": _p(
        "- {side: defenders, by: 2, at: {terrain: forest}", "- §{side: defenders, by: 1, at: {terrain: forest}"
    ),
    "a cost of zones that nobody pays": _p("  entering: stop\n", "  entering: stop\n  cost: §2\n"),
    "zones that cost nothing": _p("  entering: stop\n", "  entering: §cost\n"),
    "an advance before the retreat": _p("[retreat defenders 2, advance]", "[§advance, retreat defenders 2]"),
    "an exchange for nothing": _p(
        "[eliminate defenders, exchange attackers, advance]", "[§exchange attackers, advance]"
    ),
    "no room in a stack": _p("  limit: stack-limit\n", "  limit: §0\n"),
    "a parameter below 0": ((G, "value: 4, rule", "value: -4, rule"), (P, "range: supply", "range: §supply")),
    "turns that run backwards in a condition": _p('when: {turns: "2+"', 'when: {turns: §"3-2"'),
    "more units than the spaces of a set-up hold": (
        (S, "    red-camp: [tank-1]\n    red-reserve: [tank-2, scout-1]\n",
         "    red-camp: [tank-1, tank-2]\n    red-reserve: [scout-1]\n"),
        (S, "  - {turn: 2, side: red, units: [tank-2], spaces: [\"0201\"], rule: \"2.3\"}\n", ""),
        (S, 'units: [tank-1], spaces: ["0201", "0202"], default: {"0201": [tank-1]}',
         'units: §[tank-1, tank-2], spaces: ["0301"], default: {"0301": [tank-1, tank-2]}'),
    ),
    "reinforcements without an entry": (
        (P, '  at: {red: {space: "0201"}}\n', ""),
        (S, '- {turn: 2, side: red, units: [tank-2], spaces: ["0201"]', "- §{turn: 2, side: red, units: [tank-2]"),
    ),
    "places that two sides hold at the start": _p(
        "{blue: {region: south}}", "{blue: {region: south}, §red: {region: [north, south]}}"
    ),
    "a retreat into a box": _p("without_way: eliminate", "without_way: eliminate, into: §{space: red-camp}"),
    "a line of supply that begins in a box": _p(
        'sources: {any: [{feature: port, held: own}, {space: ["0104", "0504"]}]}',
        "sources: {any: [{feature: port, held: own}, §{space: red-camp}]}",
    ),
    "a game that is over before it begins": (
        (P, 'when: {turns: "2+", not: {units: {side: red}}}', "when: {units: {side: blue}}"),
        (S, "position:\n  turn: 1\n  phase: set-up\n", "position:\n  §turn: 1\n  phase: supply\n"),
        (S, 'placements:\n  - {side: red, rule: "2.1", units: [tank-1], spaces: ["0201", "0202"], '
            'default: {"0201": [tank-1]}}\n', ""),
        (S, "    red-camp: [tank-1]\n", '    "0201": [tank-1]\n'),
        (P, 'setup: {rule: "2.1"}\n', ""),
        (G, "  - {id: set-up, name: Set-up, side: red, rule: \"2.1\", text: Place units., procedure: setup, "
            'turns: "1"}\n', ""),
    ),
    "free placements without a set-up": (
        (P, 'setup: {rule: "2.1"}\n', ""), (G, ", procedure: setup", ""),
        (S, "  - {side: red, rule: \"2.1\"", "  - §{side: red, rule: \"2.1\""),
    ),
    "a box by turn with a word unknown": _p("  may_wait: true\n", '  may_wait: true\n  boxes: §"{sied}-turn-{turn}"\n'),
    "a box by turn that the map lacks": _p("  may_wait: true\n", '  may_wait: true\n  boxes: §"{side}-turn-{turn}"\n'),
}


@dataclass(frozen=True)
class Spot:
    """Where an error must point."""

    file: str
    line: int
    column: int


def made(name: str, into: Path) -> tuple[Path, Spot]:
    """A copy of the good game with the fault `name`, and where an error must point."""
    folder = into / "game"
    shutil.copytree(GOOD, folder)
    marked: set[str] = set()
    for file, old, new in FAULTS[name]:
        text = (folder / file).read_text("utf-8")
        assert text.count(old) == 1, f"{name}: {old!r} stands {text.count(old)} times in {file}"
        (folder / file).write_text(text.replace(old, new), "utf-8")
        marked |= {file} if "§" in new else set()
    (file,) = marked or {P}
    text = (folder / file).read_text("utf-8")
    before, _, after = text.partition("§")
    (folder / file).write_text(before + after, "utf-8")
    return folder, Spot(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def errors_of(folder: Path) -> list[Problem]:
    """The errors that reading and checking `folder` brings."""
    try:
        problems = check_game(load_game(folder), select=CONCERNED).problems
    except SourceError as error:
        problems = error.problems
    return [problem for problem in problems if problem.severity == "error"]
