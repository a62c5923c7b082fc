"""IP addresses of the public net, where the settings ask for it; private, local and documentation ranges stay."""

import re
from collections.abc import Iterator

from distill.redaction.spans import Certainty, Span, flat

_V4 = re.compile(r"(?<![\w.-])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w-]|\.\d)")
_V6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:])")


def spans(text: str) -> Iterator[Span]:
    """Find public addresses."""
    bare = flat(text)
    for pattern in (_V4, _V6):
        for found in pattern.finditer(bare):
            if _is_public(found.group()):
                yield Span(found.start(), found.end(), "ip-address", Certainty.SELF_NAMING)


def _is_public(address: str) -> bool:
    import ipaddress  # only where the settings ask for it

    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False
