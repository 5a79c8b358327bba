"""Every place where one source refers to a name that another defines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pnp.checks.base import Survey
from pnp.errors import Location, SourceError
from pnp.maps.graph import space_ids
from pnp.model.base import SourceModel
from pnp.model.cards import Card, CardArt, Deck
from pnp.model.counters import CounterGroup, CounterSheet
from pnp.model.displays import Display, DisplayBox, DisplayTrack
from pnp.model.game import Game
from pnp.model.hexes import HexMap, HexRegion, HexSet, HexTerrain, Overlay, SideFeature, Way
from pnp.model.info import (
    EACH,
    INITIATIVE,
    OTHER,
    Formation,
    GameInfo,
    OptionRule,
    Outcome,
    Phase,
    PieceCount,
    Side,
    UnitTrait,
    UnitType,
)
from pnp.model.map import Border, Box, ClosedBorder, Panel, Route, Space, SpecialLink, Track, TrackSpace
from pnp.model.position import PositionSource, UnitState
from pnp.model.rules import CampaignArrow, Example, ExampleFigure, Expectation, RuleCase
from pnp.model.scenario import Arrival, FreePlacement, Scenario, VictoryLevel, VictoryPoints
from pnp.model.style import StyleSource
from pnp.model.tables import ChartTopic, DieModifier, RecordColumn, RecordSheet, ResultsTable
from pnp.referee.kit.position import COUNTS

FIELDS: Mapping[type[SourceModel], Mapping[str, tuple[str, ...]]] = {
    GameInfo: {"declared_counts": ("group",)},
    Formation: {"side": ("side",), "seat": ("seat",), "units": ("counter",)},
    Side: {"played_with": ("option",), "home": ("space",)},
    UnitTrait: {"underlines": ("factor",)},
    UnitType: {"traits": ("trait",)},
    Phase: {"side": ("side of a phase",)},
    PieceCount: {
        "side": ("side",), "without": ("trait",), "spaces": ("space",), "within": ("parameter",), "road": ("road",),
        "needed": ("parameter",),
    },
    OptionRule: {"spaces": ("space",)},
    Outcome: {"winner": ("side",)},
    Space: {"features": ("symbol",), "start_of": ("side",), "neighbours": ("space",), "side": ("side",)},
    HexMap: {"stack_limit": ("parameter",)},
    HexTerrain: {"costs": ("side",)},
    HexRegion: {"side": ("side",)},
    HexSet: {"side": ("side",), "stack_limit": ("parameter",)},
    SideFeature: {"kind": ("kind of hexside",)},
    Way: {"kind": ("road",)},
    Overlay: {"terrain": ("terrain",), "scenarios": ("scenario",)},
    Border: {"between": ("region",), "river": ("river",)},
    Route: {"between": ("space",), "road": ("road",), "river": ("river",)},
    SpecialLink: {"between": ("space",)},
    ClosedBorder: {"between": ("space",)},
    Track: {"markers": ("counter",), "arrivals": ("parameter",), "arrivals_from": ("parameter",)},
    TrackSpace: {"factors": ("factor",)},
    Box: {"side": ("side",), "starts_at": ("space",)},
    Display: {"side": ("side",)},
    DisplayBox: {"side": ("side",), "starts_at": ("space",)},
    DisplayTrack: {"markers": ("counter",), "arrivals": ("parameter",), "arrivals_from": ("parameter",)},
    Deck: {"side": ("side",), "hands": ("side",)},
    Card: {"deck": ("deck",), "side": ("side",)},
    CardArt: {"at": ("space",), "counter": ("counter",)},
    Panel: {"table": ("table",), "beside": ("table",)},
    CounterGroup: {
        "side": ("side",), "nationality": ("nationality",), "type": ("unit type",), "optional": ("option",),
        "switches_to": ("side",), "home": ("space",), "arrives": ("space",), "belongs_to": ("counter",),
        "traits": ("trait",),
    },
    CounterSheet: {"groups": ("group",)},
    ResultsTable: {"shifts": ("table of shifts",)},
    ChartTopic: {"tables": ("table",)},
    RecordSheet: {"calendar": ("list",)},
    RecordColumn: {"track": ("track of values",)},
    DieModifier: {"spaces": ("space",), "side": ("side",), "track": ("track",)},
    StyleSource: {"sides": ("side or nationality",), "cmyk": ("role of the palette",), "cover_at": ("space",)},
    RuleCase: {"option": ("option",)},
    CampaignArrow: {"side": ("side or nationality",), "via": ("space",)},
    Scenario: {"codes": ("box",)},
    FreePlacement: {"side": ("side",), "units": ("counter",), "spaces": ("space",), "default": ("space", "counter")},
    Arrival: {"side": ("side",), "units": ("counter",), "spaces": ("space",), "set": ("set of hexes",)},
    VictoryPoints: {"side": ("side",), "spaces": ("space",), "set": ("set of hexes",)},
    VictoryLevel: {"outcome": ("outcome",)},
    ExampleFigure: {"zones": ("side",), "supply": ("counter",), "spaces": ("space",)},
    Example: {"draws": ("counter or place",)},
    Expectation: {"result": ("outcome",)},
    PositionSource: {
        "scenario": ("scenario",), "phase": ("phase",), "side": ("side",), "options": ("option",),
        "tracks": ("marker of a track",), "control": ("space", "side"),
        "units": ("place", "counter"), "pools": ("box", "counter"),
    },
}  # fmt: skip
"""What each field names, a key of `known_names`; of a mapping what its keys name, then, if anything, its values."""

EFFECTS = ("effects", "after_effects")
"""Fields of table rows in which a key may be the kind of the ids in its value."""

NAMING_EFFECTS = (
    "side", "space", "box", "place", "track", "table", "phase", "option", "outcome", "counter", "group", "river",
    "road",
    "trait", "factor", "parameter",
)  # fmt: skip
"""Effects of rows whose text is such a name."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A name used.

    kind  what it should name, a key of `known_names`
    """

    kind: str
    name: str
    where: Location | None


def known_names(survey: Survey) -> dict[str, Collection[str]]:
    """Kind -> the ids that are defined."""
    game = survey.game
    info = game.info
    hexes = game.map.hexes
    spaces, boxes = _spaces(game), [b.id for b in game.boxes]
    turns = [s.id for t in game.tracks if t.kind == "turn" for s in t.spaces]
    factors = dict.fromkeys(name for group in game.counters.groups for name in group.factors)
    factors |= dict.fromkeys(name for t in game.tracks for s in t.spaces for name in s.factors)
    return {
        "side": [s.id for s in info.sides],
        "seat": [s.id for s in (*info.sides, *info.seats)],
        "side of a phase": [*(s.id for s in info.sides), EACH, INITIATIVE, OTHER],
        "nationality": list(game.style.sides),
        "role of the palette": list(game.style.palette),
        "side or nationality": [
            *(s.id for s in info.sides),
            *(name for g in game.counters.printed_only for name in (g.side, g.nationality) if name),
            *(g.nationality for g in game.counters.groups if g.nationality),
        ],
        "unit type": [t.id for t in info.unit_types],
        "phase": [p.id for p in info.all_phases],
        "option": [o.id for o in info.options],
        "outcome": [o.id for o in info.outcomes],
        "space": spaces,
        "box": boxes,
        "place": spaces + boxes + turns,
        "region": spaces + [s.id for s in game.map.surroundings],
        "track of values": [t.id for t in game.tracks if t.kind == "value"],
        "track": [t.id for t in game.tracks],
        "symbol": [s.id for s in game.map.symbols],
        "group": [g.id for g in (*game.counters.groups, *game.counters.printed_only)],
        "counter": list(survey.counters),
        "counter or place": [*survey.counters, *spaces, *boxes, *turns],
        "deck": [deck.id for deck in game.cards.decks] if game.cards else [],
        "table": [t.id for t in game.charts.tables],
        "list": [t.id for t in game.charts.tables if t.kind == "list"],
        "table of shifts": [t.id for t in game.charts.tables if t.kind == "shifts"],
        "scenario": list(game.scenarios),
        "parameter": [p.id for p in info.parameters],
        "trait": [t.id for t in info.traits],
        "road": [r.id for r in game.map.roads],
        "river": [r.id for r in game.map.rivers if r.id],
        "factor": list(factors),
        "terrain": [t.id for t in hexes.terrains] if hexes else [],
        "kind of hexside": [k.id for k in hexes.side_kinds] if hexes else [],
        "set of hexes": [x.id for x in hexes.sets] if hexes else [],
        "marker of a track": [
            *(t.id for t in game.tracks), *(m for t in game.tracks for m in t.markers),
            *(f"{count}-{s.id}" for s in info.sides for count in (COUNTS if game.procedures else ())),
        ],
    }


def _spaces(game: Game) -> list[str]:
    """Ids of the spaces: on a hex map every hex; where its grid is faulty, which `hex-grid` reports, the named ones."""
    try:
        return [str(name) for name in space_ids(game.map)]
    except (SourceError, KeyError, ValueError):
        return [s.id for s in game.map.spaces]


def references(survey: Survey) -> Iterator[Reference]:
    """Every name that a source uses, parents first, in order of files."""
    for model in survey.models:
        for field, kinds in FIELDS.get(type(model), {}).items():
            yield from _names_in(model, getattr(model, field), kinds, field)
        for field in EFFECTS:
            for kind, value in model.__dict__.get(field, {}).items():
                if kind in NAMING_EFFECTS and isinstance(value, str):
                    yield Reference(kind, value, model.where(field, kind))


def _names_in(model: SourceModel, value: Any, kinds: tuple[str, ...], *path: str | int) -> Iterator[Reference]:
    """The names in the `value` at `path` of `model`: a name, several, or a mapping whose keys are names."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield Reference(kinds[0], key, model.where_key(*path, key))
            if len(kinds) > 1:
                yield from _names_in(model, inner, kinds[1:], *path, key)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _names_in(model, inner, kinds, *path, index)
    elif value is not None:
        yield Reference(kinds[0], value.id if isinstance(value, UnitState) else value, model.where(*path))
