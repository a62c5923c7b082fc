"""Bedrock and Vertex: the SDK's own clients, held to the same bounds, over a loopback service."""

import importlib
import secrets
import sys
import types
from typing import Any

import loopback_api
import pytest
from loopback_api import Reply, answered

from distill import config
from distill.config import Settings
from distill.engines import address, models, prices, provider, registry
from distill.engines.anthropic_messages import AnthropicEngine
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.engines.prices import TokenCounts
from distill.engines.provider import AnthropicApi, Bedrock, Vertex
from distill.errors import ConfigError
from distill.model import Reason, Redacted

SOURCE = Redacted(text="- #31 moisture sensor retries\n")
HAIKU_4 = "anthropic.claude-haiku-4-5-20251001-v1:0"
HAIKU_5 = "anthropic.claude-haiku-5-5"
COST = (1200 * 0.10 + 90 * 0.50) / 1e6
ELSEWHERE = "k-" + "FAKE-" * 3 + "x"
"""A key of the Anthropic API, which no other platform must see."""


@pytest.fixture(autouse=True)
def no_other_credentials(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Leave no AWS or Google setting of this machine, and no way to a metadata server."""
    empty = str(tmp_path_factory.mktemp("none") / "none")
    for name in ("AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_SESSION_TOKEN", "AWS_BEARER_TOKEN_BEDROCK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", empty)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", empty)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", ELSEWHERE)
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", f"authorization: Bearer {ELSEWHERE}\nx-api-key: {ELSEWHERE}")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that the packages of the extras are there."""
    monkeypatch.setattr(provider, "_installed", lambda _module: True)


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> str:
    """Stand in for google-auth; give the token that it finds."""
    token = secrets.token_hex(20)

    class Credentials:
        expired = False
        token: str | None = None

        def refresh(self, _request: object) -> None:
            self.token = token

    made: dict[str, Any] = {name: types.ModuleType(name) for name in ("google", "google.auth", "google.auth.transport")}
    requests: Any = types.ModuleType("google.auth.transport.requests")
    requests.Request = object
    made["google.auth"].default = lambda scopes: (Credentials(), "proj-of-credentials" if scopes else "")
    made["google"].auth = made["google.auth"]
    for name, module in (made | {"google.auth.transport.requests": requests}).items():
        monkeypatch.setitem(sys.modules, name, module)
    return token


def ask(
    where: provider.Provider, *replies: Reply | str, model: str = HAIKU_5
) -> tuple[Answer, list[loopback_api.Request]]:
    with loopback_api.serving(*replies) as api:
        there = type(where)(**{**fields(where), "base_url": api.url})
        engine = AnthropicEngine(provider=there, model=model, max_tokens=500, pause=0.02)
        return engine.distill(SOURCE, seconds=10), list(api.requests)


def fields(where: provider.Provider) -> dict[str, Any]:
    return {name: getattr(where, name) for name in type(where).__slots__}


def no_key_of_ours(requests: list[loopback_api.Request]) -> bool:
    return bool(requests) and not any(ELSEWHERE in f"{r.headers}{r.raw!r}" for r in requests)


def test_bedrock_is_asked_with_its_bearer_token(monkeypatch):
    token = secrets.token_hex(20)
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", token)
    answer, (request,) = ask(Bedrock(region="eu-west-1"), answered())

    assert isinstance(answer, Distillation)
    assert answer.usage.cost_usd == pytest.approx(COST * prices.REGION_FACTOR, abs=1e-7)
    assert request.path == f"/model/{HAIKU_5}/invoke"
    assert request.headers["authorization"] == f"Bearer {token}"
    assert "model" not in request.body
    assert request.body["anthropic_version"] != "bedrock-2023-05-31"
    assert "output_config" in request.body
    assert no_key_of_ours([request])


def test_bedrock_is_asked_with_signed_requests(monkeypatch):
    pytest.importorskip("boto3", reason="the extra bedrock is not installed")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AK" + secrets.token_hex(9).upper())
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", secrets.token_hex(20))
    answer, (request,) = ask(Bedrock(region="eu-west-1"), answered(), model=f"global.{HAIKU_4}")

    assert isinstance(answer, Distillation)
    assert answer.usage.cost_usd == pytest.approx((1200 * 1.0 + 90 * 5.0) / 1e6)
    assert request.path == f"/model/global.{HAIKU_4}/invoke"
    assert request.headers["authorization"].startswith("AWS4-HMAC-SHA256 ")
    assert "/eu-west-1/bedrock/" in request.headers["authorization"]
    assert request.body["anthropic_version"] == "bedrock-2023-05-31"
    assert no_key_of_ours([request])


def test_bedrock_without_credentials_is_a_reason():
    pytest.importorskip("boto3", reason="the extra bedrock is not installed")
    # The SDK keeps a session, credentials and all, for each region.
    answer, requests = ask(Bedrock(region="eu-north-1"), answered())

    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.NO_KEY
    assert "AWS_PROFILE" in answer.detail
    assert requests == []


def test_bedrock_needs_a_region(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    answer = provider.client(Bedrock())

    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.CONFIG_ERROR
    assert "AWS_REGION" in answer.detail


def test_vertex_is_asked_with_the_credentials_of_the_application(google):
    answer, (request,) = ask(Vertex(region="global", project="garden"), answered(), model="claude-haiku-5-5")

    assert isinstance(answer, Distillation)
    assert answer.usage.cost_usd == pytest.approx(COST)
    there = "/projects/garden/locations/global/publishers/anthropic/models"
    assert request.path == f"{there}/claude-haiku-5-5:rawPredict"
    assert request.headers["authorization"] == f"Bearer {google}"
    assert no_key_of_ours([request])


def test_vertex_takes_the_project_that_is_named_and_a_region_costs_more(google):
    where = Vertex(region="europe-west1", project="garden")
    answer, (request,) = ask(where, answered(), model="claude-haiku-4-5@20251001")

    assert isinstance(answer, Distillation)
    assert answer.usage.cost_usd == pytest.approx((1200 * 1.0 + 90 * 5.0) / 1e6 * prices.REGION_FACTOR)
    assert request.path.startswith("/projects/garden/locations/europe-west1/")
    assert google in request.headers["authorization"]


def test_vertex_for_real_without_credentials_is_a_reason(monkeypatch, tmp_path):
    pytest.importorskip("google.auth", reason="the extra vertex is not installed")
    monkeypatch.setenv("NO_GCE_CHECK", "true")
    monkeypatch.setenv("CLOUDSDK_CONFIG", str(tmp_path))
    answer, requests = ask(Vertex(region="global", project="garden"), answered(), model="claude-haiku-5-5")

    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.NO_KEY
    assert requests == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(status=403, body=b'{"message": "The security token is invalid."}'), Reason.BAD_KEY),
        (Reply(status=429, body=b'{"message": "Too many tokens"}'), Reason.RATE_LIMITED),
        (Reply(status=400, body=b'{"message": "Input is too long for requested model."}'), Reason.API_ERROR),
        (Reply(status=503, body=b"{}"), Reason.API_ERROR),
        (Reply(status=307, headers={"location": "http://127.0.0.1:9/elsewhere"}), Reason.API_ERROR),
        ("hang", Reason.API_TIMEOUT),
    ],
)
def test_what_bedrock_says_is_understood_and_never_tried_for_long(monkeypatch, reply, reason):
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", secrets.token_hex(20))
    with loopback_api.serving(reply) as api:
        where = Bedrock(region="eu-west-1", base_url=api.url)
        answer = AnthropicEngine(provider=where, model=HAIKU_5, max_tokens=500, pause=0.02).distill(SOURCE, seconds=2)

    assert isinstance(answer, Unavailable)
    assert answer.reason is reason
    assert len(api.requests) <= 2


def test_a_format_that_bedrock_does_not_take_is_asked_for_in_words(monkeypatch):
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", secrets.token_hex(20))
    refusal = Reply(status=400, body=b'{"message": "output_config: Extra inputs are not permitted"}')
    answer, requests = ask(Bedrock(region="eu-west-1"), refusal, answered())

    assert isinstance(answer, Distillation)
    assert [("output_config" in request.body) for request in requests] == [True, False]


@pytest.mark.parametrize("name", ["bedrock", "vertex"])
def test_an_extra_that_is_not_installed_is_named(monkeypatch, name):
    monkeypatch.setattr("importlib.util.find_spec", lambda _module: None)
    found = registry.build("anthropic", Settings(provider=name), {"CLOUD_ML_REGION": "global"})

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.CONFIG_ERROR
    assert f"pip install 'distill-wiki[{name}]'" in found.detail


def test_the_parent_of_a_package_may_be_missing_too():
    assert not provider._installed("no_such_parent.child")
    assert provider._installed("json.decoder")


@pytest.mark.usefixtures("installed")
def test_region_project_and_address_come_from_the_usual_variables():
    env = {
        "AWS_DEFAULT_REGION": "us-west-2",
        "CLOUD_ML_REGION": " global ",
        "ANTHROPIC_VERTEX_PROJECT_ID": "garden",
        "ANTHROPIC_VERTEX_BASE_URL": "http://127.0.0.1:9/v1",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:8",
    }

    assert provider.from_settings(Settings(provider="bedrock"), env) == Bedrock(region="us-west-2")
    assert provider.from_settings(Settings(provider="vertex"), env) == Vertex(
        region="global", project="garden", base_url="http://127.0.0.1:9/v1"
    )
    bad = provider.from_settings(Settings(provider="bedrock", base_url="nowhere"), env)
    assert isinstance(bad, Unavailable)
    for less in ({}, {"CLOUD_ML_REGION": "global"}, {"GOOGLE_CLOUD_PROJECT": "garden"}):
        lacking = provider.from_settings(Settings(provider="vertex"), less)
        assert isinstance(lacking, Unavailable)
        assert "CLOUD_ML_REGION" in lacking.detail


def test_anthropic_stays_the_default_and_its_address_is_its_own():
    env = {"ANTHROPIC_API_KEY": ELSEWHERE, "ANTHROPIC_VERTEX_BASE_URL": "http://127.0.0.1:9/v1"}
    found = provider.from_settings(Settings(), env)

    assert isinstance(found, AnthropicApi)
    assert found.base_url == address.DEFAULT
    assert ELSEWHERE not in repr(found)


@pytest.mark.usefixtures("installed")
def test_only_the_anthropic_api_has_batches(tmp_path):
    found = registry.build("batches", Settings(provider="bedrock"), {"AWS_REGION": "eu-west-1"}, tmp_path)

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.CONFIG_ERROR


@pytest.mark.parametrize(
    "model_id",
    [
        "claude-haiku-4-5",
        "claude-haiku-4-5-20251001",
        "claude-haiku-4-5@20251001",
        HAIKU_4,
        f"us.{HAIKU_4}",
        f"global.{HAIKU_4}",
        f"us-gov.{HAIKU_4}",
        f"arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.{HAIKU_4}",
        f"arn:aws-us-gov:bedrock:us-gov-west-1:123456789012:inference-profile/us-gov.{HAIKU_4}",
        f"arn:aws:bedrock:eu-west-1::foundation-model/{HAIKU_4}",
    ],
)
def test_a_model_is_known_by_all_its_names(model_id):
    assert models.find(model_id).id == "claude-haiku-4-5"
    assert prices.cost_usd(model_id, TokenCounts(input=1_000_000)) == pytest.approx(1.0)


@pytest.mark.parametrize("model_id", [HAIKU_5, f"apac.{HAIKU_5}", "claude-haiku-5-5@default", "claude-haiku-5-5"])
def test_a_newer_model_has_no_version_in_its_names(model_id):
    assert models.find(model_id).id == "claude-haiku-5-5"
    assert provider.more_body(Bedrock(region="x"), model_id) == {}


@pytest.mark.parametrize(
    "model_id", ["meta.claude-haiku-4-5", "x/anthropic.claude-haiku-4-5", "anthropic.claude-haiku-9", "anthropic."]
)
def test_another_makers_name_is_not_known(model_id):
    assert models.find(model_id).tiers == ()


def test_a_project_cannot_say_who_gets_the_texts(tmp_path):
    (tmp_path / "distill.toml").write_text('provider = "bedrock"\n')
    with pytest.raises(ConfigError, match="who gets your texts"):
        config.load(tmp_path, env={})

    (tmp_path / "distill.toml").unlink()
    assert config.load(tmp_path, env={"DISTILL_PROVIDER": "vertex"}).provider == "vertex"
    with pytest.raises(ConfigError, match="Did you mean 'bedrock'"):
        config.load(tmp_path, env={"DISTILL_PROVIDER": "bedrok"})


def test_the_sdk_still_has_the_clients_and_takes_what_we_give_them():
    sdk = importlib.import_module("anthropic")

    assert sdk.AnthropicBedrock
    assert sdk.AnthropicVertex
