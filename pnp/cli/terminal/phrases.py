"""The sentences of the terminal, in English; a catalogue has them in other languages. Commands are typed in English."""

from __future__ import annotations

from pnp.model.words import CountedText
from pnp.referee.violation import _W

WELCOME = _W("You play {side}. Type the number of a choice, a name or a hex; help lists all that can be typed.")
HELP = (
    ("3", _W("choose number 3; a name, the number of a hex or the verb does it too: 0305, move 0305, done")),
    ("1 3 5", _W("several at once, also 1-5; units that move go together to the place that follows or is asked for")),
    ("map", _W("the neighbourhood; map 0305 around another place, map off and map on for the map before each move")),
    ("units", _W("where all units are")),
    ("cards", _W("the cards in your hand, with their texts")),
    ("score", _W("points, and what they are given for")),
    ("log", _W("what happened last; log 50 for more, log FILE writes all of it")),
    ("list", _W("the choices again")),
    ("why", _W("why other units or places are not offered; why NAME for one of them")),
    ("rule", _W("the rule of this decision; rule {rule} for any other")),
    ("advice", _W("what the computer player thinks of the choices")),
    ("undo", _W("take back your last line")),
    ("save", _W("save FILE saves the game")),
    ("quit", _W("stop")),
)
"""What is typed, and what it does."""
SHORT = _W("Short: {letters}. Enter takes the only choice.")
PROMPT = _W("Your choice")
GROUP_PROMPT = _W("Where to, all {count} of them? (b goes back)")
ROLL_PROMPT = _W("Roll? It can’t be undone. Enter rolls, b goes back")
NOT_A_CHOICE = _W("There is no choice {given}; type a number or a name from the list, or help.")
WHICH = _W("{given} can mean several:")
TOO_LONG = _W("This line is too long.")
NOT_DONE = _W("Not carried out any more: {rest}.")
NOT_NOW = _W("{given} is not possible now, but this is: {possible}. (rule {rule})")
DONE_NOT_YET = _W("{action}: not yet. {reason}")
MANY_HEXES = _W("{count} hexes; type the number of one")
NO_COMMON_PLACE = _W("There is no place to which all of them can go.")
CHOOSE_GROUP = _W("{units}: where to?")
CHOSEN = _W("Chosen: {things}.")
ROLLS = _W("{action}: the die is rolled on {table}, column {column}.")
ROLLS_ON = _W("{action}: the die is rolled on {table}.")
CHANCES = (_W("Result"), _W("Dice"), _W("Chance"), _W("What it brings at once"))
ODDS = _W("odds {column}"), _W("odds {column}, attacker {share} %")
WITH_ALL = _W("with all odds {column}"), _W("with all {column}, attacker {share} %")
"""Without and with the share of results that favour the attacker."""
NOT_UNDERSTOOD_HERE = _W("Nothing on the map is called {given}.")
OFF_MAP = _W("Off the map: {boxes}; units NAME lists one of them.")
IN_BOXES = _W("Off the map: {units} units in {boxes} boxes. units NAME lists one of them.")
FACTS = _W("{place}: {facts}.")
DIRECTIONS = {
    "n": _W("north"), "ne": _W("north-east"), "e": _W("east"), "se": _W("south-east"), "s": _W("south"),
    "sw": _W("south-west"), "w": _W("west"), "nw": _W("north-west"), "": "",
}  # fmt: skip
OFFERED = _W("can be chosen")
SIDE_POINTS = CountedText("{side}: {points} point.", "{side}: {points} points.", "points")
FROM_POINTS = _W("from {points}")
ABOVE_ALL = _W("otherwise")
NO_CARDS = _W("This game has no cards.")
EMPTY_HAND = _W("You hold no cards.")
NOTHING_SCORED = _W("This game is not decided by points.")
NOTHING_YET = _W("Nothing has happened yet.")
NOTHING_REFUSED = _W("Nothing else could be chosen here.")
MORE = _W("… {count} more.")
NOTHING_TO_UNDO = _W("There is nothing to undo.")
UNDO_STOPS = _W("Undo stops at what has been drawn or turned up since; only with --allow-peeking it goes further back:")
UNDONE = _W("Taken back.")
NO_ADVICE = _W("There is no advice for this game.")
NO_RULE = _W("There is no rule {address}.")
SAVED = _W("Written: {path}")
NAME_A_FILE = _W("Give the name of a file: save FILE.")
OVER = _W("The game is over.")
STOPPED = _W("Stopped before the end of the game.")
GO_ON = _W("Go on with: {command}")
NOT_SAVED = _W("The game is not saved; --save FILE or the command save FILE does that.")
