"""The referee of March of Justice against a second implementation, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games import rules_of
from pnp.players.match import play_game, play_on
from pnp.players.roster import make_players, player_names
from tests.games.march_second_contact import BLOCKS, COLUMNS, SWITCHERS, UNITS, column_of
from tests.games.march_second_desk import Disagreement, compare
from tests.games.march_second_opinion import March

pytestmark = pytest.mark.slow

FRONT = ["moscow", "rubelo", "stupino", "serpukhov", "kaluga", "ryazan", "tula", "yefremov", "orel"]
FAR = ["rostov", "grozny", "kamensk", "volgograd", "boguchar", "tambov"]


# Games ----------------------------------------------------------------------------------------------------------


def scattered(seed):
    """A position at the beginning of a turn, as it hardly ever is: more meets there than in a whole game."""
    lot = Random(seed)
    turn = lot.randint(1, 6)
    spots = list(FRONT if lot.random() < 0.6 else [*FRONT, *FAR])
    lot.shuffle(spots)
    part = lot.randint(1, 5)
    ours, theirs = spots[:part], spots[part:]
    if lot.random() < 0.4:
        ours = [p for p in ours if p != "moscow"] or ["voronezh"]
        theirs = ["moscow", *[p for p in theirs if p != "moscow"][:2]]
    waiting = [f"turn-{turn}", f"turn-{min(turn + 1, 6)}"]
    units = {}
    for unit in UNITS:
        own = unit in COLUMNS or (unit in SWITCHERS and lot.random() < 0.3)
        places = [lot.choice(ours if own else theirs)] * 12 + [lot.choice(waiting), "eliminated", "removed"]
        place = lot.choice(places if own else [*places, *["cup"] * 3])
        weak = unit not in SWITCHERS and place != "cup" and lot.random() < 0.35
        state = "switched" if own and unit in SWITCHERS else "reduced" if weak else ""
        units.setdefault(place, []).append({"id": unit, "state": state} if state else unit)
    blocks = [p for p in spots if p not in ("rostov", "grozny")]
    units.setdefault(lot.choice(["aside", blocks[0]]), []).append("roadblock-1")
    units.setdefault(lot.choice(["aside", "cup", blocks[1]]), []).append("roadblock-2")
    units.setdefault(lot.choice(["cup", "removed"]), []).append("the-people-are-silent")
    return begun(turn, units, lot.randint(-3, 3), [lot.randint(0, 4) for _ in COLUMNS])


def begun(turn, units, momentum, marks):
    """A position at the beginning of a turn; units that it doesn't name are out of the game."""
    named = [entry["id"] if isinstance(entry, dict) else entry for entries in units.values() for entry in entries]
    pieces = [*UNITS, *BLOCKS, "the-people-are-silent"]
    gone = [*units.get("removed", []), *(piece for piece in pieces if piece not in named and piece not in BLOCKS)]
    aside = [*units.get("aside", []), *(block for block in BLOCKS if block not in named)]
    tracks = {"momentum": momentum} | {f"maneuver-combat-{n}": mark for n, mark in enumerate(marks, 1)}
    pools = {"cup": units.get("cup", [])}
    units = {place: entries for place, entries in units.items() if place != "cup"} | {"removed": gone, "aside": aside}
    return {"turn": turn, "phase": "administration", "pools": pools, "units": units, "tracks": tracks}


RARE = {
    "three that can switch, met by all": begun(
        2,
        {
            "kaluga": ["tank-regiment", "mechanized-regiment", "helicopter", "police-1"],
            "tula": ["wagner"], "orel": ["rusich"], "serpukhov": ["serb"],
        },
        3, [4, 4, 4],
    ),
    "the people are silent beside and far from others": begun(
        3,
        {
            "cup": ["the-people-are-silent"], "kaluga": ["helicopter"], "moscow": ["tank-regiment", "omon", "fsb"],
            "orel": ["wagner"], "yefremov": ["rusich"], "tambov": ["serb"],
        },
        3, [0, 0, 0],
    ),
    "silence without a Wagner unit": begun(
        5,
        {
            "cup": ["the-people-are-silent"], "moscow": ["tank-regiment", "police-1"], "kaluga": ["helicopter"],
            "turn-6": ["wagner"], "removed": ["rusich", "serb"],
        },
        3, [2, 2, 2],
    ),
    "home shut to those who return": begun(
        4,
        {
            "rostov": ["akhmat"], "kamensk": ["fsb"], "volgograd": ["omon"], "turn-4": ["wagner"], "grozny": ["serb"],
            "eliminated": ["rusich"], "moscow": ["tank-regiment"], "cup": ["helicopter", "police-1"],
        },
        3, [2, 2, 2],
    ),
    "Moscow and all about it held": begun(
        4,
        {
            "moscow": ["wagner"], "rubelo": ["rusich"], "stupino": ["serb"],
            "serpukhov": [{"id": "helicopter", "state": "switched"}],
            "ryazan": [{"id": "tank-regiment", "state": "switched"}], "eliminated": ["omon", "sobr"],
            "yelets": ["akhmat"],
            "turn-4": ["fsb"], "cup": ["mechanized-regiment", "police-1", "roadblock-2"],
        },
        -3, [2, 2, 2],
    ),
    "Russia before Rostov": begun(
        3,
        {
            "rostov": ["wagner"], "grozny": ["akhmat"], "kamensk": ["tank-regiment", "mechanized-regiment"],
            "volgograd": ["fsb", "helicopter"], "orel": ["rusich"], "kursk": ["serb"], "moscow": ["omon"],
        },
        -3, [0, 2, 2],
    ),
    "beaten together where two ways lead home": begun(
        2,
        {
            "kaluga": ["omon", "sobr", "police-1"], "tula": ["wagner", "rusich"], "orel": ["serb"],
            "ryazan": ["akhmat", "fsb"], "tambov": [{"id": "tank-regiment", "state": "switched"}],
        },
        3, [4, 4, 4],
    ),
    "beaten back into the next target": begun(
        3,
        {
            "yefremov": [{"id": "serb", "state": "reduced"}], "yelets": [{"id": "rusich", "state": "reduced"}],
            "stupino": ["tank-regiment", "fsb", "omon"], "orel": ["mechanized-regiment"], "tula": ["akhmat"],
            "moscow": ["police-1"],
        },
        -2, [2, 4, 4],
    ),
    "attacked out of Moscow": begun(
        2,
        {
            "moscow": ["omon", "fsb", {"id": "sobr", "state": "reduced"}, "akhmat"], "stupino": ["wagner"],
            "serpukhov": ["tank-regiment"], "ryazan": ["rusich", "serb"],
        },
        2, [3, 3, 4],
    ),
}  # fmt: skip


def played(rules, position, seed):
    """The log of a game of random players from a position."""
    state = rules.state_from(position, seed)
    state.players = player_names(rules, "random")
    play_on(rules, state, make_players(rules, "random", seed))
    return rules.log_of(state)


@pytest.fixture(scope="module", params=["solitaire", "two players"])
def both(request, march_game):
    return rules_of(march_game, options={"two-player": request.param == "two players"})


@pytest.mark.parametrize(("players", "games"), [("random", 8), ("heuristic", 3)])
def test_both_implementations_agree(both, players, games):
    assert sum(compare(both, play_game(both, players, seed)) for seed in range(games)) > 40 * games


def test_they_agree_from_scattered_positions(both):
    assert sum(compare(both, played(both, scattered(seed), seed)) for seed in range(25)) > 600


@pytest.mark.parametrize("name", RARE)
def test_they_agree_where_much_is_rare(both, name):
    """With seed 1 an attack is called off, with 7 Akhmat marches on a Rostov that others could attack too."""
    for seed in (0, 1, 7):
        compare(both, played(both, RARE[name], seed))


def test_they_agree_on_the_column_of_all_strengths(march_rules):
    """Among them 22 to 15: +7, 1:1, one to the left: +6."""
    for attack in range(1, 33):
        for defence in range(25):
            odds = march_rules.board.contact.odds(attack, defence)
            assert (odds.label, odds.shift, odds.value) == column_of(attack, defence), (attack, defence)


# Can it fail? ---------------------------------------------------------------------------------------------------


class RoadblocksForNothing(March):
    """Rule 6.1 left out."""

    def cost(self, unit, start, goal):
        return 1 + self.board.river(unit, start, goal)


class AkhmatFromMoscow(March):
    """Rule 3.10: one home for all Russian units."""

    def home(self, unit):
        return "rostov" if self.side(unit) == "wagner" else "moscow"


class FlankingByLocation(March):
    """Rule 6.2.3.2: once for each other location instead of each unit."""

    def weigh(self, side, posts, target):
        odds, ratio, shift, column, modifiers = super().weigh(side, posts, target)
        return odds, ratio, shift, column, modifiers | {"flanking": min(2, len(set(posts.values())) - 1)}


class MomentumNotTurned(March):
    """Rule 6.2.3.2: Russia has the sign of Wagner."""

    def weigh(self, side, posts, target):
        odds, ratio, shift, column, modifiers = super().weigh(side, posts, target)
        return (
            odds,
            ratio,
            shift,
            column,
            modifiers | ({"momentum-inverted": self.momentum} if side == "russia" else {}),
        )


class MoscowDisperses(March):
    """Rule 3.10 without its exception."""

    def retreat(self, units, side, attacking):
        for unit in [u for u in units if side == "russia" and self.at[u] == "moscow"]:
            self.disperse(unit)
        super().retreat([u for u in units if self.at[u] in self.near], side, attacking)


class MoscowLeftEmpty(March):
    """Rule 7.4.2: nobody has to stay."""

    def leaves(self, posts):
        return False


class NoRiverLine(March):
    """Rule 7.4.4: rivers don't matter for the choice of units and places."""

    def sets(self, target, need, turns):
        dry, self.board.river = self.board.river, lambda *_: False
        found = super().sets(target, need, turns)
        self.board.river = dry
        return found


class EveryAnswerCounts(March):
    """Rule 8.1: the marker isn't held by the ends of its track."""

    def end_turn(self):
        self.momentum = max(-2, min(2, self.momentum))
        super().end_turn()


@pytest.mark.parametrize(
    "wrong",
    [
        RoadblocksForNothing, AkhmatFromMoscow, FlankingByLocation, MomentumNotTurned, MoscowDisperses, MoscowLeftEmpty,
        NoRiverLine, EveryAnswerCounts,
    ],
)  # fmt: skip
def test_a_wrong_rule_is_found(march_rules, wrong):
    with pytest.raises((Disagreement, StopIteration)):
        for seed, position in enumerate([*RARE.values(), *map(scattered, range(60))]):
            compare(march_rules, played(march_rules, position, seed), wrong)


# What it found --------------------------------------------------------------------------------------------------


def test_one_of_those_in_moscow_stays(march):
    """Mech can reach Moscow only. With fsb there: 7 to 5, +2, 1:1, +1. The fsb may not leave to flank. Rule: 7.4.2"""
    units = {"moscow": ["fsb"], "tambov": ["mechanized-regiment"], "rubelo": ["serb"]}
    situation = march(units, phase="russia", marks=(2, 2, 3))
    assert "goal-attack no" in situation.passed()
    assert "fsb" in situation.at("moscow")


def test_who_stands_well_keeps_its_place(march):
    """Fsb is in Tula; the tank goes from Orel to Yelets for the flanking, not into its place. Rule: 7.4.2"""
    units = {"moscow": ["police-1"], "tula": ["fsb"], "orel": ["tank-regiment"], "yefremov": ["rusich"]}
    situation = march(units, phase="russia", dice=(4,), draws=("tula",))
    moves = [(list(line.get("units")), line.get("at")) for line in situation.events("move")]
    assert moves == [(["tank-regiment"], "yelets")]


# What players may know ------------------------------------------------------------------------------------------


def test_a_view_tells_nothing_of_draws_to_come(both):
    """Two games that differ only in the streams of dice and lots look alike. Rule: 3.8"""
    one, other = both.new_state(1), both.new_state(2)
    for side in both.sides:
        assert one.view(side) == other.view(side)
    assert one.fields() != other.fields()


def test_heuristics_do_not_look_at_draws_to_come(both):
    """With other streams in its state, a player decides as before, all through a game."""
    players = {side: both.adviser(side) for side in both.deciding}
    state, decisions = both.new_state(5), 0
    while not state.ended:
        choices, side = both.choices(state), both.side_to_act(state)
        twin = state.copy()
        twin.seed, twin.dice_stream, twin.cup_stream = 77, state.dice_stream ^ 12345, state.cup_stream ^ 54321
        chosen = players[side].best(state, choices)
        assert both.adviser(side).best(twin, choices) == chosen
        both.apply(state, chosen)
        decisions += 1
    assert decisions > 30
