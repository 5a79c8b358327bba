"""Speed, measured: `make bench` or `python -m benchmarks [NAME…] [--json]`. Never asserted in a test.

Figures of different runs can't be compared on a machine that drifts; ratios are taken within one run.
"""
