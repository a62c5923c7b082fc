"""Public failures of other redactors, row by row."""

import base64
import hashlib
import re

import pytest
from made_secrets import bug_input

from distill.redaction.redactor import redact


@pytest.mark.parametrize(("row", "name"), [("RD01", "prose.md"), ("RD07", "map.md"), ("RD11", "map.md")])
def test_text_without_secrets_comes_back_byte_for_byte(row: str, name: str) -> None:
    text, expected = bug_input(row, name)

    result = redact(text)

    assert result.text == text
    assert result.findings == ()
    assert all(part in result.text for part in expected["must_contain"])


@pytest.mark.parametrize("row", ["RD02", "RD03", "RD04", "RD06", "RD13", "RD17"])
def test_secrets_go_and_their_surroundings_stay(row: str) -> None:
    text, expected = bug_input(row)

    result = redact(text)

    assert [part for part in expected["must_not_contain"] if part in result.text] == []
    assert [part for part in expected["must_contain"] if part not in result.text] == []
    assert result.findings


def test_rd02_leaves_no_run_of_eight_characters_behind_a_prefix() -> None:
    text, expected = bug_input("RD02")

    result = redact(text).text

    for token in expected["must_not_contain"]:
        body = re.split(r"[-_:/. ]", token)[-1]
        assert len(body) < 16 or body[-8:] not in result, "half-removed keys leave their ends"


def test_rd16_a_prompt_with_a_key() -> None:
    text, expected = bug_input("RD16", "prompts.json")

    result = redact(text).text

    assert [part for part in expected["must_not_contain"] if part in result] == []
    assert expected["must_contain"][0] in result


def test_rd09_a_picture_and_a_certificate_go_as_a_whole() -> None:
    raw = b"".join(hashlib.sha256(str(i).encode()).digest() for i in range(72))
    data = base64.b64encode(raw).decode()
    lines = "\n".join(data[i : i + 64] for i in range(0, 600, 64))
    text = f"# Map\n\n![x](data:image/png;base64,{data})\n\nafter the picture\n\n{lines}\n\nafter the certificate\n"

    result = redact(text)

    assert not re.search(r"[A-Za-z0-9+/]{40,}", result.text)
    assert re.fullmatch(
        r"# Map\n\n!\[x\]\(data:image/png;base64,REDACTED-base64-1\)\n\nafter the picture\n\n"
        r"REDACTED-base64-2\n\nafter the certificate\n",
        result.text,
    )


HOSTILE = {
    "keyword run": "password" * 8192,
    "capitals": "A" * 262_144,
    "braces": "{" + '"k": "v", ' * 200_000 + '"type": "service_accoun_\n',
    "equals": "key=" * 20_000,
    "spaces": "secret" + " " * 100_000 + "x",
    "dashes": "-----BEGIN " * 8_000,
    "open quotes": 'password = "' * 20_000,
    "dots of tokens": "eyJ" + "a.eyJ" * 40_000,
    "a vendor's prefix": "sk-" * 60_000,
    "logins": "http://a:" * 20_000,
    "cells": "| a " * 60_000,
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", HOSTILE)
def test_rd10_hostile_text_comes_back_unchanged_and_in_time(name: str) -> None:
    """Quadratic patterns would take minutes here; the limit is far above what linear ones take."""
    assert redact(HOSTILE[name]).text == HOSTILE[name]
