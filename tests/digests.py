"""What the extractive engine finds in a text, by section, in few words."""

from distill.engines.extractive.engine import digest_of


def of(text: str) -> dict[str, list[str]]:
    """Give the items of each section that has any."""
    digest = digest_of(text)
    found = {
        "done": [item.text for item in digest.accomplished],
        "decided": [item.what for item in digest.decisions],
        "open": [item.text for item in digest.open_items],
        "rules": [item.text for item in digest.constraints],
    }
    return {name: items for name, items in found.items() if items}
