"""Which key is used, and that it never shows."""

import json
from pathlib import Path

import pytest

from distill.config import Settings
from distill.engines.interface import Unavailable
from distill.engines.key import Key, find_key
from distill.model import Reason

CASES = json.loads((Path(__file__).parent.parent / "bugs" / "AP10" / "keys.json").read_text("utf-8"))
PLAIN = "k-FAKE"


def find(value: str | None, **settings: str) -> Key | Unavailable:
    return find_key({} if value is None else {"ANTHROPIC_API_KEY": value}, Settings(**settings))


@pytest.mark.parametrize("value", [None, "", "   ", "\n", "\t \r\n"])
def test_ap10_no_key_is_a_reason(value):
    found = find(value)

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.NO_KEY


@pytest.mark.parametrize("value", [PLAIN, f"{PLAIN}\n", f"  {PLAIN}\r\n", f"\t{PLAIN} "])
def test_ap10_blanks_around_a_key_are_taken_away(value):
    found = find(value)

    assert isinstance(found, Key)
    assert found.value == PLAIN


@pytest.mark.parametrize(
    "value",
    [
        f'"{PLAIN}"',
        f"'{PLAIN}'",
        f"`{PLAIN}`",
        "k\u2011FAKE",
        "k FAKE",
        "k\nFAKE",
        "k\x00FAKE",
        "k\u200bFAKE",
        "\ud83dk",
    ],
)
def test_ap10_what_is_no_key_is_refused_without_showing_it(value):
    found = find(value)

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.BAD_KEY
    assert "FAKE" not in found.detail


def test_ap10_all_cases_of_the_table_have_an_answer():
    reasons = []
    for case in CASES:
        env = case if isinstance(case, dict) else {} if case is None else {"ANTHROPIC_API_KEY": case}
        found = find_key(env, Settings())
        reasons.append(found.value if isinstance(found, Key) else found.reason.value)

    assert reasons == ["no-key", "no-key", "no-key", "k-FAKE", "bad-key", "bad-key", "k1-FAKE"]


def test_other_credentials_are_no_key():
    found = find_key({"ANTHROPIC_AUTH_TOKEN": "t-FAKE", "CLAUDE_CODE_OAUTH_TOKEN": "t-FAKE"}, Settings())

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.NO_KEY


def test_a_subscription_token_is_no_key():
    found = find("sk-ant-" + "oat" + "01-" + "FAKE")

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.BAD_KEY


def test_a_key_never_shows():
    assert PLAIN not in f"{Key(PLAIN)} {Key(PLAIN)!r} {[Key(PLAIN)]}"


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text(f"{PLAIN}\n")
    path.chmod(0o600)
    return path


def test_a_key_file_is_read_where_the_environment_has_none(key_file):
    assert find("", key_file=str(key_file)) == Key(PLAIN)
    assert find("k-env", key_file=str(key_file)) == Key("k-env")


def test_a_key_file_may_lie_in_the_home(key_file, monkeypatch):
    monkeypatch.setenv("HOME", str(key_file.parent))

    assert find(None, key_file="~/key") == Key(PLAIN)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o700 | 0o010])
def test_a_key_file_that_others_can_open_is_refused(key_file, mode):
    key_file.chmod(mode)
    found = find(None, key_file=str(key_file))

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.BAD_KEY
    assert f"{mode:04o}" in found.detail


@pytest.mark.parametrize("name", ["missing", ".", "key/below", "nul\0", "~nobody-of-that-name/key"])
def test_a_key_file_that_cannot_be_read_is_a_reason_that_does_not_show_the_setting(key_file, name):
    found = find(None, key_file=name if name.startswith("~") else f"{key_file.parent}/{name}")

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.BAD_KEY
    assert name == "." or name not in found.detail


def test_an_empty_key_file_is_no_key(key_file):
    key_file.write_text(" \n")
    found = find(None, key_file=str(key_file))

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.NO_KEY
