"""What a page holds, for tests."""

from __future__ import annotations

from html.parser import HTMLParser


class Outline(HTMLParser):
    """Counts tags, and keeps what would be fetched or run."""

    def __init__(self):
        super().__init__()
        self.tags: dict[str, int] = {}
        self.fetched: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.fetched += [v for k, v in attrs if k in ("src", "href", "xlink:href", "data") and v]
        self.fetched += [k for k, _ in attrs if k.startswith("on")]
