"""The address of the Messages API or of a gateway that speaks like it."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from distill.config import Settings
from distill.engines.interface import Unavailable
from distill.model import Reason

DEFAULT = "https://api.anthropic.com"
VARIABLE = "ANTHROPIC_BASE_URL"
PLATFORM_VARIABLES = {"bedrock": "ANTHROPIC_BEDROCK_BASE_URL", "vertex": "ANTHROPIC_VERTEX_BASE_URL"}
# The SDK adds /v1/messages itself, so an address that ends in a part of it would ask for /v1/v1/messages.
_ENDPOINT = re.compile(r"(?:/+v1(?:/+messages)?)?/*$")


def base_url(settings: Settings, env: Mapping[str, str]) -> str | Unavailable:
    """Find the address in the setting `base_url`, else in ANTHROPIC_BASE_URL, else take the service's own."""
    found = _found(settings, env, VARIABLE)
    return _ENDPOINT.sub("", found, count=1) or DEFAULT if isinstance(found, str) else found


def platform_url(settings: Settings, env: Mapping[str, str]) -> str | Unavailable:
    """Find the address of another platform in the setting, else in its own variable; empty: the SDK knows it."""
    return _found(settings, env, PLATFORM_VARIABLES[settings.provider])


def _found(settings: Settings, env: Mapping[str, str], variable: str) -> str | Unavailable:
    for where, value in (("The setting `base_url`", settings.base_url), (variable, env.get(variable, ""))):
        if value.strip():
            return _checked(value.strip(), where)
    return ""


def _checked(value: str, where: str) -> str | Unavailable:
    # The value is not shown: an address may hold a password.
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return _bad(f"{where} is not a URL.")
    if not usable or not value.isprintable() or " " in value:
        return _bad(f"{where} must be a URL that begins with http:// or https:// and names a host.")
    if "@" in parts.netloc or parts.query or parts.fragment:
        return _bad(f"{where} must be a URL without a user, a query or a fragment.")
    return value


def _bad(detail: str) -> Unavailable:
    return Unavailable(reason=Reason.CONFIG_ERROR, detail=detail)
