"""More places of secrets and more harmless text: what a third reading of code, shells and talk brought up."""

import made_secrets
import pytest

from distill.redaction.redactor import redact

VALUE = made_secrets.made(24, "more")
HEX = made_secrets.hexadecimal(64, "more")
PHRASE = " ".join(made_secrets.made(4, n, "bcdfghjkmnpqrstvwxz") for n in range(4))
PLACES = (
    "const k = process.env.ACME_API_KEY || '{}';",
    'const k = process.env.ACME_API_KEY ?? "{}";',
    "ENV['ACME_API_KEY'] ||= '{}'",
    'key = os.environ.get("ACME_API_KEY") or "{}"',
    'builder.Configuration["ACME_API_KEY"] = @"{}";',
    'api_key = r"{}"',
    "<key>ACME_API_KEY</key>\n<string>{}</string>",
    "API_KEY:\u00a0{}\nnext",
    "API_KEY:\u202f{}\nnext",
    "aws ssm put-parameter --name /prod/x --value '{}' --type SecureString",
    "az keyvault secret set --vault-name v --name n --value {} -o none",
    'echo "{}" | gh secret set ACME_API_KEY',
    "echo {} | fly secrets set X=-",
    "app:{}@tcp(db.internal:3306)/shop?parseTime=true",
    "Use {} as the Acme token until Friday.",
    "Ana used the Acme key ({}) on Monday.",
    "The unseal key for staging:\n\n```\n{}\n```\n\nNext: deploy.",
    "ENV adminPassword {}\nRUN make",
    "git clone https://x-access-token:{}@git.internal/acme/api.git",
    "pip install --index-url https://__token__:{}@pkg.internal/simple acme",
    "Passordet er {} til fredag.",
    "Adgangskoden er {} indtil fredag.",
    "รหัสผ่านคือ{} นะ",
    "Ключ API:{};действует",
)
SIGNS = ("{}&maple{}", "{}$maple{}", "{})maple{}", "{}(maple!{}", "{}%maple{}")
HARMLESS = (
    f"cache hit for key `Linux-npm-{HEX}`",
    f"restore-keys: Linux-uv-{HEX[:32]}-",
    f"uid sha256 of the token file: {HEX}",
    f"the md5 of the key file is {HEX[:32]}",
    "password_encryption = scram-sha-256",
    "the key is `user:{id}:profile:v2`",
    "パスワードは1Passwordにあります。",
    "-" * 5 + "BEGIN CERTIFICATE" + "-" * 5 + " is what nginx wants",
    "api_token: ${TOKEN}\nserver.port=8080",
    "the field `access\\_token` of `user\\_id` is new",
    "let key = a || 'none';",
    "Use jsonwebtoken as the token library.",
    "the refresh token (expires in an hour) is kept",
)


@pytest.mark.parametrize("place", PLACES)
def test_the_value_goes_and_its_surroundings_stay(place: str) -> None:
    before, after = place.split("{}")

    result = redact(before + VALUE + after).text

    assert made_secrets.left_of(VALUE, result) == []
    assert result.startswith(before)
    assert result.endswith(after)


@pytest.mark.parametrize("form", SIGNS)
@pytest.mark.parametrize(
    "place", ["DB_PASSWORD={}\nnext", "curl -u 'admin:{}' https://x.internal", "PGPASSWORD: {}\nnext"]
)
def test_a_sign_within_a_password_does_not_end_it(form: str, place: str) -> None:
    value = form.format(VALUE[:9], VALUE[9:18])
    before, after = place.split("{}")

    result = redact(before + value + after).text

    assert made_secrets.left_of(value, result) == []
    assert result.endswith(after)


def test_but_the_next_pair_does() -> None:
    assert redact(f"POST grant=x&token={VALUE}&page=2").text.endswith("&page=2")
    assert redact(f"TOKEN={VALUE};make all").text == "TOKEN=REDACTED-token-1;make all"
    assert redact(f"TOKEN={VALUE}&& make all").text.endswith("&& make all")


@pytest.mark.parametrize("separator", [" ", "-"])
def test_an_app_password_of_four_groups_goes(separator: str) -> None:
    value = PHRASE.replace(" ", separator)

    for text in (f"GMAIL_APP_PASSWORD={value}\nok", f'app password: "{value}" ok', f"App-Password is `{value}` ok"):
        assert value not in redact(text).text
    assert redact("the app password is four words of four").text == "the app password is four words of four"


def test_a_token_goes_on_in_a_box_and_behind_a_backslash() -> None:
    token = "gl" + "pat-" + made_secrets.made(40, "box")

    boxed = redact(f"│ {token[:24]} │\n│ {token[24:]} │\n╰───╯ next").text
    wrapped = redact(f"export T={token[:24]}\\\n{token[24:].lower()}\nmake").text

    assert made_secrets.left_of(token[6:24], boxed) == made_secrets.left_of(token[24:], boxed) == []
    assert boxed.endswith("╰───╯ next")
    assert made_secrets.left_of(token[24:].lower(), wrapped) == []
    assert wrapped.endswith("\nmake")


def test_markdown_escapes_do_not_hide_a_token() -> None:
    token = "gh" + "p_" + made_secrets.made(36, "escaped")

    assert made_secrets.left_of(token[4:], redact(f"it is {token.replace('_', chr(92) + '_')} today").text) == []


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_stays(text: str) -> None:
    assert redact(text).text == text


def test_beyond_two_thousand_commands_the_rest_of_a_line_goes_too() -> None:
    values = [made_secrets.made(10, n) for n in range(2100)]

    result = redact("".join(f"curl -u 'a:{value}' x " for value in values) + "\n\nnext").text

    assert result.endswith("\n\nnext")
    assert [value for value in values if value in result] == []
