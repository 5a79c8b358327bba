"""Putin's War built once: every product, both languages, both papers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Built:
    """A finished build: its output folder, and what `--json` said."""

    out: Path
    report: dict[str, Any]

    def file(self, path: str) -> Path:
        return self.out / "putins-war" / path


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Built:
    from pnp.build import Order, build_game

    out = tmp_path_factory.mktemp("output")
    report = build_game(ROOT / "sources" / "putins_war", Order(out))
    assert not report.problems, "\n".join(str(p) for p in report.problems)
    return Built(out, json.loads(json.dumps({"products": [p.as_json() for p in report.products]})))
