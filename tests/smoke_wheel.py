"""Build the wheel, install it into a fresh environment, and use it from another folder."""

import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def run(*command: object, cwd: Path) -> str:
    """Run a command, show what it says when it fails, and return its stdout."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def main() -> None:
    """Build, install, demonstrate."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", work, cwd=REPOSITORY)
        wheel = next(work.glob("distill_wiki-*.whl"))
        run(sys.executable, "-m", "venv", work / "venv", cwd=work)
        python = work / "venv" / "bin" / "python"
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--require-hashes", "-r", REPOSITORY / "requirements" / "run.txt", cwd=work)
        run(*pip, "--no-deps", wheel, cwd=work)
        version = run(work / "venv" / "bin" / "distill", "--version", cwd=work).strip()
        page = run(work / "venv" / "bin" / "distill", "demo", "--dir", work / "demo", cwd=work)
        if "## Open Items" not in page or not (work / "demo" / "site" / "index.html").is_file():
            sys.exit(f"the demonstration made no page or no site:\n{page}")
        print(f"wheel: {wheel.name} installs and works ({version})")


if __name__ == "__main__":
    main()
