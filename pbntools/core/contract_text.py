"""Free spellings of a contract with its declarer and result, as people write them in tables and messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pbntools.core._spelling import quoted
from pbntools.core.cards import Strain
from pbntools.core.contracts import PASSED_OUT, Contract, plain_contract
from pbntools.core.seats import Seat

if TYPE_CHECKING:
    import pyparsing

_LEVELS = tuple("1234567")
_OPENINGS = frozenset((*_LEVELS, "P", "A"))
_LONGEST = 80
_START = "a level from 1 to 7, or Pass"
_AFTER_BID = "X or XX, a declarer (N, E, S, W) or a result (=, +1, -1), each at most once"


@dataclass(frozen=True, slots=True)
class ContractText:
    """What a text says: the contract, and declarer and declarer's tricks where it tells them."""

    contract: Contract
    declarer: Seat | None = None
    tricks: int | None = None


def parse_contract_text(text: str) -> ContractText:
    """Read a contract in a free spelling.

    A level and a denomination come first; a double (``X XX * **``), a declarer (``N``, ``North``, ``by N``) and a
    result (``=``, ``+1``, ``-2``) follow in any order, with or without blanks: ``"4SX by N"``, ``"4SNX"``, ``"4S*N"``,
    ``"4SN x-2"``.  The denomination is as long as it can be: ``"7NNX"`` is 7NT, declared by North and doubled, and
    ``"3NTS"`` is 3NT by South.  A pass-out is ``P``, ``Pass``, ``AP``, ``All pass`` or ``Passed out``.  Raises
    ValueError that tells what was expected where.
    """
    contract = plain_contract(text)
    return _parse(text) if contract is None else ContractText(contract)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ContractText:
    if text.lstrip()[:1].upper() not in _OPENINGS or len(text) > _LONGEST:
        raise ValueError(f"{quoted(text)} is not a contract: expected {_START}")
    from pyparsing import ParseBaseException

    try:
        parsed = _grammar().parse_string(text, parse_all=True).as_dict()
    except ParseBaseException as error:
        if not text.lstrip().startswith(_LEVELS):
            raise ValueError(f"{quoted(text)} is not a contract: expected {_START}") from None
        expected = _AFTER_BID if "end of text" in error.msg else error.msg.removeprefix("Expected ")
        at = f"at character {error.loc + 1}" if error.loc < len(text) else "at its end"
        raise ValueError(f"{quoted(text)} is not a contract: {at} expected {expected}") from None
    if "level" not in parsed:
        return ContractText(PASSED_OUT)
    contract = Contract(parsed["level"], parsed["strain"], parsed.get("doubled", 0))
    over = parsed.get("over")
    tricks = None if over is None else contract.needed + over
    if tricks is not None and not 0 <= tricks <= 13:
        raise ValueError(f"{quoted(text)} is not a result: {contract} with {over:+d} would be {tricks} tricks")
    return ContractText(contract, parsed.get("declarer"), tricks)


@lru_cache(maxsize=1)
def _grammar() -> pyparsing.ParserElement:
    from pyparsing import Opt, Regex, Suppress

    passed_out = Regex(r"(?ai:all ?pass|passed ?out|pass|ap|p)")
    level = Regex(r"[1-7]").add_parse_action(lambda found: int(found[0]))
    strain = Regex(r"(?ai:no ?trumps?|nt|n|clubs?|c|diamonds?|d|hearts?|h|spades?|s|[♣♦♥♠])").add_parse_action(
        lambda found: Strain.parse(found[0][0])
    )
    doubled = Regex(r"(?ai:xx?|\*\*?)").add_parse_action(lambda found: len(found[0]))
    by = Suppress(Opt(Regex(r"(?ai:by)")))
    declarer = Regex(r"(?ai:north|east|south|west|[nesw])").add_parse_action(lambda found: Seat.parse(found[0]))
    made = Regex(r"=").add_parse_action(lambda: 0)
    over = Regex(r"\+[0-9]{1,2}").add_parse_action(lambda found: int(found[0]))
    # Dashes and the minus sign stand for the hyphen in printed tables.
    under = Regex("[-\u2010-\u2013\u2212][0-9]{1,2}").add_parse_action(lambda found: -int(found[0][1:]))
    bid = level("level") - strain("strain").set_name("a denomination (C, D, H, S or NT)")
    rest = Opt(doubled("doubled")) & Opt(by + declarer("declarer")) & Opt((made | over | under)("over"))
    return ((bid + rest) | passed_out).parse_with_tabs()
