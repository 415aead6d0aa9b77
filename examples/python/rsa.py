#!/usr/bin/env python3
"""Signs many messages with one RSA key at once, and verifies the signatures.

RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, sections 8.2 and 9.2), by the Chinese remainder theorem. A key is a JSON Web Key (RFC 7517)
with n, e, p and q. The one in this program, and the signature that it has to give, are those of RFC 7515, appendix A.2.

The exponents are secret. pow_secret takes the same steps for all of them on a GPU; on the host GMP computes, and its time depends on
them, so sign on the host only where nobody can measure it. No signature is given away before it is verified: one that is wrong modulo
p alone would tell the factors of n."""

import argparse
import base64
import hashlib
import json
import math
import sys
import time

import limbsmith

RFC_7515 = {
    "key": """{"kty": "RSA", "e": "AQAB",
 "n": "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEw\
OWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT\
6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
 "p": "4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1Q\
lQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc",
 "q": "uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wDmpe_HlB-TnBA-njbglfIsR\
LtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc"}""",
    "message": b"eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
    "signature": "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZ\
cAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI\
7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"}


def integer(text):
    """The integer of a text in base64url."""
    return int.from_bytes(base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True))


class Key:
    """A private key. Errors: ValueError for a text that is none, or whose numbers do not belong together."""

    def __init__(self, text):
        try:
            jwk = json.loads(text)
            self.n, self.e, self.p, self.q = (integer(jwk[name]) for name in "nepq")
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"no JSON Web Key with n, e, p and q: {error!r}") from None
        if self.n != self.p * self.q or self.n.bit_length() < 512:
            raise ValueError("n is not p*q of 512 bits or more")
        if self.p == self.q or any(pow(2, prime - 1, prime) != 1 for prime in (self.p, self.q)):
            raise ValueError("p and q are not two primes")
        try:
            self.d = pow(self.e, -1, math.lcm(self.p - 1, self.q - 1))
        except ValueError:
            raise ValueError(f"e = {self.e} has no inverse modulo p - 1 and q - 1") from None
        if not 3 <= self.e < self.n:
            raise ValueError("e is not from 3 to n - 1")

    def padded(self, message):
        """The number 00 01 ff ... ff 00 DigestInfo, as long as n."""
        info = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(message).digest()
        fill = (self.n.bit_length() + 7) // 8 - 3 - len(info)
        return int.from_bytes(b"\0\1" + b"\xff" * fill + b"\0" + info)

    def sign(self, messages):
        """The signatures of all messages, whole numbers below n. Errors: ArithmeticError naming one that is wrong."""
        m = limbsmith.UInt(self.n.bit_length()).array([self.padded(message) for message in messages])
        halves = [(m % prime).astype(limbsmith.Field(prime)).pow_secret(self.d % (prime - 1)) for prime in (self.p, self.q)]
        signatures = limbsmith.crt(halves)
        self.verify(signatures, messages)
        return signatures

    def verify(self, signatures, messages):
        """Errors: ArithmeticError naming the first signature that is not one of its message; ValueError for a number that is not below n."""
        field = limbsmith.Field(self.n)
        is_right = signatures.astype(field)**self.e == field.array([self.padded(message) for message in messages])
        if not is_right.all():
            raise ArithmeticError(f"signature {is_right.argmin()} is wrong")


def read(parser, file):
    try:
        with open(file, "rb") as from_:
            return from_.read()
    except OSError as error:
        parser.error(str(error))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="sign so many messages (%(default)s); a GPU has work for 100000")
    parser.add_argument("--messages", metavar="FILE", help="sign the lines of this file instead, and print the signatures in hexadecimal")
    parser.add_argument("--key", metavar="FILE", help="a private key of your own, as a JSON Web Key")
    options = parser.parse_args(arguments)
    if options.count < 1:
        parser.error(f"--count is {options.count}, and should be 1 or more")
    messages = [b"message %d" % k for k in range(options.count)]
    if options.messages:
        messages = read(parser, options.messages).splitlines() or parser.error(f"{options.messages} has no lines")
    known = Key(RFC_7515["key"])
    try:
        key = Key(read(parser, options.key)) if options.key else known
    except ValueError as error:
        parser.error(f"{options.key}: {error}")

    try:
        if known.sign([RFC_7515["message"]])[0] != integer(RFC_7515["signature"]):
            raise ArithmeticError("the signature of RFC 7515, appendix A.2, is another one")
        start = time.perf_counter()
        signatures = key.sign(messages).tolist()
        seconds = time.perf_counter() - start
        for k in range(0, len(messages), -(-len(messages) // 4)):
            if signatures[k] != pow(key.padded(messages[k]), key.d, key.n):
                raise ArithmeticError(f"signature {k} is not that of Python's pow")
    except ArithmeticError as error:
        sys.exit(f"rsa.py: {error}")
    if options.messages:
        for signature in signatures:
            print(f"{signature:0{(key.n.bit_length() + 7) // 8 * 2}x}")
    print(f"{len(messages)} signatures of {key.n.bit_length()} bits made and verified on {limbsmith.UInt(32).device}: "
          f"{len(messages) / seconds:.0f} a second", file=sys.stderr)


if __name__ == "__main__":
    main()
