"""Settings: command line over `DISTILL_*` over the project's file over the person's own file over defaults.

Keys of services are never settings: only the environment or a key file holds them. A project's file comes with a
repository, from whoever wrote that: it cannot say where a key lies or whom it is sent to, nor lead out of the project.
"""

import dataclasses
import difflib
import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from distill import continuity_settings, handoff_settings, redaction_settings
from distill.continuity_settings import Continuity
from distill.errors import ConfigError
from distill.handoff_settings import HandoffChoices
from distill.model import RedactionPolicy

DEFAULT_MAPS = (
    # where `distill map new` and hand-written maps lie
    ".distill/maps/*.md",
    "RESTORE-MAP*.md",
    "restore-maps/*.md",
    # OpenRig's places, as its public skill names them
    ".openrig/compaction/preparation/*/*/RESTORE-MAP.md",
    "rigs/*/seats/*/RESTORE-MAP-*.md",
)
KINDS = {tuple: "a list of globs", str: "text", bool: "true or false", int: "a whole number", float: "a number"}
SWITCHES = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}
"""How a variable of the environment says yes or no."""
ENGINES = ("auto", "extractive", "anthropic")
PROVIDERS = ("anthropic", "bedrock", "vertex")


def _setting(default: Any, doc: str) -> Any:  # noqa: ANN401 - any settings type
    return field(default=default, metadata={"doc": doc})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, with their defaults and their documentation."""

    seat: str = _setting("", "The seat of this checkout, when the session itself cannot tell.")
    wiki: str = _setting("wiki", "Folder of the wiki, from the project root.")
    maps: tuple[str, ...] = _setting(
        DEFAULT_MAPS, "Globs of restore maps, from the project root and the session's folder."
    )
    fresh_minutes: float = _setting(15.0, "Age in minutes beyond which a map is stale.")
    max_map_bytes: int = _setting(8_000_000, "Size in bytes beyond which a map is refused.")
    engine: str = _setting("auto", "auto, extractive or anthropic; auto is anthropic where a key is, else extractive.")
    provider: str = _setting(
        "anthropic", "Where the anthropic engine has its model: anthropic, bedrock or vertex; the last two are extras."
    )
    model: str = _setting("claude-haiku-5-5", "Model of the anthropic engine.")
    max_tokens: int = _setting(8_000, "Most tokens of an answer, thinking included.")
    base_url: str = _setting(
        "", "Address of the Messages API or a gateway; empty: ANTHROPIC_BASE_URL or the SDK's own."
    )
    key_file: str = _setting("", "File with mode 0600 that holds the API key, when the environment has none.")
    session_fallback: bool = _setting(
        default=True, doc="Make the page of the compaction summary and the transcript when there is no fresh map."
    )
    constraints: bool = _setting(
        default=True, doc="Keep the constraints of restore maps in constraints.md; see [constraints](constraints.md)."
    )
    max_usd_per_day: float = _setting(
        1.0, "The most that a person's workers may spend a day (UTC), over all projects; 0: make no request."
    )
    redaction: RedactionPolicy = _setting(  # noqa: RUF009 - a frozen value
        RedactionPolicy(),
        "A table: your own rules, allow (values that are none), ip_addresses, deep; see [redaction](redaction.md).",
    )
    continuity: Continuity = _setting(  # noqa: RUF009 - a frozen value
        Continuity(),
        "A table: rules, gate, deliver, handoffs, tier; or full, minimum, none, off; see [compaction](compaction.md).",
    )
    handoff: HandoffChoices = _setting(  # noqa: RUF009 - a frozen value
        HandoffChoices(),
        "A table: automatic, outline (a file); only in your own file adapter (a program), keep_days, keep_files; "
        "see [handoff](handoff.md).",
    )
    token_factor: float = _setting(1.0, "Safety factor on every estimated number of tokens.")
    deadline_seconds: float = _setting(60.0, "Wall time in seconds that one distillation may take, 180 at most.")


FIELDS = {f.name: f for f in dataclasses.fields(Settings)}
PERSONAL = ("base_url", "key_file", "max_usd_per_day", "provider")
"""What only the person can say: the command line, the environment, the person's own file."""
WHY_PERSONAL = dict.fromkeys(PERSONAL, "where your key goes") | {
    "max_usd_per_day": "what you spend",
    "provider": "who gets your texts and sends the bill",
}
INSIDE = ("maps", "wiki")
"""What must stay inside the project when the project's own file says it."""
BOUNDS = {
    "fresh_minutes": 525_600.0,
    "deadline_seconds": 180.0,
    "max_map_bytes": 100_000_000,
    "max_tokens": 1_000_000,
    "token_factor": 10.0,
}
"""The most that a number may be."""


def load(root: Path, *, env: Mapping[str, str], options: Mapping[str, object] | None = None) -> Settings:
    """Read the settings of the project at `root`; `options` are those of the command line, None for unset.

    Raises ConfigError for a file that does not parse, an unknown key, or a value of the wrong kind.
    """
    found: dict[str, Any] = {}
    policies: list[RedactionPolicy] = []
    continuity, handoff = Continuity(), HandoffChoices()
    project, personal = _project_values(root), _personal_values(env)
    for where, values in (
        personal,
        project,
        ("the environment", _env_values(env)),
        ("the command line", {k: v for k, v in (options or {}).items() if v is not None}),
    ):
        for key, value in values.items():
            if key == "redaction":
                policies.append(redaction_settings.policy(value, where, trusted=where != project[0]))
            elif key == "continuity":
                continuity = continuity_settings.continuity(value, where, continuity, trusted=where != project[0])
            elif key == "handoff":
                handoff = handoff_settings.choices(value, where, handoff, trusted=where == personal[0])
            else:
                found[key] = _coerced(key, value, where)
    return _checked(
        Settings(**found, continuity=continuity, handoff=handoff, redaction=redaction_settings.joined(policies))
    )


def personal_file(env: Mapping[str, str]) -> Path | None:
    """Name the person's own file of settings; None where there is no home."""
    base = env.get("XDG_CONFIG_HOME") or (f"{env['HOME']}/.config" if env.get("HOME") else "")
    return Path(base) / "distill" / "distill.toml" if Path(base).is_absolute() else None


def _personal_values(env: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    own = personal_file(env)
    return (str(own), _toml(own)) if own is not None and own.is_file() else ("", {})


def _project_values(root: Path) -> tuple[str, dict[str, Any]]:
    where, values = _project_file(root)
    for key in PERSONAL:
        if key in values:
            raise ConfigError(
                f"Setting {key!r} in {where} is not taken: a repository must not say {WHY_PERSONAL[key]}. "
                f"Set DISTILL_{key.upper()}, or put it into ~/.config/distill/distill.toml."
            )
    for key in INSIDE:
        for part in values.get(key, ()) if isinstance(values.get(key), list) else (values.get(key, ""),):
            if isinstance(part, str) and _leads_out(part):
                raise ConfigError(
                    f"Setting {key!r} in {where} leads out of the project. Set DISTILL_{key.upper()}, "
                    "or put it into ~/.config/distill/distill.toml."
                )
    return where, values


def _project_file(root: Path) -> tuple[str, dict[str, Any]]:
    own, shared = root / "distill.toml", root / "pyproject.toml"
    if own.is_file():
        return str(own), _toml(own)
    if not shared.is_file():
        return "", {}
    tool = _toml(shared).get("tool", {})
    table = tool.get("distill", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise ConfigError(f"{shared}: [tool.distill] must be a table.")
    return f"{shared} [tool.distill]", table


def _leads_out(path: str) -> bool:
    return path.startswith(("/", "~", "\\")) or ":" in path or ".." in Path(path).parts


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} does not parse: {error}. Mend the file or move it away.") from error
    except RecursionError:
        raise ConfigError(f"{path} is nested too deeply. Mend the file or move it away.") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.") from error


def _env_values(env: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: env[variable] for name in FIELDS if (variable := f"DISTILL_{name.upper()}") in env and env[variable] != ""
    }


def _coerced(key: str, value: object, where: str) -> object:
    if key not in FIELDS:
        near = difflib.get_close_matches(key, FIELDS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(FIELDS)}."
        raise ConfigError(f"Unknown setting {key!r} in {where}.{hint}")
    default = FIELDS[key].default
    wrong = ConfigError(f"Setting {key!r} in {where} must be {_kind(default)}.")
    if isinstance(default, tuple):
        return _globs(value, wrong)
    if isinstance(default, str):
        return value if isinstance(value, str) else _refuse(wrong)
    if isinstance(default, bool):
        return _switch(value, wrong)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise wrong
    try:
        return int(value) if isinstance(default, int) else float(value)
    except (ValueError, OverflowError):
        raise wrong from None


def _globs(value: object, wrong: ConfigError) -> tuple[str, ...]:
    parts = value.split(os.pathsep) if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(p, str) for p in parts):
        raise wrong
    return tuple(p for p in parts if p)


def _switch(value: object, wrong: ConfigError) -> bool:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value.lower() not in SWITCHES:
        raise wrong
    return SWITCHES[value.lower()]


def _refuse(wrong: ConfigError) -> object:
    raise wrong


def _kind(default: object) -> str:
    return KINDS[type(default)]


def _checked(settings: Settings) -> Settings:
    for name, known in (("engine", ENGINES), ("provider", PROVIDERS)):
        if (value := getattr(settings, name)) not in known:
            near = difflib.get_close_matches(value, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ConfigError(f"Unknown {name} {value!r}; there are {', '.join(known)}.{hint}")
    for name, most in BOUNDS.items():
        value = getattr(settings, name)
        if not (math.isfinite(value) and 0 < value <= most):
            raise ConfigError(f"Setting {name!r} must be more than 0, and {most:.0f} at most.")
    if not settings.max_usd_per_day >= 0:
        raise ConfigError("Setting 'max_usd_per_day' must be 0 or more; inf: no cap.")
    for name, paths in (("maps", settings.maps), ("wiki", (settings.wiki,))):
        if not all(map(_usable, paths)):
            raise ConfigError(f"Setting {name!r} holds a path or a glob that cannot be used.")
    return settings


def _usable(pattern: str) -> bool:
    """Tell whether a path or glob can be looked up at all: no NUL, a home that exists, `**` only by itself."""
    try:
        path = Path(pattern).expanduser()
    except (RuntimeError, ValueError):
        return False
    odd = any("**" in part and part != "**" for part in path.parts)
    return "\0" not in pattern and not odd and path != Path(path.anchor)
