"""Take each detector away in turn and see tests fail: `python bench/redaction_mutants.py [MODULE…]`.

The self-test is switched off meanwhile, since it would notice each time. Exit status 1 when a detector is not missed.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = tuple(sys.argv[1:]) or (
    "private_keys", "vendor_tokens", "vendor_patterns", "urls", "headers", "assignments", "tables", "prose",
    "hex_secrets", "unknown_vendors", "pieces", "commands", "base64_runs", "personal",
    "detect_secrets_adapter", "shadows", "propagation", "private_blocks", "ip_addresses", "own_rules",
)  # fmt: skip
MUTANT = """
import importlib, sys, pytest
gone = importlib.import_module("distill.redaction." + sys.argv[1])
gone.spans = lambda *given, **more: iter(())  # before the registry is read
from distill.redaction import canaries
canaries.check = lambda redact: None
sys.exit(pytest.main(["-n0", "-qx", "-p", "no:cacheprovider", "-k", "not rd12", "tests/redaction"]))
"""


def main() -> int:
    """Try every mutant; print which were noticed."""
    missed = 0
    for module in MODULES:
        done = subprocess.run(
            [sys.executable, "-c", MUTANT, module], cwd=ROOT, check=False, capture_output=True, text=True
        )
        noticed = done.returncode == 1
        missed += not noticed
        print(f"{module:24} {'noticed' if noticed else 'NOT NOTICED'}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
