"""Two results of one table on one board: neither counts, unless they are the same."""

import pbntools as pbn
from pbntools.events.comparing import Comparer, Comparison
from tests.events.building import WBF, gathered, match, said, traveller

PAIRS = 'form = "pairs"\n'
COLUMNS = "Table;Round;PairId_NS;PairId_EW;Score_NS"


def compared(text: str) -> Comparison:
    comparer = Comparer()
    for reading in pbn.read(text.encode()):
        assert reading.record is not None
        assert reading.index is not None
        comparer.add("file", reading.index, reading.record, pbn.resolve(reading.record), reading)
    return comparer.finish()


def test_two_pairs_at_one_table() -> None:
    text = traveller(1, ["1 1 1 11 420", "1 1 2 12 450", "2 1 3 13 400", "3 1 4 14 50"], COLUMNS)
    found = gathered(PAIRS, text)
    message = "board 1, table 1, round 1: the table has 2 results, and nothing tells which of them counts"
    assert said(found) == [("table-repeated", message)] * 2
    assert [line.ns for line in found.lines] == ["3", "4"]
    assert [(item.board, item.table, item.rule.code) for item in found.findings.left_out] == [("1", "1", "EVT309")] * 2


def test_the_same_result_of_nobody_counts_once() -> None:
    rows = ["1 1 ? ? 420", "1 1 ? ? 420", "2 1 3 13 400"]
    found = gathered(PAIRS, traveller(1, rows, COLUMNS))
    assert said(found)[-1] == (
        "table-repeated",
        "board 1, table 1, round 1: the table has 2 results that are the same, of which one counts",
    )
    assert [line.ns_award for line in found.lines] == [420, 400]


def test_another_round_section_or_session_is_another_table() -> None:
    rows = ["1 1 1 11 420", "1 2 2 12 450"]
    assert said(gathered(PAIRS, traveller(1, rows, COLUMNS))) == []
    rows = ["A 1 1 1 11 420", "B 1 1 2 12 450"]
    assert said(gathered(PAIRS, traveller(1, rows, f"Section;{COLUMNS}"))) == []
    one = traveller(1, ["1 1 1 11 420"], COLUMNS, '[Session "1"]\n')
    two = traveller(1, ["1 1 2 12 450"], COLUMNS, '[Session "2"]\n')
    assert said(gathered(PAIRS, one + two)) == []


def test_a_match_has_two_tables_under_one_number() -> None:
    event = f'form = "teams"\n{WBF}[scoring]\nhome-sits-ns = true\n'

    def game(home: str, visit: str, points: int) -> str:
        tags = f'[Table "4"]\n[Round "1"]\n[HomeTeam "{home}"]\n[VisitTeam "{visit}"]\n'
        return f'[Board "1"]\n{tags}[Score "NS {points}"]\n\n'

    assert said(gathered(event, game("Lions", "Owls", 420) + game("Owls", "Lions", 400))) == []
    found = gathered(event, game("Lions", "Owls", 420) + game("Owls", "Lions", 400) + game("Foxes", "Hares", 50))
    assert [rule for rule, _ in said(found) if rule != "nothing-meant"] == ["table-repeated"] * 3
    rooms = match("1", "Lions", "Owls", [(420, 400)]).replace("[Round", '[Table "4"]\n[Round')
    assert said(gathered(f'form = "teams"\n{WBF}', rooms)) == []


def test_compare_tells_it_too() -> None:
    text = traveller(1, ["1 1 1 11 420", "1 1 2 12 450", "2 1 3 13 400", "3 1 4 14 50"], COLUMNS)
    found = compared(text)
    assert [item.finding.rule.name for item in found.findings.found] == ["table-repeated"] * 2
    assert [len(board.lines) for board in found.boards] == [2]
