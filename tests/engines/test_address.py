"""Where the requests go."""

import pytest

from distill.config import Settings
from distill.engines.address import DEFAULT, base_url
from distill.engines.interface import Unavailable
from distill.model import Reason

HOST = "https://gateway.example.test"


def test_the_service_itself_is_the_default():
    assert base_url(Settings(), {}) == DEFAULT
    assert base_url(Settings(base_url=" "), {"ANTHROPIC_BASE_URL": ""}) == DEFAULT


def test_the_setting_comes_before_the_environment():
    env = {"ANTHROPIC_BASE_URL": "https://other.example.test"}

    assert base_url(Settings(base_url=HOST), env) == HOST
    assert base_url(Settings(), env) == "https://other.example.test"


@pytest.mark.parametrize(
    ("written", "used"),
    [
        (HOST, HOST),
        (f" {HOST}/ ", HOST),
        (f"{HOST}/v1", HOST),
        (f"{HOST}/v1/", HOST),
        (f"{HOST}//v1//", HOST),
        (f"{HOST}/v1/messages", HOST),
        (f"{HOST}/team/v1", f"{HOST}/team"),
        (f"{HOST}/v1/team", f"{HOST}/v1/team"),
        (f"{HOST}/dev1", f"{HOST}/dev1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080"),
    ],
)
def test_ap08_what_the_sdk_adds_itself_is_taken_away(written, used):
    assert base_url(Settings(base_url=written), {}) == used


@pytest.mark.parametrize(
    "written",
    [
        "gateway.example.test", "ftp://h", "file:///etc/passwd", "https://", "https://[::1", "https://h:port",
        "https://user:word@h", "https://h?key=word", "https://h#word", "https://h/a b", "https://h/\x00",
        "javascript:x",
    ],
)  # fmt: skip
def test_what_is_no_address_is_a_reason_that_does_not_show_it(written):
    found = base_url(Settings(base_url=written), {})

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.CONFIG_ERROR
    assert "`base_url`" in found.detail
    assert "word" not in found.detail
