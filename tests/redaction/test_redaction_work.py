"""Speed as counts of work: calls made, not seconds, so that a busy machine tells no lies."""

import sys
from types import FrameType

import pytest
from made_secrets import made, password

from distill.redaction import detectors
from distill.redaction.redactor import redact

REPEATED = {
    "keys": "key=",
    "open quotes": 'password = "',
    "prefixes": "sk-",
    "jwt heads": "a.eyJ",
    "logins": "http://a:",
    "heads of blocks": "-----BEGIN RSA ",
    "words in prose": "пароль ",
    "schemes": "Bearer ",
    "cells": "| token ",
    "at signs": "a@",
    "base64": "QUJDREVG0x/",
    "cookies": "Cookie: a=b; ",
}


def calls_of(text: str) -> int:
    """Count the calls, those of patterns and strings included, that redacting a text makes."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        redact(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", REPEATED)
def test_twice_the_text_is_at_most_twice_the_work(name: str) -> None:
    redact(REPEATED[name] * 10)
    small, large = calls_of(REPEATED[name] * 2_000), calls_of(REPEATED[name] * 4_000)

    assert large <= 2.2 * small + 100


def test_a_clean_text_is_looked_at_once_and_a_text_with_secrets_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    redact("warm")
    looks: list[int] = []

    def counting(text: str) -> list[object]:
        looks.append(len(text))
        return []

    monkeypatch.setattr(detectors, "DETECTORS", (*detectors.DETECTORS, ("counting", counting)))

    redact("the map wins, RIG-98 is next")
    assert len(looks) == 1
    redact(f"DB_PASSWORD={password()} and {'gh' + 'p_'}{made(36)}")
    assert len(looks) == 3
