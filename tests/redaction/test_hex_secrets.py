"""Long hexadecimal beside a secret's name goes; commits, digests and ids stay."""

import made_secrets
import pytest

from distill.redaction.redactor import redact

SECRET = ["rotate the webhook signing secret {64}", "the client secret {40} is old", "API key {32} for billing"]
SECRET += ["X-Api-Key {32}", "secret (prod) {32}", "signing key {64}", "session key {32}", "HMAC key {64}"]
HARMLESS = ["commit key {40}", "cache key {64}", "the key {40} of the map", "primary key {32}", "public key {64}"]
HARMLESS += ["secret commit {40}", "api key rotated in {40}", "password hash {64}", "etag {32}", "keys {40}"]


def filled(text: str) -> tuple[str, str]:
    size = int(text.partition("{")[2].partition("}")[0])
    value = made_secrets.hexadecimal(size, text)
    return text.replace(f"{{{size}}}", value), value


@pytest.mark.parametrize("text", SECRET)
def test_what_its_words_call_a_secret_goes(text: str) -> None:
    given, value = filled(text)

    assert made_secrets.left_of(value, redact(given).text) == []


@pytest.mark.parametrize("text", HARMLESS)
def test_what_no_word_calls_a_secret_stays(text: str) -> None:
    given, _ = filled(text)

    assert redact(given).text == given
