"""When a job that runs is given up for another; the processes themselves are tested in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.desk.preview.catalogue import Wish
from pnp.desk.preview.foreman import Foreman
from pnp.desk.preview.worker import Job
from pnp.sources.settings import Settings


def job(version=1, kind="sheets", path="a.pdf"):
    return Job(kind, version, Path(), Path(), Settings(), Wish(path))


@pytest.mark.parametrize(
    ("waiting", "useless"),
    [
        ([job(2)], True),  # saved anew
        ([job(1, path="b.pdf")], True),  # something else is looked at
        ([job(1, "check")], False),
        ([], True),  # nothing is looked at any more
    ],
)
def test_a_job_is_given_up_for(waiting, useless):
    foreman = Foreman(lambda job, event: None)
    assert not foreman._is_useless(job())
    foreman.ask(waiting)
    assert foreman._is_useless(job()) == useless


def test_what_is_asked_replaces_what_waits():
    foreman = Foreman(lambda job, event: None)
    foreman.ask([job(1), job(1, "check")])
    foreman.ask([job(2)])
    assert list(foreman._jobs) == [job(2)]
