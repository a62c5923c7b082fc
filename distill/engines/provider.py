"""Where the model is had: the Anthropic API, Amazon Bedrock or Google Vertex AI, through the SDK's own clients.

What the SDK does by itself is turned off in all of them: retries, redirects, traces, its log of requests.
"""

import importlib.util
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from distill.config import Settings
from distill.engines import models, prices
from distill.engines.address import base_url, platform_url
from distill.engines.interface import Unavailable
from distill.engines.key import Key, find_key
from distill.model import Reason

NEEDS = {"bedrock": "boto3", "vertex": "google.auth"}
"""The package without which a platform's client cannot sign a request; the extra has the platform's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicApi:
    """The Messages API, or a gateway that speaks like it, with an explicit key."""

    key: Key
    base_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bedrock:
    """Amazon Bedrock, with the credentials that the AWS tools find."""

    region: str = ""
    """Empty: that of the AWS profile."""
    base_url: str = ""
    """Empty: that of the region."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vertex:
    """Google Vertex AI, with the application's default credentials."""

    region: str
    project: str
    base_url: str = ""
    """Empty: that of the region."""


Provider = AnthropicApi | Bedrock | Vertex


def from_settings(settings: Settings, env: Mapping[str, str]) -> Provider | Unavailable:
    """Take the provider that the settings name, or say what it lacks; nothing heavy is loaded yet."""
    if settings.provider == "anthropic":
        return _anthropic(settings, env)
    if not _installed(NEEDS[settings.provider]):
        return _config_error(
            f"`provider` is {settings.provider}, which needs more packages: "
            f"pip install 'distill-wiki[{settings.provider}]'."
        )
    address = platform_url(settings, env)
    if isinstance(address, Unavailable):
        return address
    if settings.provider == "bedrock":
        return Bedrock(region=_first(env, "AWS_REGION", "AWS_DEFAULT_REGION"), base_url=address)
    return _vertex(env, address)


def client(provider: Provider) -> Any:  # noqa: ANN401 - the SDK is imported late
    """Build a client that uses these credentials and no others, or say why it cannot be built."""
    try:
        import anthropic
    except ImportError as error:
        return _config_error(f"The anthropic package cannot be loaded ({type(error).__name__}); install distill again.")
    # ANTHROPIC_LOG=debug would write the text of the request to stderr, botocore's the signature.
    for name in ("anthropic", "httpx2", "botocore", "google"):
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        bounds = {
            "max_retries": 0,
            "open_telemetry": False,
            "http_client": anthropic.DefaultHttpxClient(follow_redirects=False),
        }
        return _of_kind(provider, bounds)
    except Exception as error:  # noqa: BLE001 - a proxy of a kind that is not installed raises ImportError, a bad one ValueError
        return _config_error(_why_not_built(provider, type(error).__name__))


def _of_kind(provider: Provider, bounds: dict[str, Any]) -> Any:  # noqa: ANN401 - the SDK is imported late
    import anthropic

    match provider:
        case AnthropicApi(key=key, base_url=address):
            # Said once more: ANTHROPIC_CUSTOM_HEADERS may hold another credential.
            mine = {"Authorization": f"Bearer {key.value}"}
            return anthropic.Anthropic(api_key=key.value, base_url=address, default_headers=mine, **bounds)
        case Bedrock(region=region, base_url=address):
            return anthropic.AnthropicBedrock(
                aws_region=region or None, base_url=address or None, default_headers=_no_other(), **bounds
            )
        case Vertex(region=region, project=project, base_url=address):
            return anthropic.AnthropicVertex(
                region=region, project_id=project, base_url=address or None, default_headers=_no_other(), **bounds
            )


def _no_other() -> Any:  # noqa: ANN401 - the SDK is imported late
    """Keep a credential in ANTHROPIC_CUSTOM_HEADERS from being sent to another maker's platform."""
    import anthropic

    return {"Authorization": anthropic.Omit(), "X-Api-Key": anthropic.Omit()}


def price_factor(provider: Provider, model_id: str) -> float:
    """Say what the provider takes, of the list price; endpoints bound to a region cost more."""
    match provider:
        case AnthropicApi():
            return 1.0
        case Bedrock():
            return 1.0 if "global.anthropic." in model_id else prices.REGION_FACTOR
        case Vertex(region=region):
            return 1.0 if region == "global" else prices.REGION_FACTOR


def more_body(provider: Provider, model_id: str) -> dict[str, Any]:
    """Give what the body of a request has to hold besides, at this provider."""
    version = models.find(model_id).bedrock_version if isinstance(provider, Bedrock) else ""
    return {"extra_body": {"anthropic_version": version}} if version else {}


def _anthropic(settings: Settings, env: Mapping[str, str]) -> AnthropicApi | Unavailable:
    key = find_key(env, settings)
    if isinstance(key, Unavailable):
        return key
    address = base_url(settings, env)
    return address if isinstance(address, Unavailable) else AnthropicApi(key=key, base_url=address)


def _vertex(env: Mapping[str, str], address: str) -> Vertex | Unavailable:
    # The SDK asks for the project before it looks at the credentials that could name one.
    region, project = _first(env, "CLOUD_ML_REGION"), _first(env, "ANTHROPIC_VERTEX_PROJECT_ID", "GOOGLE_CLOUD_PROJECT")
    if region and project:
        return Vertex(region=region, project=project, base_url=address)
    return _config_error(
        "`provider` is vertex, which needs a region and a project: set CLOUD_ML_REGION (such as global) and "
        "ANTHROPIC_VERTEX_PROJECT_ID."
    )


def _installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _first(env: Mapping[str, str], *names: str) -> str:
    return next((env[name].strip() for name in names if env.get(name, "").strip()), "")


def _why_not_built(provider: Provider, kind: str) -> str:
    if isinstance(provider, Bedrock) and not provider.region:
        return f"The client for Bedrock cannot be built ({kind}); set AWS_REGION, or a region in your AWS profile."
    return f"The HTTP client cannot be built ({kind}); look at ALL_PROXY, HTTPS_PROXY and SSL_CERT_FILE."


def _config_error(detail: str) -> Unavailable:
    return Unavailable(reason=Reason.CONFIG_ERROR, detail=detail)
