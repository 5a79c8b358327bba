"""Pages from `templates`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pnp.sources.assets import data_dir


def rendered(template: str, values: Mapping[str, Any]) -> str:
    """A page from `templates`; every value is escaped that isn't Markup."""
    loader = FileSystemLoader(str(data_dir("templates")))
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    return environment.get_template(template).render(**values) + "\n"
