"""Own rules, the allow-list, private blocks and addresses: what the settings say about redaction."""

from pathlib import Path

import pytest
from made_secrets import made, password

from distill import config, own_patterns
from distill.errors import ConfigError
from distill.model import OwnRule, RedactionPolicy
from distill.redaction import verify
from distill.redaction.redactor import redact


def settings(tmp_path: Path, project: str, own: str = "") -> RedactionPolicy:
    (tmp_path / "distill.toml").write_text(project, "utf-8")
    (tmp_path / "home" / "distill").mkdir(parents=True)
    (tmp_path / "home" / "distill" / "distill.toml").write_text(own, "utf-8")
    return config.load(tmp_path, env={"XDG_CONFIG_HOME": str(tmp_path / "home")}).redaction


def test_rules_of_project_and_person_count_both(tmp_path: Path) -> None:
    policy = settings(
        tmp_path,
        "[redaction]\nrules = ['PLT-[0-9]{4}-[a-z]{4}']\n",
        "[redaction]\nrules = [{kind = 'badge', pattern = 'badge ([A-Z]{6})'}]\n",
    )

    first = redact("ticket PLT-1234-abcd of badge QWERTZ, PLT-1234-abcd", policy=policy)

    assert first.text == "ticket REDACTED-own-1 of badge REDACTED-badge-1, REDACTED-own-1"
    assert redact("badge QWERTZ", known=first).text == "badge REDACTED-badge-1"
    assert verify.leaks("PLT-9999-wxyz", first) == ("own",), "later looks are told the same"


def test_the_persons_list_spares_all_and_the_projects_only_guesses(tmp_path: Path) -> None:
    token, word = "gh" + "p_" + made(36), password()
    text = f"DB_PASSWORD={word}\nuse {token}\n"
    listed = f"[redaction]\nallow = ['{word.replace('!', '[!]')}', '{token}']\n"

    assert redact(text, policy=settings(tmp_path, listed)).text == f"DB_PASSWORD={word}\nuse REDACTED-github-token-1\n"


def test_the_persons_list_spares_whatever_it_names(tmp_path: Path) -> None:
    token = "gh" + "p_" + made(36)

    policy = settings(tmp_path, "", f"[redaction]\nallow = ['{token}']\n")

    assert redact(f"use {token}", policy=policy).text == f"use {token}"


WRONG = {
    "rules = ['(']": "does not parse",
    "rules = ['a*']": "matches an empty text",
    "rules = [1]": "must be a pattern",
    "rules = [{kind = 'A B', pattern = 'x1'}]": "a kind is",
    "rules = 'x'": "must be a list",
    "allow = ['.*x?.+']": "would let any secret pass",
    "alow = []": "Did you mean 'allow'",
    "deep = 1": "must be true or false",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_bad_entry_is_a_clear_error(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigError, match=WRONG[line].replace(".", r"\.")) as error:
        settings(tmp_path, f"[redaction]\n{line}\n")

    assert "distill.toml" in str(error.value)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(?:x{2,9}y)*z", ".*a.*b.*c", "(\\w+\\s?)*!"])
def test_without_re2_patterns_that_could_run_away_are_refused(monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    monkeypatch.setattr(own_patterns, "_linear", lambda _: None)

    with pytest.raises(ValueError, match="very long"):
        own_patterns.compiled.__wrapped__(pattern)


@pytest.mark.parametrize("pattern", ["acme-[0-9]{8,40}", "(?:ab){3}c", "key=(\\S+)", "(?i)badge [A-Z]{6}"])
def test_without_re2_bounded_patterns_pass(monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    monkeypatch.setattr(own_patterns, "_linear", lambda _: None)

    assert own_patterns.compiled.__wrapped__(pattern)


PRIVATE = {
    "a <private>one</private> b": "a REDACTED-private-1 b",
    "a <PRIVATE why='x'>one\n```\ntwo\n```\n</private> b": "a REDACTED-private-1 b",
    "a <private>x <private>y</private> z</private> b": "a REDACTED-private-1 b",
    "a <private>never\n\nclosed": "a REDACTED-private-1",
    "```\n<private>in a fence</private>\n```": "```\nREDACTED-private-1\n```",
    "a &lt;private&gt;one&lt;/private&gt; b": "a REDACTED-private-1 b",
    "write `<private>` around it": "write `<private>` around it",
    "a </private> b": "a </private> b",
}


@pytest.mark.parametrize("given", PRIVATE)
def test_private_blocks_go_whole(given: str) -> None:
    assert redact(given).text == PRIVATE[given]
    assert redact(PRIVATE[given]).text == PRIVATE[given]


def test_a_secret_of_a_private_block_goes_everywhere() -> None:
    value = made(24)

    assert value not in redact(f"<private>\nAPI_TOKEN={value}\n</private>\n\nwhat was {value} for?").text


def test_public_addresses_go_where_the_settings_say_so() -> None:
    text = "8.8.8.8, 10.0.3.7, 127.0.0.1, 192.0.2.4, 2001:4860:4860::8888, 2001:db8::1, v1.2.3.4, 1.2.3.4.5"

    assert redact(text).text == text
    assert redact(text, policy=RedactionPolicy(ip_addresses=True)).text == (
        "REDACTED-ip-address-1, 10.0.3.7, 127.0.0.1, 192.0.2.4, REDACTED-ip-address-2, 2001:db8::1, v1.2.3.4, 1.2.3.4.5"
    )


def test_home_paths_of_roles_stay() -> None:
    assert redact("/home/runner/work /Users/anna/x").text == "/home/runner/work ~/x"


def test_a_rule_may_be_given_without_settings() -> None:
    assert redact("x-77 y", policy=RedactionPolicy(rules=(OwnRule("own", "x-[0-9]+"),))).text == "REDACTED-own-1 y"
