"""Strings that code puts together are read as one; strings that only stand side by side are not."""

import made_secrets
import pytest

from distill.redaction import pieces, vendor_patterns
from distill.redaction.redactor import redact

TOKEN = (
    made_secrets.hexadecimal(32, "a") + "-" + made_secrets.hexadecimal(8, "b") + "-" + made_secrets.hexadecimal(8, "c")
)
JOINTS = ('" + "', '"\n       "', '" +\n    "', '" . "', '" & "', '" \\\n  "')


@pytest.mark.parametrize("joint", JOINTS)
@pytest.mark.parametrize("cut", [6, 20, 36])
def test_a_token_in_pieces_goes(joint: str, cut: int) -> None:
    result = redact(f'tok = ("{TOKEN[:cut]}{joint}{TOKEN[cut:]}")\nrun()\n').text

    assert result.startswith("tok = (")
    assert result.endswith(")\nrun()\n")
    assert made_secrets.left_of(TOKEN[:cut], result) == made_secrets.left_of(TOKEN[cut:], result) == []


@pytest.mark.parametrize("joint", ['", "', '": "', "'+\"", '"\n"'])
def test_other_strings_side_by_side_are_not_joined(joint: str) -> None:
    detectors = [("vendor-patterns", vendor_patterns.spans)]

    assert list(pieces.spans(f'f("{TOKEN[:20]}{joint}{TOKEN[20:]}")', detectors)) == []
