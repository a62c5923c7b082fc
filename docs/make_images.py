"""Take the pictures of the site that the docs show: `python docs/make_images.py`, with chromium installed."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT / "tests"))
SESSION = "sessions/2026-11-12-lead%40lantern-37727108/"
MAP = "maps/2026-11-12-lead%40lantern-37727108/#L18"
SHOTS = {
    "session-page": (SESSION, (1100, 760), "light"),
    "session-page-dark": (SESSION, (1100, 760), "dark"),
    "session-page-phone": (SESSION, (390, 760), "light"),
    "archived-map-phone-dark": (MAP, (390, 760), "dark"),
}


def main() -> None:
    """Build the example wiki and take the pictures."""
    from browser import Tab, chromium, served  # noqa: PLC0415 - of the tests, which are on the path only now

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        (root / ".git").mkdir()
        shutil.copytree(ROOT / "wiki", root / "wiki")
        shutil.copy(ROOT / "mkdocs.yml", root)
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict"], cwd=root, env=environment, check=True)
        with served(root / "site") as base, chromium() as browser:
            for name, (path, (width, height), scheme) in SHOTS.items():
                tab = Tab(browser, base, viewport={"width": width, "height": height}, color_scheme=scheme)
                page = tab.open(path)
                page.wait_for_timeout(400)
                page.screenshot(path=str(IMAGES / f"{name}.png"))
                tab.close()


if __name__ == "__main__":
    main()
