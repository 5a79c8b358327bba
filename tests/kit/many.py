"""Declared games that together use every procedure and nearly every parameter, for properties that hold in all."""

from __future__ import annotations

from collections.abc import Callable

from pnp.model.game import Game
from tests.kit.games import AREAS, POINTS, TABLE, declared

UNITS = """{"0302": [blue-1, horse-1], "0402": [blue-2], "0203": [blue-3, blue-4], "0601": [horse-2],
    "0404": [red-1, red-2], "0504": [guard-1], "0305": [red-3], "0605": [guard-2, red-4]}"""
GROUND = """
roads: [{id: road, name: Road, cost: 1}, {id: rail, name: Railway}]
hexes:
  rows: [cccwcccc, ccwwcccc, cclccwcc, cccccwcc, cwcccccc, ccccwccc]
  side_kinds: [{id: river, name: River, rule: "4", cost: 1}]
  sides: [{kind: river, sides: "0403/0404 0403/0304 0503/0404 0503/0504"}]
  ways: [{kind: road, hexes: "0102 0202 0302 0402"}, {kind: rail, hexes: "0801 0702 0703 0604 0605"}]
spaces: [{id: "0402", name: Hill, victory_points: 2, supply: 2}, {id: "0504", name: Town, victory_points: 3, supply: 1}]
boxes:
  - {id: blue-lost, name: Lost, kind: eliminated, side: blue}
  - {id: red-lost, name: Lost, kind: eliminated, side: red}
  - {id: prison, name: Prison, kind: holding}
  - {id: blue-turn-2, name: Later, kind: holding, side: blue}
  - {id: red-turn-2, name: Later, kind: holding, side: red}
  - {id: blue-turn-3, name: Later, kind: holding, side: blue}
  - {id: red-turn-3, name: Later, kind: holding, side: red}
"""
EVENTS = TABLE + """
- kind: events
  id: fate
  title: Fate
  rule: "15"
  rows:
    - {die: 1-2, id: dry, name: Dry, text: x}
    - {die: 3-4, id: mud, name: Mud, text: x}
    - {die: 5, id: gain, name: Gain, text: x}
    - {die: 6, id: help, name: Help, text: x}
"""
DIFFERENCES = """
- kind: results
  id: combat
  title: Combat
  rule: "8"
  columns: ["-2", "-1", "0", "+1", "+2"]
  column_kind: difference
  open_start: true
  open_end: true
  codes:
    [{id: AR, name: x, text: x}, {id: EX, name: x, text: x}, {id: DR, name: x, text: x}, {id: DE, name: x, text: x}]
  rows: [{die: 1-2, results: [AR, AR, AR, EX, DR]}, {die: 3-4, results: [AR, EX, EX, DR, DE]},
         {die: 5-6, results: [EX, DR, DR, DE, DE]}]
"""


def marches() -> Game:
    """Ways to move: by rail, by road, forced, slow in circumstances, and not everywhere."""
    return declared("""
movement:
  rule: "4"
  halt: {terrain: woods}
  at_least_one: true
  not_into: {space: "0101", turns: "1-2"}
  only: [{units: {unit: guard-1}, within: {space: "0504", range: 1}}, {units: {state: reduced}, within: {held: red}}]
  pace: [{times: 1/2, rounding: up, when: {turns: "2"}, rule: "4.2"}, {add: 1, units: {type: cavalry}, rule: "4.3"}]
  modes:
    - {id: rail, along: rail, allowance: 8, capacity: 1, apart: true, rule: "4.4"}
    - {id: sea, between: {space: ["0106", "0801"]}, rule: "4.5"}
    - {id: haste, times: 2, units: {type: cavalry}, within: {not: {terrain: woods}}, rule: "4.6"}
  forced: {points: 1, roll: {1-4: nothing, 5: reduce movers, 6: eliminate movers}, units: {type: guard}, rule: "4.7"}
losses: {rule: "8", steps: false}
""", units=UNITS, game_map=GROUND)


def lines() -> Game:
    """Supply with capacity, events and weather, arrivals, replacements, withdrawals."""
    phases = """
- {id: fate, name: Fate, rule: "15", text: x, procedure: events}
- {id: supply, name: Supply, side: each, rule: "7", text: x, procedure: supply}
- {id: restore, name: Restore, side: each, rule: "14", text: x, procedure: replacements}
- {id: come, name: Come, side: each, rule: "11", text: x, procedure: arrivals}
- {id: leave, name: Leave, side: each, rule: "13", text: x, procedure: withdrawals}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}
"""
    return declared("""
supply:
  sources: {any: [{space: "0402"}, {space: ["0504", "0806"]}]}
  range: 3
  capacity: printed
  without: {movement: 1/2, attack: 1/2, defence: 1/2, eliminated: false}
  rule: "7"
events: {table: fate, rule: "15", effects: {dry: weather dry, mud: weather mud, gain: [points blue 1, points red -1],
         help: [bring blue-turn-3, bring red-turn-3]}}
arrivals: {boxes: "{side}-turn-{turn}", at: {blue: {space: ["0101", "0201"]}, red: {space: "0806"}}, rule: "11"}
replacements: {points: {blue: 1, red: 2}, saved: true, restore: 1, rebuild: 3, costs: {cavalry: 2},
               at: {blue: {space: "0101"}, red: {space: ["0806", "0706"]}}, returns: reduced, rule: "14"}
withdrawals: {rule: "13", to: prison, units: [
  {side: blue, units: {type: cavalry}, number: 1, turns: "2"}, {side: red, units: {state: unsupplied}, number: 1}]}
movement: {pace: [{times: 1/2, when: {weather: mud}, rule: "4"}]}
combat: {shifts: [{by: -1, when: {weather: [mud]}, rule: "8"}], results: {EX: [reduce defenders, lose attackers 1]}}
control: {at_start: {red: {space: ["0504", "0806"]}}, rule: "12"}
victory: {last_turn: null}
""", units=UNITS.replace('"0601": [horse-2]', '"blue-turn-2": [horse-2]').replace("guard-2, red-4", "guard-2").replace(
        "}", ', "red-turn-3": [red-4]}'), phases=phases, game_map=GROUND, table=EVENTS, scenario="""
turns: 4
levels: [{outcome: red-wins}, {outcome: draw, at_least: 2}, {outcome: blue-wins, at_least: 4}]
""")  # fmt: skip


def battles() -> Game:
    """Joint and obligatory attacks, second rolls, long retreats that the enemy chooses, advances that go on."""
    return declared("""
stacking: {limit: 3, limits: [{at: {terrain: woods}, limit: 2, rule: "5.2"}]}
combat:
  combined: true
  obliged: [red]
  odds: nearest
  rounding: up
  most: 2
  times:
    - {side: defenders, by: 2, at: {terrain: woods}, rule: "8"}
    - {side: attackers, by: 1/2, across: {side_kind: river}, rule: "8"}
    - {side: attackers, by: 2, units: {type: cavalry}, stand: {terrain: clear}, rule: "8"}
  shifts: [{by: 1, each: attackers, attackers: {type: cavalry}, most: 1, rule: "8"}]
  die: [{by: -1, defenders: {trait: elite}, rule: "8"}]
  results:
    AE: {roll: {1-3: eliminate attackers, 4-6: [lose attackers 1, retreat attackers 2]}}
    AR: retreat attackers 2
    EX: [lose-random defenders 1, exchange attackers, retreat defenders 1, advance 2]
    DR: [retreat defenders 3, advance 3]
    DE: [lose defenders 2, retreat defenders 2, advance 2]
retreat: {by: enemy, length: up-to, friends_open_zones: true, without_way: reduce}
advance: {most: 2, obliged: true, on: free}
losses: {by: enemy}
""".replace("AE: {roll", "AE: [{roll").replace("attackers 2]}}\n", "attackers 2]}}]\n"), units=UNITS, game_map=GROUND)


def counties() -> Game:
    """Areas: set-up, initiative, points each turn, presence, and a sudden end."""
    phases = """
- {id: place, name: Place, side: each, rule: "2", text: x, turns: "1", procedure: setup}
- id: impulse
  name: Impulse
  repeat: 2
  rule: "3"
  text: x
  phases:
    - id: turn
      name: Turn
      side: initiative
      rule: "3"
      text: x
      phases:
        - {id: go, name: Go, rule: "4", text: x, procedure: movement}
        - {id: fight, name: Fight, rule: "8", text: x, procedure: combat}
        - {id: strike, name: Strike, side: other, rule: "8", text: x, first_turn: 2, procedure: combat}
"""
    return declared("""
setup: {revealed: in-contact, rule: "2"}
initiative: {add: {red: 1}, ties: blue, rule: "3"}
control: {by: presence, of: {type: infantry}, rule: "12"}
zones: {entering: cost, cost: 1, leaving: 1, between: allowed, of: {type: infantry}}
movement: {cross: {strait: 1}, through_friends: false}
advance: null
combat: {results: {EX: lose attackers 1, DR: retreat defenders 1, DE: capture defenders}}
retreat: {through_friends: false, without_way: stay}
losses: {by: lot, captured: prison}
victory: {judged: each-turn, side: red, sudden: [
  {outcome: red-wins, when: {not: {units: {side: blue, at: {not: {space: [blue-lost, prison]}}}}}}]}
""", whole_map=AREAS, phases=phases, units="""{blue-turn-2: [blue-1, blue-2, blue-3, horse-1],
    fir: [red-1, red-2], gorse: [guard-1], elm: [red-3]}""", scenario="""
placements: [{side: blue, units: [blue-1, blue-2, blue-3, horse-1], spaces: [ash, birch, dale], rule: "2"}]
""")  # fmt: skip


def rails() -> Game:
    """A whole small game from point to point, as one would declare it: no Python."""
    return declared("""
stacking: {limit: 2, exempt: {type: cavalry}}
zones: {across: {way: road}, between: into-friends}
movement: {ways: {road: 1, track: 2}, cross: {brook: 1}}
supply: {sources: {home_of: own}, range: 4, measured: points, blocked_by: [enemies], without: {attack: 0}, rule: "7"}
combat: {times: [{side: attackers, by: 1/2, across: {river: brook}, rule: "8"}], rounding: up}
victory: {last_turn: null}
""", whole_map=POINTS, units="{p1: [blue-1, blue-2, horse-1], p2: [blue-3], p6: [red-1, red-2], p3: [guard-1]}",
        scenario="levels: [{outcome: red-wins}, {outcome: blue-wins, at_least: 3}]")  # fmt: skip


def crowds() -> Game:
    """Stacking judged at the end of a phase by a factor, zones that friends end and that have exceptions."""
    return declared("""
stacking: {limit: 8, factor: attack, judged: end-of-phase}
zones:
  none: [{units: {type: cavalry}}, {at: {terrain: woods}}]
  into: {not: {terrain: woods}}
  entering: free
  between: forbidden
  ended_by: friends
movement: {through_friends: false}
combat: {column: attack, may_attack: {not: {type: cavalry}}, no_zero_defence: false}
""", units=UNITS, game_map=GROUND, table=TABLE)


def remnants() -> Game:
    """A table of differences; dispersed and captured units, exchanges by attack, arrivals of the scenario."""
    phases = """
- {id: come, name: Come, side: each, rule: "11", text: x, procedure: arrivals}
- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
- {id: again, name: Again, side: blue, rule: "8", text: x, procedure: combat}
"""
    return declared("""
combat: {results: {AE: null, AR: disperse attackers 1, EX: [capture defenders, advance],
    DR: [disperse defenders 2, advance], DE: [eliminate defenders, exchange attackers, advance]}}
losses: {strength: attack, captured: prison, dispersed: "{side}-turn-{turn}"}
arrivals: {boxes: "{side}-turn-{turn}", at: {blue: {home_of: own}, red: {not: {terrain: lake}, range: 1}},
           may_wait: false, rule: "11"}
"""
        .replace("{not: {terrain: lake}, range: 1}", "{space: '0806', range: 1}")
        .replace("{home_of: own}", "{space: '0101'}"),
        units=UNITS.replace('"0601": [horse-2], ', ""), phases=phases, game_map=GROUND, table=DIFFERENCES,
        scenario="""
arrivals: [{turn: 2, side: blue, units: [horse-2], spaces: ["0801", "0701"]}]
turns: 4
""")  # fmt: skip


def reactions() -> Game:
    """Player-turns with reactions, and supply that is judged again and again."""
    phases = """
- id: player-turn
  name: Player-turn
  side: each
  rule: "3"
  text: x
  phases:
    - {id: go, name: Go, rule: "4", text: x, procedure: movement}
    - {id: fight, name: Fight, rule: "8", text: x, repeat: 2, procedure: combat}
    - {id: react, name: React, side: other, rule: "4", text: x, when: {units: {state: unsupplied}}, procedure: movement}
"""
    return declared("""
control: {by: presence, rule: "12"}
supply: {sources: {space: ["0402", "0504"], held: own}, range: 2, judged: always,
         without: {movement: 1/2, attack: 0, defence: 1/2}, rule: "7"}
movement: {closed: {side_kind: river}, units: {not: {unit: guard-2}}}
""", units=UNITS, game_map=GROUND, phases=phases)


def overruns() -> Game:
    """Overruns on a table of their own odds, by some units, of some spaces; another movement phase of the cavalry."""
    return declared("""
stacking: {limit: 3, limits: [{at: {terrain: woods}, limit: 1, rule: "5.2"}]}
movement:
  allowance: 5
  at_least_one: true
  forced: {points: 1, roll: {1-3: nothing, 4-6: reduce movers}, rule: "4.7"}
  modes: [{id: rail, along: rail, allowance: 8, rule: "4.4"}]
  pace: [{add: 1, units: {side: red}, rule: "4.3"}]
zones: {entering: cost, cost: 1, between: allowed}
overrun:
  units: {any: [{side: blue}, {type: guard}]}
  against: {not: {trait: elite}}
  at: {not: {terrain: woods}}
  across: {not: {side_kind: river}}
  cost: 1
  least: 1/2
  shifts: [{by: 1, attackers: {type: cavalry}, rule: "4.9"}]
  die: [{by: 1, each: attackers, attackers: {side: blue}, most: 2, rule: "4.9"}]
  times: [{side: attackers, by: 1/2, units: {state: reduced}, rule: "4.9"}]
  table: combat
  results: {AE: [{roll: {1-3: eliminate attackers, 4-6: [lose attackers 1, stop]}}], AR: [retreat attackers 1],
            EX: [eliminate defenders, exchange attackers], DR: retreat defenders 2, DE: [lose defenders 1, stop]}
  rule: "4.8"
""", units="""{"0302": [blue-1, horse-1, blue-2], "0203": [blue-3, blue-4, horse-2], "0404": [red-1], "0504": [red-2],
    "0403": [red-3], "0503": [guard-1], "0605": [guard-2, red-4]}""", game_map=GROUND, scenario="turns: 4")


def ambushes() -> Game:
    """Every kind of reaction, and overruns on the way of which there are some."""
    return declared("""
stacking: {limit: 3, limits: [{at: {terrain: woods}, limit: 2, rule: "5.2"}]}
zones: {entering: cost, cost: 1, between: allowed, of: {type: infantry}}
movement: {at_least_one: true, forced: {points: 1, roll: {1-5: nothing, 6: reduce movers}, rule: "4.7"}}
overrun: {least: 1/2, cost: 1, rule: "4.8", cleared: retreat defenders 1}
reactions:
  rule: "6.5"
  each:
    - id: fire
      within: 2
      units: {type: guard}
      fire: {roll: {1-3: nothing, 4: reduce movers, 5: stop, 6: retreat movers 1}}
      rule: "6.6"
    - id: shot
      within: zone
      units: {type: infantry}
      once: move
      at: {not: {terrain: woods}}
      fire:
        table: combat
        strength: defence
        die: [{by: -1, defenders: {type: cavalry}, rule: "6.6"}]
        results: {AE: nothing, AR: [{roll: {1-5: nothing, 6: stop}}], EX: lose-random movers 1, DR: retreat movers 1,
                  DE: lose movers 1}
      rule: "6.6"
    - {id: screen, units: {type: cavalry}, against: {type: [infantry, guard]}, within: 3, move: 3, rule: "6.7"}
    - {id: back, units: {any: [{state: reduced}, {type: cavalry}]}, retreat: 2, when: {turns: "1-2"}, rule: "6.8"}
""", units="""{"0302": [blue-1, horse-1], "0402": [blue-2], "0203": [blue-3, blue-4], "0503": [horse-2],
    "0404": [red-1, red-2], "0504": [guard-1], "0305": [red-3], "0605": [guard-2, red-4]}""", game_map=GROUND)


def breakthroughs() -> Game:
    """Attacks again after a breakthrough, and a second movement of the units that broke through."""
    phases = """
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
- id: assault
  name: Assault
  side: each
  rule: "8"
  text: x
  phases:
    - {id: fight, name: Fight, rule: "8", text: x, procedure: combat}
    - {id: exploit, name: Exploit, rule: "9", text: x, units: {state: exploiting}, procedure: movement}
    - id: second
      name: Second
      rule: "8"
      text: x
      units: {any: [{state: exploiting}, {type: cavalry}]}
      procedure: combat
"""
    return declared("""
combat:
  results:
    DR: [retreat defenders 1, advance, exploit attackers]
    DE: [eliminate defenders, advance 2, attack-again attackers]
zones: {entering: cost, cost: 1}
""", units=UNITS, game_map=GROUND, phases=phases)


def cards() -> Game:
    """Cards for events and for operations points, some in force, some for one side; and a deck that nobody holds."""
    phases = """
- {id: draw, name: Draw, side: each, rule: "20", text: x, procedure: draw}
- id: round
  name: Round
  side: each
  rule: "21"
  text: x
  repeat: 2
  phases:
    - {id: card, name: Card, rule: "21", text: x, procedure: cards}
    - {id: go, name: Go, rule: "4", text: x, procedure: movement, units: {state: activated}}
    - {id: fight, name: Fight, rule: "8", text: x, procedure: combat, when: {not: {in_force: truce}}}
"""
    return declared("""
replacements: {points: {blue: 1, red: 1}, saved: true, rule: "11"}
cards: {draw: 3, play: [event, operations, discard, pass], activate: {together: true, cost: 1}, rule: "21"}
""", units=UNITS, game_map=GROUND, phases=phases + REPLACING, cards="""
decks:
  - {id: tactics, name: Tactics, hands: {blue: {limit: 4, deal: 2}, red: {limit: 4, deal: 2}}}
  - {id: fate, name: Fate, reshuffle: never}
cards:
  - {id: gift, title: Gift, value: 2, text: x, event: [points own 2, replacements own 1, draw own 1]}
  - {id: raid, title: Raid, count: 3, side: red, value: 1, text: x,
     event: {deed: eliminate, units: {side: enemy}, number: 1}}
  - {id: doubt, title: Doubt, count: 2, value: 3, text: x, event: {deed: reduce, units: {side: enemy}, by: enemy}}
  - {id: march, title: March, count: 2, value: 2, text: x, once: true, event: operations 2,
     when: {units: {side: own, at: {occupied: own}}}}
  - {id: levy, title: Levy, side: blue, value: 2, text: x,
     event: {deed: place, units: {side: own, at: {space: blue-lost}}, to: {held: own}, number: 2}}
  - {id: storm, title: Storm, count: 3, text: x, value: 1,
     event: {deed: move, units: {side: enemy}, to: {held: enemy}, by: lot}}
  - {id: spies, title: Spies, value: 1, text: x, event: [discard enemy 1, "weather mud"]}
  - {id: truce, title: Truce, text: x, stays: turn, value: 1, event: nothing}
  - {id: rain, title: Rain, deck: fate, count: 2, text: x, stays: game, event: weather mud}
  - {id: luck, title: Luck, deck: fate, count: 3, text: x, event: {deed: restore, units: {side: own}}}
""")


REPLACING = """
- {id: replace, name: Replace, side: each, rule: "11", text: x, procedure: replacements}
"""

GAMES: tuple[Callable[[], Game], ...] = (marches, lines, battles, counties, rails, crowds, remnants, reactions,
                                         overruns, ambushes, breakthroughs, cards)
