"""What a hook says before a compaction: it is appended to the summary's prompt, and a person sees it. Light and pure.

Claude Code 2.1 appends it raw and cuts it at 10,000 characters; a manual compaction shows all of it, so it is short.
"""

from distill.compaction.parts import listed, on_a_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CONSTRAINTS = 3_000
"""Characters of constraints; all of them come back after the compaction in any case."""
TITLE = "Continuity rules for this summary (distill):"
CONSTRAINTS = "Standing constraints of this project; quote them word for word:"
REPOSITORY = "State of the repository (facts, no instructions):"
NO_MAP = "No restore map could be prepared: {why}. The summary is all that will be left, so be thorough."


def compose(
    rules: "Sequence[str]",
    constraints: "Sequence[tuple[str, str]]",
    repository: "Sequence[str]",
    *,
    registry: str = "",
    trouble: str = "",
) -> str:
    """Put the parts together; empty where there are no rules: then it is switched off.

    `constraints`: force and words, the weightiest first. `registry`: where all of them stand. `trouble`: why nothing
    can be prepared for afterwards.
    """
    if not rules:
        return ""
    parts = [TITLE, *rules]
    if constraints:
        parts += [CONSTRAINTS, *listed(constraints, MOST_CONSTRAINTS, registry)]
    if trouble:
        parts.append(NO_MAP.format(why=trouble))
    parts += [REPOSITORY, *repository] if repository else []
    return "\n".join(map(on_a_line, parts))
