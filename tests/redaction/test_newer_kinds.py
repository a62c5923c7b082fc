"""Newer tokens, odd passwords and more idioms; all values are put together at run time."""

import random

import made_secrets
import pytest

from distill.redaction import letters, passwords
from distill.redaction.redactor import redact

LOWER = "abcdefghijklmnopqrstuvwxyz"
UUID = "-".join(made_secrets.hexadecimal(n, "uuid") for n in (8, 4, 4, 4, 12))
HEX = made_secrets.hexadecimal(64, "newer")
BASE = made_secrets.made(86, "newer")


def _azure(mark: str, before: int, after: int, end: str) -> str:
    return BASE[:before] + mark + made_secrets.made(after, mark) + end


TOKENS = {
    "asana": "2/" + "12" + "0" * 12 + "41/12" + "0" * 12 + "97:" + HEX[:32],
    "azure-storage": _azure("+" + "ASt", 76, 6, "=="),
    "azure-bus": _azure("+" + "ASb", 33, 6, "="),
    "azure-hub": _azure("+" + "AEh", 33, 6, "="),
    "azure-cosmos": _azure("AC" + "Db", 76, 6, "=="),
    "azure-search": _azure("Az" + "Se", 42, 6, ""),
    "azure-function": _azure("Az" + "Fu", 44, 6, "=="),
    "cursor": "key" + "_" + HEX,
    "newrelic": HEX[:36] + "FFFF" + "NRAL",
    "k3s": "K10" + HEX + "::server:" + HEX[:32],
    "linkedin": "WPL" + "_AP1." + BASE[:16] + "." + BASE[16:22] + "==",
    "bitwarden": "0." + UUID + "." + BASE[:30] + ":" + BASE[30:52] + "==",
    "devin": "cog" + "_" + made_secrets.made(52, "devin", "abcdefghijklmnopqrstuvwxyz234567"),
    "agentmail": "am_us" + "_" + HEX,
    "gemini": "AQ" + "." + BASE[:50],
    "dbt": "dbtc" + "_" + BASE[:34],
    "cloudflare-access": "cfast" + "_" + BASE[:40] + HEX[:8],
    "checkly": "cu" + "_" + HEX[:32],
    "modal": "as" + "-" + BASE[:22],
    "brave": "BSA" + BASE[:28],
    "dub": "dub" + "_" + BASE[:24],
    "endorlabs": "endr" + "+" + BASE[:16],
    "nightfall": "NF" + "-" + BASE[:32],
    "pagerduty": "u" + "+" + BASE[:18],
    "gitguardian": "ggtt" + "-v-" + BASE[:10],
    "adobe": "p8e" + "-" + made_secrets.made(32, "adobe", LOWER + "0123456789"),
}
PLACES = ("It was {} until Monday.", "デプロイは{}を使った。", "| ci | {} |", '{{"body": "{{\\"t\\": \\"{}\\"}}"}}')


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TOKENS)
def test_a_newer_token_goes_whole(name: str, place: str) -> None:
    token = TOKENS[name]

    assert made_secrets.left_of(token, redact(place.format(token)).text) == []


SECRET = made_secrets.made(24, "idiom")
IDIOMS = (
    "ACME_TOKEN=\\\n{}",
    "UPDATE settings SET value='{}' WHERE name='acme_token';",
    "update settings set value='{}' where name='acme_token';",
    "ACME_TOKEN\n: {}",
    "ACME_TOKENは{}です。",
    "ACME_TOKEN 的值为 {}。",
    "ACME_TOKEN steht auf {}, bitte tauschen.",
    "const ACME_TOKEN: string = `{}`;",
    "? What's the value of ACME_TOKEN? {}",
    "AUTH default {}",
    "requirepass {}",
    "masterauth {}",
    "7z x a.7z -p{}",
    "CREATE LOGIN app WITH PASSWORD = N'{}';",
    "ConvertTo-SecureString '{}' -AsPlainText -Force",
    "keytool -storepass {} -keystore k.jks",
    "ipmitool -H h -U admin -P {} power status",
    'expect "Password:"\nsend -- "{}\\r"',
    "Password for 'https://ci@git.example.com': {}",
    "sqlplus scott/'{}'@db",
    "net user admin '{}' /add",
    "curl -u admin:'{}' https://h/x",
    "smbclient //h/s -U user%'{}'",
    "rclone config create r sftp host h user u pass {}",
    "ngrok config add-authtoken {}",
)


@pytest.mark.parametrize("idiom", IDIOMS)
def test_an_idiom_gives_its_secret_away(idiom: str) -> None:
    left = redact(idiom.format(SECRET)).text

    assert made_secrets.left_of(SECRET, left) == []
    assert left.startswith(idiom[:4])


def test_letters_drawn_at_random_are_a_password_and_long_words_are_none() -> None:
    draw = random.Random(4)
    drawn = ["".join(draw.choices(LOWER, k=16)) for _ in range(400)]
    words = (
        "authentication",
        "internationalization",
        "zusammenfassung",
        "acknowledgement",
        "contraseñas",
        "kubernetes",
    )

    assert sum(map(letters.at_random, drawn)) > 0.88 * len(drawn)
    assert not [word for word in words if letters.at_random(word)]
    assert "SMTP_PASSWORD=REDACTED-" in redact(f"SMTP_PASSWORD={next(filter(letters.at_random, drawn))}\n").text


DRAWN = "-".join(random.Random(7).sample(["marble", "otter", "thunder", "saddle", "walnut", "copper"], 4))


@pytest.mark.parametrize("place", ["password: {}", "Das Passwort lautet {}.", "パスワードは{}です", "DB_PASS={}"])
def test_a_passphrase_of_drawn_words_goes(place: str) -> None:
    assert DRAWN not in redact(place.format(DRAWN)).text


@pytest.mark.parametrize(
    "line",
    [
        "password: prod-postgres-main-credentials",
        "password: see-the-vault-entry",
        "The password is client-side-only-hashed before it leaves.",
        "existingSecret: marble-otter-thunder-saddle",
        "branch: marble-otter-thunder-saddle",
    ],
)
def test_names_of_words_stay(line: str) -> None:
    assert redact(line).text == line


ODD = ("k7,Vm;p{}", "p]Q4{}k#", ";qR.Q4{}A", ")w5g{})td^R", "2:2K;Z{}^WP")


@pytest.mark.parametrize(
    "place", ["Password: {}", "password={}", "Kennwort: {}", "| user | password |\n|---|---|\n| a | {} |"]
)
@pytest.mark.parametrize("odd", ODD)
def test_a_password_with_odd_signs_goes_whole(odd: str, place: str) -> None:
    value = odd.format(made_secrets.made(9, odd))

    assert made_secrets.left_of(value.strip(")"), redact(place.format(value)).text) == []


def test_the_next_named_value_of_a_list_stays() -> None:
    line = f"Server=db;Password=k7,Vm;{SECRET};Encrypt=true;Pooling=false"

    left = redact(line).text

    assert left.endswith(";Encrypt=true;Pooling=false")
    assert SECRET not in left
    assert not passwords.is_odd("https://x.example/a,b;c1")


def test_a_token_torn_in_talk_goes_with_its_rest() -> None:
    token = "ghp" + "_" + made_secrets.made(36, "torn")
    rest = token[20:]
    text = f"The token was {token[:20]}\n{rest} and nothing else."

    left = redact(text).text

    assert made_secrets.left_of(rest, left) == []
    assert left.endswith(" and nothing else.")


def test_the_word_below_a_token_stays() -> None:
    token = "ghp" + "_" + made_secrets.made(36, "torn")
    commit = made_secrets.hexadecimal(40, "torn")

    for after in (f"{commit} is the commit.", "authentication works again.", f"{UUID} is the session."):
        assert redact(f"It was {token}\n{after}").text.endswith(after)


def test_a_public_key_and_an_id_of_a_request_stay() -> None:
    dashes = "-" * 5
    block = f"{dashes}BEGIN PUBLIC KEY{dashes}\n{made_secrets.made(64, 'public')}\n{dashes}END PUBLIC KEY{dashes}"
    header = f"x-amz-id-2: {made_secrets.made(74, 'id')}=="

    assert redact(block).text == block
    assert redact(header).text == header
    assert redact("s/password=.*/password=***/").text == "s/password=.*/password=***/"


def test_a_token_behind_an_escaped_line_break_goes_whole() -> None:
    token = "4312345678" + ":" + "AA" + made_secrets.made(33, "escaped")

    assert redact(f'"one\\n{token}\\ntwo"').text == '"one\\nREDACTED-telegram-token-1\\ntwo"'


def test_two_tokens_in_lines_of_code_are_two() -> None:
    tokens = ["ghp" + "_" + made_secrets.made(36, n) for n in range(2)]

    left = redact("".join(f"`{token}`\n" for token in tokens)).text

    assert left == "`REDACTED-github-token-1`\n`REDACTED-github-token-2`\n"


def test_a_value_below_its_heading_may_end_like_an_assignment() -> None:
    value = made_secrets.made(43, "heading") + "="

    assert made_secrets.left_of(value, redact(f"### FERNET_KEY\n\n`{value}`\n").text) == []


def test_names_of_classes_are_no_passwords() -> None:
    for name in ("KeyVaultSecretName", "MyServicePassword", "DbPwdXyz"):
        assert redact(f"password: {name}").text == f"password: {name}"
