"""What a look can tell when the restore text was not prepared: the hook before did not run, or things changed since."""

import os

from distill.compaction import choices, map_rules, newest_map, parts, rules, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.compaction.choices import Choices
    from distill.compaction.parts import Parts
    from distill.hooks.call import Call

MUST = "must"
READING = "The map has the reading list: read it there, in its order, each file whole, down to the tier line."


def up(call: "Call") -> "Parts | None":
    """Find map and constraints; None where the restore text is switched off."""
    chosen = choices.load(call.root, call.env)
    return found_by(call, chosen) if chosen.deliver else None


def found_by(call: "Call", chosen: "Choices") -> "Parts":
    """Find map and constraints, and put together what can be said of them."""
    found, event = parts.Parts(), call.event
    found.seat, found.handoffs = event.seat or chosen.seat, chosen.handoffs
    folders = [call.root] if event.cwd == call.root else [call.root, event.cwd]
    newest = newest_map.find(folders, event.session_id, found.seat)
    if newest is not None:
        found.map_path, found.map_written = newest[0], newest_map.written(*newest)
        found.notes = [READING]
    found.protocol = rules.protocol(has_map=newest is not None)
    found.registry = os.path.join(call.root, chosen.wiki, "constraints.md")
    found.constraints = [(force, shape.masked(text)) for force, text in _constraints(found)]
    return found


def _constraints(found: "Parts") -> "list[tuple[str, str]]":
    """Give the registry's constraints, and those of the map that it does not know; revoked ones never."""
    of_map = map_rules.of(found.map_path) if found.map_path else []
    if not os.path.isfile(found.registry):
        return [(MUST, text) for text in of_map]
    from distill.constraints import light

    known = {line.text for line in light.lines(light.read(found.registry))}
    active = light.active(found.registry, found.seat)
    musts = [*(pair for pair in active if pair[0] == MUST), *((MUST, text) for text in of_map if text not in known)]
    return musts + [pair for pair in active if pair[0] != MUST]
