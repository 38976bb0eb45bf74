"""What an own turn is worth. A refused try costs nothing, so the tries are made one after the other, the best first."""

from ...kernel import at, kernel

NEVER = -1e9  # the value of what is not tried


@kernel
def next_best(values, count, below):
    """The most valuable try of those that are worth less than try `below`, or of all (-1); -1 if there is none. Of
    equals the first comes first."""
    best = -1
    for k in range(count):
        value = values[at(k)]
        if below >= 0 and (value > values[at(below)] or (value == values[at(below)] and k <= below)):
            continue
        if value > (NEVER if best < 0 else values[at(best)]):
            best = k
    return best


@kernel
def value_of_turn(values, chances, count, but, last, rare):
    """The sum over the tries, best first, of the value of each times the chance that it is legal and that all before it
    are not. `but` is a try that is left out; when all are refused, or what is left is rarer than `rare`, the last value
    counts, or `last` if there is none."""
    left, worth, k = 1.0, 0.0, next_best(values, count, -1)
    while k >= 0 and left > rare:
        if k != but:
            last = values[at(k)]
            worth += left * chances[at(k)] * last
            left *= 1.0 - chances[at(k)]
        k = next_best(values, count, k)
    return worth + left * last
