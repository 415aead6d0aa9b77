"""Numbers for the tests: structured ones, by which carries and borders fail, beside random ones."""

from hypothesis import settings
from hypothesis import strategies as st

settings.register_profile("limbsmith", deadline=None, max_examples=30, database=None)
settings.load_profile("limbsmith")


def numbers(limit, least=0):
    """Numbers from `least` to limit - 1: 0, 1, 2^k and neighbours, the borders, random ones."""
    powers = [(1 << k) + off for k in range(0, limit.bit_length(), 31) for off in (-1, 0, 1)]
    structured = {x % limit for x in [0, 1, limit - 1, limit // 2, *powers, *(x << 1 for x in powers)]}
    if least < 0:
        structured |= {~x for x in structured}
    return st.one_of(st.sampled_from(sorted(structured)), st.integers(least, limit - 1))


def pairs(limit, most=5, least=0):
    """Two lists of the same length, perhaps empty."""
    some = numbers(limit, least)
    return st.lists(st.tuples(some, some), max_size=most).map(lambda both: ([x for x, _ in both], [y for _, y in both]))
