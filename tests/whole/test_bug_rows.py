"""Failures that users of such tools met in public, through the whole flow: map in, page out.

Each row's id names its input folder; what is expected of the page stands there too.
"""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import made_secrets
import pytest
import scoring
from worlds import a_map, pages

ON_THE_PAGE = ["CP01", "CP02", "CP04", "CP05", "CP06", "MT03", "MT04"]
IN_THE_ARCHIVE = ["FM06", "RD02", "RD03", "RD04", "RD07", "RD11", "RD17"]
NOWHERE = ["RD02", "RD03", "RD04", "RD13", "RD14", "RD17"]


def distilled(project: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """Make the page of a text by the installed command."""
    (project / "map.md").write_bytes(text.encode("utf-8"))
    command = [sys.executable, "-m", "distill", "run", "map.md", "--engine", "extractive", "--json"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def page_of(project: Path, text: str) -> str:
    distilled(project, text)
    return pages(project)[0].read_text("utf-8")


def shown(text: str) -> str:
    """Give a text as a reader sees it: escapes undone."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text))


def surfaces(project: Path) -> str:
    """Put all that a run left behind into one text, names of files included; the map itself is not ours."""
    files = [p for top in ("wiki", ".distill") for p in (project / top).rglob("*") if p.is_file()]
    return "\n".join(f"{p.relative_to(project)}\n{p.read_text('utf-8', 'replace')}" for p in files)


@pytest.mark.parametrize("row", ON_THE_PAGE)
def test_the_page_carries_what_it_must_and_nothing_else(project: Path, row: str) -> None:
    text, expected = made_secrets.bug_input(row)

    page = shown(page_of(project, text))

    body = page.partition("\n# ")[2]
    assert [want for want in expected["must_contain"] if want not in body] == []
    assert [bad for bad in expected["must_not_contain"] if bad in body] == []


@pytest.mark.parametrize("row", IN_THE_ARCHIVE)
def test_the_archived_map_keeps_all_but_the_secrets(project: Path, row: str) -> None:
    text, expected = made_secrets.bug_input(row)

    distilled(project, text)

    archive = next((project / "wiki" / "maps").glob("*.md")).read_text("utf-8")
    assert [want for want in expected["must_contain"] if want not in archive] == []


@pytest.mark.parametrize("row", NOWHERE)
def test_no_secret_is_on_any_surface(project: Path, row: str) -> None:
    text, expected = made_secrets.bug_input(row)

    done = distilled(project, text)

    everything = surfaces(project) + done.stdout + done.stderr
    tokens = {
        "".join(parts) for parts in json.loads((made_secrets.BUGS / "RD-tokens.json").read_text("utf-8")).values()
    }
    assert expected["must_not_contain"]
    for value in expected["must_not_contain"]:
        assert value not in everything
        if value in tokens and "://" not in value:
            assert [w for w in made_secrets.left_of(value[12:], everything) if len(w) == 8] == []


def test_cp03_a_wait_for_a_person_is_an_open_item_that_says_so(project: Path) -> None:
    text = (made_secrets.BUGS / "CP03" / "map.md").read_text("utf-8")

    entries = scoring.entries_of(shown(page_of(project, text)))

    waiting = [entry for entry in entries["Open Items"] if "PLT-19" in entry]
    assert len(waiting) == 1
    assert "owner" in waiting[0]
    assert re.search("WAIT|blocked", waiting[0])


@pytest.mark.parametrize("name", ["map_pt.md", "map_ja.md"])
def test_cp12_headings_are_english_and_the_body_is_the_maps(project: Path, name: str) -> None:
    text, expected = made_secrets.bug_input("CP12", name)

    page = shown(page_of(project, text))

    assert [want for want in expected["must_contain"] if want not in page] == []
    assert [bad for bad in expected["must_not_contain"] if bad in page] == []
    assert {"map_pt.md": "a API de chuva responde 503 aos domingos", "map_ja.md": "日曜日に雨APIが503を返す"}[
        name
    ] in page


def test_mt05_a_strangers_order_is_no_item(project: Path) -> None:
    text, expected = made_secrets.bug_input("MT05")

    entries = scoring.entries_of(shown(page_of(project, text)))

    said = [e for bullets in entries.values() for e in bullets for bad in expected["must_not_contain"] if bad in e]
    assert [e for e in said if not re.search(r'fetched text|"', e)] == []
    assert not any("remember this rule" in e for e in entries["Constraints"] if "fetched" not in e)


@pytest.mark.parametrize("name", ["map_crlf.md", "map_mixed.md", "map_cr.md"])
def test_fm05_line_ends_change_nothing(tmp_path: Path, name: str) -> None:
    data = (made_secrets.BUGS / "FM05" / name).read_bytes().decode("utf-8")
    made = []
    for number, text in enumerate((data, re.sub(r"\r\n|\r", "\n", data))):
        project = tmp_path / str(number)
        (project / ".git").mkdir(parents=True)
        made.append(page_of(project, text).partition("\n# ")[2])

    assert made[0] == made[1]
    assert "PLT-19" in made[0]


def test_fm04_a_byte_order_mark_hides_nothing_and_stays_out(project: Path) -> None:
    page = page_of(project, (made_secrets.BUGS / "FM04" / "map_bom.md").read_bytes().decode("utf-8"))

    assert "PLT-19" in page
    assert "\ufeff" not in surfaces(project)


def test_fm12_terminal_codes_are_gone_and_the_words_stay(project: Path) -> None:
    text = (
        "# Restore map - \x1b[31mlead\x1b[0m@plantshop\n\n## Done\n- retries \x1b[32mmended\x1b[0m\x07\n- nul"
        " \x00 x\x08y\n"
    )

    page = page_of(project, text)

    assert "retries mended" in page
    assert "lead@plantshop" in pages(project)[0].name
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]|\[3[0-9]m", surfaces(project))


def test_ap18_half_an_emoji_is_replaced(project: Path) -> None:
    (project / "map.md").write_bytes(
        "# Map\n\n## Done\n- cut emoji \ud83d here (#12)\n".encode("utf-8", "surrogatepass")
    )
    subprocess.run([sys.executable, "-m", "distill", "run", "map.md"], cwd=project, check=True, capture_output=True)

    page = pages(project)[0].read_bytes().decode("utf-8")
    assert re.search("cut emoji \ufffd+ here", page)
    assert "could not be read as UTF-8" in page


def test_rd09_a_picture_in_base64_is_gone_as_a_whole(project: Path) -> None:
    import base64
    import hashlib

    data = base64.b64encode(b"".join(hashlib.sha256(str(i).encode()).digest() for i in range(72))).decode()
    wrapped = "\n".join(data[i : i + 64] for i in range(0, 600, 64))
    picture = f"![x](data:image/png;base64,{data})"
    distilled(
        project,
        f"# Restore map - a@b\n\n{picture}\n\nafter the picture\n\n{wrapped}\n\nafter the certificate\n",
    )

    archive = next((project / "wiki" / "maps").glob("*.md")).read_text("utf-8")
    assert "after the picture" in archive
    assert "after the certificate" in archive
    assert not re.search(r"[A-Za-z0-9+/]{40}", archive)


def test_mt02_our_own_pages_are_never_distilled_again(project: Path) -> None:
    text = a_map(age_s=30)
    (project / "restore-maps").mkdir()
    (project / "restore-maps" / "map-lead.md").write_text(text)
    page = page_of(project, text)
    (project / "restore-maps" / "page-copy-map.md").write_text(page)
    os.utime(project / "restore-maps" / "map-lead.md", (1, 1))

    done = subprocess.run(
        [sys.executable, "-m", "distill", "run", "--json"], cwd=project, capture_output=True, text=True, check=True
    )

    assert json.loads(done.stdout)["results"][0]["reason"] == "duplicate"
    assert len(pages(project)) == 1


def test_mt09_each_map_has_a_page_of_its_own_and_keeps_it(project: Path) -> None:
    made: dict[str, bytes] = {}
    sessions = ("7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90", "7c1f0a52-ffff-4fff-8fff-ffffffffffff")
    for session in sessions:
        for ticket in ("PLT-1", "PLT-2", "PLT-3"):
            distilled(project, a_map(session=session, ticket=ticket))
            assert all((project / "wiki" / "sessions" / name).read_bytes() == data for name, data in made.items())
            made = {p.name: p.read_bytes() for p in pages(project)}

    assert len(made) == 6


def test_mt19_twenty_seats_at_once_have_twenty_pages(project: Path) -> None:
    names = []
    for number in range(20):
        path = project / f"m{number}.md"
        path.write_text(a_map(f"seat{number}@shop"))
        names.append(path.name)
    running = [
        subprocess.Popen([sys.executable, "-m", "distill", "run", name], cwd=project, stdout=subprocess.DEVNULL)
        for name in names
    ]
    assert [process.wait(timeout=100) for process in running] == [0] * 20

    assert len(pages(project)) == 20
    journal = (project / ".distill" / "journal.log").read_text("utf-8").splitlines()
    assert len([line for line in journal if "outcome=written" in line]) == 20
