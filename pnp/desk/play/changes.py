"""What differs between two tables of a seat: the parts that changed, units and lines of the log one by one."""

from __future__ import annotations

from typing import Any


def change_between(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """`set`: parts that are other now; `units`: those that are new or other, and `order`: all that there are, so that
    nothing is named that is no longer to be seen; `log`: how many lines stay, and what follows them.
    """
    parts = {key: value for key, value in after.items() if key not in ("units", "log") and before.get(key) != value}
    change: dict[str, Any] = {"set": parts}
    known = {unit["id"]: unit for unit in before["units"]}
    if before["units"] != after["units"]:
        change["units"] = [unit for unit in after["units"] if known.get(unit["id"]) != unit]
        change["order"] = [unit["id"] for unit in after["units"]]
    if before["log"] != after["log"]:
        same = 0
        while same < min(len(before["log"]), len(after["log"])) and before["log"][same] == after["log"][same]:
            same += 1
        change["log"] = {"keep": same, "lines": after["log"][same:]}
    return change
