"""Probable primes, by the test of Baillie, Pomerance, Selfridge and Wagstaff. No known composite number passes."""
from math import isqrt


def is_prime(n):
    """Whether n is 2, or odd and a strong probable prime, to the base 2 and by Lucas sequences."""
    return n == 2 or (n > 2 and n % 2 == 1 and passes_base_two(n) and isqrt(n) ** 2 != n and passes_lucas(n))


def odd_part(n):
    """s and d, where n = 2^s·d for an odd d."""
    s = (n & -n).bit_length() - 1
    return s, n >> s


def passes_base_two(n):
    s, d = odd_part(n - 1)
    power = pow(2, d, n)
    if power in (1, n - 1):
        return True
    for _ in range(s - 1):
        power = power * power % n
        if power == n - 1:
            return True
    return False


def jacobi(a, n):
    """The Jacobi symbol (a/n) for an odd n."""
    a, sign = a % n, 1
    while a:
        s, a = odd_part(a)
        if s % 2 == 1 and n % 8 in (3, 5):
            sign = -sign
        if a % 4 == 3 and n % 4 == 3:
            sign = -sign
        a, n = n % a, a
    return sign if n == 1 else 0


def passes_lucas(n):
    """The strong test for the sequences U and V of P = 1 and Q = (1 - D)/4, with D the first of 5, -7, 9, ... for which
    (D/n) is -1. n is odd and no square."""
    discriminant = 5
    while jacobi(discriminant, n) != -1:
        if jacobi(discriminant, n) == 0 and abs(discriminant) != n:
            return False
        discriminant = -discriminant - 2 if discriminant > 0 else 2 - discriminant
    s, d = odd_part(n + 1)
    u, v, power = lucas(d, (1 - discriminant) // 4, discriminant, n)
    if u == 0:
        return True
    for _ in range(s):
        if v == 0:
            return True
        v, power = (v * v - 2 * power) % n, power * power % n
    return False


def lucas(k, q, discriminant, n):
    """U_k, V_k and Q^k modulo n, bit by bit of k from the top."""
    u, v, power = 0, 2, 1
    for bit in bin(k)[2:]:
        u, v, power = u * v % n, (v * v - 2 * power) % n, power * power % n
        if bit == "1":
            u, v, power = half(u + v, n), half(discriminant * u + v, n), power * q % n
    return u, v, power


def half(x, n):
    """x/2 modulo an odd n."""
    x %= n
    return (x + n * (x % 2)) // 2
