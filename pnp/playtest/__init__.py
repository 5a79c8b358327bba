"""Many test games, and what they add up to.

In: a game, players, a seed, a number. Out: a report (DESIGN §10) that is the same for any number of workers, also after
one was killed. Read `campaign.run_campaign` first; `match` plays one game, `stats` adds them up.
"""
