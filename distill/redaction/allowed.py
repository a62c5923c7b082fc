"""Structural ids that look random and are none of our business: commits, digests, UUIDs, queue and run ids."""

import re

_ID = re.compile(
    r"(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"  # UUID
    r"|qitem-\d{8,14}-[0-9a-f]{8,32}"
    r"|(?:lease|session|sess|trace|span|run|job|task|page|map|thread|turn|agent|worker|seat|batch|event|req|request|corr)"
    r"[-_](?:[0-9a-f]{6,64}|[0-9a-hjkmnp-tv-z]{26})"
    r"|(?:toolu|msg|req|call|chatcmpl|resp|run|thread|file|msgbatch|evt|cus|pi|ch|in|sub|cs|asst|item|batch|step|vs"
    r"|srvtoolu|session|cse|env|wrkflw)[-_][A-Za-z0-9]{8,64}"
    r"|(?:sha1|sha256|sha384|sha512|md5|h1|blake[23][bs]?|SHA256|MD5)[-:=][A-Za-z0-9+/=:_-]{16,128}"
    r"|[0-7][0-9A-HJKMNP-TV-Z]{25}"  # ULID
    r"|0x[0-9a-fA-F]{6,64}"
    r"|[a-z][a-z0-9-]{1,60}-[a-z0-9]{8,10}-[a-z0-9]{5}"  # a pod of a deployment
    r"|(?:[0-9A-Fa-f]{2}:){5,31}[0-9A-Fa-f]{2}"
    r"|(?:claude|gpt|qwen|llama|mistral|gemini|o[1-9]|deepseek|text|whisper)[-.][\w.:-]{2,60}"
    r"|\d{4}-\d\d-\d\d-[\w.@-]{1,80}-[0-9a-f]{8}(?:\.md)?)"
)
_DIGEST = re.compile(r"[0-9a-f]{7,12}|[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64}|[0-9a-f]{128}")
_DIGEST_WORD = re.compile(
    r"(?i)(?:commit|sha\d*(?:sum)?|digest|hash|checksum|integrity|etag|index|tree|parent|merged?|head|rev(?:ision)?"
    r"|fingerprint|md5|blake\d|cherry-pick)\W{0,4}\Z"
)


_UUID = re.compile(r"(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})")
_RESOURCE = 120  # characters before a word in which such a name may have begun
_LABELLED_DIGEST = re.compile(r"(?:[A-Za-z][A-Za-z0-9_.]{0,20}-){1,6}[0-9a-f]{32,64}-?")


def is_uuid(value: str) -> bool:
    """Tell whether a value is a UUID, which only the word for a password makes a secret."""
    return _UUID.fullmatch(value) is not None


def is_labelled_digest(value: str) -> bool:
    """Tell a digest behind words, as the keys of a cache have it: `linux-node-<digest>`."""
    return _LABELLED_DIGEST.fullmatch(value) is not None


def in_resource_name(text: str, at: int) -> bool:
    """Tell whether a place lies in the name of a resource in a cloud, `arn:aws:secretsmanager:…:secret:name`."""
    if text.find("arn:", max(0, at - _RESOURCE), at) < 0:
        return False
    before = text[max(0, at - _RESOURCE) : at]
    return not before[-1].isspace() and "arn:" in before.rsplit(None, 1)[-1]


def is_id(value: str) -> bool:
    """Tell whether a value has the shape of a structural id."""
    return _ID.fullmatch(value.strip(".,;:()`\"'")) is not None


def is_digest(value: str, before: str) -> bool:
    """Tell whether a hexadecimal run is a commit or digest: by its length and by the word `before` it."""
    return _DIGEST.fullmatch(value) is not None and _DIGEST_WORD.search(before[-24:]) is not None
