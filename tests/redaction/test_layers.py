"""Each detector on its own layer: what must go, what must stay around it."""

import base64
import uuid
from collections.abc import Callable, Iterator

import pytest
from made_secrets import LETTERS, hexadecimal, key_block, left_of, made, password

from distill.redaction import (
    assignments,
    base64_runs,
    commands,
    detect_secrets_adapter,
    headers,
    personal,
    private_keys,
    prose,
    rules,
    tables,
    urls,
    vendor_patterns,
    vendor_tokens,
)
from distill.redaction.redactor import redact
from distill.redaction.spans import Span

Detector = Callable[[str], Iterator[Span]]


def found(detector: Detector, text: str) -> list[str]:
    return [text[s.start : s.end] for s in detector(text)]


BODIES = {
    "hex": "0123456789abcdef",
    "hexdash": "0123456789abcdef",
    "hexlob": "0123456789abcdef",
    "uuid": "0123456789abcdef",
}
BODIES |= {
    "up": "ABCDEFGHJKMNPQRSTVWXYZ23456789",
    "low": "abcdefghjkmnpqrstvwxyz23456789",
    "clickup": "ABCDEFGHJK23456789",
}


@pytest.mark.parametrize("rule", rules.tokens(), ids=lambda r: r.prefix)
def test_every_vendor_prefix_is_known_glued_to_anything_but_ascii(rule: rules.TokenRule) -> None:
    length = min(max(rule.shortest, 24), rule.longest)
    token = rule.prefix + made(length, rule.prefix, BODIES.get(rule.alphabet, LETTERS))

    for text in (
        f"used {token} today",
        f"测试凭证为{token}。完成",
        f"| `{token}` | x |",
        f"({token})",
        f"xx１{token}、",
    ):
        assert token.removeprefix(rule.prefix if rule.marker else "") in found(vendor_tokens.spans, text)


def test_words_behind_a_prefix_are_no_token() -> None:
    text = "sk-learn-the-whole-pipeline-by-heart npm_config_registry_and_more hf_transfer_enabled_by_default"

    assert found(vendor_tokens.spans, text) == []


PATTERNED = {
    "jwt": lambda: f"ey{'J'}{made(30)}.ey{'J'}{made(40, 1)}.{made(43, 2)}",
    "sendgrid-key": lambda: f"S{'G'}.{made(22)}.{made(43, 1)}",
    "terraform-token": lambda: f"{made(14)}.atlas{'v1'}.{made(67, 1)}",
    "discord-token": lambda: f"M{made(23)}.{made(6, 1)}.{made(38, 2)}",
    "telegram-token": lambda: f"{made(10, 0, '123456789')}:A{'A'}{made(33)}",
    "mailchimp-key": lambda: f"{hexadecimal(32)}-u{'s'}21",
    "airtable-token": lambda: f"pa{'t'}{made(14)}.{hexadecimal(64)}",
    "service-key": lambda: f"acme_li{'ve'}_{made(24)}",
    "azure-secret": lambda: f"{made(3)}8{'Q'}~{made(34)}",
}


@pytest.mark.parametrize("kind", PATTERNED)
def test_tokens_without_a_prefix_are_known_by_their_shape(kind: str) -> None:
    token = PATTERNED[kind]()

    assert token in found(vendor_patterns.spans, f"it was {token}, then")


def test_a_token_that_is_wrapped_goes_with_its_rest_and_no_more() -> None:
    token = "gh" + "p_" + made(36)

    for gap in ("\n", "\n> ", "\r\n    ", "<br>"):
        text = f"X={token[:26]}{gap}{token[26:]}\nPORT=8080\n"
        result = redact(text).text
        assert left_of(token[4:26], result) == left_of(token[26:], result) == []
        assert result.endswith("PORT=8080\n")


BLOCK_FORMS: dict[str, Callable[[str], str]] = {
    "plain": lambda b: b,
    "quoted": lambda b: "\n".join(f"> {x}" for x in b.split("\n")),
    "indented": lambda b: "\n".join(f"    {x}" for x in b.split("\n")),
    "escaped": lambda b: '{"k": "' + b.replace("\n", "\\n") + '\\n", "next": 1}',
    "broken by tags": lambda b: b.replace("\n", "<br>"),
    "in one line": lambda b: b.replace("\n", " "),
    "with CRLF": lambda b: b.replace("\n", "\r\n"),
    "truncated": lambda b: "\n".join(b.split("\n")[:4]),
    "headless": lambda b: "\n".join(b.split("\n")[1:]),
    "in a diff": lambda b: "\n".join(f"+{x}" for x in b.split("\n")),
}


@pytest.mark.parametrize("form", BLOCK_FORMS)
def test_a_key_block_goes_with_head_body_and_tail(form: str) -> None:
    block, lines = key_block(form)
    text = f"before it\n\n{BLOCK_FORMS[form](block)}\n\nAfter the block comes text.\n"

    result = redact(text).text

    assert [left for line in lines if line in text for left in left_of(line, result)] == []
    assert "PRIVATE" not in result
    assert result.startswith("before it\n\n")
    assert result.endswith("\n\nAfter the block comes text.\n")


def test_a_public_fingerprint_is_no_block() -> None:
    assert found(private_keys.spans, f"SHA256:{made(43)} (ED25519)\n{hexadecimal(64)}\n{hexadecimal(64, 1)}\n") == []


URLS = {
    "login": lambda s: (f"postgres://app:{s}@db.example.test:5432/app", "db.example.test:5432/app"),
    "no user": lambda s: (f"redis://:{s}@cache.example.test/0", "cache.example.test/0"),
    "token as user": lambda s: (f"https://{s}@git.example.test/a.git", "git.example.test/a.git"),
    "query": lambda s: (f"https://api.example.test/v1?user=42&api_key={s}&fmt=json", "&fmt=json"),
    "signature": lambda s: (f"https://s3.example.test/a?X-Amz-Signature={s}&X-Amz-Expires=60", "&X-Amz-Expires=60"),
    "webhook": lambda s: (f"https://hooks.slack{'.com'}/services/T0AAAAAAA/B0BBBBBBB/{s}", "hooks.slack.com"),
    "fragment": lambda s: (f"https://app.example.test/cb#access_token={s}&x=1", "app.example.test/cb#access_token="),
}


@pytest.mark.parametrize("form", URLS)
def test_the_secret_of_an_address_goes_and_the_host_stays(form: str) -> None:
    secret = made(24, form)
    address, kept = URLS[form](secret)

    result = redact(f"call {address} now").text

    assert secret not in result
    assert kept in result
    assert result.endswith(" now")


def test_addresses_without_credentials_stay() -> None:
    text = (
        "https://example.net/@lead/notes:today@home http://localhost:8000/?q=token+budget "
        "https://api.example.net/v1/runs?limit=50&cursor=eyJpZCI6NDJ9 postgres://${DB_USER}:${DB_PASSWORD}@db/rig "
        "ssh://git@git.example.net:2222/team/rig.git"
    )

    assert found(urls.spans, text) == []


def test_headers_and_cookies_lose_their_values_only() -> None:
    bearer, basic, session = made(43), base64.b64encode(f"u:{password()}".encode()).decode(), made(44, 1)
    text = (
        f"Authorization: Bearer {bearer}\nauthorization: Basic {basic}\n"
        f"Set-Cookie: sid={session}; Path=/; HttpOnly\nCookie: theme=dark; lang=uk\n"
    )

    assert found(headers.spans, text) == [bearer, basic, session]
    assert found(headers.spans, "bearer of bad news; Authorization: Bearer <token>; Bearer $TOKEN") == []


KEYED = {
    "env": "{k}={v}\nPORT=8080",
    "quoted": 'export {k}="{v}"',
    "yaml": "{k}: {v}\nport: 1",
    "json": '{{"{k}": "{v}", "n": 3}}',
    "escaped json": '{{\\"{k}\\":\\"{v}\\",\\"ok\\":true}}',
    "name and value": "- name: {k}\n  value: {v}",
    "attribute": '<add key="{k}" value="{v}"/>',
    "element": "<{k}>{v}</{k}>",
    "cell": "| {k} | `{v}` | smoke test |",
    "bold": "- **{k}:** {v}",
    "arrow": "{k} → {v}",
    "flag": "cmd --{k} {v} --host x",
    "call": "Client({k}='{v}', timeout=30)",
    "typed": '{k}: str = "{v}"',
    "coloured": "{k}=\x1b[32m{v}\x1b[0m",
    "entities": "{k}=&quot;{v}&quot;",
    "connection string": "Server=db;User Id=app;{k}={v};Encrypt=True",
    "full width": "{k}：{v}",
    "percent": "a%3D1%26{k}%3D{v}%26b",
}


@pytest.mark.parametrize("form", KEYED)
@pytest.mark.parametrize("key", ["DB_PASSWORD", "clientSecret", "api-key", "AUTH_TOKEN"])
def test_a_keyed_value_goes_alone(form: str, key: str) -> None:
    value = made(20, form + key)
    text = KEYED[form].format(k=key, v=value)

    assert found(assignments.spans, text) == [value]


def test_the_gate_lets_values_pass_that_are_no_secrets() -> None:
    text = (
        'api_key = os.environ["OPENAI_API_KEY"]\npassword: {{ vault_password }}\ntoken: ${{ secrets.GH }}\n'
        "password: see the vault\nsecret: false\nDB_PASSWORD=<yours>\nAPI_KEY=YOUR_API_KEY_HERE\nmax_tokens: 2000\n"
        "--token-file /run/secrets/rig_token\ncache_key: ab12cd34ef56ab78\nticket_key=RIG-98\napi_key_env: THE_KEY\n"
        "password = getpass.getpass('Password: ')\ntoken: op://vault/item/field\nsecret_name: rig-env-2\n"
    )

    assert found(assignments.spans, text) == []


PROSE = (
    "The admin password is {} until Friday.",
    "Пароль до стенду: {} — далі",
    "токен теперь {} вот",
    "Das Passwort lautet: {} (läuft ab).",
    "Le mot de passe est {} depuis hier.",
    "La contraseña del entorno es {} y caduca.",
    "A senha do ambiente é {} até sexta.",
    "La password del server è {} per ora.",
    "Het wachtwoord is {} tot vrijdag.",
    "Hasło do bazy: {} (do piątku).",
    "Heslo je {} do pátku.",
    "Lösenordet är {} till fredag.",
    "测试环境的密码是{}，请勿提交。",
    "本番のパスワードは「{}」です。",
    "비밀번호는 {} 입니다.",
    "كلمة المرور هي {} حتى الجمعة",
    "הסיסמה היא {} עד שישי",
    "Temporary password\n\n    {}\n\nnext",
)


@pytest.mark.parametrize("sentence", PROSE)
@pytest.mark.parametrize("value", [password("prose"), made(20, "prose")], ids=["password", "random"])
def test_a_value_named_in_prose_goes(sentence: str, value: str) -> None:
    before, after = sentence.split("{}")

    result = redact(sentence.format(value)).text

    assert value not in result
    assert result.startswith(before)
    assert result.endswith(after)


def test_talk_about_secrets_stays() -> None:
    text = (
        "The password reset flow is done; the token expiry test is red. Password hashing moved to argon2id.\n"
        "Пароль скидання вже у плані RIG-98. 密码重置流程已完成，令牌预算为 28200。 token budget: 2600\n"
        "The key is in `src/services/restore_protocol/audit_v2.py`, secret scanning is on since 2026-10-18.\n"
    )

    assert found(prose.spans, text) == []


COMMANDS = (
    "mysql -u app -p{} shop",
    "sshpass -p '{}' ssh host",
    "curl -u app:{} https://api.example.test",
    "redis-cli -h cache -a {} ping",
    "docker login -u x -p {} registry.example.test",
    "machine api.example.test login app password {}",
    "db.internal:5432:rig:app:{}",
    "ALTER USER app WITH PASSWORD '{}';",
    "CREATE USER x IDENTIFIED BY '{}';",
    "openssl rsa -passin pass:{}",
    "echo {} | docker login --password-stdin",
    "sqlcmd -S db -U sa -P {} -Q x",
    "setx APP_TOKEN {}",
)


@pytest.mark.parametrize("idiom", COMMANDS)
def test_a_password_in_a_command_goes(idiom: str) -> None:
    value = password(idiom)

    assert value in found(commands.spans, idiom.format(value))


def test_commands_without_secrets_stay() -> None:
    text = (
        'curl -u "$USER:$PASSWORD" https://x\nuvx pytest -q -p no:cacheprovider\ndocker run -p 8080:8080 rig\n'
        "psql -h db -U app -d rig\nmkdir -p build/out\nssh -p 2222 host\n"
    )

    assert found(commands.spans, text) == []


def test_tables_lose_the_column_of_secrets_only() -> None:
    value = password("table")
    text = f"| Host | User | Password |\n|---|---|---|\n| db1 | app | {value} |\n| db2 | app | none |\n"

    assert found(tables.spans, text) == [value]


@pytest.mark.parametrize(
    ("head", "goes"),
    [
        ("API key", True),
        ("Access token", True),
        ("Client secret", True),
        ("Password", True),
        ("Key", False),
        ("Cache key", False),
        ("Request id", False),
        ("Idempotency key", False),
        ("Run", False),
    ],
)
def test_a_uuid_in_a_table_is_a_secret_where_its_column_says_so(head: str, goes: bool) -> None:
    value = str(uuid.UUID(int=0x6F1C2A9E47D34B0A9C15E3A8D27B60F4))
    text = f"| Service | {head} |\n|---|---|\n| plants | {value} |\n"

    assert found(tables.spans, text) == ([value] if goes else [])


def test_base64_with_a_secret_inside_goes_and_harmless_base64_stays() -> None:
    hidden = base64.b64encode(f"DB_PASSWORD={made(16)}\n".encode()).decode()
    twice = base64.b64encode(f"x {hidden} y".encode()).decode()
    harmless = base64.b64encode(b"offset:1234 and a little more text").decode()
    digest = f"sha512-{base64.b64encode(bytes(range(64))).decode()}"

    assert found(base64_runs.spans, f"{hidden} {twice} {harmless} {digest}") == [hidden, twice]


def test_personal_data_goes_and_seats_and_remotes_stay() -> None:
    mail = "ada" + "@" + "lovelace.com"
    text = (
        f"{mail} orch-lead@openrig git@github.com:openrig/openrig.git dev@rig.example nick@example.org "
        "mongodb+srv://rig:pw@cluster0.mongodb.net 2026-10-18-orch-lead@openrig-5243fdcd.md checkout@v4.2.2\n"
    )

    assert found(personal.spans, text) == [mail]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("see /home/ada/code/x.py now", "see ~/code/x.py now"),
        ("/Users/ada/Library/x", "~/Library/x"),
        ("`C:\\Users\\ada\\AppData\\x`", "`~/AppData\\x`"),
        ("cd /home/ada", "cd ~"),
        ("https://example.net/home/ada/x", "https://example.net/home/ada/x"),
        ("/Users/Shared/x", "/Users/Shared/x"),
        ("~/home/ada/x", "~/home/ada/x"),
    ],
)
def test_home_paths_lose_the_name(given: str, expected: str) -> None:
    result = redact(given)

    assert result.text == expected
    assert result.secrets == ()
    assert redact(result.text).text == expected


def test_the_second_opinion_takes_the_whole_token_not_the_reported_value() -> None:
    token = "gh" + "p_" + made(80)

    assert found(detect_secrets_adapter.spans, f"x = '{token}'  # pragma: allowlist secret") == [token]


def test_every_plug_in_asked_for_exists_and_has_patterns() -> None:
    for module, *_ in detect_secrets_adapter._PLUGINS:
        assert detect_secrets_adapter._plugin(module).patterns
