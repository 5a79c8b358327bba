"""The list of all checks, by family. It imports none of them, so every module of this package may read it."""

from __future__ import annotations

from collections.abc import Mapping

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "ids": (
        "unknown-name", "duplicate-id", "missing-symbol", "number-as-text", "text-empty", "unused-name",
        "unused-parameter", "players-count", "language-list", "credits-missing", "schema-line", "spacing", "key-order",
        "label-twice", "side-of-id", "entry-twice", "file-unread",
    ),
    "board": (
        "map-adjacency", "map-connected", "border-not-adjacent", "border-twice", "border-reversed", "border-open",
        "junction-unknown", "junction-unused", "off-sheet", "furniture-overlap", "turn-track", "map-kind",
        "route-twice", "main-road", "point-place", "map-crossing", "track-values", "track-marker", "name-twice",
        "turn-date", "hex-rows", "hex-grid", "hex-list", "hex-way-closed", "hex-river", "name-crowded",
        "line-spike", "display-room", "display-slots", "label-outside", "port-inland",
    ),
    "tables": (
        "table-die-gap", "table-row-overlap", "table-row-order", "table-row-unreachable", "table-row-width",
        "result-code-undefined",
        "result-code-unused", "result-code-spelling", "odds-order", "table-monotone", "below-first-code",
        "event-effects-keys", "modifier-number", "difference-gap", "shifts-order", "shifts-unused", "list-rows",
        "flow-step", "flow-unreachable", "flow-cycle", "result-code-once", "column-unreachable", "table-twice",
        "threshold-order", "table-diagonal",
    ),
    "counters": (
        "counter-counts", "factor-kind", "factor-list-length", "factor-names", "sheet-groups", "counter-size",
        "style-missing", "palette-role", "contrast", "sides-alike", "gpid-missing", "gpid-twice", "gpid-next",
        "pool-backs", "reduced-back", "switched-back", "belongs-to", "unit-state", "trait-underline", "factor-unused",
        "formation-units",
    ),
    "scenarios": (
        "unit-placed-once", "scenario-stacking", "placement-default", "victory-reachable", "scenario-missing",
        "scenario-start", "pool-kind", "track-range", "side-cannot-win", "scenario-alike",
        "arrival-place", "arrival-turn", "level-order", "hex-start", "start-enemies", "start-code", "phase-turns",
        "procedure", "example", "example-told", "example-rule",
    ),
    "rulebook": (
        "rule-address-unique", "cross-reference", "rule-unknown", "rule-number-gap", "rule-without-procedure",
        "rule-line-dangling", "errata-unknown", "errata-unused", "text-value", "text-markup", "text-directive",
        "table-not-printed", "number-in-rule", "option-without-rule", "reference-subject", "reference-range",
        "reference-bare", "list-number", "term-twice", "term-undefined", "heading-subject", "name-misspelt",
        "column-unknown", "sentence-twice", "title-twice", "title-unknown",
        "number-differs", "count-differs", "told-differently", "date-differs",
        "sum-wrong", "parameter-case", "rule-subject", "phase-order",
        "phase-reference", "spelled-once",
    ),
    "translations": (
        "translation-incomplete", "translation-value", "translation-reference", "translation-number",
        "translation-markup", "translation-width", "translation-term", "translation-name",
    ),
    "cards": (
        "card-text", "card-hands", "card-idle",
    ),
    "sheets": (
        "text-width", "text-size", "missing-glyph", "picture-fault", "picture-pixels",
    ),
}
"""Folder of this package -> the checks in it, a module each, named by their codes."""

CHECKS: Mapping[str, str] = {
    code: f"{family}.{code.replace('-', '_')}" for family, listed in FAMILIES.items() for code in listed
}
"""Code -> its module in this package. A module has `SEVERITY` and `check(survey)`."""

CONSEQUENT = frozenset({"example", "example-rule", "no-rules"})
"""Codes of what the referee stumbles over when the data are wrong."""
