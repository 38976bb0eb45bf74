"""Minorization-maximization for generalised Bradley-Terry models (Coulom 2007, section 2; Hunter 2004).

Competitions between teams of features, of which one wins: P(team i wins) = gamma_i / sum of gamma_j, where the gamma of
a team is the product of the gammas of its members. One update of the gamma of a member i is

    gamma_i  <-  (W_i + 1) / (sum over competitions of C_ij / E_j  +  2 / (gamma_i + 1)),

W_i being its wins, C_ij the strength of the teams that i is in, without i itself, and E_j that of all teams. The 1 and
the 2 are the prior of the paper: one win and one loss against an opponent of strength 1. All members of one group, of
which a team never has two, are updated at once.

A member is an index of `gammas`: first LEVELS for each of the groups of `features`, then one for each shape.
Participants of all competitions lie one after the other, `starts` says where each competition begins; the winner comes
first.
"""

import numpy as np

from ...kernel import at, kernel
from ..knowledge.features import ANSWER, BITS, GROUPS, IN_WORD, LEVELS, SHAPE

# fmt: off
PARTICIPANT = np.dtype([
    ("levels", "i8"),          # of the groups that fit in a word
    ("shape", "i4"),           # number of the largest known shape, or -1
    ("answer", "i4"),          # and of the largest known answer
    ("strength", "f4"),        # of the team
    ("shape_class", "u1"),
    ("answer_class", "u1"),
], align=True)
# fmt: on
SHAPE_ITSELF, ANSWER_ITSELF = len(GROUPS), len(GROUPS) + 1  # two more groups: shapes by number
UPDATES = (*range(len(GROUPS)), SHAPE_ITSELF, ANSWER_ITSELF)
FIRST_SHAPE = LEVELS * len(GROUPS)


@kernel
def member(participant, group):
    """The index of a team's member in a group, or -1."""
    if group < IN_WORD:
        return LEVELS * group + (participant.levels >> BITS * group & LEVELS - 1)
    if group == SHAPE:
        return LEVELS * SHAPE + np.int64(participant.shape_class)
    if group == ANSWER:
        return LEVELS * ANSWER + np.int64(participant.answer_class)
    number = np.int64(participant.shape if group == SHAPE_ITSELF else participant.answer)
    return FIRST_SHAPE + number if number >= 0 else -1


@kernel
def count_wins(participants, starts, wins):
    """W_i of all members."""
    for competition in range(len(starts) - 1):
        for group in range(ANSWER_ITSELF + 1):
            i = member(participants[starts[competition]], group)
            if i >= 0:
                wins[i] += 1


@kernel
def sweep(participants, starts, changed, ratio, group, expected):
    """Multiply the strengths of all teams by ratio[i] of their member of the group `changed` (if it is not negative),
    then add to expected[i], for the members of `group`, how often they should have won: the sum of gamma_team / E_j.
    The logarithm of the likelihood."""
    likelihood = 0.0
    for competition in range(len(starts) - 1):
        first, end = starts[competition], starts[competition + 1]
        total = 0.0
        for k in range(first, end):
            if changed >= 0:
                i = member(participants[k], changed)
                if i >= 0:
                    participants[k].strength *= ratio[at(i)]
            total += participants[k].strength
        likelihood += np.log(participants[first].strength / total)
        for k in range(first, end):
            i = member(participants[k], group)
            if i >= 0:
                expected[at(i)] += participants[k].strength / total
    return likelihood


@kernel
def set_strengths(participants, gammas):
    """Give each team the product of the gammas of its members."""
    for k in range(len(participants)):
        strength = 1.0
        for group in range(ANSWER_ITSELF + 1):
            i = member(participants[k], group)
            if i >= 0:
                strength *= gammas[at(i)]
        participants[k].strength = strength


def maximise(participants: np.ndarray, starts: np.ndarray, gammas: np.ndarray, rounds: int) -> float:
    """So many rounds of updates of the gammas of each group. The mean logarithm of the probability of the winners,
    before the last update. Each round depends on nothing but the gammas, so that a run may stop after any."""
    wins, ratio = np.zeros(len(gammas)), np.ones(len(gammas))
    count_wins(participants, starts, wins)
    likelihood = 0.0
    for _ in range(rounds):
        set_strengths(participants, gammas)
        changed = -1
        for group in UPDATES:
            expected = np.zeros(len(gammas))
            likelihood = sweep(participants, starts, changed, ratio, group, expected)
            here = np.flatnonzero(expected)
            old = gammas[here]
            gammas[here] = (wins[here] + 1) / (expected[here] / old + 2 / (old + 1))
            ratio[here] = gammas[here] / old
            changed = group
    return likelihood / max(len(starts) - 1, 1)
