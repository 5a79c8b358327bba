"""The module read back and held against the sources: same pieces, same names, same counts; all pictures there."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image

from pnp.vassal import build_module
from pnp.vassal.context import KEYS, place_message
from pnp.vassal.format.buildfile import component, plain
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.format.reader import read_module
from pnp.vassal.layout import inside
from pnp.vassal.module.archive import module_trees
from pnp.vassal.module.translation import translation_pairs
from pnp.vassal.naming import reserve_of
from pnp.vassal.verify.images import image_fault, referenced_images
from pnp.vassal.verify.links import pressed_keys
from pnp.vassal.verify.module import check_generated

pytestmark = pytest.mark.slow


def by_counter(module):
    return {piece.properties()["CounterId"]: piece for piece in module.pieces}


def test_the_module_has_no_problem(module):
    assert check_generated(module) == []


def test_name_and_version_are_those_saves_are_tied_to(module):
    """The name is the English title, in every language; an older VASSAL 3.7 may open it."""
    assert (module.name, module.version, module.vassal_version) == ("Putin's War", "1.0", "3.7.0")


def test_every_counter_is_one_piece(module, putins_war):
    """40 counters: 16 mobile Russian units, 4 garrisons, 19 Ukrainian units, the turn marker."""
    counters = [counter.id for counter in putins_war.all_counters()]

    assert len(counters) == 40
    assert Counter(piece.properties()["CounterId"] for piece in module.pieces) == Counter(counters)
    assert Counter(piece.properties()["Side"] for piece in module.pieces) == {"russia": 20, "ukraine": 19, "": 1}


def test_pieces_have_the_counters_names_and_values(module):
    pieces = by_counter(module)

    assert pieces["armored-division-3"].name == "Armored Division 3"
    assert pieces["turn"].name == "Turn"
    assert [pieces[f"air-force-{n}"].properties()["Combat"] for n in (1, 2, 3, 4)] == ["4", "3", "3", "3"]
    values = Counter(pieces[f"ukrainian-forces-{n}"].properties()["Combat"] for n in range(1, 18))
    assert values == {"2": 8, "3": 5, "4": 4}


def test_slot_and_piece_have_one_name_and_one_number(module, putins_war):
    assert len(module.pieces) == 40
    for piece in module.pieces:
        assert piece.name == piece.piece.name
        assert int(piece.gpid) == putins_war.gpids.pieces[piece.properties()["CounterId"]]


def test_ground_units_and_garrisons_hold_spaces_air_units_do_not(module):
    """Rule: 6.0, PW-11"""
    holds = {name for name, piece in by_counter(module).items() if piece.properties().get("Holds") == "1"}

    assert {"armored-division-1", "special-brigade-1", "garrison-1"} <= holds
    assert not {"air-force-1", "ukrainian-forces-1", "turn"} & holds


def test_a_unit_can_be_activated_eliminated_and_returned(module):
    traits = by_counter(module)["special-brigade-2"].traits
    layer = next(t for t in traits if t.id == "emb2" and t.get("name") == "Activated")
    moves = {t.get("key"): t.get("region") for t in traits if t.id == "sendto"}
    regions = {
        t.get("key"): moves[step]
        for t in traits
        if t.id == "macro"
        for step in split_fields(t.get("actions"), ",")
        if step in moves
    }

    assert layer.get("activate_key") == KEYS["activate"]
    assert layer.get("images") == "special-brigade-2-back.svg"
    assert regions == {KEYS["return"]: "russian-reserve/$Group$", KEYS["eliminate"]: "eliminated/$Group$"}


def test_the_pool_is_a_shuffled_face_down_deck(module):
    (deck,) = module.decks

    assert deck.name == "Ukrainian Pool"
    assert deck.cards == ()  # the set-ups deal them
    assert {deck.attributes[k] for k in ("shuffle", "faceDown")} == {"Always"}
    backs = {
        next(t for t in p.traits if t.id == "obs").get("image")
        for p in module.pieces
        if p.properties()["Side"] == "ukraine"
    }
    assert backs == {"ukraine-hidden.svg"}


def test_pool_units_go_back_to_the_deck(module):
    returns = next(t for t in by_counter(module)["ukrainian-forces-9"].traits if t.id == "return")

    assert (returns.get("key"), returns.get("expression"), returns.get("choose")) == (
        KEYS["return"],
        "Ukrainian Pool",
        "false",
    )


def test_markers_do_not_stack(module):
    for name in ("garrison-1", "turn"):
        stays = next(t for t in by_counter(module)[name].traits if t.id == "immob")
        assert stays.get("stack") == "R"
    layers = {p.properties()["Layer"] for p in module.pieces}
    (collection,) = module.root.find_all("LayeredPieceCollection")
    assert collection.attributes["layerOrder"] == "markers,units"
    assert layers == {"markers", "units"}


def test_overstacking_is_shown_from_the_fourth_unit(module):
    """Rule: 2.0: at most three Russian units."""
    layer = next(t for t in by_counter(module)["air-force-2"].traits if t.id == "emb2" and t.get("name") == "Overstack")

    assert layer.get("expression") == '{SpaceId!=""&&CountZone("{Side==\\"russia\\"&&Mobile==1}")>3?2:1}'
    assert layer.get("images") == ",overstack.svg"


# Board ---------------------------------------------------------------------------------------------


def test_each_area_is_a_zone_that_holds_its_stacks(module, putins_war, layout):
    zones = {zone.name: zone for zone in module.zones}

    assert len(putins_war.map.spaces) == 29
    for space in putins_war.map.spaces:
        zone = zones[space.name]
        assert inside(zone.outline, layout.spaces[space.id].stack)
        assert zone.regions[space.id] == layout.spaces[space.id].stack
        assert inside(zone.outline, zone.regions[f"{space.id}/opposing"])
        assert inside(zone.outline, layout.spaces[space.id].marker)


def test_the_other_sides_stack_leaves_names_and_symbols_readable(putins_war, plan, layout):
    """It covers at most a twentieth of a counter of them; one or two narrow areas have less room."""
    size, mm = putins_war.style.counters.size_mm, 25.4 / layout.dpi
    covered = {}
    for space, place in layout.spaces.items():
        x, y = (value * mm - size / 2 for value in place.opposing)
        printed = [rect for rect in (plan.spaces[space].name_rect, plan.spaces[space].row_rect) if rect]
        shared = [
            max(0, min(x + size, left + width) - max(x, left)) * max(0, min(y + size, top + height) - max(y, top))
            for left, top, width, height in printed
        ]
        covered[space] = sum(shared) / size**2

    assert len(covered) == 29
    assert sum(share > 0.05 for share in covered.values()) <= 2


def test_the_first_corner_of_a_zone_lies_inside(module):
    """The engine takes it for the place of a zone whose middle lies outside; else it can't find the zone by name."""
    assert all(inside(zone.outline, zone.outline[0]) for zone in module.zones)


def test_a_place_outside_all_zones_has_a_name(module):
    grid = module.root.find_all("ZonedGrid")[0].children[-1]

    assert (grid.name, grid.attributes["snapto"]) == ("RegionGrid", "false")
    assert [region.attributes["name"] for region in grid.children] == ["Beside the map"]


def test_units_show_that_they_have_moved_and_where(module):
    window = module.root.find_all("Map")[0]
    kinds = {t.id: t for t in module.prototypes["russia unit"]}

    assert window.attributes["markMoved"] == "Always"
    assert {"markmoved", "footprint"} <= {t.id for t in module.prototypes["ukraine unit"]}
    assert kinds["markmoved"].get("image") == "moved.svg"


def test_the_window_under_the_mouse_adds_up_each_side(module):
    """A unit answers for its own side only; in the stack's line a side without units isn't named."""
    computed = {t.get("name"): t.get("expression") for t in module.prototypes["russia unit"] if t.id == "calcProp"}
    unit = by_counter(module)["armored-division-2"]
    values = next(t for t in unit.traits if t.id == "calcProp" and t.get("name") == "Values")
    viewer = module.root.find_all("CounterDetailViewer")[0].attributes

    assert computed["RussiaCombat"] == '{Side=="russia"?Combat:0}'
    assert computed["UkraineCombat"] == '{Side=="ukraine"?Combat:0}'
    assert values.get("expression") == '{"("+Combat+")"}'
    assert '(""+GetProperty("sum(RussiaCombat)")=="0"?"":' in viewer["summaryReportFormat"]
    assert viewer["counterReportFormat"] == '{Values+" "+GetProperty("LocalizedPieceName")}'


def test_a_submenu_holds_commands_of_the_piece_in_the_modules_own_language(module):
    line, submenu = module.prototypes["unit menu"]
    commands = module.prototypes["russia unit"]
    menus = {t.get("menu") for t in commands if t.id in ("footprint", "markmoved", "clone", "delete")}

    assert (line.id, submenu.id) == ("menuSeparator", "submenu")

    assert set(split_fields(submenu.get("menus"), ",")) == menus
    assert len(menus) == 4


def test_the_submenu_comes_after_all_commands_of_the_piece(module):
    piece = by_counter(module)["armored-division-1"]

    assert [trait.id for trait in piece.traits][-4:] == ["menuSeparator", "submenu", "mark", "piece"]


def test_units_go_back_to_a_reserve_for_all_of_them_only(putins_war):
    assert [box.id for side in ("russia", "ukraine") if (box := reserve_of(putins_war, side))] == ["russian-reserve"]
    boxes = tuple(box.replaced(slots=3) for box in putins_war.map.boxes)
    of_certain_units = replace(putins_war, map=putins_war.map.replaced(boxes=boxes))

    assert reserve_of(of_certain_units, "russia") is None


def test_every_piece_has_its_slot_in_the_palette(module, putins_war):
    (window,) = module.root.find_all("PieceWindow")

    assert len(window.find_all("PieceSlot")) == len(putins_war.all_counters()) == 40


def test_units_and_markers_can_be_hidden(module):
    controls = {c.attributes["layers"]: c.attributes for c in module.root.find_all("LayerControl")}

    assert controls.keys() == {"markers", "units"}
    assert {c["command"] for c in controls.values()} == {"Switch Layer between Active and Inactive"}
    assert all(c["icon"] in module.images for c in controls.values())


def test_the_names_on_a_small_map_can_be_hidden(archive, module):
    """Ground lies over the names, and nothing elsewhere."""
    (shader,) = module.root.find_all("MapShader")
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        pictures = [Image.open(io.BytesIO(files.read(f"images/{name}"))) for name in ("board.png", "nameless.png")]
    board, nameless = pictures
    clear, *covered = nameless.getchannel("A").histogram()

    assert (shader.attributes["image"], shader.attributes["startsOn"]) == ("nameless.png", "false")
    assert board.size == nameless.size
    assert 0.02 < sum(covered) / clear < 0.2


def test_first_steps_come_before_the_other_pages(module):
    titles = [page.attributes["fileName"] for page in module.root.find_all("HelpFile")]
    page = module.read("first-steps-it.html").decode("ascii")

    assert titles[:3] == ["first-steps-en.html", "help-en.html", "rules-en.html"]
    assert "<h1>Primi passi: " in page
    assert re.findall(r"<li>Ctrl-([A-Z]): ", page) == ["F", "I", "D", "A", "E", "T", "K"]
    assert "<b>Attivazione</b> [4.3]: " in page
    assert "<i>Seleziona un&#8217;unit&#224; e premi Ctrl-F: " in page
    assert "<td><b>Punti</b></td>" in page


def test_zones_do_not_claim_their_neighbours_stacks(module, layout):
    """The first zone that holds a point wins, so no stack may lie in two."""
    for space, place in layout.spaces.items():
        assert sum(inside(zone.outline, place.stack) for zone in module.zones) == 1, space


def test_track_and_boxes_are_zones(module):
    names = {zone.name for zone in module.zones}

    assert {f"Turn {n}: {m} 2022" for n, m in [(1, "Feb"), (5, "Jun"), (10, "Nov")]} <= names
    assert {
        "Russian Reserve",
        "Ukrainian Pool",
        "Eliminated",
        "Garrisons",
        "Out of play",
        "Units to set up",
    } <= names
    assert len(module.zones) == 29 + 10 + 6


# Pictures ------------------------------------------------------------------------------------------


def test_every_picture_shown_is_there_and_every_picture_is_shown(module):
    assert referenced_images(module) == set(module.images)
    assert len(module.images) > 60


def test_every_picture_can_be_decoded(module):
    import cairosvg

    for name in module.images:
        data = module.read(f"images/{name}")
        assert image_fault(name, data) == ""
        drawn = cairosvg.svg2png(data) if name.endswith(".svg") else data
        with Image.open(io.BytesIO(drawn)) as picture:
            picture.load()
            assert picture.width > 8 and picture.height > 8


def test_the_board_has_the_size_that_the_zones_need(module, layout):
    with Image.open(io.BytesIO(module.read("images/board.png"))) as picture:
        assert picture.size == layout.size
    for zone in module.zones:
        assert all(0 <= x <= layout.size[0] and 0 <= y <= layout.size[1] for x, y in zone.outline)


# Dice, turns, help ---------------------------------------------------------------------------------


def dice(module):
    return {button.attributes["name"]: button.attributes for button in module.root.find_all("DiceButton")}


def evaluated(expression, result):
    """What a report says for a result: nested conditions and strings, worked out here without the engine."""
    text = expression[1:-1]
    text = re.sub(r"\(result-\(2\)\)", f'"{result - 2}"', text)
    while match := re.search(r"\((\(?result[=<>]=\d+(?:&&result<=\d+)?\)?)\?", text):
        start = match.end()
        depth, index, colon = 0, start, None
        quoted = False
        while True:
            sign = text[index]
            if sign == '"' and text[index - 1] != "\\":
                quoted = not quoted
            if not quoted:
                if sign == "(":
                    depth += 1
                elif sign == ")":
                    if depth == 0:
                        break
                    depth -= 1
                elif sign == ":" and depth == 0 and colon is None:
                    colon = index
            index += 1
        tests = re.findall(r"result([=<>]=)(\d+)", match[1])
        true = all({"==": result == int(n), ">=": result >= int(n), "<=": result <= int(n)}[op] for op, n in tests)
        chosen = text[start:colon] if true else text[colon + 1 : index]
        text = text[: match.start()] + chosen + text[index + 1 :]
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"|(\bresult\b)', text)
    return "".join(str(result) if word else string.replace('\\"', '"') for string, word in parts)


def test_combat_dice_report_die_row_column_result_and_rule(module):
    """Combat Table, 3:1: 2 is DR, 5 is DE."""
    report = dice(module)["Combat2"]["reportFormat"]

    assert evaluated(report, 2) == (
        "Combat Table: die 2, row 2, column 3:1: DR: All defending units retreat. [Combat Table]"
    )
    assert ", row 5, column 3:1: DE: " in evaluated(report, 5)


def test_each_column_and_row_agrees_with_the_table(module, putins_war):
    table = putins_war.table("combat")
    for index, column in enumerate(table.columns):
        for die in range(1, 7):
            text = evaluated(dice(module)[f"Combat{index}"]["reportFormat"], die)
            assert f": {table.result(column, die)}: " in text


def test_the_invasion_die_with_two_more_reports_both_rolls(module):
    """PW-04: 7 and 8 read as 6."""
    button = dice(module)["Invasion1"]

    assert (button["addToTotal"], button["nDice"], button["nSides"]) == ("2", "1", "6")
    assert evaluated(button["reportFormat"], 8).startswith("Invasion Table: die 6 +2 = 8, row 6+: Ukrainian Homeland")
    assert ", row 3: American military aid. Draw 2." in evaluated(button["reportFormat"], 3)


def test_menus_hold_their_dice_and_not_themselves(module):
    texts = {b.attributes["text"] for b in module.root.find_all("DiceButton")}
    menus = [menu for menu in module.root.find_all("ToolbarMenu") if "Table" in menu.attributes["text"]]

    assert [menu.attributes["text"] for menu in menus] == ["Invasion Table", "Combat Table"]
    for menu in menus:
        items = menu.attributes["menuItems"].split(",")
        assert set(items) <= texts
        assert menu.attributes["text"] not in items


def test_the_turn_counter_has_the_turns_and_phases_of_the_game(module):
    (turns,) = module.root.find_all("CounterTurnLevel")
    (phases,) = module.root.find_all("ListTurnLevel")

    assert turns.attributes["loopLimit"] == "10"
    assert 'value<=10?"Turn 10: Nov 2022"' in turns.attributes["turnFormat"]
    assert phases.attributes["list"] == "Reinforcement,Activation,Garrisons,Stacking,Scoring"


def test_level_names_are_their_properties(module):
    """Translating a level's name renames its property in the engine: names equal properties and are not translated."""
    for level in ("CounterTurnLevel", "ListTurnLevel"):
        (element,) = module.root.find_all(level)
        assert element.attributes["name"] == element.attributes["property"]
    assert not [key for key in module.translations["it"] if "TurnLevel" in key and key.endswith(".name")]


def test_all_keys_are_in_the_help(module):
    """Ctrl and a letter only; each one listed, none listed twice."""
    help_text = module.read("help-en.html").decode()
    pressed = {chr(int(key.split(",")[0])) for key in pressed_keys(module)}
    listed = re.findall(r"<b>Ctrl-([A-Z])</b>", help_text)

    assert len(pressed) == 11
    assert sorted(listed) == sorted(pressed)


def test_help_states_what_this_is(module):
    for language in ("en", "it"):
        page = module.read(f"help-{language}.html").decode("ascii")
        assert "GeoNames" in page
        assert "<script" not in page
    for heading in ("Keys", "Buttons", "Sequence of play", "Credits"):
        assert f"<h2>{heading}</h2>" in module.read("help-en.html").decode()
    assert "An independent reconstruction of Putin&#8217;s War (2022)" in module.read("help-en.html").decode()


def test_one_can_play_alone(module):
    assert module.sides == ("Russia", "Solitaire")


def test_automation_can_be_switched_off(module):
    (preference,) = module.root.find_all("BooleanPreference")
    hides = next(t for t in module.prototypes["russia unit"] if t.id == "hideCmd")

    assert (preference.attributes["name"], preference.attributes["default"]) == ("Automation", "true")
    assert hides.get("match") == "{Automation==false}"
    assert hides.get("keys") == r"70\,130,73\,130,72\,130"


# Languages and bytes --------------------------------------------------------------------------------


def test_italian_names_every_area_and_unit(module, games):
    texts = module.translations["it"]
    italian = {space.id: space.name for space in games["it"].map.spaces}

    for space in games["en"].map.spaces:
        assert texts[f"Map.Main Map..Board.Board..ZonedGrid..Zone.{space.name}.name"] == italian[space.id]
    assert texts["Piece.Armored Division 2"] == f"{games['it'].counters.group('armored-division').name} 2"
    assert texts["PlayerRoster.sides"].count(",") == 1


def test_a_seat_whose_name_holds_a_comma_is_one_name():
    """The engine takes the translated names of all sides from one text, and drops them when they are too many."""
    seats = ["Achse", "Achse, Kommando Süd", "Solo"]
    roster = component("PlayerRoster").add(*(plain("entry", name) for name in seats))

    (pair,) = translation_pairs(component("GameModule").add(roster), component("GameModule").add(roster))
    assert pair == ("PlayerRoster.sides", "Achse,Achse\\, Kommando Süd,Solo")
    assert split_fields(pair[1], ",") == seats


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(putins_war, games, plan, archive):
    """Two builds, and one that takes the board from a cache."""
    board = read_module(archive).read("images/board.png")
    again = build_module(
        putins_war, games, plan, dpi=60.0, store=lambda kind, key, make: board if kind == "vassal-board" else make()
    )

    assert again == archive


@pytest.mark.parametrize("name", ["moduledata", "buildFile.xml", "Module_it.properties", "standard.vsav"])
def test_root_entries(module, name):
    assert name in module.entries


def test_the_rules_are_in_the_module(module, putins_war):
    """One can play without the rulebook: every case stands in the help, in each language."""
    page = module.read("rules-en.html").decode()
    headings = re.findall(r"<h[23]>(.*?)</h[23]>", page)

    assert len(headings) == len(list(putins_war.cases())) > 40
    assert "<h3>2.2 Stacking limit</h3>" in page
    assert page.count('<a href="#case-') == page.count('<h2><a name="case-') == 16
    assert "no area may hold more than 3 Russian mobile units" in page
    assert "{{" not in page and "[[" not in page and "**" not in page
    assert len(re.findall("<h3>", module.read("rules-it.html").decode())) == len(re.findall("<h3>", page))


def test_after_the_last_turn_the_game_is_over(module):
    """The counter goes on beyond its ten turns, says so, and counts the points; it doesn't begin anew."""
    (level,) = module.root.find_all("CounterTurnLevel")
    assert (level.attributes["loop"], level.attributes["loopLimit"]) == ("false", "10")
    assert level.attributes["turnFormat"].endswith(':"The game is over")}')

    begun, new, ending = module.root.find_all("TurnGlobalHotkey")
    assert "TurnNumber<=10" in new.attributes["match"]
    assert ending.attributes["match"] == "{TurnNumber>10&&MarkedTurn<=10}"  # once, not at each phase
    actions = {e.attributes["hotkey"]: e.attributes for e in module.root.find_all("DoActionButton")}
    over, phase = actions[ending.attributes["hotkey"]], actions[begun.attributes["hotkey"]]
    assert over["reportFormat"] == "The game is over."
    assert split_fields(over["hotkeys"], ",") == [KEYS["points"], "57348,0,turn-marked"]
    assert "event-over" in phase["hotkeys"]


def test_the_strength_of_an_event_counts_in_its_space_only(module):
    """Not in a fight elsewhere, nor in the next phase."""
    terms = [
        t.get("expression") for t in module.prototypes["russia unit"]
        if t.id == "calcProp" and t.get("name") in ("FightDefence", "CounterattackAttack")
    ]  # fmt: skip

    assert len(terms) == 2
    assert all(text.endswith("+(EventSpace==SpaceId?EventStrength:0)}") for text in terms)


def test_a_draw_from_an_empty_pool_says_so(module):
    """Rather than nothing; and the number is chosen from a menu whose words are translated."""
    actions = [e.attributes for e in module.root.find_all("DoActionButton") if e.attributes["name"].startswith("Draw ")]
    menu = next(m for m in module.root.find_all("ToolbarMenu") if m.attributes["text"] == "Draw units")

    assert [a["text"] for a in actions] == split_fields(menu.attributes["menuItems"], ",")
    assert len(actions) == 6
    pool = '{GetMapProperty("Ukrainian Pool_numPieces","Main Map")==0?"Ukrainian Pool: empty":""}'
    assert {a["reportFormat"] for a in actions} == {pool}


def test_a_move_is_told_from_where_to_where(module):
    formats = {m.attributes[name] for m in module.root.find_all("Map") for name in ("moveWithinFormat", "moveToFormat")}
    assert formats - {""} == {"$pieceName$: $previousLocation$ to $location$"}


def test_a_new_turn_is_one_step_back(module):
    """The counter goes on inside an action: the engine then joins turn, marker and readied units in one step to undo.
    """
    (tracker,) = module.root.find_all("TurnTracker")
    action = next(e for e in module.root.find_all("DoActionButton") if e.attributes["hotkey"] == KEYS["next"])

    assert tracker.attributes["nexthotkey"] == "57348,0,turn-next"
    assert action.attributes["hotkeys"] == r"57348\,0\,turn-next"


@pytest.mark.slow
def test_each_language_has_its_own_board_where_stacks_lie_the_same(putins_war, games, plan, layout):
    """Areas have room for their stacks, however long their names are; a board with other stacks would not fit the
    zones.
    """
    def keep(kind, key, make):
        return make() if kind == "vassal-counters" else b"<svg/>"

    def names(plan_of):
        archive = build_module(putins_war, games, plan, dpi=60.0, store=keep, plan_of=plan_of)
        return zipfile.ZipFile(io.BytesIO(archive)).namelist()

    moved = replace(plan, boxes={**plan.boxes, next(iter(plan.boxes)): (1.0, 1.0, 9.0, 9.0)})

    assert "images_it/board.png" in names(lambda language: plan)
    assert "images_it/board.png" not in names(lambda language: moved)


def test_stacks_stand_where_the_english_board_has_them_in_every_language(putins_war, games, plan):
    """Long names may move a box: the map is then planned again with the boxes where they are in English."""
    from pnp.press.makers.module import board_plan

    first = putins_war.map.spaces[0].id
    x, y, width, height = plan.spaces[first].stack
    moved = replace(plan, spaces={**plan.spaces, first: replace(plan.spaces[first], stack=(x + 5, y, width, height))})
    asked = []

    def plan_of(game):
        asked.append(game)
        return moved if game is games["it"] else plan

    assert board_plan(plan_of, games["it"], putins_war) is plan
    assert asked[-1].map.spaces[0].stack_at == pytest.approx((x + width / 2, y + height / 2), abs=0.001)
    assert asked[-1].map.spaces[0].name == games["it"].map.spaces[0].name
    assert board_plan(plan_of, putins_war, putins_war) is plan and asked[-1] is putins_war


def test_a_rulebook_is_opened_from_the_help_menu(games, layout):
    """The one of each language that has room in the module, whatever language is shown."""
    for tree in module_trees(games, layout, books=("it",)).values():
        (book,) = tree.find_all("BrowserPDFFile")
        assert book.attributes == {"title": "Regole, PDF (Italiano)", "pdfFile": "rulebook-it.pdf"}


def test_a_place_whose_id_is_a_number_has_its_name_in_reports():
    """Of a zone's PlaceId "0905" an expression would make a number, and fail to compare it to a text."""
    assert [place_message(place) for place in ("0905", "2262", "moscow", "")] == [
        "Place_hex-0905", "Place_hex-2262", "Place_moscow", "Place_",
    ]  # fmt: skip
