"""What structure says of a statement, whatever the words and the language."""

import pytest
from digests import of
from hypothesis import given, settings
from hypothesis import strategies as st


def test_a_heading_with_labelled_details_is_one_item() -> None:
    details = "**Problem:** two nodes allow one name.\n\n**Files:** `a.go`\n"
    text = f"# T\n\n## Known issues\n\n### Nick collisions 🟡\n{details}"
    assert of(text) == {"open": ["Nick collisions: Problem: two nodes allow one name."]}


def test_a_heading_with_items_is_about_them() -> None:
    text = "# T\n\n## Done\n\n### Irrigation module\n\n- calendar drawn\n- meter read\n"
    assert of(text) == {"done": ["calendar drawn", "meter read"]}


@pytest.mark.parametrize("heading", ["Path A: write it up", "Option 2 – write it up"])
def test_a_way_to_go_on_is_open(heading: str) -> None:
    (item,) = of(f"# T\n\n## Three ways\n\n### {heading}\n")["open"]
    assert item.endswith("write it up")


def test_labels_beside_their_items_place_them() -> None:
    text = "State:\n- Done:\n- parser rewritten\n- Next:\n- the docs\n"
    assert of(text) == {"done": ["parser rewritten"], "open": ["the docs"]}


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Bugs found (all fixed)", "done"),
        ("Deploy variables — done", "done"),
        ("Tâches terminées", "done"),
        ("Migration (in progress)", "open"),
        ("Caveats / blockers", "open"),
    ],
)
def test_a_heading_carries_a_state(heading: str, section: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n- latch made of steel\n") == {section: ["latch made of steel"]}


def test_boxes_win_over_the_name_of_a_file_in_the_heading() -> None:
    text = "# T\n\n## `spec/safety.md` — checklist\n\n- [x] two height sources\n- [ ] parachute trigger\n"
    assert of(text) == {"done": ["two height sources"], "open": ["parachute trigger"]}


def test_a_log_was_done_unless_it_says_otherwise() -> None:
    text = "# T\n\n## Session 11 (2026-05-27)\n\n- accounts for the members\n- AB-3 — in review\n"
    assert of(text) == {"done": ["accounts for the members"], "open": ["AB-3 — in review"]}


@pytest.mark.parametrize(
    "item",
    ["`src/a.py`", "`src/a.py` — the parser", "`pytest -q` 407 passed", "https://example.com/issues", "`make run`"],
)
def test_what_only_names_things_is_no_item(item: str) -> None:
    assert of(f"# T\n\n## Done\n\n- {item}\n") == {}


def test_a_path_with_a_result_is_an_item() -> None:
    assert of("# T\n\n## Done\n\n- `src/a.py` — retry added\n") == {"done": ["`src/a.py` — retry added"]}


def test_rows_of_figures_are_no_items() -> None:
    rows = "| Gauge | Law | drag | skill |\n|---|---|---|---|\n| Bar | full | 0.0013 | 0.91 |\n"
    assert of(f"# T\n\n## Results\n\n{rows}") == {}


def test_a_state_in_any_column_places_the_row() -> None:
    rows = "| What | Hearing |\n|---|---|\n| conflict gives an error page | ✅ solved by an index |\n"
    assert list(of(f"# T\n\n## Notes\n\n{rows}")) == ["done"]


def test_what_was_given_up_is_a_decision() -> None:
    assert list(of("# T\n\n## Missing\n\n- Spline wind tried, no help at this length\n")) == ["decided"]


def test_a_clause_that_forbids_stands_for_itself() -> None:
    found = of("# T\n\n## Next\n\n- Compare both runs; do not read the training loss as quality\n")
    assert found["rules"] == ["do not read the training loss as quality"]
    assert found["open"] == ["Compare both runs; do not read the training loss as quality"]


def test_what_never_ran_forbids_nothing() -> None:
    assert list(of("# T\n\n## Open debt\n\n- The simulator job has never run on a runner\n")) == ["open"]


def test_descriptions_among_headings_that_tell_are_left_out() -> None:
    told = "# T\n\n## Done\n- a merged\n\n## Decisions\n- b stays\n\n## Next\n- write it\n"
    text = f"{told}\n## The bridge\n\nIt mapped all topics.\n"
    assert of(text) == {"done": ["a merged"], "decided": ["b stays"], "open": ["write it"]}


def test_bold_type_beside_wide_brackets_is_kept() -> None:
    (item,) = of("# T\n\n## 次にやること\n\n- **PR #43 をマージ**（1 が終わってから）\n")["open"]
    assert "#43" in item


@settings(deadline=None)
@given(st.text(alphabet="`a #-:.()", max_size=30))
def test_any_heading_is_placed(heading: str) -> None:
    assert "#31 merged" in str(of(f"# Map\n\n## Done {heading}\n\n- #31 merged\n"))
