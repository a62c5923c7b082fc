"""Tokens of vendors nobody listed go, ids and names of the same form stay."""

import made_secrets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.redaction import canaries, unknown_vendors
from distill.redaction.redactor import redact

BODY = made_secrets.made(40, "unknown")
FORMS = ("acmeco_{}", "qx-{}", "acme_eu1_{}", "Acme-{}")
HARMLESS = (
    "sha512-{}", "resp_{}", "cs_{}", "user_{}", "chatcmpl-{}", "prj_{}",
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", ["it ran with {}, then left", "({})", "令牌{}。", "https://x.internal/?k={}&a=1"])
def test_a_prefix_and_a_random_body_are_a_token(form: str, place: str) -> None:
    result = redact(place.format(form.format(BODY))).text

    assert made_secrets.left_of(BODY, result) == []
    before, after = place.split("{}")
    assert result.startswith(before)
    assert result.endswith(after)


@pytest.mark.parametrize("form", HARMLESS)
def test_ids_and_digests_of_that_form_stay(form: str) -> None:
    assert list(unknown_vendors.spans(f"see {form.format(BODY)} there")) == []


WORDS = ("Rotate", "every", "Production", "database", "Key", "in", "one", "After2noon", "V3", "of")


@given(
    words=st.lists(
        st.sampled_from(WORDS),
        min_size=8,
    )
)
def test_names_however_long_stay(words: list[str]) -> None:
    for name in ("my_" + "".join(words), "my-" + "-".join(words), "test_" + "_".join(words)):
        assert redact(f"see {name} there").text == f"see {name} there"


def test_the_canary_never_fails_by_chance() -> None:
    for _ in range(300):
        text = next(text for layer, text, _ in canaries.canaries() if layer == "unknown-vendors")
        assert len(list(unknown_vendors.spans(text))) == 1
