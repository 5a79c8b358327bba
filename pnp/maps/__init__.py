"""From a map's source to positions on paper, in mm, and to the graph that the rules use.

In: a `MapSource`. Out: `MapGraph` (spaces and links, no paper) from `graph`, and `MapPlan` (outlines, stack
boxes, names, towns, cells of tracks) from `plan.plan_map`. Read `plan` first; `areas` turns borders into
outlines, `fitting` finds room for names and boxes. `graph` and `lines` need no shapely.
"""
