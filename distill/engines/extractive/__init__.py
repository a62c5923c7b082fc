"""The deterministic engine: rules and word tables, no model, no network."""
