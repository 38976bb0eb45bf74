"""The rule sets of Kriegspiel that people play. They differ in what the umpire says, and to whom; nothing else of the
game does, but for stalemate. One umpire reads a rule set as flags of the board; those of the ICC are 0.

Berkeley, Cincinnati, RAND and English rules are as the package `kriegspiel` has them, with which a test compares them;
there the ICC's are called Wild 16. The fifty moves and the threefold repetition, which it does not know, end a game
under all of them, unless it is `endless`.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from ...kernel import Parameters, parameter

UNTYPED = 1  # a capture is told by its square alone
WHETHER, SQUARES, ASKED, NEVER = 2, 4, 6, 8  # how pawn tries are told, if not by their number: see TELLING
PAWN_TRIES = 14  # the bits of these
TRIES_TO_BOTH = 16  # the pawn tries of the player to move
REFUSALS_TO_BOTH = 32  # that a try was refused, not which
PROMOTIONS = 64  # that a pawn has promoted
EN_PASSANT = 128  # that a capture was en passant
STALEMATE_LOSES = 256
RELEASES = 512  # one pawn capture that is refused fulfils what a question obliges to
ENDLESS = 1024  # neither fifty moves nor a threefold repetition end the game
ICC = 0

TELLING = {"number": 0, "whether": WHETHER, "squares": SQUARES, "asked": ASKED, "never": NEVER}
"""How pawn tries are told at the beginning of a turn: how many, whether there is one, from which squares; or only if
the player asks "any?", or never."""


@dataclass(frozen=True)
class RuleSet:
    """What the umpire says by one of the rule sets."""

    name: str
    title: str
    pawn_tries: str = "number"
    typed: bool = True  # is it said whether a pawn or a piece was captured?
    tries_to_both: bool = False
    refusals_to_both: bool = True
    promotions: bool = False
    en_passant: bool = False
    stalemate_loses: bool = False
    releases: bool = False
    endless: bool = False

    @property
    def bits(self) -> int:
        """As the umpire's kernels read it."""
        flags = {
            UNTYPED: not self.typed,
            TRIES_TO_BOTH: self.tries_to_both,
            REFUSALS_TO_BOTH: self.refusals_to_both,
            PROMOTIONS: self.promotions,
            EN_PASSANT: self.en_passant,
            STALEMATE_LOSES: self.stalemate_loses,
            RELEASES: self.releases,
            ENDLESS: self.endless,
        }
        return TELLING[self.pawn_tries] | sum(flag for flag, given in flags.items() if given)


RULE_SETS = {
    rules.name: rules
    for rules in (
        RuleSet("icc", "Internet Chess Club (Wild 16)", refusals_to_both=False),
        RuleSet("berkeley", "Berkeley", "never", typed=False),
        RuleSet("berkeley-any", 'Berkeley, with "any?"', "asked", typed=False),
        RuleSet("cincinnati", "Cincinnati", "whether", tries_to_both=True),
        RuleSet("rand", "RAND", "squares", tries_to_both=True, promotions=True, stalemate_loses=True),
        RuleSet("english", "English", "asked", typed=False, en_passant=True, releases=True),
    )
}
DEFAULT = "icc"


class Conditions(Parameters):
    """What a game of Kriegspiel is played under."""

    silent: ClassVar = ("rules",)  # a match is named by it only where it is not the default

    rules: str = parameter(DEFAULT, "what the umpire says, and to whom", choices=tuple(RULE_SETS))


def find_rules(name: str) -> RuleSet:
    """The rule set of this name; ValueError names those that there are."""
    return RULE_SETS[Conditions().changed(rules=name).rules]


def rules_of(bits: int) -> RuleSet:
    """The rule set with these flags."""
    named = next(rules for rules in RULE_SETS.values() if rules.bits == bits & ~ENDLESS)
    return replace(named, endless=bool(bits & ENDLESS))
