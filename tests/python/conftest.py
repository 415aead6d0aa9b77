"""Numbers for the tests: structured ones, by which carries and borders fail, beside random ones."""

from hypothesis import settings
from hypothesis import strategies as st

settings.register_profile("limbsmith", deadline=None, max_examples=30, database=None)
settings.load_profile("limbsmith")


def numbers(limit):
    """Numbers below the limit: 0, 1, 2^k and neighbours, limit - 1, random ones."""
    powers = [(1 << k) + off for k in range(0, limit.bit_length(), 31) for off in (-1, 0, 1)]
    structured = sorted({x % limit for x in [0, 1, limit - 1, limit // 2, *powers, *(x << 1 for x in powers)]})
    return st.one_of(st.sampled_from(structured), st.integers(0, limit - 1))


def pairs(limit, most=5):
    """Two lists of the same length, perhaps empty."""
    return st.lists(st.tuples(numbers(limit), numbers(limit)), max_size=most).map(
        lambda both: ([x for x, _ in both], [y for _, y in both]))
