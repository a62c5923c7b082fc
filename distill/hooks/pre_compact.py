"""A compaction is about to happen: the summary's rules, and the preparation of what comes after it.

Whatever fails here, the rules are said and the hook ends with 0: exit code 2 would refuse the compaction.
"""

import os

from distill.compaction import choices, git_facts, ready, rules, summary_text
from distill.hooks import background, gate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.compaction.choices import Choices
    from distill.hooks.call import Call
    from distill.hooks.reply import Block


def handle(call: "Call") -> "str | Block":
    """Say the rules for the summary; start the preparation of the restore text."""
    if not call.is_leads:
        return ""
    chosen = choices.load(call.root, call.env)
    state = _state(call)
    block = gate.block(call, chosen, state)
    if block is not None:
        return block
    if state:
        ready.release(state, call.lane)
    prepared = background.prepare(call, state) if chosen.deliver else True
    if not chosen.rules or call.event.agent == "codex":  # Codex gives none of it to the summary
        return ""
    return _text(call, chosen, state, "" if prepared else "the preparation could not be started")


def _state(call: "Call") -> str:
    try:
        return call.usable_state()
    except OSError:
        return ""


def _text(call: "Call", chosen: "Choices", state: str, trouble: str) -> str:
    registry = os.path.join(call.root, chosen.wiki, "constraints.md")
    known, repository = _constraints(call, chosen, state), _repository(call)
    said = trouble if state else ""
    return summary_text.compose(rules.texts(chosen.rules), known, repository, registry=registry, trouble=said)


def _constraints(call: "Call", chosen: "Choices", state: str) -> "list[tuple[str, str]]":
    """Give force and words of what holds, redacted by the preparation, else with their looks checked.

    The map counts as well: what was just written is not in the registry yet.
    """
    prepared = ready.load(state, call.lane, call.now) if state else None
    if prepared is not None and prepared.constraints:
        return prepared.constraints
    from distill.hooks import look

    try:
        return look.found_by(call, chosen).constraints
    except OSError:  # the rules matter more
        return []


def _repository(call: "Call") -> "list[str]":
    try:
        return git_facts.lines(call.event.cwd, call.env)
    except Exception:  # the rules matter more
        return []
