"""The registry: every detector, in the order in which they are asked."""

from distill.redaction import (
    assignments,
    base64_runs,
    commands,
    detect_secrets_adapter,
    headers,
    hex_secrets,
    personal,
    private_keys,
    prose,
    tables,
    unknown_vendors,
    urls,
    vendor_patterns,
    vendor_tokens,
)
from distill.redaction.spans import Detector

DETECTORS: tuple[tuple[str, Detector], ...] = (
    ("private-keys", private_keys.spans),
    ("vendor-tokens", vendor_tokens.spans),
    ("vendor-patterns", vendor_patterns.spans),
    ("unknown-vendors", unknown_vendors.spans),
    ("urls", urls.spans),
    ("headers", headers.spans),
    ("assignments", assignments.spans),
    ("tables", tables.spans),
    ("prose", prose.spans),
    ("hex-secrets", hex_secrets.spans),
    ("commands", commands.spans),
    ("base64", base64_runs.spans),
    ("personal", personal.spans),
    ("detect-secrets", detect_secrets_adapter.spans),
)
