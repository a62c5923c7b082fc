"""What `redact` promises: placeholders, places, idempotence, threads, and an error instead of half a text."""

import base64
import json
import re
import sys
import tomllib
import urllib.parse
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_secrets import hexadecimal, left_of, made, password
from worlds import FIXTURES, fixture_text

from distill.errors import RedactionError
from distill.model import Finding, Redacted
from distill.redaction import detect_secrets_adapter, detectors, redactor, rounds, rules, verify
from distill.redaction.placeholders import PATTERN
from distill.redaction.redactor import redact

TOKEN = "gh" + "p_" + made(36, "token")
OTHER = "gh" + "p_" + made(36, "other")


def test_one_ordinal_a_value_by_first_appearance() -> None:
    result = redact(f"b {OTHER}\na {TOKEN}\nb again {OTHER}\nDB_PASSWORD={password()}\n")

    assert result.text == (
        "b REDACTED-github-token-1\na REDACTED-github-token-2\nb again REDACTED-github-token-1\n"
        "DB_PASSWORD=REDACTED-password-1\n"
    )
    assert result.secrets[:2] == ((OTHER, "REDACTED-github-token-1"), (TOKEN, "REDACTED-github-token-2"))
    assert result.counts() == {"github-token": 2, "password": 1}


def test_findings_are_places_of_the_given_text_and_never_values() -> None:
    text = f"first\n  use {TOKEN} and {TOKEN}\n\npassword: {password()}\n"

    findings = redact(text).findings

    assert findings == (
        Finding(line=2, column=7, kind="github-token"),
        Finding(line=2, column=52, kind="github-token"),
        Finding(line=4, column=11, kind="password"),
    )
    assert TOKEN not in repr(redact(text))


def test_ordinals_go_on_from_an_earlier_run_and_its_values_go_too() -> None:
    first = redact(f"DB_PASSWORD={password(1)}")

    second = redact(f"the value {password(1)} and PASS_TOKEN={password(2)}; DB_PASSWORD={password(3)}", known=first)

    assert second.text.startswith("the value REDACTED-password-1 and ")
    assert second.text.endswith("DB_PASSWORD=REDACTED-password-2")
    assert second.secrets[0] == first.secrets[0]


def test_placeholders_that_stand_in_the_text_are_kept_and_counted() -> None:
    result = redact(f"old REDACTED-password-3 and DB_PASSWORD={password()}")

    assert result.text == "old REDACTED-password-3 and DB_PASSWORD=REDACTED-password-4"


def test_a_value_that_contains_a_placeholder_still_goes() -> None:
    rest = made(30)

    assert rest not in redact(f"DB_PASSWORD=REDACTED-password-1{rest}").text


@pytest.mark.parametrize("name", [p.stem for p in sorted(FIXTURES.glob("*.md"))])
def test_fixture_maps_lose_their_secrets_only(name: str) -> None:
    text, values = fixture_text(name)
    expected = json.loads((FIXTURES / f"{name}.expected.json").read_text("utf-8"))

    result = redact(text)

    restored = result.text
    for value, placeholder in result.secrets:
        assert value in set(values.values())
        restored = restored.replace(placeholder, value)
    assert restored == text
    assert all(value not in result.text for value in values.values())
    for wanted in expected.get("must_survive", []):
        line = text.split("\n")[wanted["line"] - 1]
        at = line.index(wanted["starts"])
        assert line[at : at + wanted["length"]] in result.text


ENCODED = {
    "bare": lambda v: v,
    "percent": lambda v: urllib.parse.quote(v, safe=""),
    "json": lambda v: json.dumps(v)[1:-1],
    "base64": lambda v: base64.b64encode(v.encode()).decode(),
    "base64 shifted by one": lambda v: base64.b64encode(f"a{v}".encode()).decode(),
    "base64 shifted by two": lambda v: base64.b64encode(f"ab{v}z".encode()).decode(),
    "urlsafe base64": lambda v: base64.urlsafe_b64encode(v.encode()).decode(),
    "xml": lambda v: v.replace("&", "&amp;").replace("<", "&lt;"),
}


@pytest.mark.parametrize("form", ENCODED)
@pytest.mark.parametrize("value", [made(24, "bare"), f'{made(9)}<&"/+?{made(9, 1)}'], ids=["plain", "special"])
def test_a_value_named_once_goes_everywhere_in_every_encoding(form: str, value: str) -> None:
    encoded = ENCODED[form](value)
    text = f"ACCESS_TOKEN={value}\n\nLater {encoded} stood alone.\n"

    result = redact(text, known=Redacted(text="", secrets=((value, "REDACTED-token-1"),))).text

    assert left_of(encoded.rstrip("="), result) == []
    assert result.endswith(" stood alone.\n")


FRAGMENTS = st.sampled_from(
    [
        "password: ",
        "DB_PASSWORD=",
        "token is ",
        "| secret | ",
        "пароль: ",
        "密码是",
        "https://u:",
        "@db.example.test/x ",
        "REDACTED-password-1",
        "REDACTED-token-22",
        "[REDACTED:x#1]",
        "\n",
        "\n\n",
        " ",
        "> ",
        "`",
        '"',
        "<br>",
        "é",
        "eyJ",
        "sk-",
        "-----BEGIN ",
        "Cookie: a=",
        "Bearer ",
        "| a | b |\n",
        "qitem-20261018175501-",
        "/home/ada/",
        made(9, "f1"),
        made(20, "f2"),
        made(40, "f3"),
        hexadecimal(40),
        password("f4"),
        "sha256:",
        "commit ",
        "word",
        "1",
    ]
)
WORDS = [
    "the",
    "map",
    "wins",
    "queue",
    "RIG-98",
    "4be19c7",
    "tier",
    "2600",
    "#58",
    "src/a_b.py",
    "–",
    "已",
    "key:",
    "token",
]
TEXTS = st.lists(FRAGMENTS | st.text(max_size=6), max_size=14).map("".join)


@settings(max_examples=250, deadline=None)
@given(TEXTS)
def test_redaction_is_idempotent_and_deterministic(text: str) -> None:
    once = redact(text)
    twice = redact(once.text)

    assert twice.text == once.text
    assert [f for f in twice.findings if f.kind != "home-path"] == []
    assert redact(text) == once


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS, st.integers(0, 10_000), st.sampled_from(sorted(ENCODED)))
def test_no_window_of_a_planted_value_survives(before: str, after: str, seed: int, form: str) -> None:
    value = made(24, seed)

    text = f"{before}\nMY_API_TOKEN={value}\n{after}\n{ENCODED[form](value)}\n"
    result = redact(text)

    assert left_of(value, result.text) == []
    assert left_of(ENCODED[form](value).rstrip("="), result.text) == []
    assert verify.leaks(f"page: {result.text}", result) == ()


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(WORDS),
        max_size=40,
    )
)
def test_harmless_words_come_back_unchanged(words: list[str]) -> None:
    text = " ".join(words)

    assert redact(text).text == text


def test_threads_agree() -> None:
    texts = [f"run {i}: DB_PASSWORD={password(i)} and {'gh' + 'p_'}{made(36, i)}\n" * 5 for i in range(40)]
    alone = [redact(text) for text in texts]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(redact, texts * 3)) == alone * 3


def test_a_text_beyond_the_cap_is_refused() -> None:
    with pytest.raises(RedactionError, match="more than 10 characters"):
        redact("x" * 11, max_characters=10)


@pytest.fixture
def untested() -> Iterator[None]:
    """Have the self-test run anew."""
    redactor._tested_once.cache_clear()
    yield
    redactor._tested_once.cache_clear()


def test_rd12_a_detector_that_raises_is_an_error_without_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> None:
        raise ValueError(text)

    redact("warm")
    monkeypatch.setattr(detectors, "DETECTORS", (("broken", broken),))

    with pytest.raises(RedactionError) as caught:
        redact(f"secret {TOKEN}")

    assert TOKEN not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


@pytest.mark.usefixtures("untested")
def test_rd12_a_redactor_that_finds_nothing_fails_its_self_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detectors, "DETECTORS", ())

    with pytest.raises(RedactionError, match="self-test"):
        redact("any text")
    with pytest.raises(RedactionError, match="self-test"):
        redact("any text, a second time")


@pytest.mark.usefixtures("untested")
def test_rd12_a_redactor_that_returns_its_input_fails_its_self_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redactor, "found_in", lambda text, _, ledger, _policy: rounds.Draft(text, ledger))

    with pytest.raises(RedactionError, match="self-test"):
        redact("any text")


@pytest.fixture
def rules_from(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dict[str, object]], None]]:
    """Put another table in the place of the rule file."""
    cached = (rules._table, rules.tokens, rules.patterns, rules.webhooks, rules.commands)

    def put(table: dict[str, object]) -> None:
        monkeypatch.setattr(tomllib, "loads", lambda _: table)
        for function in cached:
            function.cache_clear()

    yield put
    monkeypatch.undo()
    for function in cached:
        function.cache_clear()


@pytest.mark.parametrize("table", [{}, {"token": [], "pattern": [], "webhook": [], "command": []}])
def test_rd12_an_empty_rule_file_is_an_error(
    table: dict[str, object], rules_from: Callable[[dict[str, object]], None]
) -> None:
    rules_from(table)

    with pytest.raises(RedactionError, match="rule file"):
        redactor.redact_untested(f"x {TOKEN}")


@pytest.mark.parametrize("layer", [name for name, _ in detectors.DETECTORS if name != "detect-secrets"])
def test_rd12_the_self_test_notices_a_single_layer_that_is_gone(layer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers overlap: a dead one must not hide behind the others."""
    verify.self_test()
    left = tuple(pair for pair in detectors.DETECTORS if pair[0] != layer)
    monkeypatch.setattr(detectors, "DETECTORS", left)

    with pytest.raises(RedactionError, match="self-test"):
        verify.self_test()


@pytest.mark.parametrize("layer", [name for name, _ in detectors.DETECTORS if name != "detect-secrets"])
def test_rd12_the_self_test_notices_a_single_layer_that_finds_nothing(
    layer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = tuple((name, (lambda _: iter(())) if name == layer else own) for name, own in detectors.DETECTORS)
    monkeypatch.setattr(detectors, "DETECTORS", dead)

    with pytest.raises(RedactionError, match=layer):
        verify.self_test()


def test_a_missing_library_is_an_error_not_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    detect_secrets_adapter._require.cache_clear()
    monkeypatch.setattr(detect_secrets_adapter.importlib.util, "find_spec", lambda _: None)

    with pytest.raises(RedactionError, match="detect-secrets"):
        redactor.redact_untested("any text")


def test_a_broken_library_is_an_error_not_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    detect_secrets_adapter._plugin.cache_clear()
    monkeypatch.setitem(sys.modules, "detect_secrets.plugins.github_token", None)

    with pytest.raises(RedactionError, match="github_token"):
        redactor.redact_untested(f"x {TOKEN}")
    detect_secrets_adapter._plugin.cache_clear()


def test_placeholders_are_of_one_form() -> None:
    result = redact(f"{TOKEN} DB_PASSWORD={password()} https://u:{made(12)}@h.example.test/")

    placeholders = [placeholder for _, placeholder in result.secrets]
    assert len(placeholders) == 3
    assert all(PATTERN.fullmatch(p) and re.fullmatch(r"REDACTED-[a-z0-9-]+-\d+", p) for p in placeholders)
