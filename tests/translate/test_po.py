"""The PO format: what is read, what is refused, what is written."""

import random

import polib
import pytest

from pnp.errors import SourceError
from pnp.translate.po import MAX_BYTES, Catalogue, PoMessage, parse_catalogue, read_catalogue, write_catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def parsed(body: str) -> Catalogue:
    return parse_catalogue((HEADER + body).encode("utf-8"), "it.po")


def refused(data: bytes) -> SourceError:
    with pytest.raises(SourceError) as caught:
        parse_catalogue(data, "it.po")
    return caught.value


def test_a_message_is_read_with_all_its_comments():
    message = parsed(
        "# mine\n#. room: 11.5 mm\n#: map.yaml\n#, fuzzy, no-wrap\n"
        '#| msgid "Old"\nmsgctxt "map/title"\nmsgid "New\\n"\n"line \\"x\\""\nmsgstr "Nuova"\n'
    ).messages[0]

    assert message == PoMessage(
        context="map/title", msgid='New\nline "x"', msgstr="Nuova", comments=["mine"], notes=["room: 11.5 mm"],
        references=["map.yaml"], flags=["fuzzy", "no-wrap"], previous="Old", line=12, msgstr_line=14,
    )  # fmt: skip
    assert message.fuzzy and not message.usable


def test_obsolete_messages_and_their_previous_text_are_kept():
    message = parsed(
        '# why\n#, fuzzy\n#~| msgid "Older"\n#~ msgctxt "a"\n#~ msgid "Old"\n#~ msgstr "Vecchio"\n'
    ).messages[0]

    assert (message.obsolete, message.previous, message.msgid, message.comments) == (True, "Older", "Old", ["why"])


def test_plural_forms_are_read_and_written():
    counted = 'msgid "{n} hex"\nmsgid_plural "{n} hexes"\nmsgstr[0] "{n} esagono"\nmsgstr[1] "{n} esagoni"\n'
    body = counted + '\nmsgid "b"\nmsgstr "c"\n'

    made = parsed(body)

    first, second = made.messages
    assert (first.msgid, first.plural, first.forms, first.usable) == (
        "{n} hex",
        "{n} hexes",
        ("{n} esagono", "{n} esagoni"),
        True,
    )
    assert (second.msgstr, second.plural, second.forms) == ("c", "", ("c",))
    assert write_catalogue(made) == HEADER + body


def test_a_counted_text_with_one_form_empty_is_not_translated():
    body = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] ""\n'

    assert not parsed(body).messages[0].usable


@pytest.mark.parametrize(
    ("data", "line", "word"),
    [
        (HEADER.encode() + b'msgid "a"\nmsgstr "\xff"\n', 7, "not UTF-8"),
        (b"\xef\xbb\xbf" + HEADER.encode() + b"hello\n", 6, "expected msgctxt"),
        (HEADER.encode("utf-16"), 1, "is UTF-16"),
        (HEADER.encode() + b'msgid "a"\nmsgstr "\x00"\n', 7, "control character U+0000"),
        (HEADER.encode() + b'msgid "a\nmsgstr "b"\n', 6, "expected one text in quotes"),
        (HEADER.encode() + b'msgid "a" "b"\nmsgstr ""\n', 6, "expected one text in quotes"),
        (HEADER.encode() + b"hello\n", 6, "expected msgctxt"),
        (HEADER.encode() + b'"loose"\n', 6, "belongs to no keyword"),
        (HEADER.encode() + b'msgstr "b"\n', 6, "msgstr without msgid"),
        (HEADER.encode() + b'msgid "a\\x41"\nmsgstr ""\n', 6, "unknown escape"),
        (HEADER.encode() + b'msgid "a"\nmsgid "b"\nmsgstr ""\n', 7, "a second msgid"),
        (HEADER.encode() + b'msgid "a"\nmsgid_plural "b"\nmsgstr ""\n', 9, "don't fit"),
        (HEADER.encode() + b'msgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[2] ""\n', 10, "don't fit"),
        (HEADER.encode() + b'msgid "a"\nmsgstr[0] ""\nmsgstr[1] ""\n', 9, "don't fit"),
        (HEADER.encode() + b'msgid "a"\nmsgid_plural "b"\n', 8, "without msgid or msgstr"),
        (HEADER.encode() + b'msgctxt "c"\nmsgid "a"\nmsgstr "b"\n\nmsgctxt "c"\nmsgid "d"\nmsgstr ""\n', 11, "twice"),
        (b'msgid "a"\nmsgstr "b"\n', 1, "no header"),
        (b"", 1, "no header"),
        (b'msgid ""\nmsgstr "Content-Type: text/plain; charset=KOI8-R\\n"\n', 1, "KOI8-R"),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_line(data: bytes, line: int, word: str):
    problem = refused(data).problems[0]

    assert word in problem.message
    assert problem.where is not None
    assert (problem.where.path, problem.where.line) == ("it.po", line)


def test_a_huge_catalogue_is_refused_before_it_is_parsed():
    assert "larger than" in refused(b"#" * (MAX_BYTES + 1)).problems[0].message


def test_a_text_of_a_million_characters_is_refused():
    error = refused((HEADER + f'msgid "a"\nmsgstr "{"x" * 1_000_000}"\n').encode())

    assert "characters" in error.problems[0].message


def test_binary_rubbish_never_gives_anything_but_a_source_error():
    source = random.Random(5)
    for _ in range(300):
        data = bytearray((HEADER + 'msgctxt "a"\nmsgid "b"\nmsgstr "c {name} {{ x }}"\n').encode())
        for _ in range(6):
            data[source.randrange(len(data))] = source.randrange(256)
        try:
            parse_catalogue(bytes(data), "it.po")
        except SourceError as error:
            assert error.problems[0].where is not None


def test_a_catalogue_that_names_a_file_is_not_opened(tmp_path):
    """A PO library that takes text or a path would read the file named here."""
    secret = tmp_path / "secret.po"
    secret.write_text(HEADER + 'msgid "a"\nmsgstr "secret"\n')

    with pytest.raises(SourceError):
        parse_catalogue(str(secret).encode(), "it.po")


def test_a_link_out_of_the_game_is_refused(tmp_path):
    (tmp_path / "game" / "locale").mkdir(parents=True)
    (tmp_path / "elsewhere.po").write_text(HEADER)
    link = tmp_path / "game" / "locale" / "it.po"
    link.symlink_to(tmp_path / "elsewhere.po")

    with pytest.raises(SourceError, match="leads out of"):
        read_catalogue(link, "it.po", within=tmp_path / "game")


def test_what_is_written_is_read_back_the_same():
    long_text = "word " * 60 + '{{ parameter.stack_limit }} "quoted" back\\slash\ttab'
    messages = [
        PoMessage(context="a/b", msgid=long_text, msgstr="First.\n\n- second\n- third", comments=["mine", "", "two"]),
        PoMessage(
            context="c",
            msgid="x",
            msgstr="",
            notes=["room: 3 mm"],
            references=["map.yaml"],
            flags=["fuzzy"],
            previous="y",
        ),
        PoMessage(context="d", msgid="gone", msgstr="via", obsolete=True),
    ]
    text = write_catalogue(Catalogue("it.po", {"Language": "it"}, ["Translators: Ann"], messages))

    again = parse_catalogue(text.encode(), "it.po")

    for message in again.messages:
        message.line = message.msgstr_line = 0
    assert again.messages == messages
    assert again.comments == ["Translators: Ann"]
    assert write_catalogue(again) == text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_polib_reads_the_same(tmp_path):
    """Independent truth: another PO reader."""
    message = PoMessage(
        context="a/b",
        msgid='He said "no"\nand\tleft',
        msgstr="w " * 80,
        comments=["mine"],
        flags=["fuzzy"],
        previous="z",
    )
    text = write_catalogue(
        Catalogue("it.po", {"Language": "it"}, [], [message, PoMessage(msgid="x", msgstr="y", obsolete=True)])
    )
    path = tmp_path / "it.po"
    path.write_text(text, encoding="utf-8")

    first, second = polib.pofile(str(path))

    assert (first.msgctxt, first.msgid, first.msgstr) == ("a/b", 'He said "no"\nand\tleft', "w " * 80)
    assert (first.tcomment, first.flags, first.previous_msgid) == ("mine", ["fuzzy"], "z")
    assert (second.obsolete, second.msgstr) == (1, "y")


def test_a_blank_that_does_not_break_stays():
    """A long text is folded at common blanks; no-break spaces are part of a word."""
    text = "8\u00a0×\u00a06-6-2, 12.\u00a0maaliskuuta " + "sana " * 30 + "loppu"
    written = write_catalogue(
        Catalogue("fi.po", {"Language": "fi"}, messages=[PoMessage("rules/1.0/text", text, text)])
    )
    read = parse_catalogue(written.encode("utf-8"), "fi.po")
    assert [(m.msgid, m.msgstr) for m in read.messages] == [(text, text)]
