"""Plausible faults in the sources of a game, for `benchmarks/mutate.py`.

`values` sorts what the sources hold into families; `faults`, `entries` and `prose` make faults of it; `told` decides
whether what is changed is told elsewhere too, so that a careful reader could find it. None of them knows a check.
"""

import sys

from benchmarks.processes import ROOT

sys.path.insert(0, str(ROOT / "tests" / "checks"))  # the corpus of faults reads the same files in the same way
