"""text-empty: no name or text that a product prints is blank.

A space of a track that carries a numeral needs no name.

Passes: map.yaml spaces/alder/name = Alder Wood
Passes: map.yaml tracks/turn/spaces/turn-1/name = ""
Fails:  map.yaml tracks/turn/spaces/turn-1 = {id: turn-1, name: ""}
Fails:  map.yaml spaces/alder/name = " "
Fails:  game.yaml phases/moving/text = ""
Fails:  rules/10-basics.yaml cases/1.0/cases/1.2/text removed
Mend:   write the text, or remove the key where it may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.base import Translatable

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    needed: dict[type, list[str]] = {}
    for model in survey.models:
        if model.marks is None:   # a default, such as the sheet of a game that names none
            continue
        kind = type(model)
        if kind not in needed:
            fields = kind.model_fields.items()
            needed[kind] = [
                n for n, f in fields if f.is_required() and any(isinstance(m, Translatable) for m in f.metadata)
            ]
        for name in needed[kind]:
            if not str(getattr(model, name)).strip() and not (name == "name" and getattr(model, "numeral", "").strip()):
                yield problem(f"the text {name!r} is blank", model.where(name), "write it")
    for case in survey.game.cases():
        if not case.text.strip() and not case.cases:
            yield problem(
                f"the case {case.id!r} says nothing", case.where("id"), "write its text, or remove it", rule=case.id
            )
