"""What the first change under `mkdocs serve` needs is loaded before it comes."""

import subprocess
import sys

PROGRAM = """
import sys
from mkdocs.config import load_config
from distill.mkdocs_site import ahead
assert "distill.redaction.rules" not in sys.modules
ahead.prepare(load_config("mkdocs.yml")).join()
before = set(sys.modules)
from distill.mkdocs_site.refusal import looked_at, looks_clean
assert looked_at().known
import distill.mkdocs_site.lookup
assert looks_clean(b"Another page.", load_config("mkdocs.yml"))
print(sorted(name for name in set(sys.modules) - before if name.startswith("distill")))
"""


def test_the_rules_and_the_search_are_loaded(tmp_path):
    (tmp_path / "wiki").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: x\ndocs_dir: wiki\ntheme: mkdocs\nplugins: [distill]\n", "utf-8")
    ran = subprocess.run([sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "[]\n"), ran.stderr
