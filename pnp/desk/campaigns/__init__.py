"""The Test games room: campaigns that are filed in the output folder, and one that is played.

In: what a page asks for. Out: the reports and logs of `pnp playtest --out` as pages, and progress. Read `room` first;
then `filed`: which campaigns there are; `runner`: the process that plays one.
"""
