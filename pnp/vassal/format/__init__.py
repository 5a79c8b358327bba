"""The module format: encodings, traits, components, the build file, and readers for untrusted files."""
