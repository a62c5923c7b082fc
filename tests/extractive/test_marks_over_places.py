"""What an item shows of itself — box, sign, commit, number — against the heading it stands under."""

import pytest
from digests import of

LONG = [f"The {name} bell was recast and hung again in the tower" for name in "abcdef"]


def test_a_short_result_with_its_sign_is_kept_beside_sentences() -> None:
    items = "".join(f"- {one}\n" for one in LONG)
    assert of(f"# T\n\n## Done\n\n{items}- Four ropes ✅\n- Two hatches\n")["done"] == [*LONG, "Four ropes ✅"]


def test_an_item_with_a_box_is_an_item_though_it_is_in_bold_and_explained_below() -> None:
    text = "# T\n\n## Between the halls\n\n- [ ] **Hang the rope in two parts**\n\n  - it is too heavy in one\n"
    assert "Hang the rope in two parts" in of(text)["open"][0]


def test_a_commit_with_its_subject_is_a_result_though_it_stands_in_a_code_span() -> None:
    commit = "`658ee83e fix(tower): hang the rope in two parts`"
    assert of(f"# T\n\n## Commits\n\n- {commit}\n- `658ee83e`\n") == {"done": [commit]}


@pytest.mark.parametrize("item", ["✅ The frame stands", "Part 2: ✅ the frame stands"])
def test_what_a_sign_calls_done_among_decisions_is_a_result(item: str) -> None:
    told = of(f"# T\n\n## Decisions\n\n- Oak for the frame\n- {item}\n")
    assert told["decided"] == ["Oak for the frame"]
    assert len(told["done"]) == 1


def test_a_sign_before_what_was_decided_leaves_it_a_decision() -> None:
    assert list(of("# T\n\n## Decisions\n\n- ✅ We decided on oak\n")) == ["decided"]


def test_a_headline_of_data_places_nothing_that_stands_below_it() -> None:
    text = "# Tower\n\n# Version: 4\n\n## The open work\n\n- oil the hatch\n"
    assert of(text) == {"open": ["oil the hatch"]}


def test_a_numbered_heading_of_what_is_open_is_an_item_where_no_list_stands_below_it() -> None:
    text = "# T\n\n## Known problems\n\n### 1. Rope of the north bell\n\n```\nsnap\n```\n**Planned for part 6**\n"
    assert of(text)["open"] == ["Rope of the north bell"]


def test_a_numbered_heading_above_a_list_leaves_the_list_to_tell() -> None:
    text = "# T\n\n## Known problems\n\n### 1. Rope of the north bell\n\n- it frays at the wheel\n"
    assert of(text)["open"] == ["it frays at the wheel"]


def test_a_day_in_progress_is_a_log_whose_items_say_what_is_done() -> None:
    text = "# T\n\n## 2031-04-02: part 1 (in progress)\n\n- The frame was built\n- The rope is still missing\n"
    assert of(text) == {"done": ["The frame was built"], "open": ["The rope is still missing"]}


def test_the_title_of_a_map_of_decisions_holds_for_headings_without_a_key_word() -> None:
    text = "# Decisions of the guild\n\n## 1. Frame\n\n- Oak, not elm\n\n## Next steps\n\n- order the oak\n"
    assert of(text) == {"decided": ["Oak, not elm"], "open": ["order the oak"]}


@pytest.mark.parametrize(
    "lines", ["- 2031-04-02: the frame, of oak", "| Day | What |\n|---|---|\n| 2031-04-02 | the frame, of oak |"]
)
def test_what_begins_with_a_day_is_a_line_of_a_log(lines: str) -> None:
    assert len(of(f"# T\n\n## The tower\n\n{lines}\n")["done"]) == 1


def test_a_sign_of_done_in_the_middle_of_what_is_open_says_that_it_is_done() -> None:
    detail = "the wheel was turned on the lathe of the guild and hung on the north side of the frame"
    assert list(of(f"# T\n\n## Open\n\n- rope ✅ {detail}\n- oil the hatch\n")) == ["done", "open"]
