"""How two modules differ: components, pieces, files, texts.

In: two `Module`s. Out: `Change`s, in the order of the newer module, then what only the older one has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from pnp.output import content_hash
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.reader import Module, ModulePiece

PIECE_TAGS = frozenset({"PieceSlot", "CardSlot", "PrototypeDefinition"})


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    what           the part, as a path: "Map 'Main'/Board 'Map'", "piece 'A' (12)", "file images/a.png"
    field          what of it differs; "" when it was added or removed as a whole
    before, after  the two values; "" for what isn't there
    """

    what: str
    field: str = ""
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        if not self.field:
            return f"{'+' if self.after else '-'} {self.what}"
        return f"~ {self.what}: {self.field}: {shortened(self.before)} → {shortened(self.after)}"

    def as_json(self) -> dict[str, str]:
        """The fields."""
        return asdict(self)


def shortened(value: str) -> str:
    """A value in quotes, its middle left out when it is long."""
    text = value if len(value) <= 80 else f"{value[:50]}…{value[-25:]}"
    return repr(text)


def changes(old: Module, new: Module) -> Iterator[Change]:
    """What `new` has otherwise than `old`."""
    yield from _parts(_components(old.root), _components(new.root))
    yield from _parts(_pieces(old.pieces), _pieces(new.pieces))
    yield from _parts(_prototypes(old), _prototypes(new))
    yield from _parts(_texts(old), _texts(new))
    yield from _parts(_files(old), _files(new))


def _parts(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> Iterator[Change]:
    for what, values in new.items():
        if what not in old:
            yield Change(what, after="added")
            continue
        for field in dict.fromkeys([*old[what], *values]):
            before, after = old[what].get(field, ""), values.get(field, "")
            if before != after:
                yield Change(what, field, before, after)
    for what in old:
        if what not in new:
            yield Change(what, before="removed")


def _components(root: Element) -> dict[str, dict[str, str]]:
    """Path of each component but pieces -> its attributes; alike siblings are numbered."""
    parts: dict[str, dict[str, str]] = {"the module": dict(root.attributes)}
    pending = [(root, "")]
    while pending:
        element, path = pending.pop()
        seen: Counter[str] = Counter()
        for child in element.children:
            name = f"{child.name} {child.config_name!r}" if child.config_name else child.name
            seen[name] += 1
            here = f"{path}{name}" + (f" [{seen[name]}]" if seen[name] > 1 else "")
            if child.name not in PIECE_TAGS:
                parts[here] = {**child.attributes, **({"text": child.text} if child.text else {})}
                pending.append((child, f"{here}/"))
    return parts


def _pieces(pieces: Iterable[ModulePiece]) -> dict[str, dict[str, str]]:
    """Each piece by name and number -> holder, and its traits in order; alike ones are numbered."""
    parts: dict[str, dict[str, str]] = {}
    seen: Counter[str] = Counter()
    for piece in pieces:
        what = f"piece {piece.name!r} ({piece.gpid or 'no number'})"
        seen[what] += 1
        parts[what + (f" [{seen[what]}]" if seen[what] > 1 else "")] = {
            "holder": piece.holder,
            **{f"trait {n} ({t.id})": f"{t.type_text()} | {t.state}" for n, t in enumerate(piece.piece.traits, 1)},
        }
    return parts


def _prototypes(module: Module) -> dict[str, dict[str, str]]:
    return {
        f"prototype {name!r}": {f"trait {n} ({t.id})": t.type_text() for n, t in enumerate(traits, 1)}
        for name, traits in module.prototypes.items()
    }


def _texts(module: Module) -> dict[str, dict[str, str]]:
    return {f"language {language!r}": dict(texts) for language, texts in module.translations.items()}


def _files(module: Module) -> dict[str, dict[str, str]]:
    """Each file but the build file and the texts -> what tells its content."""
    return {
        f"file {name!r}": {"content": content_hash(module.read(name))[:16]}
        for name in module.entries
        if name not in ("buildFile.xml", "buildFile", "moduledata") and not name.endswith(".properties")
    }
