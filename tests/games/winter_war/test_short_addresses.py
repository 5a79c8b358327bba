"""A log that names its rules by their short addresses is read like the one that the referee wrote."""

from dataclasses import replace

from pnp.model.log import Log
from pnp.model.short_addresses import ShortAddresses
from pnp.referee.replay import replay


def test_a_log_with_short_addresses_replays(winter_rules):
    state = winter_rules.new_state(1)
    while len(state.records) < 40:
        winter_rules.apply(state, winter_rules.choices(state)[0])
    short = ShortAddresses(winter_rules.game.rules).short
    log = state.log
    lines = [replace(line, data={**line.data, "rule": short(line.rule)}) if line.rule else line for line in log.lines]
    assert sum(line.rule.startswith("10.") for line in lines) > 10

    assert replay(winter_rules, Log(log.head, tuple(lines))) == state
