"""Open items that say in their own words what holds them up count as blocked."""

import pytest
from indexes_made import made

from distill.site.details import items, told


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("RIG-9 — Rain gauge: State: blocked on Ana since 27 November. What to do next: ask.", "Ana since 27 November"),
        ("RIG-9 is waiting on Ana", "Ana"),
        ("LAN-29 wartet auf die Antwort des Betriebs.", "die Antwort des Betriebs"),
        ("LAN-30: en attente de la revue; puis publier.", "la revue"),
        ("RIG-7 ждёт ответа", "ответа"),
        ("RIG-8: 等待评审。", "评审"),
        ("Write the pages. Blocked by: RIG-2.", "RIG-2"),
        ("Unblocked now; awaited by nobody", ""),
        ("Check that the queue awaits", ""),
    ],
)
def test_what_an_item_waits_for_is_read_in_its_own_words(text: str, by: str) -> None:
    _, details = told(made(left=[text])[1])

    (item,) = items(details).left

    assert item.blocked_by == by
