"""A game of Kriegspiel between the player at the keyboard and a program, with the umpire between them."""

import re

from ...players import players_of
from ...table import Record, ending_of
from ...terminal import person_game as person_game
from ..files.pgn import KriegspielRecord
from ..rules import BLACK, WHITE


class PersonGame(person_game.PersonGame):
    def record(self) -> Record:
        record = super().record()
        types = {self.human: "human", self.program: "program"}
        record.facts |= {"Event": "Kaya", "WhiteType": types[WHITE], "BlackType": types[BLACK]}
        return record

    def ending(self) -> str:
        return ending_of(self.verdict, {WHITE: "White wins", BLACK: "Black wins"}) if self.verdict else ""


def persons_side(record: KriegspielRecord) -> int | None:
    """Where the person sat in a recorded game, if there was one."""
    types = {WHITE: record.other.get("WhiteType"), BLACK: record.other.get("BlackType")}
    sides = [side for side, kind in types.items() if kind == "human"]
    return sides[0] if len(sides) == 1 else None


def programs_name(record: KriegspielRecord) -> str | None:
    """Which of Kaya's programs played a recorded game against a person."""
    side = persons_side(record)
    found = re.match(r"Kaya \(([^,)]+)", record.black if side == WHITE else record.white) if side else None
    return found[1] if found and found[1] in players_of("kriegspiel") else None
