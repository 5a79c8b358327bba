"""schema-line: the first line of every source names its schema.

Editors then complete keys and mark mistakes while one types. `pnp schema --out output/schema` writes the schemas.

Passes: gpids.yaml "# yaml-language-server" -> "# yaml-language-server"
Fails:  gpids.yaml "# yaml-language-server" -> "# another-comment"
Fails:  gpids.yaml "gpids.schema.json" -> "map.schema.json"
Mend:   copy the line from the hint.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem
from pnp.sources.schema import schema_for

SEVERITY = "warning"

START = "# yaml-language-server: $schema="


def check(survey: Survey) -> Iterator[Problem]:
    for name, source in survey.game.files.items():
        schema = schema_for(name)
        first = source.line(1)
        target = first.removeprefix(START).strip()
        if schema is None or (first.startswith(START) and PurePosixPath(target).name == f"{schema}.schema.json"):
            continue
        up = os.path.relpath("output/schema", (PurePosixPath("sources/game") / name).parent)
        hint = f"begin the file with: {START}{PurePosixPath(up).as_posix()}/{schema}.schema.json"
        yield problem("the first line does not name the schema of this file", Location(source.path, 1, 1), hint)
