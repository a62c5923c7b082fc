"""What hides a secret from patterns hides it from nobody else: look-alikes, invisible characters, escapes."""

import made_secrets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.redaction import shadows
from distill.redaction.redactor import redact

VALUE = made_secrets.made(24, "shadow")
TOKEN = "gh" + "p_" + made_secrets.made(36, "shadow")


def wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


HIDDEN = {
    "full width name": f"{wide('API_KEY')}＝{VALUE}；ok",
    "full width all": f"{wide('API_KEY=' + VALUE)}；ok",
    "zero width in the name": f"DB_PASS\u200bWORD={VALUE}\nok",
    "soft hyphen in the name": f"pass\u00adword: {VALUE}\nok",
    "cyrillic in the name": f"DB_P\u0410SSW\u041eRD={VALUE}\nok",
    "zero width in the value": f"TOKEN={VALUE[:12]}\u200b{VALUE[12:]}\nok",
    "zero width in a token": f"used {TOKEN[:20]}\u2060{TOKEN[20:]} ok",
    "percent": "log " + "".join(f"%{ord(c):02x}" for c in TOKEN) + " ok",
    "hexadecimal escapes": "log " + "".join(f"\\x{ord(c):02x}" for c in TOKEN) + " ok",
    "unicode escapes": "log " + "".join(f"\\u{ord(c):04x}" for c in TOKEN) + " ok",
    "decimal entities": "log " + "".join(f"&#{ord(c)};" for c in TOKEN) + " ok",
    "quoted printable": f"API_KEY=3D{VALUE}\nok",
}


@pytest.mark.parametrize("form", HIDDEN)
def test_what_reads_as_a_secret_goes(form: str) -> None:
    result = redact(HIDDEN[form]).text

    assert "REDACTED-" in result
    for value in (VALUE, TOKEN[4:]):
        assert made_secrets.left_of(value, shadows.plain(result)) == []
    assert result.endswith("ok")
    assert redact(result).text == result


def test_a_value_read_in_a_shadow_goes_where_it_stands_bare_too() -> None:
    assert VALUE not in redact(f"DB_PASS\u200bWORD={VALUE}\n\nwhat was {VALUE} for?").text
    split = f"{VALUE[:12]}\u200b{VALUE[12:]}"
    assert VALUE not in redact(f"API_TOKEN={split}\n\nwhat was {VALUE} for?").text


HARMLESS = (
    "Ｗｉｄｅ letters, 50％ off, ｋｅｙ of the map",
    "к\u0435y и сервер: да",
    "https://example.net/a%20b%2Fc?q=%D0%BA%D0%BB%D1%8E%D1%87",
    "C:\\x41\\u0041 &#65; a=3D",
    "soft\u00adhyphen and zero\u200bwidth",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_lines_stay_as_they_are(text: str) -> None:
    assert redact(text).text == text


@given(st.text(alphabet="aA1 \n%4\\u0х\u200bｆ=&#;", max_size=80))
def test_every_span_of_a_shadow_has_its_place(text: str) -> None:
    shadow = shadows.shadow_of(text)

    for at in range(len(shadow.text)):
        place = shadow.given(shadows.Span(at, at + 1, "x"))
        assert place is None or 0 <= place.start <= place.end <= len(text)
