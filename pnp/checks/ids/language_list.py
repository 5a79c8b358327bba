"""language-list: `languages` begins with English, and names each language that has a catalogue, once.

English is the language of the sources. A language without a file in `locale/` can't be built; a file whose language
isn't listed is never built.

Passes: game.yaml languages = [en, it]
Fails:  game.yaml languages = [it, en]
Fails:  game.yaml languages = [en, it, fi]
Fails:  game.yaml languages = [en]
Mend:   correct the list, or start a catalogue: pnp i18n update GAME --lang fi
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.translate import available_languages
    from pnp.translate.languages import is_language

    info = survey.game.info
    if not info.languages or info.languages[0] != "en":
        yield problem("English is not the first language", info.where("languages"), "begin the list with en")
    present = set(available_languages(survey.game))
    for index, code in enumerate(info.languages):
        where = info.where("languages", index)
        if not is_language(code):
            yield problem(f"{code!r} is not a language", where, "write a code such as it, or pt_BR")
        elif code in info.languages[:index]:
            yield problem(f"the language {code!r} is listed twice", where, "remove one")
        elif code not in present:
            hint = f"start one: pnp i18n update {survey.game.id} --lang {code}"
            yield problem(f"there is no catalogue for the language {code!r}", where, hint)
    for code in sorted(present - set(info.languages) - {"en"}):
        message = f"locale/{code}.po belongs to no language of the game"
        yield problem(message, info.where("languages"), f"add {code} to the list, or remove the file")
