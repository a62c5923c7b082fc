"""Which handler an event has. A handler is a module of its own that is loaded only when its event comes.

A handler takes the call and returns the text that the agent shall get; empty: nothing is said; a `Block`: the client
shall not compact now.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from distill.agents.events import HookEvent
    from distill.hooks.call import Call
    from distill.hooks.reply import Block


def handler_of(event: "HookEvent") -> "Callable[[Call], str | Block] | None":
    """Give the handler of an event; None where it asks for nothing."""
    name = event.hook_event_name
    if event.is_compaction:
        from distill.hooks import compacted

        return compacted.handle
    if name == "PreCompact":
        from distill.hooks import pre_compact

        return pre_compact.handle
    if name == "UserPromptSubmit" or (name == "SessionStart" and event.source == "resume"):
        from distill.hooks import prompt

        return prompt.handle
    if name == "PostCompact":
        from distill.hooks import post_compact

        return post_compact.handle
    if name in ("Stop", "SubagentStart", "SubagentStop"):
        from distill.hooks import team

        return team.handle
    return None
