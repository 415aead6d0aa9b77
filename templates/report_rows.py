"""Rows of results in words: the measured operation, on which numbers, where they lie."""


def quantity(value, digits=3):
    """310000000000 -> 310 G"""
    for prefix in ["", " k", " M", " G", " T"]:
        if abs(value) < 999.5 or prefix == " T":
            return f"{value:.{digits}g}{prefix}"
        value /= 1000


def unique(values):
    return list(dict.fromkeys(values))


def median(values):
    return sorted(values)[len(values) // 2]


def numbers(row):
    if "mean_words" in row:
        return f"{row['results']:,.0f} of {row['mean_words']:g} ± {row['deviation_words']:g} words"
    return f"mod {row['modulus']}" if "modulus" in row else f"{row['bits']} bits"


def place(row):
    return ", ".join(filter(None, [row["place"], row.get("layout")]))


def what(row):
    return f"{row['operation']}, {numbers(row)}"


SUMS = {"add", "sub", "1-Add", "6-Add"}


def is_counted(row):
    """Whether all work of a row is counted, so that its limit says something: of numbers over several threads that of sums,
    whose work is to move words, and that of products that have a count. Tensor cores do without wide products."""
    mapping = row.get("mapping", "thread")
    return mapping == "thread" or row["operation"] in SUMS or ("wide_products" in row and mapping != "tensor")


def of_limit(row):
    """The share of its limit that a row reaches; None where it has none."""
    return row.get("of_limit") if is_counted(row) else None
