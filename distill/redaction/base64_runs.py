"""Base64: data addresses, long runs that are nobody's digest, and runs whose decoded text holds a secret."""

import base64
import binascii
import re
from collections.abc import Iterator

from distill.redaction import assignments, private_keys, urls, vendor_patterns, vendor_tokens
from distill.redaction.allowed import is_id
from distill.redaction.runs import runs
from distill.redaction.spans import Certainty, Detector, Span, View
from distill.redaction.values import entropy

_DATA = re.compile(r"data:[\w.+/-]{0,80}(?:;[\w.=+-]{1,60}){0,4};base64,([A-Za-z0-9+/_=%-]{16,10000000})")
# base64 of bytes below 128: where each of them has its highest bit, a character can only be one of these
_TEXT_HEAD = re.compile(r"(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_-]){4}")
_DIGEST_BEFORE = re.compile(
    r"(?i)(?:sha\d{1,3}|md5|h1|integrity|digest|checksum|etag|hash|fingerprint|ssh-(?:rsa|ed25519|dss)|nistp\d{3}"
    r"|public key|x-amz-id-2|x-amz-cf-id)[\"'`:=\s/-]{0,6}\Z"
)
_HEX = re.compile(r"[0-9a-f]{24,}|[0-9A-F]{24,}")
_FOLDERS = re.compile(r"(?:/?[a-z_-]{1,24}/){1,12}")
_LONG = 60  # characters of a run that is nobody's id
_DIGEST_SIZES = (64, 86, 87, 88)  # SHA-384 and SHA-512
_LONG_RUN = re.compile(rf"[A-Za-z0-9+/]{{{_LONG},}}={{0,2}}|[A-Za-z0-9_-]{{{_LONG},}}={{0,2}}")
_SURE = 100  # longer than any digest
_MOST_SLASHES = 12
_MOST_HYPHENS = 16  # one hyphen in so many characters; chance makes one in 64
_ENTROPY = 4.6  # bits a character over a sample; paths and words stay below 4.4
_SAMPLE = 4096
_PRINTABLE = bytes((9, 10, 13, *range(32, 127)))
_MOST_DECODED = 65_536
_DEPTH = 2
_INNER: tuple[Detector, ...] = (
    vendor_tokens.spans,
    vendor_patterns.spans,
    assignments.spans,
    urls.spans,
    private_keys.spans,
)


def spans(text: str) -> Iterator[Span]:
    """Find base64 that has to go as a whole."""
    for data in _DATA.finditer(text) if ";base64," in text else ():
        yield Span(data.start(1), data.end(1), "base64", Certainty.SELF_NAMING)
    for start, end in _padded(text):
        if holds_secret(text[start:end], _DEPTH):
            yield Span(start, end, "base64", Certainty.GUESS)
        elif end - start >= _LONG and not is_id(text[start:end]):
            yield from _long_runs(text, start, end)


def _long_runs(text: str, start: int, end: int) -> Iterator[Span]:
    """Find long base64 in a run of one alphabet; folders in front of it are no part of it."""
    folders = _FOLDERS.match(text, start, end)
    for found in _LONG_RUN.finditer(text, folders.end() if folders else start, end):
        if not _DIGEST_BEFORE.search(text, max(0, found.start() - 40), found.start()) and _is_blob(
            found.group()[:_SAMPLE]
        ):
            yield Span(found.start(), found.end(), "base64", Certainty.GUESS)


def _is_blob(sample: str) -> bool:
    bare = sample.rstrip("=")
    if len(bare) < _SURE and (len(bare) in _DIGEST_SIZES or bare.count("/") * _MOST_SLASHES > len(bare)):
        return False
    if (
        sample.count("-") * _MOST_HYPHENS > len(sample)
        or sample.lower() == sample
        or not any(c.isdigit() for c in sample)
    ):
        return False
    return entropy(sample) > _ENTROPY


def holds_secret(run: str, depth: int) -> bool:
    """Decode a run and tell whether the text inside holds a secret."""
    inner = View(_decoded(run) or _dehexed(run))
    if not inner:
        return False
    if any(next(detector(inner), None) for detector in _INNER):
        return True
    return depth > 1 and any(holds_secret(inner[low:high], depth - 1) for low, high in _padded(inner))


def _padded(text: str) -> Iterator[tuple[int, int]]:
    for start, end in runs(text):
        yield start, end + (2 if text.startswith("==", end) else text.startswith("=", end))


def _decoded(run: str) -> str:
    if not _TEXT_HEAD.match(run) or not _prints(_bytes(run[:16])):
        return ""
    whole = _bytes(run[: _MOST_DECODED // 4 * 4])
    return whole.decode("utf-8", "replace") if _prints(whole[:64]) else ""


def _dehexed(run: str) -> str:
    """Decode text written in hexadecimal, as `xxd -p` does."""
    if not _HEX.fullmatch(run):
        return ""
    whole = bytes.fromhex(run[: min(len(run), _MOST_DECODED) // 2 * 2])
    return whole.decode("utf-8", "replace") if _prints(whole[:64]) else ""


def _bytes(run: str) -> bytes:
    bare = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(
            bare[: len(bare) - (len(bare) % 4 == 1)] + "=" * (-len(bare) % 4 if len(bare) % 4 != 1 else 0)
        )
    except (binascii.Error, ValueError):
        return b""


def _prints(head: bytes) -> bool:
    return bool(head) and not head.translate(None, _PRINTABLE)
