"""The words of rankings, travellers and cards, in English and Turkish.

The English text is the key, as in a catalogue of messages; a language without a text for it shows the English one.
"""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH = "en"
LANGUAGES = (ENGLISH, "tr")

TURKISH: Mapping[str, str] = {
    "Ranking": "Sıralama",
    "Rank": "Sıra",
    "Number": "No",
    "Names": "İsimler",
    "Score": "Skor",
    "Boards": "Bord",
    "Board": "Bord",
    "Board {board}": "Bord {board}",
    "Round": "Tur",
    "Session": "Seans",
    "Match": "Maç",
    "Matches": "Maçlar",
    "Team": "Takım",
    "Against": "Rakip",
    "Direction": "Yön",
    "Table": "Masa",
    "Contract": "Kontrat",
    "Declarer": "Dekleran",
    "Tricks": "Löve",
    "Lead": "Atak",
    "Pass": "Pas",
    "North-South": "Kuzey-Güney",
    "East-West": "Doğu-Batı",
    "NS": "KG",
    "EW": "DB",
    "N": "K",
    "E": "D",
    "S": "G",
    "W": "B",
    "MP": "MP",
    "VP": "VP",
    "IMP": "IMP",
    "IMPs": "IMP",
    "points": "puan",
    "rounds": "tur",
    "Wins": "Galibiyet",
    "Tie": "Beraberlik",
    "Notes": "Notlar",
    "Travellers": "Bord sonuçları",
    "Card of {name}": "{name} kartı",
    "Datum": "Salon ortalaması",
    "Penalty": "Ceza",
    "penalty": "ceza",
    "bye": "bay",
    "lot": "kura",
    "undecided": "belirsiz",
    "mutual-match": "aralarındaki maç",
    "mutual-imps": "aralarındaki maçın IMP farkı",
    "imp-total": "IMP toplamı",
    "wins": "galibiyet sayısı",
    "sessions": "seanslar",
    "weighted-sessions": "ağırlıklı seanslar",
    "boards": "bordlar",
    "imps": "IMP",
    "extension": "uzatma",
    "withdrawal": "çekilme",
    "pairs": "ikili",
    "individual": "ferdi",
    "imp-pairs": "IMP ikili",
    "butler": "Butler",
    "instant": "anında maç puanı",
    "teams": "dörtlü takım",
    "swiss": "yakınları eşleştirme",
    "knock-out": "eleme",
    "bam": "her bord bir maç",
    "patton": "Patton",
    "total-points": "toplam puan",
    "not played": "oynanmadı",
    "Left out": "Dışarıda kalanlar",
    "Reason": "Neden",
    "Next round": "Sonraki tur",
}
_CATALOGUES: Mapping[str, Mapping[str, str]] = {ENGLISH: {}, "tr": TURKISH}


class Words:
    """The words of a language by its code."""

    def __init__(self, code: str = ENGLISH) -> None:
        self.code = code
        self._texts = _CATALOGUES[code]

    def __call__(self, message: str, **values: object) -> str:
        """The message in the language, with its places filled in."""
        text = self._texts.get(message, message)
        return text.format(**values) if values else text
