"""A first draft of a hex map from GeoJSON layers. Read `draft` first."""
