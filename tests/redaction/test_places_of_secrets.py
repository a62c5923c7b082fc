"""Places where people write secrets, beyond the layers' own: languages, code, pieces put together, halves of a pair."""

import made_secrets
import pytest

from distill.redaction.redactor import redact

VALUE = made_secrets.made(20, "places")
PHRASE = "copper-falcon-quartz-" + "71"
PLACES = (
    "รหัสผ่าน: {} ห้ามแชร์",
    "Kata sandi server adalah {} sampai Jumat",
    "Lozinka za bazu je {} do petka",
    "登录口令：{}。下一步评审",
    "通行碼：{}，請勿提交",
    "رمز عبور: {} تا جمعه",
    'let api_key: &str = "{}";',
    'client.setApiKey("{}");',
    "<tr><td>API_KEY</td><td>{}</td><td>x</td></tr>",
    "expected api_key to be '{}' but got None",
    "- API key - {}\n- next",
    "The API key is:\n\n{}\n\nnext",
    "ssh in as app pass {} then",
    "creds for staging: app / {} ok",
    "Login: app / {}\nHost: db",
    "used acme_pat_{} today",
    '{{"name": "Set-Cookie", "value": "session_id={}"}}',
)


@pytest.mark.parametrize("place", PLACES)
def test_the_value_goes_and_what_stands_around_it_stays(place: str) -> None:
    before, after = place.replace("{{", "{").replace("}}", "}").split("{}")

    result = redact(before + VALUE + after).text

    assert made_secrets.left_of(VALUE, result) == []
    assert result.startswith(before)
    assert result.endswith(after)


@pytest.mark.parametrize("place", ["密码：{}。", "Mật khẩu là: {} nhé", "הסיסמה: {} עד", "The password is {} now"])
def test_beside_the_word_for_a_password_words_and_numbers_are_one(place: str) -> None:
    assert PHRASE not in redact(place.format(PHRASE)).text


def test_pieces_of_a_string_go_together() -> None:
    for joint in ('" + "', '" .\n  "', '"\n  "', "\\\n"):
        quote = '"' if '"' in joint else ""
        result = redact(f"API_KEY={quote}{VALUE[:10]}{joint}{VALUE[10:]}{quote}\nrun()\n").text
        assert made_secrets.left_of(VALUE[:10], result) == made_secrets.left_of(VALUE[10:], result) == [], joint
        assert result.endswith("run()\n")


def test_two_strings_are_not_joined() -> None:
    assert redact(f'f(api_key="{VALUE}", "other9Text1")').text == 'f(api_key="REDACTED-api-key-1", "other9Text1")'


def test_a_bracket_within_a_value_does_not_end_it() -> None:
    value = f"{VALUE[:9]}(k9){VALUE[9:]}"

    assert made_secrets.left_of(value, redact(f"SECRET_KEY={value}\n").text) == []
    assert redact("token = get(config)\nsecret = hashlib.sha256(data).hexdigest()").findings == ()


HARMLESS = (
    "arn:aws:secretsmanager:eu-central-1:723541151352:secret:rig/db-VbU4P7",
    "key: linux-node-" + made_secrets.hexadecimal(64),
    "the cache key is " + made_secrets.hexadecimal(40),
    "password hashing: argon2id, m=64MiB",
    "| E2B_API_KEY | set | by the vault |",
    "password: %(db_password)s",
    "Пароль: rig.redis.cache.example.net:6380 недоступен",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert redact(text).text == text
