"""Secrets of a map leave no trace in any file that a whole run makes: hook, worker, page, journal, built site."""

import base64
import gzip
import json
import urllib.parse
from html import escape
from pathlib import Path

import made_secrets
import pytest
from sites import build_site, new_wiki
from worlds import a_map, an_event, fire, put_map, wait_for

CODED = {
    "bare": lambda v: v,
    "percent": lambda v: urllib.parse.quote(v, safe=""),
    "json": lambda v: json.dumps(v)[1:-1],
    "html": escape,
    "base64": lambda v: base64.b64encode(v.encode()).decode().rstrip("="),
    "hexadecimal": lambda v: v.encode().hex(),
    "capitals": str.upper,
}
PREFIXED = {"github": "gh" + "p_", "anthropic": "sk-" + "ant-api03-", "unknown": "acme_pat_"}


def planted(seed: int) -> dict[str, str]:
    """Make the values, by where they stand in the map."""
    values = {name: made_secrets.made(36, f"{name}{seed}") for name in (*PREFIXED, "key", "prose", "url", "private")}
    return values | {"password": made_secrets.password(seed)}


def written(values: dict[str, str]) -> str:
    """Write them where people write secrets, one of them again in every encoding."""
    lines = [f"- Done: called it with {prefix}{values[name]}, 200" for name, prefix in PREFIXED.items()]
    again = [f"- Done: {name} reads {code(values['key'])} (#41)" for name, code in CODED.items()]
    return "\n".join(
        [
            "",
            "## Done",
            *lines,
            f"- Decision: keep API_KEY={values['key']}. Why: it works. Rejected: DB_PASSWORD={values['password']}",
            *again,
            "## Open",
            f"- [ ] PLT-7 the admin password is {values['prose']}, rotate it",
            f"- [ ] PLT-8 move https://app:{values['url']}@db.example.net/plants",
            f"<private>ask {values['private']} about it</private>",
            "",
        ]
    )


def everything(root: Path, source: Path) -> str:
    """Read every file below a folder, names too, but for the map itself."""
    texts = []
    for path in root.rglob("*"):
        if path.is_file() and path != source and ".git" not in path.parts:
            data = path.read_bytes()
            texts += [str(path), (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", "replace")]
    return "\n".join(texts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_run_of_eight_characters_survives_anywhere(project: Path, seed: int) -> None:
    values = planted(seed)
    new_wiki(project)
    source = put_map(project, a_map(extra=written(values)))

    fire(an_event(project))
    wait_for(project, "written")
    built = build_site(project)
    assert built.code == 0, built.output
    left = everything(project, source)

    assert "search_index" in left
    assert "REDACTED-" in left
    for name, value in values.items():
        for code in CODED.values():
            assert made_secrets.left_of(code(value), left) == [], name
