"""The standard procedures, one module each. Each compiles its section of `procedures.yaml` once for a `Kit`."""
