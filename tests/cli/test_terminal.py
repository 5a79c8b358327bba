"""`pnp play` at the terminal: whole games of typed lines, wrong input, colours, widths, and names that mean harm."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from pnp.cli.terminal.phrases import ROLL_PROMPT
from pnp.cli.terminal.screen import Screen, clean
from pnp.cli.terminal.session import Sitting
from pnp.games import rules_of
from pnp.players.heuristic import heuristic_player
from pnp.players.person.forecast import forecast
from pnp.players.roster import make_players
from pnp.players.saved import load_position, save_text
from pnp.sources import load_game
from pnp.sources.find import game_folders

ROOT = Path(__file__).resolve().parents[2]
MOST_INPUTS = 150
"""Lines that a person types in a whole game of The Ford, confirmations of rolls among them."""


class Paper(io.StringIO):
    """A screen that keeps what is printed, and may say that it is a terminal."""

    encoding = "utf-8"

    def __init__(self, terminal: bool = False) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


Answer = Callable[[Sitting, str], str]


def sitting_of(
    rules, answer: Answer, *, side: str = "", seed: int = 1, plain: bool = False, width: int = 80,
    terminal: bool = False, path: Path | None = None,
) -> tuple[Sitting, Paper]:  # fmt: skip
    """A person who types what `answer` says to a prompt, against random players."""
    paper = Paper(terminal)
    side = side or rules.deciding[0]
    sitting = Sitting(
        rules, rules.new_state(seed), make_players(rules, "random", seed), side, lang="en", save=save_text,
        screen=Screen(plain=plain, out=paper, width=width), path=path, ask=lambda prompt: answer(sitting, prompt),
    )  # fmt: skip
    return sitting, paper


def typed_from(lines: list[str]) -> Answer:
    """Types the lines of a list; then the input ends."""
    waiting = iter(lines)

    def answer(sitting: Sitting, prompt: str) -> str:
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    return answer


@pytest.fixture(scope="module")
def ford():
    return rules_of(load_game("the-ford"))


# A whole game ------------------------------------------------------------------------------------------------------


def planned_line(rules, state, side: str) -> str:
    """What a person who thinks like the computer types: a unit and where it goes, or a whole attack."""
    player, words = heuristic_player(rules, side, 1), []
    probe = state.copy()
    while not rules.is_over(probe) and rules.side_to_act(probe) == side:
        action = player.choose(rules, probe, rules.choices(probe))
        verb, *ids = rules.to_json(action)
        words += ids or [verb]
        if not ids or verb == "move-to" or forecast(rules, probe, action):
            break
        rules.apply(probe, action)
    return " ".join(words)


def test_a_game_of_the_ford_takes_few_lines_and_the_same_lines_make_the_same_game(ford):
    lines: list[str] = []

    def answer(sitting: Sitting, prompt: str) -> str:
        rolls = prompt == sitting.desk.words(ROLL_PROMPT)
        lines.append("" if rolls else planned_line(ford, sitting.state, "north"))
        return lines[-1]

    sitting, paper = sitting_of(ford, answer)
    end = sitting.play()
    assert ford.is_over(end)
    assert sitting.inputs == len(lines) <= MOST_INPUTS
    assert "" in lines and any(len(line.split()) > 2 for line in lines)
    assert "There is no choice" not in paper.getvalue() and "Not carried out" not in paper.getvalue()

    again, paper_again = sitting_of(ford, typed_from(lines))
    assert again.play().log.as_text() == end.log.as_text()
    assert paper_again.getvalue() == paper.getvalue()


def test_nothing_is_printed_twice(ford):
    """A move, a whole attack with its roll: each sentence of the log and each line of the forecast stands there once.
    """
    lines = ["1 2 0305", "done", "attack sella 2 3", ""]
    sitting, paper = sitting_of(ford, typed_from(lines))
    with pytest.raises(EOFError):
        sitting.play()
    text = paper.getvalue()
    for sentence in ("Infantry brigade 1: from 0303 to 0305.", "8:4, column 2:1.", "North attacks Sella (0306) with"):
        assert text.count(sentence) == 1, sentence
    assert text.count("You play North.") == 1


def test_a_roll_shows_its_chances_and_can_be_called_off(ford):
    """4 + 4 against 4 is 2:1: AR on 1 and 2, EX on 3, DR on 4 and 5, DE on 6."""
    sitting, paper = sitting_of(ford, typed_from(["1 2 0305", "done", "attack sella 2 3", "b", "q"]))
    state = sitting.play()
    text = paper.getvalue()
    assert re.search(r"AR \(Attacker retreats\) +1 2 +█+ +33 %", text)
    assert re.search(r"DE \(Defender eliminated\) +6 +█+ +17 %", text)
    assert all(line.kind != "draw" for line in state.log)
    assert "Die for" not in text


# What is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["1 0608"], "Infantry brigade 1 has too few movement points to reach Ostrel (0608). (rule 4.2)"),
        (["1 0205"], "Enemy zones of control keep Infantry brigade 1 from reaching 0205. (rule 6.2)"),
        (["guard"], "Guard brigade is not on the map. (rule 4.1)"),
        (["1", "2"], "2 is not possible now, but this is: Move to …. (rule 4.1)"),
        (["infantry"], "'infantry' can mean several:"),
        (["xyzzy"], "There is no choice 'xyzzy'"),
        (["1 0304", "1"], "Infantry brigade 1 has moved in this phase already. (rule 4.1)"),
        (["1 3 0101"], "Infantry brigade 3 has too few movement points to reach 0101. (rule 4.2)"),
        (["map nowhere"], "Nothing on the map is called 'nowhere'."),
        (["1 5 0304", "why"], "Infantry brigade 1 has moved in this phase already. (rule 4.1)\n    … 1 more."),
        (["1 2 0305", "done", "attack sella 2"], "Chosen: Sella (0306), Infantry brigade 1 4-4-4."),
        (["1 2 0305", "done", "attack sella 2 3", "score"], "6  Ostrel  North  held by South"),
        (["1 2 0305", "done", "attack sella 2 3", "?", "b"], "8.1 Attacks"),
        (["1 2 0305", "done"], "with all 2:1, attacker 50 %"),
        (["why 3"], "3: can be chosen."),
        (["rule 99"], "There is no rule 99."),
        (["save"], "Give the name of a file: save FILE."),
        (["1 0304", "2 0404", "done", "done", "done"], "(rule 11.1)"),
    ],
)
def test_what_is_refused_is_explained(ford, typed, said):
    sitting, paper = sitting_of(ford, typed_from([*typed, "q"]), width=140)
    sitting.play()
    assert said in paper.getvalue()


def test_done_that_is_not_offered_says_why_in_the_list():
    """Putin's War, 2.1: the units of the set-up are all to be placed."""
    sitting, paper = sitting_of(rules_of(load_game("putins-war")), typed_from(["q"]), width=120)
    sitting.play()
    assert "Done: not yet. Units are still to be set up that can’t be left out. (rule 2.1)" in paper.getvalue()


WORDS = (
    "1 2 3 5 9 12 99 -1 0 0304 0305 0306 move attack to done fight infantry guard artillery sella ostrel lindmoor map "
    "units score log help undo u why why rule advice list save l s m ? n b y 1-5 1-999999 ’ “ \x1b[2J \u202e ½ ② ٣ , ; "
    "off on league horse crown foot"
).split()  # fmt: skip


@pytest.mark.parametrize("name", ["the-ford", "two-rivers"])
@pytest.mark.parametrize("plain", [False, True])
def test_no_line_ends_in_a_traceback(name, plain, tmp_path, monkeypatch):
    """Random words, and now and then a choice that is offered, so that the game goes on."""
    monkeypatch.chdir(tmp_path)
    rules, dice, count = rules_of(load_game(name)), random.Random(11), 0

    def answer(sitting: Sitting, prompt: str) -> str:
        nonlocal count
        count += 1
        if count > 120:
            raise EOFError
        if prompt == sitting.desk.words(ROLL_PROMPT) or dice.random() < 0.1:
            return dice.choice(["", "b", "x"])
        offered = [sitting.desk.numbers.label(action) for action in sitting.desk.choices if dice.random() < 0.9]
        words = [*dice.choices(WORDS, k=dice.randint(1, 4)), *(offered[:1] if dice.random() < 0.5 else [])]
        line = " ".join(dice.sample(words, len(words)))
        return line if not re.search(r"\b(s|l|save|log)\b", line) else line + " ."  # a folder is no file

    sitting, paper = sitting_of(rules, answer, plain=plain)
    with pytest.raises(EOFError):
        sitting.play()
    assert len(sitting.state.records) > 8
    assert "\x1b" not in paper.getvalue() and "\u202e" not in paper.getvalue()


# Stopping ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_end_of_input_keeps_the_game_in_the_file_that_was_named(pnp_process, tmp_path):
    saved = tmp_path / f"{'evening' * 15}.game"
    ran = pnp_process("play", "the-ford", "--save", saved, text="1 2 0305\n")
    assert ran.code == 130
    assert "Stopped before the end of the game." in ran.out
    assert f"Written: {saved}\n" in ran.out  # whole, however long it is
    assert "Traceback" not in ran.err
    assert f"Go on with: pnp play the-ford --as north --players south=random --load {saved} --save {saved}" in ran.out
    game = load_game("the-ford")
    rules, state = load_position(game, saved)
    assert [rules.position(state).units["0305"]] == [("north-infantry-1", "north-infantry-2")]


def test_what_was_saved_once_is_kept_up_to_date(ford, tmp_path):
    path = tmp_path / "one.game"
    sitting, _ = sitting_of(ford, typed_from([f"save {path}", "1 0304", "q"]))
    sitting.play()
    assert sitting.commands.keep()
    assert path.read_text("utf-8") == save_text(sitting.state)


def test_a_file_that_cannot_be_written_does_not_end_the_game(ford, tmp_path):
    sitting, paper = sitting_of(ford, typed_from([f"save {tmp_path}", "save a\0b", "q"]))
    sitting.play()
    assert paper.getvalue().count("Written") == 0


# The screen --------------------------------------------------------------------------------------------------------


def hostile(game):
    """The Ford with names that try to be markup, to clear the screen, to turn the direction of writing."""
    names = iter(("[red]x[/red]", "a\x1b[2Jb", "\u202egod\u202c", "[link=file:///]l[/]", ":smile: \x07\x9b31m"))
    groups = tuple(
        group.replaced(name=next(names, group.name)) if group.type else group for group in game.counters.groups
    )
    return replace(game, counters=game.counters.replaced(groups=groups))


@pytest.mark.parametrize("terminal", [False, True])
def test_names_reach_the_terminal_as_text_and_nothing_else(terminal, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    rules = rules_of(hostile(load_game("the-ford")))
    lines = ["units", "units northern units of turn 3", "1", "map", "0304", "log", "why", "advice", "map sella", "q"]
    sitting, paper = sitting_of(rules, typed_from(lines), terminal=terminal, width=120)
    sitting.play()
    text = paper.getvalue()
    shown = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert (shown != text) is terminal
    assert "[red]x[/red] 1" in shown and "a[2Jb" in shown and ":smile: 31m" in shown
    assert [c for c in shown if c in "\x1b\x07\x9b\u202e\u202c\r"] == []


@pytest.mark.parametrize("variable", ["NO_COLOR", "TERM"])
def test_a_terminal_without_colour_gets_none(ford, monkeypatch, variable):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(variable, "1" if variable == "NO_COLOR" else "dumb")
    sitting, paper = sitting_of(ford, typed_from(["1", "q"]), terminal=True)
    sitting.play()
    assert "\x1b" not in paper.getvalue()


def test_what_controls_a_terminal_is_left_out():
    assert clean("a\x1b[31mb\tc\nd\u200f\u2066e\x9c\r") == "a[31mb c\nde"


def test_a_plain_screen_has_sentences_without_marks(ford):
    sitting, paper = sitting_of(ford, typed_from(["1", "map 0304", "q"]), plain=True)
    sitting.play()
    text = paper.getvalue()
    assert "1: Choose Infantry brigade 1, 4-4-4, at 0303 Clear." in text
    assert "south: 0305, River, Ford, Clear." in text
    assert re.search(r"[│─═▶█]", text) is None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "width"), list(zip(game_folders(), cycle((80, 40, 120)), strict=False)))
def test_every_game_fits_the_width(name, width):
    """The first forty decisions of each game at random, with every command."""
    dice, count, rules = random.Random(2), 0, rules_of(load_game(name))

    def answer(sitting: Sitting, prompt: str) -> str:
        nonlocal count
        count += 1
        if count > 48:
            return "q"
        if prompt == sitting.desk.words(ROLL_PROMPT):
            return ""
        commands = ["map", "score", "units", "why", "rule", "help", "log", "advice"]
        if count % 6 == 0:
            return commands[count // 6 - 1]
        choices = sitting.desk.choices
        return sitting.desk.numbers.label(dice.choice(choices[:-1] or choices))

    sitting, paper = sitting_of(rules, answer, width=width, seed=2)
    sitting.play()
    lines = paper.getvalue().splitlines()
    assert len(lines) > 60
    assert [line for line in lines if len(line) > width] == []


def test_a_narrow_screen_loses_no_letter(ford):
    """At 40 columns a row takes more lines than at 140, and holds the same words."""
    said = []
    for width in (40, 140):
        sitting, paper = sitting_of(ford, typed_from(["map off", "units", "1", "advice", "q"]), width=width)
        sitting.play()
        said.append(sorted(re.findall(r"\w+", paper.getvalue())))
    assert said[0] == said[1]


# The page ----------------------------------------------------------------------------------------------------------


def test_the_transcript_of_the_page_is_what_is_printed(ford):
    page = (ROOT / "docs" / "playing.md").read_text("utf-8")
    transcript = re.search(r'^```text title="pnp play the-ford --seed 1"\n(.*?)^```', page, re.MULTILINE | re.DOTALL)[1]
    prompts = ("Your choice: ", "Roll? It can’t be undone. Enter rolls, b goes back: ")
    lines = [line[len(p) :] for line in transcript.splitlines() for p in prompts if line.startswith(p)]
    answer = typed_from(lines)

    def echoed(sitting: Sitting, prompt: str) -> str:
        line = answer(sitting, prompt)
        paper.write(f"{prompt}: {line}\n")
        return line

    sitting, paper = sitting_of(ford, echoed)
    sitting.play()
    assert len(lines) == 8
    assert transcript.startswith(paper.getvalue())
    assert len(transcript.splitlines()) - len(paper.getvalue().splitlines()) == 2  # how it stopped


def test_the_name_of_a_place_chooses_the_unit_there(ford):
    """One brigade stands in 0903, two units in 0303: of these it is asked which."""
    sitting, paper = sitting_of(ford, typed_from(["0303", "0903 0904", "q"]))
    state = sitting.play()
    assert "'0303' can mean several:" in paper.getvalue()
    assert ford.position(state).units["0904"] == ("north-infantry-3",)


def test_a_list_of_places_tells_what_the_way_costs(ford):
    """Rule: 4.1. To the hill beside 0303 two points, to open ground beside it one."""
    sitting, paper = sitting_of(ford, typed_from(["1", "q"]))
    sitting.play()
    assert re.search(r"Move to 0202 \(2 MP\) +Hill", paper.getvalue())
    assert re.search(r"Move to Clear \(1 MP\) +0302 0402 0304", paper.getvalue())


def test_hundreds_of_places_are_counted_not_listed():
    """Rule: Set-Up Soviet"""
    rules = rules_of(load_game("winter-war"))
    sitting, paper = sitting_of(rules, typed_from(["1", "q"]), side="soviet")
    sitting.play()
    assert re.search(r"Place in Forest +\d{3} hexes; type the number of one", paper.getvalue())
    assert "Leningrad (2667)" in paper.getvalue()
    assert "\nSet-Up Soviet Soviet set-up\n" in paper.getvalue()


def test_the_map_around_a_target_stands_over_the_odds(ford):
    """Rule: 8.1. Once for an attack, however many join it."""
    sitting, paper = sitting_of(ford, typed_from(["1 2 0305", "done", "attack sella", "2", "q"]))
    sitting.play()
    attack = paper.getvalue().split("Northern Combat Phase")[1]
    assert attack.count("▶0306 Sella") == 1
    assert attack.count("▶") == 2  # there, and in the key
    assert attack.index("▶0306 Sella") < attack.index("odds 1:1")
