"""The YAML front matter of a page: fixed key order, nothing that could be read as another type."""

import math
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import frontmatter
import yaml
from frontmatter.default_handlers import BaseHandler

from distill.errors import PageError
from distill.pages import yaml_source
from distill.pages.escape import escape_markup
from distill.pages.page import PageMeta

# What no YAML 1.1 or 1.2 reader takes for a number, a date, a truth value, nothing, or syntax.
PLAIN = re.compile(r"(?:\.\./)?[A-Za-z][A-Za-z0-9_/@+.-]*")
WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
OPTIONAL = ("session_id", "map", "map_sha256", "engine", "fallback_from", "fallback_reason", "model", "prompt")

REVIEW = ("reviewed_by", "reviewed_at", "reviewed_seal")


class Verbatim(str):
    """YAML lines of a key that `distill` does not know, written as they stood."""

    __slots__ = ()


class Quoted(str):
    """Text that is quoted always, because people edit it and may add a colon."""

    __slots__ = ()


class PageHandler(BaseHandler):
    """How `python-frontmatter` reads and writes our pages."""

    FM_BOUNDARY = re.compile(r"^---[ \t]*$", re.MULTILINE)
    START_DELIMITER = END_DELIMITER = "---"

    def split(self, text: str) -> tuple[str, str]:
        """Take only a block at the very start for front matter, and its first end mark for its end."""
        parts = self.FM_BOUNDARY.split(text, 2) if self.FM_BOUNDARY.match(text) else []
        if len(parts) < 3:  # noqa: PLR2004 - before, between, after
            raise PageError("The page does not begin with front matter between two lines of `---`.")
        return parts[1], parts[2].lstrip("\n")

    def load(self, fm: str) -> dict[str, yaml_source.Entry]:
        """Read the block into entries, typed by nobody yet."""
        return yaml_source.entries(fm)

    def export(self, metadata: dict[str, object], **_: object) -> str:
        """Write each key on a line of its own, in the order given."""
        return "\n".join(
            str(value) if isinstance(value, Verbatim) else _dumped({key: value}) for key, value in metadata.items()
        )

    def format(self, post: frontmatter.Post, **_: object) -> str:
        """Join block and body as the page format has it."""
        return f"---\n{self.export(post.metadata)}\n---\n{post.content}\n"


HANDLER = PageHandler()


def write(meta: PageMeta, body: str) -> str:
    """Join front matter and body to the text of a page."""
    post = frontmatter.Post(body, handler=HANDLER)
    post.metadata = _values(meta)  # as keyword arguments, `content` and `handler` would not be keys of the page
    return str(frontmatter.dumps(post, handler=HANDLER))


def lines(meta: PageMeta, keys: Iterable[str]) -> dict[str, str]:
    """Write some keys of a front matter, each as the line that it has in a page; those without a value are left out."""
    values = _values(meta)
    return {key: HANDLER.export({key: values[key]}) for key in keys if key in values}


def split(text: str) -> tuple[dict[str, yaml_source.Entry], str]:
    """Part a page into its entries and its body. Raises PageError for a block that is missing, unsafe or broken."""
    post = frontmatter.loads(text, handler=HANDLER)
    return {key: entry for key, entry in post.metadata.items() if isinstance(entry, yaml_source.Entry)}, post.content


def _values(meta: PageMeta) -> dict[str, object]:
    values: dict[str, object] = {
        "title": Quoted(escape_markup(meta.title)),
        "date": meta.date,
        "seat": escape_markup(meta.seat),
        "session_id": escape_markup(meta.session_id),
        "source": str(meta.source),
    }
    values |= {key: escape_markup(text) for key in OPTIONAL[1:] if (text := getattr(meta, key))}
    values["confidence"] = str(meta.confidence)
    values |= {key: Quoted(escape_markup(text)) for key in REVIEW if (text := getattr(meta, key))}
    values |= {"tags": [escape_markup(tag) for tag in meta.tags]}
    values |= {"input_tokens": meta.input_tokens, "output_tokens": meta.output_tokens}
    if meta.cost_usd is not None:
        values["cost_usd"] = meta.cost_usd
    values["redactions"] = _Counts((escape_markup(k), n) for k, n in meta.redactions.items())
    values |= {"seal": Quoted(escape_markup(meta.seal))} if meta.seal else {}
    values["schema"] = meta.schema
    return values | {key: Verbatim(source) for key, source in meta.extra}


class _Counts(dict[str, int]):
    """A mapping that is written in one line."""


class _Dumper(yaml.SafeDumper):
    """Writes text so that every reader takes it for text."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - the signature is PyYAML's
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    plain = PLAIN.fullmatch(text) and text.lower() not in WORDS and not isinstance(text, Quoted)
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=None if plain else "'")


def _time(dumper: yaml.SafeDumper, time: datetime) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:timestamp", time.strftime("%Y-%m-%dT%H:%M:%SZ"))


def _number(dumper: yaml.SafeDumper, number: float) -> yaml.ScalarNode:
    if not math.isfinite(number):
        raise PageError("A cost must be a finite number.")
    text = f"{number:.6f}".rstrip("0")
    return dumper.represent_scalar("tag:yaml.org,2002:float", text + "0" if text.endswith(".") else text)


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.SequenceNode:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=True)


def _counts(dumper: yaml.SafeDumper, counts: _Counts) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", counts.items(), flow_style=True)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(Quoted, _text)
_Dumper.add_representer(datetime, _time)
_Dumper.add_representer(float, _number)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(_Counts, _counts)


def _dumped(entry: dict[str, object]) -> str:
    written: str = yaml.dump(
        entry, Dumper=_Dumper, allow_unicode=True, width=math.inf, sort_keys=False, default_flow_style=False
    )
    return written.rstrip("\n")
