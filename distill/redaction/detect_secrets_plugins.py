"""Our detectors in the form of detect-secrets' plug-ins, so that they run in its command line too.

`detect-secrets scan -n -p <this file>`; without `-n` it asks the vendors whether a secret is live.
They see one line at a time there and pass its filters; a private key is known by its head only.
"""

from collections.abc import Generator
from typing import ClassVar

from detect_secrets.plugins.base import BasePlugin

from distill.redaction import (
    assignments,
    base64_runs,
    commands,
    headers,
    hex_secrets,
    private_keys,
    prose,
    tables,
    urls,
    vendor_patterns,
    vendor_tokens,
)
from distill.redaction.spans import Detector, merged


class _Plugin(BasePlugin):
    """A detector of ours; what it finds in a line are the secrets of that line."""

    detectors: ClassVar[tuple[Detector, ...]] = ()

    def analyze_string(self, string: str) -> Generator[str, None, None]:
        """Yield the secrets of a line."""
        for span in merged(span for detector in self.detectors for span in detector(string)):
            yield string[span.start : span.end]


class DistillVendorTokens(_Plugin):
    """Tokens that name themselves."""

    secret_type = "Vendor Token (distill)"  # noqa: S105 - a name
    detectors = (vendor_tokens.spans, vendor_patterns.spans)


class DistillPrivateKeys(_Plugin):
    """Private keys."""

    secret_type = "Private Key (distill)"  # noqa: S105 - a name
    detectors = (private_keys.spans,)


class DistillUrls(_Plugin):
    """Secrets in addresses."""

    secret_type = "Secret in an Address (distill)"  # noqa: S105 - a name
    detectors = (urls.spans,)


class DistillHeaders(_Plugin):
    """Authorization headers and cookies."""

    secret_type = "Authorization Header (distill)"  # noqa: S105 - a name
    detectors = (headers.spans,)


class DistillAssignments(_Plugin):
    """Values that a secret's name announces."""

    secret_type = "Named Secret (distill)"  # noqa: S105 - a name
    detectors = (assignments.spans, tables.spans, hex_secrets.spans)


class DistillProse(_Plugin):
    """Passwords named in prose, in some fifty languages."""

    secret_type = "Secret in Prose (distill)"  # noqa: S105 - a name
    detectors = (prose.spans,)


class DistillCommands(_Plugin):
    """Passwords in command lines."""

    secret_type = "Secret in a Command (distill)"  # noqa: S105 - a name
    detectors = (commands.spans,)


class DistillBase64(_Plugin):
    """Base64 with a secret inside."""

    secret_type = "Base64 Secret (distill)"  # noqa: S105 - a name
    detectors = (base64_runs.spans,)
