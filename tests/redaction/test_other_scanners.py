"""Our detectors inside detect-secrets, and kingfisher's rules inside ours."""

import json
import subprocess
import sys
from pathlib import Path

import made_secrets
import pytest

from distill.errors import RedactionError
from distill.model import RedactionPolicy
from distill.redaction import detect_secrets_plugins, kingfisher_adapter
from distill.redaction.redactor import redact

TOKEN = "hv" + "s." + made_secrets.made(40)
LINES = f"used {TOKEN}\nпароль до стенду: {made_secrets.made(14)} — далі\ncommit {made_secrets.hexadecimal(40)}\n"


def test_they_run_in_the_command_line_of_detect_secrets(tmp_path: Path) -> None:
    (tmp_path / "map.md").write_text(LINES, "utf-8")
    command = [sys.executable, "-m", "detect_secrets", "scan", "-n", "--all-files", "."]
    command += ["-p", detect_secrets_plugins.__file__]

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)

    found = {(f["type"], f["line_number"]) for f in json.loads(done.stdout)["results"]["map.md"]}
    assert {("Vendor Token (distill)", 1), ("Secret in Prose (distill)", 2)} <= found
    assert not any(kind.endswith("(distill)") and line == 3 for kind, line in found)


@pytest.mark.skipif(not kingfisher_adapter.is_installed(), reason="kingfisher's SDK is not installed")
def test_kingfishers_rules_are_asked_where_the_settings_say_so() -> None:
    token = "gh" + "p_" + made_secrets.made(36)
    text = f"GITHUB_TOKEN={token} at {made_secrets.hexadecimal(40)}, no more"

    assert [text[s.start : s.end] for s in kingfisher_adapter.spans(text)] == [token]
    assert redact(text, policy=RedactionPolicy(deep=True)).text == redact(text).text


@pytest.mark.skipif(kingfisher_adapter.is_installed(), reason="kingfisher's SDK is installed")
def test_without_the_sdk_the_setting_is_an_error_and_nothing_passes() -> None:
    with pytest.raises(RedactionError, match=r"Install distill-wiki\[deep\]"):
        redact("any text", policy=RedactionPolicy(deep=True))
