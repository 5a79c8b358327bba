"""text-empty: no name or text that a product prints is blank.

Passes: map.yaml spaces/alder/name = Alder Wood
Fails:  map.yaml spaces/alder/name = " "
Fails:  game.yaml phases/moving/text = ""
Mend:   write the text, or remove the key where it may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.base import SourceModel, Translatable, walk

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for part in survey.game.source_parts().values():
        for _, model in walk(part):
            if not isinstance(model, SourceModel):
                continue
            for name, field in type(model).model_fields.items():
                needed = field.is_required() and any(isinstance(mark, Translatable) for mark in field.metadata)
                if needed and not str(getattr(model, name)).strip():
                    yield problem(f"the text {name!r} is blank", model.where(name), "write it")
