"""The hooks' own look hides what the redactor hides in subjects, names and rules, and leaves a rule its sense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_secrets import made, password

from distill.compaction import shape

SPOKEN = [
    "fix: the password is {}",
    "use --password {} for mysql",
    "PASSWORD = {}",
    "curl -u admin:{} https://h.test",
    "mysql -p{}",
    "Das Passwort lautet {}",
    "login admin/{}",
    "set DB_PASS to {}",
    "パスワード：{}",
    "密码：{}",
    "пароль {}",
    "clé: {}",
    "contraseña: {}",
    "mot de passe : {}",
    "pw {}",
    "password\u200b: {}",
    "password\x1b[0m: {}",
]


@pytest.mark.parametrize("text", SPOKEN)
@given(seed=st.integers(0, 10_000))
def test_a_spoken_password_is_hidden(text: str, seed: int) -> None:
    value = password(seed)
    assert value not in shape.masked(text.format(value))


@pytest.mark.parametrize("name", ["api key is {}", "token {}", "the secret: {}", "Authorization: Basic {}=="])
@given(seed=st.integers(0, 10_000))
def test_a_short_key_behind_its_name_is_hidden(name: str, seed: int) -> None:
    value = made(14, seed)
    assert value not in shape.masked(name.format(value))


@pytest.mark.parametrize("start", ["sk-" + "proj-", "gl" + "pat-", "AI" + "za", ""])
@pytest.mark.parametrize("joint", ["-", "_", "/", "+"])
def test_a_key_in_pieces_is_hidden(start: str, joint: str) -> None:
    for seed in range(20):
        pieces = [made(9, f"{seed}{number}") for number in range(3)]
        shown = shape.masked(f"chore: use {start}{joint.join(pieces)} again")
        assert not [piece for piece in pieces if piece in shown]


@pytest.mark.parametrize(
    "rule",
    [
        "Secrets: never commit them.",
        "Credentials: do not print them",
        "Tokens: no logging",
        "Passwörter: niemals speichern",
        "Do not put API keys into v2.3 of the config",
        "Run /home/me/src/Foo2/BarBaz3/V2Api/test_x9.py before each push",
        "session 7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90",
        "RESTORE-MAP-20261114-101500Z-lead@plantshop.md",
    ],
)
def test_a_rule_keeps_its_sense(rule: str) -> None:
    assert shape.masked(rule) == rule
