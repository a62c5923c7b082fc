"""Measure the offline estimate of tokens against a tokenizer, and find its weights anew.

python -m venv V && V/bin/pip install ctok numpy    # Python 3.12 or later; `ctok` ships its vocabulary in the wheel
PYTHONPATH=. V/bin/python bench/tokens.py [--po FOLDER] [--code FOLDER] [--fit]

`ctok` is a reconstruction of the tokenizer of the Claude models by others, exact on 250 held-out programs in its own
tests; there is no other way to count offline. The texts: the maps and documents of this repository by language, code
and data below `--code` (a virtual environment, say), translations below `--po` (Django's `conf/locale`, say) for more
scripts, and made ones: hashes, base64, logs, digits, emoji, drawn boxes. `--fit` prints weights, and the errors that
weights found on four fifths of the texts have on the last fifth.
"""

import argparse
import base64
import hashlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distill.tokens import estimate, shapes

REPOSITORY = Path(__file__).parent.parent
MOST = 30_000
"""Characters of one text."""
PER_KIND = 60
FAMILY = "4.8"
"""The newest family that the reference knows; a message adds six tokens to it."""
FRAME = 6
FOLDS = 5
CODE = {
    ".py": "python", ".js": "javascript", ".css": "css", ".json": "json", ".toml": "toml", ".html": "html",
    ".c": "c", ".h": "c", ".sh": "shell", ".ts": "typescript", ".yaml": "yaml", ".rs": "rust", ".go": "go",
}  # fmt: skip
PARTS = {
    "word": "r", "basic": "u1", "long": "u1", "capital": "r", "capitals": "r u1", "digits": "r u3", "newline": "r",
    "blank": "r", "blanks": "r u16", "tabs": "r u1", "rule": "r u16", "mark": "r", "latin": "u1", "cyrillic": "u1",
    "greek": "u1", "hebrew": "r u1", "arabic": "r u1", "indic": "r u1", "georgian": "r u1", "thai": "r u1",
    "kana": "r u1", "han": "r u1", "hangul": "r u1", "typographic": "r u1", "wide": "u1", "symbol": "u1",
    "emoji": "u1", "other": "u1",
}  # fmt: skip
"""What each class may cost: r once a run, uN for each begun group of N characters."""
FLOOR = {("digits", "u3"): 0.7, ("rule", "u16"): 1.0, ("other", "u1"): 1.0, ("blanks", "u16"): 0.3}
"""The least that is believed, where long runs are too rare in the texts to tell."""


@dataclass(frozen=True)
class Sample:
    """A text, its kind, and its tokens as the reference counts them."""

    kind: str
    text: str
    tokens: int

    @property
    def fold(self) -> int:
        return int(hashlib.sha256(self.text.encode("utf-8", "replace")).hexdigest(), 16) % FOLDS


def main() -> None:
    """Measure, and fit when asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--po", type=Path, help="Folder with translations as LC_MESSAGES/*.po.")
    parser.add_argument("--code", type=Path, help="Folder with code and data.")
    parser.add_argument("--fit", action="store_true", help="Print weights, and their errors on texts left out.")
    args = parser.parse_args()
    samples = counted([*documents(), *code(args.code), *translations(args.po), *made()])
    table(samples, {id(s): float(estimate(s.text)) for s in samples})
    if args.fit:
        fitted(samples)


def counted(texts: list[tuple[str, str]]) -> list[Sample]:
    try:
        from ctok import token_count  # noqa: PLC0415 - no dependency of ours
    except ImportError:
        raise SystemExit((__doc__ or "").partition("`ctok` is")[0]) from None
    return [
        Sample(kind, text, tokens)
        for kind, text in texts
        if len(text) > 200 and (tokens := token_count(text, FAMILY) - FRAME) > 0
    ]


def documents() -> Iterator[tuple[str, str]]:
    for folder in ("tests/reference", "tests/fixtures/maps"):
        for path in sorted((REPOSITORY / folder).glob("*.md")):
            language = path.stem.partition("-")[0]
            yield f"map {language if len(language) == 2 else 'en'}", path.read_text("utf-8", "replace")[:MOST]
    for path in [*sorted((REPOSITORY / "docs").glob("*.md")), REPOSITORY / "README.md"]:
        yield "docs en", path.read_text("utf-8")[:MOST]
    for path in sorted((REPOSITORY / "distill").rglob("*.py")):
        yield "own python", path.read_text("utf-8")[:MOST]


def code(folder: Path | None) -> Iterator[tuple[str, str]]:
    found = defaultdict(list)
    for path in sorted(folder.rglob("*")) if folder else ():
        if path.suffix in CODE and path.is_file() and path.stat().st_size > 800:
            found[CODE[path.suffix]].append(path)
    for kind, paths in found.items():
        random.Random(kind).shuffle(paths)
        for path in paths[:PER_KIND]:
            yield kind, path.read_bytes()[:MOST].decode("utf-8", "ignore")


def translations(folder: Path | None) -> Iterator[tuple[str, str]]:
    by_language = defaultdict(list)
    for path in sorted(folder.rglob("LC_MESSAGES/*.po")) if folder else ():
        for match in re.finditer(r'^msgstr(?:\[\d\])? ((?:"[^\n]*"\n)+)', path.read_text("utf-8"), re.MULTILINE):
            text = "".join(re.findall(r'"(.*)"', match[1])).replace("\\n", "\n").replace('\\"', '"')
            by_language[path.parent.parent.name] += [text] if len(text) > 12 else []
    for language, texts in by_language.items():
        for half in (0, 1):
            joined = "\n".join(texts[half::2])[:12_000]
            if len(joined) > 1_500:
                yield f"translation {language}", joined


def made() -> Iterator[tuple[str, str]]:
    dice = random.Random(4)
    emoji = "🌱💧✅🛒🔥🚀🎉😀👍🏽❤️⭐🟢🔴⚠️📦🧪🐛🔧📝"
    boxes = "├──│└┌┐─═║╔╗█▓░▌→←↑↓⇒•·…—–“”„«»×÷±≈≤≥°µ§©™€£"  # noqa: RUF001
    for number in range(8):
        hashes = (hashlib.sha256(bytes([number, i])).hexdigest()[: 40 if number % 2 else 64] for i in range(60))
        yield "hashes", "\n".join(hashes)
        yield "base64", base64.encodebytes(dice.randbytes(3_000)).decode()
        yield "digits", "\n".join(f"{dice.randrange(10 ** dice.randrange(1, 9))},{dice.random()}" for _ in range(200))
        yield "log", "\n".join(logged(dice) for _ in range(60))
        yield "emoji", " ".join("".join(dice.choices(emoji, k=dice.randrange(1, 5))) for _ in range(200))
        yield "drawn", "\n".join("".join(dice.choices(boxes, k=dice.randrange(1, 20))) + " word" for _ in range(100))


def logged(dice: random.Random) -> str:
    stamp = f"2026-11-{dice.randrange(10, 30)}T12:{dice.randrange(10, 60)}:07.{dice.randrange(100, 999)}Z"
    return f"{stamp}  outcome=written page=2026-10-18-lead@rig-{dice.randbytes(4).hex()}.md ms={dice.randrange(9000)}"


def table(samples: list[Sample], estimates: dict[int, float]) -> None:
    kinds = sorted({sample.kind for sample in samples})
    print(f"{'kind':22} {'texts':>5} {'total':>7} {'mean |e|':>8} {'worst':>14}   {'chars/4':>7}")
    for kind in kinds:
        line(kind, [s for s in samples if s.kind == kind], estimates)
    line("all", samples, estimates)


def line(kind: str, samples: list[Sample], estimates: dict[int, float]) -> None:
    errors = sorted(estimates[id(s)] / s.tokens - 1 for s in samples)
    tokens = sum(s.tokens for s in samples)
    total = sum(estimates[id(s)] for s in samples) / tokens - 1
    fourth = sum(len(s.text) for s in samples) / 4 / tokens - 1
    absolute = sorted(map(abs, errors))
    within = absolute[int(0.9 * (len(absolute) - 1))]
    mean = sum(absolute) / len(absolute)
    worst = f"{errors[0]:+.0%} .. {errors[-1]:+.0%}"
    print(
        f"{kind:22} {len(samples):5} {total:+7.1%} {mean:8.1%} {worst:>14}   {fourth:+7.0%}   90 % within {within:.1%}"
    )


def fitted(samples: list[Sample]) -> None:
    import numpy as np  # noqa: PLC0415 - no dependency of ours

    columns = [(name, part) for name, parts in PARTS.items() for part in parts.split()]
    values = np.array([row(sample.text, columns) for sample in samples], float)
    counts = np.array([sample.tokens for sample in samples], float)
    base = np.array([FLOOR.get(column, 0.0) for column in columns])
    many = Counter(sample.kind for sample in samples)
    weight = np.array([(share(s.kind) / many[s.kind]) ** 0.5 for s in samples])
    folds = np.array([sample.fold for sample in samples])

    def weights(mask: Any) -> Any:  # noqa: ANN401 - an array of numpy, which is no dependency
        scaled = values / counts[:, None] * weight[:, None]
        wanted = weight * (1 - values @ base / counts)
        ridge = 3e-3 * np.eye(len(columns))
        return base + least_squares(
            np.vstack([scaled[mask], ridge]), np.concatenate([wanted[mask], np.zeros(len(columns))])
        )

    left_out = np.zeros(len(samples))
    for fold in range(FOLDS):
        left_out[folds == fold] = values[folds == fold] @ weights(folds != fold)
    print("\nWeights that have not seen the text:")
    table(samples, {id(sample): float(guess) for sample, guess in zip(samples, left_out, strict=True)})
    print()
    found = dict(zip(columns, weights(folds >= 0), strict=True))
    for name, parts in PARTS.items():
        print(f"{name} = {{ {', '.join(told(part, float(found[name, part])) for part in parts.split())} }}")


def share(kind: str) -> float:
    return 1.0 if kind.startswith("translation") else 3.0


def told(part: str, value: float) -> str:
    if part == "r":
        return f"run = {value:.3f}"
    return f"unit = {value:.3f}" + (f", size = {part[1:]}" if part != "u1" else "")


def row(text: str, columns: list[tuple[str, str]]) -> list[int]:
    found: Counter[tuple[str, str]] = Counter()
    for (name, length), times in shapes(text).items():
        for part in PARTS[name].split():
            found[name, part] += times * (1 if part == "r" else -(-length // int(part[1:])))
    return [found[column] for column in columns]


def least_squares(matrix: Any, wanted: Any) -> Any:  # noqa: ANN401 - arrays of numpy, which is no dependency
    """Solve for weights of which none is negative (Lawson and Hanson's active sets)."""
    import numpy as np  # noqa: PLC0415 - no dependency of ours

    size = matrix.shape[1]
    passive, found = np.zeros(size, bool), np.zeros(size)
    slope = matrix.T @ (wanted - matrix @ found)
    for _ in range(10 * size):
        if passive.all() or slope[~passive].max() <= 1e-9:
            break
        passive[np.argmax(np.where(~passive, slope, -np.inf))] = True
        while True:
            tried = np.zeros(size)
            tried[passive] = np.linalg.lstsq(matrix[:, passive], wanted, rcond=None)[0]
            if tried[passive].min() > 0:
                break
            down = passive & (tried <= 0)
            found += (found[down] / (found[down] - tried[down] + 1e-12)).min() * (tried - found)
            passive &= found > 1e-10
        found = tried
        slope = matrix.T @ (wanted - matrix @ found)
    return found


if __name__ == "__main__":
    main()
