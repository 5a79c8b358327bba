"""The format of a save of Tabletop Simulator, as its knowledge base documents it: class -> field -> type.

Source: "Save File Format", Serialized Classes (kb.tabletopsimulator.com/custom-content/save-file-format), with `Bag`
and `GMNotes` of later versions. A tuple is a list of that class, a frozenset the values that are possible, a dict
a mapping whose keys are whole numbers.
"""

from __future__ import annotations

from typing import Any

Kind = Any
NUMBER, WHOLE, TEXT, FLAG = "number", "whole", "text", "flag"
NAMES = frozenset({"Bag", "Custom_Tile", "DeckCustom", "Card", "Die_4", "Die_6", "Die_8", "Die_10", "Die_12", "Die_20"})

CLASSES: dict[str, dict[str, Kind]] = {
    "SaveState": {
        "SaveName": TEXT, "GameMode": TEXT, "Gravity": NUMBER, "PlayArea": NUMBER, "Date": TEXT, "Table": TEXT,
        "Sky": TEXT, "Note": TEXT, "Rules": TEXT, "XmlUI": TEXT, "LuaScript": TEXT, "LuaScriptState": TEXT,
        "Grid": "GridState", "ObjectStates": ("ObjectState",), "TabStates": {"": "TabState"}, "VersionNumber": TEXT,
        "Hands": "HandsState",
    },
    "ObjectState": {
        "Name": NAMES, "Transform": "TransformState", "Nickname": TEXT, "Description": TEXT, "GMNotes": TEXT,
        "ColorDiffuse": "ColourState", "Locked": FLAG, "Grid": FLAG, "GUID": TEXT, "CardID": WHOLE,
        "SidewaysCard": FLAG, "DeckIDs": (WHOLE,), "CustomDeck": {"": "CustomDeckState"}, "HideWhenFaceDown": FLAG,
        "CustomImage": "CustomImageState", "ContainedObjects": ("ObjectState",), "States": {"": "ObjectState"},
        "Tags": (TEXT,), "Bag": "BagState",
    },
    "GridState": {
        "Type": frozenset({0, 1, 2}), "Lines": FLAG, "Snapping": FLAG, "Offset": FLAG, "xSize": NUMBER, "ySize": NUMBER,
    },
    "TabState": {"title": TEXT, "body": TEXT, "color": TEXT, "visibleColor": "ColourState", "id": WHOLE},
    "ColourState": {"r": NUMBER, "g": NUMBER, "b": NUMBER},
    "TransformState": dict.fromkeys(
        ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"), NUMBER
    ),
    "CustomImageState": {
        "ImageURL": TEXT, "ImageSecondaryURL": TEXT, "WidthScale": NUMBER, "CustomTile": "CustomTileState",
    },
    "CustomTileState": {"Type": frozenset({0, 1, 2, 3}), "Thickness": NUMBER, "Stackable": FLAG, "Stretch": FLAG},
    "CustomDeckState": {
        "FaceURL": TEXT, "BackURL": TEXT, "NumWidth": WHOLE, "NumHeight": WHOLE, "BackIsHidden": FLAG,
        "UniqueBack": FLAG,
    },
    "HandsState": {
        "Enable": FLAG, "DisableUnused": FLAG, "Hiding": frozenset({0, 1, 2}),
        "HandTransforms": ("HandTransformState",),
    },
    "HandTransformState": {"Color": TEXT, "Transform": "TransformState"},
    "BagState": {"Order": frozenset({0, 1, 2})},
}  # fmt: skip


def faults(value: Any, kind: Kind, path: str = "save") -> list[str]:
    """What is wrong with `value` as a `kind`, each with its place."""
    if isinstance(kind, tuple):
        if not isinstance(value, list):
            return [f"{path} is no list"]
        return [fault for n, item in enumerate(value) for fault in faults(item, kind[0], f"{path}[{n}]")]
    if isinstance(kind, dict):
        if not isinstance(value, dict) or not all(key.isdigit() for key in value):
            return [f"{path} is no mapping of whole numbers"]
        return [fault for key, item in value.items() for fault in faults(item, kind[""], f"{path}.{key}")]
    if isinstance(kind, frozenset):
        return [] if value in kind and not isinstance(value, bool) else [f"{path} is {value!r}"]
    if kind in CLASSES:
        unknown = [f"{path} has no {name}" for name in value if name not in CLASSES[kind]]
        known = ((name, item) for name, item in value.items() if name in CLASSES[kind])
        return unknown + [f for name, item in known for f in faults(item, CLASSES[kind][name], f"{path}.{name}")]
    types = {NUMBER: (int, float), WHOLE: int, TEXT: str, FLAG: bool}[kind]
    right = isinstance(value, types) and (kind == FLAG or not isinstance(value, bool))
    return [] if right else [f"{path} is {value!r}, no {kind}"]
