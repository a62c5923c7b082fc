"""Rule by rule: a snippet of a map and where its statements go."""

import pytest

from distill.engines.extractive.engine import digest_of
from distill.engines.extractive.sentences import sentences
from distill.model import DecisionStatus, Digest, Force, Lines, OpenItem, Section


def placed(digest: Digest) -> dict[str, list[str]]:
    """Give the texts of a digest by section; empty sections are left out."""
    return {
        name: texts
        for name, texts in {
            "done": [item.text for item in digest.accomplished],
            "decided": [item.what for item in digest.decisions],
            "open": [item.text for item in digest.open_items],
            "rules": [item.text for item in digest.constraints],
        }.items()
        if texts
    }


def of(text: str) -> dict[str, list[str]]:
    return placed(digest_of(text))


HEADINGS = {
    "done": (
        "Done|Completed Work|What was implemented (3 PRs)|2. Shipped|✅ Finished|Phase 3 — COMPLETE|Auth ✅|Bugs fixed"
        "|Was steht|Erledigt|Terminé|Hecho|Concluído|Completato|Сделано|已完成|完了したこと|완료|ما تم إنجازه|מה בוצע"
    ),
    "decided": (
        "Decisions|Key decisions and rationale|Entscheidungen|Décisions|Decisiones|Decisões|Decisioni|Решения"
        "|决策与原因|決定事項|결정사항|القرارات|החלטות"
    ),
    "open": (
        "Next Steps|What's left?|Known issues|In Progress 🔄|Phase 4 — PARKED|Not done yet|Blockers|Action items"
        "|Offen|À faire|Pendiente|Próximos passos|Da fare|Осталось|未完成|待办|次のステップ|未完了|다음 단계|미완료"
        "|الخطوات التالية|משימות פתוחות"
    ),
    "rules": (
        "Constraints|Hard rules|Do not touch|Gotchas|Important Notes|Regeln|Stolperfallen|Contraintes|Restricciones"
        "|Restrições|Vincoli|Ограничения|约束|注意点|주의사항|القيود|כללים"
    ),
}


@pytest.mark.parametrize(
    ("heading", "section"),
    [(heading, section) for section, headings in HEADINGS.items() for heading in headings.split("|")],
)
def test_a_heading_says_what_stands_under_it(heading: str, section: str) -> None:
    assert list(of(f"# Title\n\n## {heading}\n\n- `a/b.py` alpha beta\n")) == [section]


@pytest.mark.parametrize(
    "heading",
    [
        "Ranked Reading List",
        "Files changed",
        "Superseded plan",
        "ÜBERHOLT: Plan B",
        "已过时的计划",
        "Old notes (archived)",
        "Architecture",
    ],
)
def test_reference_and_superseded_sections_are_left_out(heading: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n- merged #1 into `a/b.py`\n- decided to use X\n\n## Done\n\n- kept\n") == {
        "done": ["kept"]
    }


@pytest.mark.parametrize(
    ("heading", "first"),
    [
        ("Completed, next steps below", "done"),
        ("Next steps after completion", "open"),
        ("Not implemented", "open"),
        ("Open decisions", "open"),
    ],
)
def test_the_earliest_key_word_wins(heading: str, first: str) -> None:
    assert list(of(f"# T\n\n## {heading}\n\n- alpha beta\n")) == [first]


def test_sub_headings_inherit_and_can_differ() -> None:
    text = "# T\n\n## Done\n\n### Parser\n\n- a one\n\n### Still open\n\n- b two\n\n## Unrelated\n\n- c three\n"
    assert of(text) == {"done": ["a one"], "open": ["b two"]}


def test_label_lines_are_headings() -> None:
    text = "**Handoff**\n\nDone:\n- a one\nWhat remains to be done:\n1. b two\n\n**Rules**\n- c three\n"
    assert of(text) == {"done": ["a one"], "open": ["b two"], "rules": ["c three"]}


def test_items_that_are_labels_place_their_children() -> None:
    text = "# T\n\n## State\n\n- Done:\n  - a one\n- Now: [->] b two\n- Next:\n  - c three\n"
    assert of(text) == {"done": ["a one"], "open": ["b two", "c three"]}


@pytest.mark.parametrize(
    ("item", "section"),
    [
        ("- [x] alpha", "done"),
        ("- ~~alpha~~ ✅", "done"),
        ("- ✅ alpha", "done"),
        ("- [ ] alpha", "open"),
        ("- ⏳ alpha", "open"),
        ("- alpha ✅", "done"),
        ("- alpha", "open"),
    ],
)
def test_signs_of_an_item_win_over_its_section(item: str, section: str) -> None:
    assert list(of(f"# T\n\n## Next steps\n\n{item}\n")) == [section]


@pytest.mark.parametrize(
    ("status", "section"),
    [
        ("done", "done"),
        ("✅ merged", "done"),
        ("fixed in #68", "done"),
        ("open, no ticket", "open"),
        ("not done", "open"),
        ("⬜ build", "open"),
        ("in progress", "open"),
    ],
)
def test_a_status_column_places_the_row(status: str, section: str) -> None:
    text = f"# T\n\n## Findings\n\n| Id | What | Status |\n|---|---|---|\n| F-1 | alpha | {status} |\n"
    assert list(of(text)) == [section]


def test_a_decision_table_has_its_parts() -> None:
    table = "| Decision | Reason | Alternative dropped |\n|---|---|---|\n| one table | ordering | two tables |\n"
    text = f"# T\n\n## Choices\n\n{table}"
    (decision,) = digest_of(text).decisions
    assert (decision.what, decision.why, decision.rejected, decision.lines) == (
        "one table",
        "ordering",
        "two tables",
        Lines(7, 7),
    )


def test_row_numbers_and_empty_cells_are_left_out() -> None:
    text = "# T\n\n## Done\n\n| # | What | Note |\n|---|---|---|\n| 1 | alpha | — |\n"
    assert of(text) == {"done": ["alpha"]}


@pytest.mark.parametrize(
    ("text", "what", "why", "rejected"),
    [
        ("Decision: one table. Why: ordering. Rejected: two.", "one table", "ordering", "two"),
        ("Decision: a file (Why: simple; Rejected: a server)", "a file", "simple", "a server"),
        ("Wir behalten X. Grund: ein System. Verworfen: RabbitMQ.", "Wir behalten X", "ein System", "RabbitMQ"),
        ("Décision : un fichier. Raison : simple. Rejeté : un serveur.", "un fichier", "simple", "un serveur"),
        ("Decisión: un archivo. Motivo: simple. Descartado: un servidor.", "un archivo", "simple", "un servidor"),
        ("Decisão: um arquivo. Motivo: simples. Rejeitado: um servidor.", "um arquivo", "simples", "um servidor"),
        ("Decisione: un file. Motivo: semplice. Scartato: un server.", "un file", "semplice", "un server"),
        ("Решение: хранить файл. Почему: просто. Отклонено: сервер.", "хранить файл", "просто", "сервер"),
        ("决定：采用按月分区。原因：只需 35 毫秒。否决：按周分区。", "采用按月分区", "只需 35 毫秒", "按周分区"),
        ("決定: 行ロックで行う。理由: 2 台構成。却下: Redis ロック。", "行ロックで行う", "2 台構成", "Redis ロック"),
        ("결정: 파일을 쓴다. 이유: 단순함. 기각: 서버.", "파일을 쓴다", "단순함", "서버"),
        ("החלטה: קובץ אחד. סיבה: פשוט. נדחה: שרת.", "קובץ אחד", "פשוט", "שרת"),
        ("قرار: ملف واحد. السبب: بسيط. مرفوض: خادم.", "ملف واحد", "بسيط", "خادم"),
        ("SQLite over Redis: one file, no service", "SQLite", "one file, no service", "Redis"),
        ("TTL 55 minutes, because upstream is hourly", "TTL 55 minutes", "upstream is hourly", ""),
        ("Use tabs instead of spaces because of the linter", "Use tabs", "of the linter", "spaces"),
        ("A plain decision — with a dash", "A plain decision — with a dash", "", ""),
    ],
)  # fmt: skip
def test_decisions_come_apart_where_the_words_are_plain(text: str, what: str, why: str, rejected: str) -> None:
    # A few words of the language around it, as a map has them.
    around = {
        "Décision": "les des est une dans",
        "Decisión": "los las del una para",
        "Decisão": "os das uma não",
        "Decisione": "gli della che non è",
        "Wir": "und nicht ist wird",
    }
    intro = next((words for start, words in around.items() if text.startswith(start)), "")
    (decision,) = digest_of(f"# T {intro}\n\n## Decisions\n\n- {text}\n").decisions
    assert (decision.what, decision.why, decision.rejected) == (what, why, rejected)


def test_what_was_ruled_out_is_a_decision_against() -> None:
    digest = digest_of("# T\n\n## 6. Ruled out\n\n- `LISTEN/NOTIFY` alone: lost on restart.\n")
    (decision,) = digest.decisions
    assert (decision.what, decision.status) == ("`LISTEN/NOTIFY` alone: lost on restart.", DecisionStatus.REJECTED)


def test_a_heading_lends_its_id_to_what_stands_close_below() -> None:
    digest = digest_of(
        "# T\n\n## Next steps\n\n### P1\n\n- alpha\n\n### #390 detail\n\n- beta\n" + "\n" * 50 + "- far\n"
    )
    assert [item.text for item in digest.open_items] == ["P1: alpha", "#390 detail: beta", "far"]
    assert [item.lines for item in digest.open_items][:2] == [Lines(5, 7), Lines(9, 11)]


def test_a_line_below_a_rule_is_the_foot_of_the_map() -> None:
    assert of("# T\n\n## Rules\n\n- alpha\n\n---\n\nMade by some tool.\n") == {"rules": ["alpha"]}


def test_words_typed_without_accents_count() -> None:
    text = "# Sesion y estado\n\n## Que se hizo\n\n- alfa con una\n\n## Proximos pasos\n\n- beta\n"
    assert of(text) == {"done": ["alfa con una"], "open": ["beta"]}


def test_active_work_becomes_one_item() -> None:
    fields = (
        "- State: ready\n- Queue item: qitem-20260314161503-4be2\n- What to do next:\n  1. Ask dev@rig\n  2. Later\n"
    )
    digest = digest_of(f"# T\n\n## Active Work\n\n### ABC-7 — Fix the parser (P0)\n{fields}")
    told = "State: ready; Queue item: qitem-20260314161503-4be2; What to do next: Ask dev@rig"
    assert placed(digest) == {"open": [f"ABC-7 — Fix the parser (P0); {told}"]}
    assert digest.open_items[0].lines == Lines(5, 9)


def test_active_work_that_is_done_is_done() -> None:
    text = "# T\n\n## Work\n\n### ABC-7 — Parser\n- State: merged\n- Queue item: q-1\n"
    assert list(of(text)) == ["done"]


def test_blockers_name_what_waits() -> None:
    digest = digest_of("# T\n\n## Blockers\n\n- [A-1] blocks [A-2 beta]\n- [A-3] waiting on [the human]\n")
    assert [(item.text, item.blocked_by) for item in digest.open_items] == [("A-2 beta", "A-1"), ("A-3", "the human")]


def test_owner_and_blocker_columns_are_kept_apart_only_when_not_said() -> None:
    text = "# T\n\n## Next\n\n| Task | Owner | Blocked by |\n|---|---|---|\n| alpha | Mara | A-2 |\n"
    assert digest_of(text).open_items == (OpenItem(text="alpha · Mara · A-2", lines=Lines(7, 7)),)


def test_a_prohibition_elsewhere_is_a_constraint_too() -> None:
    text = "# T\n\n## Next steps\n\n- Run the migration. Never run it on production.\n- alpha, do not touch `x/`\n"
    assert of(text)["rules"] == ["Run the migration. Never run it on production.", "alpha, do not touch `x/`"]


@pytest.mark.parametrize(
    ("rule", "force"),
    [
        ("Never push to main.", Force.MUST),
        ("Prefers one long message.", Force.SHOULD),
        ("No new dependency.", Force.MUST),
    ],
)
def test_the_force_of_a_constraint(rule: str, force: Force) -> None:
    (constraint,) = digest_of(f"# T\n\n## Constraints\n\n- {rule}\n").constraints
    assert (constraint.text, constraint.force) == (rule, force)


def test_fences_give_only_lines_that_begin_with_an_id() -> None:
    fence = "```\n# Open\n- [ ] no item\n7c9b5d8 fix the parser\n#12 merged\nBL-077 (P2, qa): later\nplain line\n```\n"
    text = f"# T\n\n## Done\n\n{fence}"
    assert of(text) == {"done": ["7c9b5d8 fix the parser", "#12 merged", "BL-077 (P2, qa): later"]}
    assert of(text.replace("## Done", "## Commands")) == {}


def test_prose_is_split_into_sentences() -> None:
    told = ["The parser was rewritten, e.g. for speed.", "Version 1.2 is out.", "`a. B` stays."]
    assert list(sentences(" ".join(told))) == told
    rest = "What forbids stands apart, as here: never ship on a Friday."
    found = of(f"# T\n\n## Done\n\n{' '.join(told)} {rest}\n")
    assert (found["done"], found["rules"]) == ([" ".join(told)], [rest])


def test_statements_that_hold_two_things_are_split() -> None:
    assert of("# T\n\n- Done: export merged as PR #12; next: rename `sku` (INV-7).\n") == {
        "done": ["export merged as PR #12"],
        "open": ["rename `sku` (INV-7)."],
    }


@pytest.mark.parametrize(
    ("item", "section"),
    [
        ("alpha is half way 🔄", "open"),
        ("alpha written, not tested yet", "open"),
        ("alpha merged, docs not written", "done"),
        ("TODO: alpha", "open"),
        ("Chose alpha over beta because of speed", "decided"),
        ("The user rejected alpha", "decided"),
    ],
)
def test_an_item_under_done_may_say_otherwise(item: str, section: str) -> None:
    assert list(of(f"# T\n\n## Done\n\n- {item}\n")) == [section]


@pytest.mark.parametrize(
    ("item", "section"),
    [
        ("Fixed the login loop (#12)", "done"),
        ("We decided to keep CSV", "decided"),
        ("Waiting for the key from Anna", "open"),
        ("NEVER log the raw body", "rules"),
        ("Should invoices expire?", "open"),
        ("The lake is blue", ""),
    ],
)
def test_under_a_heading_that_does_not_tell_the_words_decide(item: str, section: str) -> None:
    assert list(of(f"# T\n\n## Payments\n\n- {item}\n")) == ([section] if section else [])


def test_data_about_the_map_itself_is_no_item() -> None:
    head = "# T\n\nWritten: 2026-03-14\nBranch: fixed-x\nStatus: COMPLETED\n"
    info = "## Session Summary\n\n- **Goal**: fixed it\n\n## Session info\n\n- Branch: x\n- Status: DONE\n"
    assert of(f"{head}\n{info}") == {}


def test_nothing_is_nothing() -> None:
    assert of("# T\n\n## Blockers\n\n- None.\n- Nothing. (qa reviews later.)\n- P0 — none.\n\n## 待办\n\n- 无\n") == {}


def test_the_same_statement_is_shown_once() -> None:
    assert of("# T\n\n## Done\n\n- alpha one\n- **alpha** one\n\n## Completed\n\n- Alpha one.\n") == {
        "done": ["alpha one"]
    }


def test_a_summary_does_not_say_it_again() -> None:
    text = "# T\n\n## Summary\n\nThis session merged #1 and #2. It also fixed #3.\n\n## Done\n\n- #1 alpha\n- #2 beta\n"
    assert of(text)["done"] == ["It also fixed #3.", "#1 alpha", "#2 beta"]


def test_long_texts_are_cut_between_words_and_outside_code() -> None:
    long = "alpha beta " * 40 + "`code span that goes on and on`"
    (item,) = digest_of(f"# T\n\n## Done\n\n- {long}\n").accomplished
    assert len(item.text) <= 320
    assert item.text.endswith("…")
    assert item.text.count("`") % 2 == 0
    assert long.startswith(item.text.rstrip("…"))


def test_sections_are_capped_and_counted_and_weight_decides() -> None:
    rows = [f"- [ ] alpha {number} beta" for number in range(50)] + ["- [ ] [P0] X-1: gamma, blocked by Y-2"]
    digest = digest_of("# T\n\n## Next\n\n" + "\n".join(rows) + "\n")
    assert len(digest.open_items) == 30
    assert digest.open_items[-1].text == "[P0] X-1: gamma, blocked by Y-2"
    assert digest.omitted == ((Section.OPEN_ITEMS, 21),)


def test_constraints_are_not_capped_at_sixty() -> None:
    rows = "\n".join(f"- Never do thing {number}" for number in range(61))
    assert len(digest_of(f"# T\n\n## Rules\n\n{rows}\n").constraints) == 61


def test_the_headline_is_made_of_words_of_the_map() -> None:
    totals = "## Session Totals\n\n- PRs merged: 21 (#39–#58)\n"
    text = f"# T\n\n{totals}\n## Active Work\n\n### RIG-9 — Voting\n- State: planning\n- Queue item: q-1\n"
    assert digest_of(text).headline == "PRs merged: 21 (#39–#58); RIG-9: planning"
