"""The plug-in's launcher in a copy of the repository without an environment, as a marketplace hands it out."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from worlds import (
    HOOK,
    REPOSITORY,
    a_map,
    an_event,
    ends_well,
    fire,
    journal,
    outcomes,
    pages,
    put_map,
    wait_for,
    wait_for_empty_spool,
)


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("the plug-in's cache") / "0.1.0"
    for name in ("hooks", "distill"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Make a folder for PATH with what a launcher may call, and a `python3` without our packages."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("sh", "readlink"):
        (folder / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    script(folder / "python3", f'exec "{tmp_path / "bare" / "bin" / "python"}" "$@"')
    return folder


def script(path: Path, text: str, first: str = "#!/bin/sh") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{first}\n{text}\n")
    path.chmod(0o755)


def launch(plugin: Path, project: Path, programs: Path, **env: str) -> None:
    put_map(project, a_map())
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{plugin}"/hooks/hook'],
        input=json.dumps(an_event(project)).encode() + b"\n",
        env={"PATH": str(programs), **env},
        capture_output=True,
        timeout=30,
        check=False,
    )
    ends_well(done)


def test_the_interpreter_in_the_first_line_of_an_installed_distill_is_taken(
    plugin: Path, project: Path, programs: Path
) -> None:
    script(programs / "distill", "raise SystemExit('not to be run')", first=f"#!{sys.executable}")

    launch(plugin, project, programs)

    wait_for(project, "written")
    assert outcomes(project)[0] == "dispatched"


def test_a_link_into_an_environment_leads_to_its_interpreter(
    plugin: Path, project: Path, programs: Path, tmp_path: Path
) -> None:
    environment = tmp_path / "an environment (ü)" / "bin"
    script(environment / "distill", "'''exec' \"what a long path looks like\"")
    script(environment / "python", f'exec "{sys.executable}" "$@"')
    (programs / "distill").symlink_to(environment / "distill")

    launch(plugin, project, programs)

    wait_for(project, "written")


def test_a_distill_that_is_not_on_path_is_found_in_the_home(
    plugin: Path, project: Path, programs: Path, tmp_path: Path
) -> None:
    script(tmp_path / "home" / ".local" / "bin" / "distill", "", first=f"#!{sys.executable}")

    launch(plugin, project, programs, HOME=str(tmp_path / "home"))

    wait_for(project, "written")


@pytest.mark.parametrize("first", ["#!/usr/bin/env node", "\x7fELF\x02\x01\x01", "#!/nonexistent/python3", ""])
def test_another_program_named_distill_is_not_run_and_in_nobodys_way(
    plugin: Path, project: Path, programs: Path, first: str
) -> None:
    script(programs / "distill", "echo not to be run", first=first)

    launch(plugin, project, programs)

    wait_for(project, "skipped:no-interpreter")


def test_without_the_packages_an_event_waits_for_the_next_worker(plugin: Path, project: Path, programs: Path) -> None:
    launch(plugin, project, programs)
    assert "has no module" in wait_for(project, "skipped:no-interpreter")[0]["detail"]
    assert len(list((project / ".distill" / "spool").glob("*.json"))) == 1
    assert not pages(project)

    fire(an_event(project))

    wait_for(project, "written")
    wait_for(project, "skipped:duplicate")
    wait_for_empty_spool(project)


def test_an_interpreter_that_is_too_old_stores_the_event(project: Path) -> None:
    shim = Path(HOOK[-1])
    code = "import sys, runpy; sys.version_info = (3, 9, 6); runpy.run_path(sys.argv[1])"

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(shim)],
        input=json.dumps(an_event(project)).encode(),
        capture_output=True,
        timeout=30,
        check=False,
    )

    ends_well(done)
    assert [(row["reason"], row["spooled"]) for row in journal(project)] == [("no-interpreter", "1")]
    assert len(list((project / ".distill" / "spool").glob("*.json"))) == 1


def test_two_events_that_waited_and_a_third_make_one_page(plugin: Path, project: Path, programs: Path) -> None:
    for _ in range(2):
        launch(plugin, project, programs)
    wait_for(project, "skipped:no-interpreter", count=2)

    fire(an_event(project))

    wait_for(project, "written")
    assert len(pages(project)) == 1


@pytest.mark.parametrize("byte", [b"x", b"\0"])
def test_another_program_of_that_name_is_not_read_to_its_end(
    plugin: Path, project: Path, programs: Path, byte: bytes
) -> None:
    other = programs / "distill"
    other.write_bytes(byte * 3_000_000)
    other.chmod(0o755)
    began = time.monotonic()

    launch(plugin, project, programs)

    assert time.monotonic() - began < 5
    wait_for(project, "dispatched")
