"""The ledger deal by deal: what is not known, and what a game author may ask of it."""

import pytest

import pbntools as pbn
from pbntools.core import Contract, Seat, Side, Vulnerability
from pbntools.record import Record, Result
from pbntools.scoring import Ledger, RuleSet
from pbntools.scoring.order import Trust

PLAIN = "rubber-plain"


def unknown(declarer: Seat | None = Seat.NORTH, contract: str | None = "4S") -> Record:
    return Record(contract=None if contract is None else Contract.parse(contract), declarer=declarer)


@pytest.mark.parametrize(
    ("record", "missing"),
    [
        (unknown(), ("tricks",)),
        (unknown(None), ("declarer", "tricks")),
        (unknown(None, None), ("contract",)),
    ],
)
def test_an_unknown_result_stops_a_rubber(record: Record, missing: tuple[str, ...]) -> None:
    ledger = Ledger(PLAIN)
    ledger.add("2S", "N", 8)
    entry = ledger.push(record)
    assert (entry.unknown, entry.totals, entry.known, entry.lines) == (missing, None, (60, 0), ())
    assert ledger.vulnerable is None
    for _ in range(3):
        entry = ledger.add("4S", "N", 10, vulnerable="NS")
        assert (entry.totals, entry.known, entry.lines) == (None, (60, 0), ())
        assert entry.conditional == f"deal 2: {' and '.join(missing)} unknown"
    session = ledger.result()
    assert (session.totals, session.winner, session.margin, session.closing) == (None, None, None, ())
    assert [(rubber.complete, rubber.unknown) for rubber in session.rubbers] == [(False, True)]


def test_only_the_first_unknown_result_is_told() -> None:
    ledger = Ledger(PLAIN)
    found = [[finding.rule.name for finding in ledger.push(unknown()).findings] for _ in range(2)]
    assert found == [["session-unknown"], []]


def test_in_chicago_the_next_round_starts_from_nothing() -> None:
    ledger = Ledger("chicago")
    ledger.add("2S", "N", 8, dealer="N")
    ledger.push(unknown())
    conditional = [ledger.add("2S", "N", 8).conditional for _ in range(2)]
    assert conditional == ["deal 2: tricks unknown"] * 2
    entries = [ledger.add("2H", "N", 8) for _ in range(4)]
    assert [entry.conditional for entry in entries] == [None] * 4
    assert [entry.vulnerable for entry in entries] == [*map(Vulnerability.parse, ("None", "EW", "NS", "All"))]
    session = ledger.result()
    # 60 + 60 is a game on the second deal; the fourth completes one as well.
    assert [(r.ns, r.ew, r.known, r.winner) for r in session.rubbers] == [
        (None, None, (60, 0), None),
        (240 + 300 + 500, 0, (1040, 0), "NS"),
    ]
    assert (session.totals, session.winner) == (None, None)


def test_a_deal_that_may_not_count_leaves_the_rounds_open() -> None:
    ledger = Ledger("chicago")
    ledger.push(unknown(None, None))
    entries = [ledger.add("2H", "N", 8) for _ in range(8)]
    assert all(entry.conditional for entry in entries)
    assert ledger.rubbers == ()
    # Where a pass-out counts, the round has four deals all the same.
    ledger = Ledger(RuleSet.preset("chicago").with_switches({"pass-out": "zero"}))
    ledger.push(unknown(None, None))
    entries = [ledger.add("2H", "N", 8, dealer="E", vulnerable="None") for _ in range(7)]
    assert [bool(entry.conditional) for entry in entries] == [True] * 3 + [False] * 4


def test_deals_that_stand_alone_are_scored_after_an_unknown_one() -> None:
    ledger = Ledger(RuleSet.preset("chicago-duplicate").with_switches({"honours": "none"}))
    ledger.push(unknown())
    entry = ledger.add("2S", "N", 8, vulnerable="NS")
    assert (entry.conditional, entry.totals, entry.known) == (None, None, (110, 0))


def test_a_vulnerability_that_is_not_known() -> None:
    # Chicago, second deal, no dealer: a part score that is made is the same for both.
    ledger = Ledger("chicago")
    ledger.add("1C", "N", 7)
    assert ledger.add("2S", "N", 8).unknown == ()
    ledger = Ledger("chicago")
    ledger.add("1C", "N", 7)
    assert ledger.add("2S", "N", 7).unknown == ("vulnerability",)
    ledger = Ledger("chicago")
    ledger.add("2S", "N", 8)
    assert ledger.add("2S", "N", 8).unknown == ("vulnerability",), "it is a game"


def test_unknown_honours_leave_the_sum_open_and_the_games_known() -> None:
    ledger = Ledger("rubber")
    entry = ledger.add("4S", "N", 10)
    assert (entry.unknown, entry.totals, entry.known) == (("honours",), None, (120, 0))
    assert (ledger.games, ledger.vulnerable) == ((1, 0), Vulnerability.NS)
    entry = ledger.add("4S", "S", 10, honours=(Side.EW, 100))
    assert entry.completed is not None
    # 940 to 100, and at most 150 more for either side.
    assert (entry.completed.ns, entry.completed.known, entry.completed.winner) == (None, (940, 100), "NS")
    session = ledger.result()
    assert (session.winner, session.margin, session.totals) == ("NS", None, None)


def test_unknown_honours_that_may_decide() -> None:
    ledger = Ledger("rubber")
    ledger.add("1NT", "N", 7)
    # 40 and 100 for the part score, but the other side may have 150 for honours.
    assert ledger.result().winner is None
    ledger.add("4S", "N", 10, honours=0)
    assert ledger.result().winner == "NS"


@pytest.mark.parametrize(
    ("form", "pass_out", "dealers", "counted"),
    [
        ("rubber", "zero", "ES", True),
        ("rubber", "next-dealer", "ES", True),
        ("rubber", "redeal-same", "NE", False),
        ("chicago", "zero", "ES", True),
        ("chicago", "next-dealer", "ES", False),
        ("chicago", "redeal-same", "NE", False),
    ],
)
def test_a_pass_out(form: str, pass_out: str, dealers: str, counted: bool) -> None:
    ledger = Ledger(RuleSet.preset(form).with_switches({"pass-out": pass_out, "first-dealer": "N"}))
    entry = ledger.add("Pass")
    assert (entry.counted, entry.lines, entry.totals) == (counted, (), (0, 0))
    assert str(ledger.dealer) == dealers[0]
    entry = ledger.add("1C", "N", 7, honours=0)
    assert entry.number == (2 if counted else 1)
    assert str(ledger.dealer) == dealers[1]


def test_the_agreed_number_of_rubbers() -> None:
    ledger = Ledger(RuleSet.preset(PLAIN).with_switches({"rubbers": "1"}))
    ledger.add("4S", "N", 10)
    assert not ledger.result().complete
    ledger.add("4S", "N", 10)
    assert ledger.is_over
    entry = ledger.add("4S", "N", 10)
    assert (entry.counted, entry.lines, entry.totals) == (False, (), (940, 0))
    assert [finding.rule.name for finding in entry.findings] == ["session-order"]
    session = ledger.result()
    assert (session.totals, session.complete, len(session.rubbers)) == ((940, 0), True, 1)


@pytest.mark.parametrize(
    ("deals", "closing", "totals"),
    [
        ([], [], (0, 0)),
        ([("4S", "N", 10)], ["NS 300"], (420, 0)),
        ([("4S", "N", 10), ("4S", "E", 10)], [], (120, 120)),
        ([("1S", "N", 7)], ["NS 100"], (130, 0)),
        ([("1S", "N", 7), ("1S", "E", 7)], [], (30, 30)),
        ([("4S", "N", 10), ("1S", "E", 7)], ["NS 300", "EW 100"], (420, 130)),
        ([("1S", "E", 7), ("4S", "N", 10)], ["NS 300"], (420, 30)),
        ([("4S", "N", 10), ("4S", "N", 10)], [], (940, 0)),
    ],
)
def test_an_unfinished_rubber(deals: list[tuple[str, str, int]], closing: list[str], totals: tuple[int, int]) -> None:
    ledger = Ledger(PLAIN)
    for deal in deals:
        ledger.add(*deal)
    session = ledger.result()
    assert [f"{line.side} {line.points}" for line in session.closing] == closing
    assert session.totals == totals
    assert ledger.result() == session, "asking changes nothing"


def test_a_match_of_two_rounds_is_not_over_after_one() -> None:
    for deals, complete in (("4", True), ("8", False)):
        ledger = Ledger(RuleSet.preset("chicago").with_switches({"deals": deals, "first-dealer": "N"}))
        for _ in range(4):
            ledger.add("1C", "N", 7)
        session = ledger.result()
        assert (session.complete, session.winner) == (complete, "NS" if complete else None)
        assert session.totals == (180, 0)


def test_games_decide_over_several_rubbers() -> None:
    ledger = Ledger(PLAIN)
    for contract, declarer, tricks in [("4S", "N", 10), ("4S", "E", 0), ("4S", "N", 10)]:
        ledger.add(contract, declarer, tricks)
    for contract, declarer, tricks in [("4S", "E", 10), ("7NTXX", "E", 0), ("4S", "W", 10)]:
        ledger.add(contract, declarer, tricks)
    assert [rubber.winner for rubber in ledger.rubbers] == ["NS", "EW"]
    session = ledger.result()
    assert (session.winner, session.margin) == ("tie", 0)


@pytest.mark.parametrize("text", ["2C 3H", "2C 2H"])
def test_two_part_scores_that_make_a_game(text: str) -> None:
    ledger = Ledger(PLAIN)
    first, second = text.split()
    ledger.add(first, "N", 8)
    assert ledger.add(second, "S", int(second[0]) + 6).game_won is Side.NS
    assert ledger.part_scores == (0, 0)
    assert ledger.games == (1, 0)


def test_what_add_refuses() -> None:
    ledger = Ledger()
    for arguments, message in (
        (("8S", "N", 10), "not a contract"),
        (("4S", None, 10), "a contract has a declarer"),
        (("4S", "X", 10), "not a seat"),
        (("4S", "N", 14), "not a number of tricks"),
    ):
        with pytest.raises(ValueError, match=message):
            ledger.add(*arguments)
    with pytest.raises(ValueError, match="expected 100 or 150"):
        ledger.add("4S", "N", 10, honours=(Side.NS, 90))
    with pytest.raises(ValueError, match="expected record or rules"):
        Ledger(trust="nobody")  # type: ignore[arg-type]
    assert ledger.result().deals == 0


def test_order_of_boards() -> None:
    def push(ledger: Ledger, board: str, contract: str = "1C") -> list[str]:
        record = Record(
            board=board, contract=Contract.parse(contract), declarer=Seat.NORTH, result=Result(6), dealer=None
        )
        return [finding.message.split(":")[0] for finding in ledger.push(record).findings]

    ledger = Ledger(PLAIN)
    assert [push(ledger, board) for board in ("1", "2", "2", "1", "7", "x", "8")] == [
        [], [], ["board 2 comes a second time"], ["board 1 comes after board 2"], ["boards 3 to 6 are missing"], [], [],
    ]  # fmt: skip
    ledger.new_sheet()
    assert push(ledger, "1") == []
    # A board that is dealt again may keep its number.
    ledger = Ledger("rubber-redeal")
    assert [push(ledger, "1", "Pass"), push(ledger, "1", "Pass"), push(ledger, "1"), push(ledger, "1")] == [
        [], [], [], ["board 1 comes a second time"],
    ]  # fmt: skip


def revoked(name: str) -> pbn.Record:
    from pathlib import Path

    reading = next(pbn.read(Path(__file__).parent.parent.parent / "fixtures" / "laws" / f"{name}.pbn"))
    assert reading.record is not None
    return reading.record.replace(result=None)


def test_the_tricks_that_a_revoke_moves_count() -> None:
    record = revoked("revoke")
    outcome = pbn.resolve(record)
    assert (outcome.tricks, outcome.adjustment, outcome.tricks_source) == (10, 1, "played")
    entry = Ledger(PLAIN).push(record)
    assert (entry.unknown, entry.tricks) == ((), 11)


def test_a_revoke_whose_tricks_are_not_known() -> None:
    record = revoked("revoke-by-both-sides")
    outcome = pbn.resolve(record, "1997")
    assert (outcome.adjustment, outcome.tricks_source) == (None, "played")
    assert Ledger(PLAIN).push(record, outcome).unknown == ("the tricks that a revoke moves",)


# --- matches of Chicago ---


def played(rules: RuleSet, deals: int) -> tuple[Ledger, list[list[str]]]:
    ledger = Ledger(rules)
    told = []
    for place in range(deals):
        entry = ledger.add("4S", "N" if place < 4 else "E", 10, dealer="N" if not place else None)
        told.append([str(finding.severity) for finding in entry.findings])
    return ledger, told


@pytest.mark.parametrize(
    ("deals", "matches", "winner", "margin"),
    [("4", [(0, 3, "NS"), (4, 7, "EW")], "tie", 0), ("8", [(0, 7, "tie")], "tie", 0)],
)
def test_deals_past_a_match_are_another_one(
    deals: str, matches: list[tuple[int, int, str]], winner: str, margin: int
) -> None:
    rules = RuleSet.preset("chicago").with_switches({"deals": deals})
    ledger, told = played(rules, 8)
    session = ledger.result()
    assert [(match.first, match.last, match.winner) for match in session.matches] == matches
    assert (session.winner, session.margin, session.complete) == (winner, margin, True)
    assert told == [["notice"] if place == 4 and deals == "4" else [] for place in range(8)]
    assert ledger.is_over


def test_a_match_that_was_begun() -> None:
    ledger, _ = played(RuleSet.preset("chicago"), 4)
    assert (ledger.is_over, ledger.result().winner) == (True, "NS")
    ledger.add("Pass")
    assert not ledger.is_over
    session = ledger.result()
    assert (session.winner, session.complete, len(session.matches)) == (None, False, 2)


def test_matches_decide_and_not_points() -> None:
    ledger = Ledger(RuleSet.preset("chicago").with_switches({"first-dealer": "N"}))
    for contract, declarer, tricks in [("1C", "N", 7)] * 8 + [("7NTXX", "N", 0)] * 4:
        ledger.add(contract, declarer, tricks)
    session = ledger.result()
    assert [match.winner for match in session.matches] == ["NS", "NS", "EW"]
    assert session.winner == "NS"
    assert session.margin is not None
    assert session.margin < 0


# --- finished deals ---


@pytest.mark.parametrize(
    ("rules", "deals", "finished"),
    [
        (PLAIN, [], (0, "tie")),
        (PLAIN, ["?"], (0, "tie")),
        (PLAIN, ["4S"], (1, "NS")),
        (PLAIN, ["4S", "?"], (1, "NS")),
        (PLAIN, ["4S", "?", "4S"], (2, None)),
        (PLAIN, ["4S", "?", "?"], (1, None)),
        (PLAIN, ["Pass"], (1, "tie")),
        ("rubber-redeal", ["Pass"], (0, "tie")),
        ("chicago", ["Pass", "?"], (0, "tie")),
        ("chicago", ["4S"] * 4, (4, "NS")),
        ("chicago", ["4S"] * 4 + ["?"], (0, "tie")),
        ("chicago", ["4S"] * 5 + ["?"], (1, "NS")),
        ("chicago-duplicate", ["?", "4S"], (1, None)),
        ("rubber", ["4S"], (1, None)),
    ],
)
def test_finished_deals(rules: str, deals: list[str], finished: tuple[int, str | None]) -> None:
    ledger = Ledger(RuleSet.preset(rules).with_switches({"first-dealer": "N"}))
    for deal in deals:
        if deal == "?":
            ledger.push(unknown())
        else:
            # Unknown honours may put the others ahead: 120 against 150.
            honours = None if rules == "rubber" else 0
            ledger.add(deal, None if deal == "Pass" else "N", 10, honours=honours)  # type: ignore[arg-type]
    found = ledger.result().finished
    assert (found.deals, found.ahead) == finished


def test_what_closes_a_rubber_is_of_no_deal() -> None:
    ledger = Ledger(PLAIN)
    # EW have 300 for the only game, but NS are ahead by the deals.
    ledger.add("3NT", "E", 9)
    ledger.add("4SX", "W", 9)
    ledger.add("4SX", "W", 9)
    found = ledger.result()
    assert (found.totals, found.finished.ahead) == ((400, 400), "NS")


def test_rubbers_that_are_won_come_before_points() -> None:
    ledger = Ledger(PLAIN)
    for contract, declarer, tricks in [("4S", "S", 10), ("3NTX", "N", 5), ("4H", "S", 10)]:
        ledger.add(contract, declarer, tricks)
    found = ledger.result()
    assert (found.known, found.finished.ahead) == ((940, 1100), "NS")


# --- deals that are left out or out of order ---


def test_deals_that_are_left_out() -> None:
    ledger = Ledger(PLAIN)
    ledger.add("2S", "N", 8, dealer="N")
    ledger.leave_out()
    entry = ledger.add("2S", "N", 8, dealer="W", board="3")
    assert entry.conditional == "a deal before board 3 is left out"
    assert [(f.rule.name, f.message) for f in entry.findings] == [
        (
            "session-order",
            "a deal before board 3 is left out: the rest of the session is conditional, and the sum stops here",
        )
    ]
    session = ledger.result()
    assert (session.known, session.totals, session.winner) == ((60, 0), None, None)
    assert session.finished.ahead is None


def test_whole_rubbers_and_rounds_may_be_left_out() -> None:
    ledger = Ledger("chicago")
    ledger.leave_out(4)
    entry = ledger.add("4S", "N", 10, dealer="E")
    assert (entry.conditional, [str(f.severity) for f in entry.findings]) == (None, ["notice"])
    for _ in range(3):
        ledger.add("4S", "N", 10)
    ledger.leave_out(4)
    entry = ledger.add("4S", "N", 10, dealer="W")
    assert entry.conditional is None
    assert ledger.result().known == (5 * 120 + 300 + 500 * 2 + 300 * 2, 0)


def numbered(board: int) -> Record:
    return Record(
        board=str(board), contract=Contract.parse("2S"), declarer=Seat.NORTH, result=Result(8), dealer=Seat.NORTH
    )


@pytest.mark.parametrize(
    ("trust", "conditional", "known"),
    [("record", [False, False], (120, 0)), ("rules", [False, True], (60, 0))],
)
def test_a_gap_in_the_boards(trust: Trust, conditional: list[bool], known: tuple[int, int]) -> None:
    ledger = Ledger(PLAIN, trust=trust)
    entries = [ledger.push(numbered(board)) for board in (1, 3)]
    assert "board 2 is missing: " in " ".join(f.message for f in entries[1].findings)
    assert [entry.conditional is not None for entry in entries] == conditional
    assert entries[-1].known == known


@pytest.mark.parametrize("boards", [(2, 2), (2, 1)])
def test_a_board_out_of_order_is_no_deal_by_the_rules(boards: tuple[int, int]) -> None:
    ledger = Ledger(PLAIN, trust="rules")
    ledger.push(numbered(boards[0]))
    entry = ledger.push(numbered(boards[1]))
    assert (entry.counted, entry.lines) == (False, ())
    assert [(f.rule.name, f.message.rsplit(": ")[-1]) for f in entry.findings] == [
        ("session-order", "this deal is not scored")
    ]
    assert entry.known == (60, 0)


# --- what add refuses ---


@pytest.mark.parametrize(
    "arguments",
    [
        {"vulnerable": True},
        {"declarer": 0},
        {"tricks": "10"},
        {"tricks": True},
        {"tricks": 10.0},
        {"honours": 100},
        {"honours": False},
        {"honours": ("NS", 100)},
        {"honours": (Side.NS, 100.0)},
        {"dealer": 0},
        {"dealer": 9},
        {"deal": 5},
        {"board": 1},
        {"contract": 4},
        {"contract": None},
    ],
)
def test_values_of_another_type(arguments: dict[str, object]) -> None:
    ledger = Ledger(PLAIN)
    given: dict[str, object] = {"contract": "4S", "declarer": "N", "tricks": 10} | arguments
    with pytest.raises(TypeError):
        ledger.add(**given)  # type: ignore[arg-type]
    # A deal that is refused leaves no trace.
    assert ledger.add("2S", "N", 8).number == 1
    assert ledger.result().deals == 1


def test_honours_at_notrump_are_four_aces() -> None:
    with pytest.raises(ValueError, match="four aces are 150"):
        Ledger().add("3NT", "N", 9, honours=(Side.NS, 100))
    assert Ledger().add("3NT", "N", 9, honours=(Side.NS, 150)).totals == (250, 0)
    with pytest.raises(TypeError, match="the name of a preset, not None"):
        Ledger(None)  # type: ignore[arg-type]


def test_a_rubber_that_was_taken_up_is_under_way() -> None:
    history = {"ScoreRubberHistory": "NS 0 0/120 0 EW 0 0/0 0"}
    ledger = Ledger("rubber-redeal")
    ledger.push(Record(contract=Contract.parse("Pass"), tags=pbn.Tags(history)))
    session = ledger.result()
    assert [(rubber.complete, rubber.known) for rubber in session.rubbers] == [(False, (420, 0))]
    assert (session.known, session.complete) == ((420, 0), False)


def test_no_law_is_cited_for_an_unfinished_rubber() -> None:
    ledger = Ledger(PLAIN)
    ledger.add("4S", "N", 10)
    assert [line.law for line in ledger.result().closing] == ["rule set"]
