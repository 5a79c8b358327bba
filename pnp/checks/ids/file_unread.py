"""file-unread: something reads every file in the game's folder.

A file whose name is misspelt, or that lies in another folder, is as good as not there: its mistakes aren't seen, and
what it says is missing elsewhere. Hidden files, code and notes (.md, .txt) are left alone.

Passes: scenarios/standard.yaml copied to scenarios/late.yaml
Fails:  scenarios/standard.yaml copied to scenarios/late.yml
Fails:  counters.yaml copied to counter.yaml
Fails:  counters.yaml groups/tank/silhouette removed
Mend:   correct its name, name a spreadsheet under `from`, or move the file out of the folder.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey
from pnp.errors import Problem
from pnp.sources.pictures import picture_places
from pnp.sources.unread import unread_files

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    pictures = {place.picture.file for place in picture_places(game.source_parts())}
    fonts = {font.file for font in game.style.fonts}
    yield from unread_files(game.folder, {*game.sheets, *pictures, *fonts})
