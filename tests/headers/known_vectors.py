"""The published vectors of tests/data as suites: programs known_X.cpp, moduli, and the values that they are given.

Hashes and encodings of messages, which no header computes, are computed here with hashlib; so is all that a program
takes modulo a number.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parent.parent / "data"

# DER of the DigestInfo before the hash (RFC 8017, section 9.2, note 1)
DIGEST_INFO = {"sha1": "3021300906052b0e03021a05000414", "sha224": "302d300d06096086480165030402040500041c"}


class Suite(NamedTuple):
    """Checks of one program with headers for these moduli."""
    program: str
    field: str  # modulus as on the command line
    cases: list  # (name, kind, value...)
    order: str = ""  # modulus of a second header, if the program has one


def load(name):
    return json.loads((DATA / f"{name}.json").read_text())


def number(text):
    """The value of a number, or of a sum of powers such as 2^255-19."""
    if not re.fullmatch(r"([+-]?\w+(\^\d+)?)+", text):
        raise ValueError(text)
    terms = re.findall(r"([+-]?)(\w+)(?:\^(\d+))?", text)
    return sum((-1 if sign == "-" else 1) * int(base, 0) ** int(power or 1) for sign, base, power in terms)


def little_endian(octets):
    return int.from_bytes(octets, "little")


def emsa_pkcs1(hash_name, message, length):
    """EMSA-PKCS1-v1_5 (RFC 8017, section 9.2)."""
    info = bytes.fromhex(DIGEST_INFO[hash_name]) + hashlib.new(hash_name, message).digest()
    return b"\0\1" + b"\xff" * (length - 3 - len(info)) + b"\0" + info


def rsa():
    for key in load("rsa")["keys"]:
        n, p, q = (number(key[name]) for name in "npq")
        powers, halves_p, halves_q = [], [], []
        for index, signature in enumerate(key["signatures"]):
            name, s = f"{key['name']} {index}", signature["signature"]
            em = signature.get("em")
            if em is None:
                message = bytes.fromhex(signature["message"])
                em = "0x" + emsa_pkcs1(signature["hash"], message, n.bit_length() // 8).hex()
            powers += [(name, "power", s, key["e"], em), (name, "power", em, key["d"], s)]
            if "qInv" in key:
                c, m_1, m_2 = number(em), number(s) % p, number(s) % q
                halves_p += [(name, "half", c % p, key["dP"], m_1),
                             (name, "garner", m_1, m_2 % p, q % p, key["qInv"], (number(s) - m_2) // q)]
                halves_q.append((name, "half", c % q, key["dQ"], m_2))
        yield Suite("known_power.cpp", key["n"], powers)
        if "qInv" in key:
            yield Suite("known_crt.cpp", key["p"], halves_p)
            yield Suite("known_crt.cpp", key["q"], halves_q)


def diffie_hellman():
    data = load("dh")
    for group in data["diffie_hellman"]:
        name = group["name"]
        exchange = [(name, "power", *(group[part] for part in parts))
                    for parts in (("g", "xA", "yA"), ("g", "xB", "yB"), ("yA", "xB", "Z"), ("yB", "xA", "Z"))]
        yield Suite("known_power.cpp", group["p"], [(name, "power", group["g"], group["q"], 1), *exchange])
    for group in data["srp"]:
        yield Suite("known_power.cpp", group["N"], [(group["name"], "srp", *(group[part] for part in "gkxvabABuS"))])


def roots():
    for root in load("roots")["roots"]:
        order = number(root["order"])
        if order == 3:
            case = root["name"], "cube_root", 3, 1, root["root"]
        else:
            exponent = (number(root["N"]) - 1) // order
            case = (root["name"], "two_adic_root", order, order // 2, root["generator"], exponent, root["root"])
        yield Suite("known_roots.cpp", root["N"], [case])


def montgomery():
    for curve in load("rfc7748")["curves"]:
        name, parameters = curve["name"], (curve["A"], curve["cofactor"])
        start = number(curve["base"]["u"]).to_bytes((number(curve["p"]).bit_length() + 7) // 8, "little").hex()
        dh = curve["diffie_hellman"]
        multiples = [(vector["scalar"], vector["u"], vector["result"]) for vector in curve["multiples"]]
        multiples += [(dh["a"], start, dh["A"]), (dh["b"], start, dh["B"]),
                      (dh["a"], dh["B"], dh["K"]), (dh["b"], dh["A"], dh["K"])]
        yield Suite("known_montgomery.cpp", curve["p"], [
            (f"{name} base", "point", curve["A"], curve["base"]["u"], curve["base"]["v"]),
            *((f"{name} {index}", "multiple", *parameters, *values) for index, values in enumerate(multiples)),
            *((f"{name} iterated", "iterated", *parameters, vector["count"], start, vector["result"])
              for vector in curve["iterated"])])


def eddsa_hash(name, *parts):
    """The hash of RFC 8032: SHA-512 for Ed25519, SHAKE256 with dom4(0, "") before a message for Ed448."""
    text = b"".join(parts)
    return hashlib.sha512(text).digest() if name == "Ed25519" else hashlib.shake_256(text).digest(114)


def eddsa_cases(curve, order, generator):
    """Key, response and signature of every vector of a curve; `generator`: a, d and the base point."""
    prefix = b"" if curve["name"] == "Ed25519" else b"SigEd448\0\0"
    for vector in curve["signatures"]:
        name = f"{curve['name']} {vector['name']}"
        secret, key, message, signature = (
            bytes.fromhex(vector[part]) for part in ("secret", "public", "message", "signature"))
        size = len(key)
        expanded = eddsa_hash(curve["name"], secret)
        top = 254 if curve["name"] == "Ed25519" else 447
        cofactor = 8 if curve["name"] == "Ed25519" else 4
        s = (little_endian(expanded[:size]) % 2**top | 2**top) // cofactor * cofactor
        r = little_endian(eddsa_hash(curve["name"], prefix, expanded[size:], message)) % order
        k = little_endian(eddsa_hash(curve["name"], prefix, signature[:size], key, message)) % order
        response = little_endian(signature[size:])
        yield name, "public_key", *generator, s, key.hex()
        yield name, "public_key", *generator, r, signature[:size].hex()
        yield name, "response", r, k, s % order, response
        yield name, "signature", *generator, key.hex(), k, signature[:size].hex(), response


def edwards():
    for curve in load("rfc8032")["curves"]:
        name, p, order = curve["name"], number(curve["p"]), number(curve["L"])
        base = curve["base"]["x"], curve["base"]["y"]
        parameters = number(curve["a"]) % p, number(curve["d"]) % p
        cases = [(f"{name} base", "base", *parameters, order, *base)]
        cases += [(f"{name} quotient", "quotient", number(numerator) % p, denominator, quotient)
                  for numerator, denominator, quotient in curve.get("quotients", [])]
        if "montgomery_u" in curve:
            cases.append((f"{name} and Curve25519", "montgomery", base[1], curve["montgomery_u"]))
        cases += eddsa_cases(curve, order, (*parameters, *base))
        yield Suite("known_edwards.cpp", curve["p"], cases, curve["L"])


def sswu_cases(vector, parameters, p):
    for u, point in zip(vector["u"], (vector["Q0"], vector["Q1"])):
        yield vector["name"], "sswu", *parameters, number(vector["Z"]) % p, u, *point


def schnorr_cases(parameters, order):
    tag = hashlib.sha256(b"BIP0340/challenge").digest()
    for vector in load("bip340")["vectors"]:
        key, message, signature = (bytes.fromhex(vector[part]) for part in ("public", "message", "signature"))
        challenge = hashlib.sha256(tag + tag + signature[:32] + key + message).hexdigest()
        r, s = "0x" + signature[:32].hex(), "0x" + signature[32:].hex()
        yield (f"BIP 340 {vector['index']}", "schnorr", *parameters, "0x" + key.hex(),
               int(challenge, 16) % order, r, s, int(vector["valid"]))


def ecdsa_case(vector, parameters, order):
    digest = hashlib.new(vector["hash"], vector["message"].encode()).digest()
    e = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - order.bit_length())
    return (vector["name"], "ecdsa", *parameters, vector["x"], *vector["U"], e % order,
            vector["k"], vector["r"], vector["s"])


def point_cases(curve, parameters):
    """Multiples and sums of points of a curve; `parameters`: a and b."""
    name, G = curve["name"], curve["G"]
    yield f"{name} generator", "generator", *parameters, number(curve["n"]), *G
    for vector in load("ecdh")["vectors"]:
        if vector["curve"] == name:
            yield vector["name"], "multiple", *parameters, vector["d"], *G, *vector["own"]
            yield vector["name"], "x_of_multiple", *parameters, vector["d"], *vector["peer"], vector["Z"]
    hashed = load("rfc9380")
    for vector in hashed["sswu"] + hashed["isogenous"]:
        if vector["curve"] == name:
            yield (f"RFC 9380 {vector['name']}", "multiple_of_sum", *parameters, vector["h_eff"],
                   *vector["Q0"], *vector["Q1"], *vector["P"])
    if name == "secp256k1":
        beta, scalar = (number(root["root"]) for root in load("roots")["roots"][:2])
        x, y = map(number, G)
        yield "secp256k1 endomorphism", "multiple", *parameters, scalar, *G, beta * x % number(curve["p"]), y
        for vector in load("bip340")["vectors"]:
            if "secret" in vector:
                yield (f"BIP 340 {vector['index']}", "x_of_multiple", *parameters, vector["secret"], *G,
                       "0x" + vector["public"])
    if name == "BN254":
        eip196 = load("eip196")
        for vector in eip196["add"]:
            yield (f"EIP-196 add {vector['name']}", "multiple_of_sum", *parameters, 1, *vector["P"], *vector["Q"],
                   *vector["result"])
        for vector in eip196["multiply"]:
            yield (f"EIP-196 multiply {vector['name']}", "multiple", *parameters, vector["scalar"], *vector["P"],
                   *vector["result"])


def weierstrass():
    ecdsa, hashed = load("ecdsa")["vectors"], load("rfc9380")
    for curve in load("weierstrass")["curves"]:
        name, p, order = curve["name"], number(curve["p"]), number(curve["n"])
        parameters = number(curve["a"]) % p, curve["b"]
        yield Suite("known_weierstrass.cpp", curve["p"], list(point_cases(curve, parameters)))
        signatures = [ecdsa_case(vector, (*parameters, *curve["G"]), order)
                      for vector in ecdsa if vector["curve"] == name]
        if name == "secp256k1":
            signatures += schnorr_cases((*parameters, *curve["G"]), order)
        if signatures:
            yield Suite("known_signature.cpp", curve["p"], signatures, curve["n"])
        maps = [case for vector in hashed["sswu"] if vector["curve"] == name
                for case in sswu_cases(vector, parameters, p)]
        if maps:
            yield Suite("known_map.cpp", curve["p"], maps)


def elligator2():
    for vector in load("rfc9380")["elligator2"]:
        yield Suite("known_map.cpp", vector["p"],
                    [(f"Elligator 2 {vector['name']}", "elligator2", vector["A"], vector["Z"], u, *point)
                     for u, point in zip(vector["u"], (vector["Q0"], vector["Q1"]))])


def suites():
    """All of them."""
    for family in rsa, diffie_hellman, roots, montgomery, edwards, weierstrass, elligator2:
        yield from family()
