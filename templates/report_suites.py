"""The charts of each suite of `limbsmith bench`, its figures in words, and its title."""
from report_bars import groups, registers, shares
from report_curves import curves
from report_launch import launch_charts
from report_others import others, sources
from report_pool import pool_charts, rational_charts
from report_rows import of_limit, place, unique, what

TITLES = {
    "headline": "Headline figures",
    "widths": "109, 131, 163, 191 and 239 bits",
    "launch": "Grid and block sizes",
    "memory": "Operands in registers against operands in memory",
    "layout": "Layouts of batches in memory",
    "portable": "PTX against portable C++",
    "karatsuba": "Schoolbook multiplication against Karatsuba's",
    "lanes": "Numbers over several threads",
    "block": "Numbers of 2,048 to 262,144 bits",
    "tensor": "Products and powers on tensor cores",
    "products": "Products by rows against products by transforms",
    "grid": "Numbers of any length, each with all of the GPU",
    "pool": "Numbers of many lengths in a pool",
    "rationals": "Rationals in a pool",
    "": "Operations",
}

POOL = """Computations of a pool of 1,024 numbers, each on two of them that are drawn; their lengths have a normal distribution.
A turn is one level of computations, and the time that of the host until it is done. CTT computes each by a thread, tpi:4 and tpi:8
by groups of 4 and 8, CTW by a warp, and auto by the pool's choice. With transfers: the operands come from the host, and all
results go there. GMP computes on one core or on all, whichever is faster, into results that are there already; so does the host
code: that of CTT, compiled for the host."""

WORDS = {
    "launch": """Ten calls one after the other in every thread; the time of the launch itself counts. Along each line the
product of blocks and threads a block, which it bears, is the same.""",
    "lanes": "A line for each mapping (--map).",
    "tensor": """1-Mul is a·b modulo 2^bits, Poly (a·a + b)·(b·b + b) + a·b; powers have a modulus of its own for each number. A line for
tensor cores (--map tensor), and one for the lanes of a warp that “auto” takes, at 1,024 bits two.""",
    "products": """1-Mul is a·b modulo 2^bits, Poly (a·a + b)·(b·b + b) + a·b. A line for each way to multiply (--mul), and for what
“auto” takes.""",
    "pool": POOL,
    "rationals": POOL + " Numerators and denominators both have lengths of that distribution, a line for each deviation σ in words.",
}

# suite -> kind of the things compared within it, and the function that names it
SERIES = {
    "memory": ("place", place),
    "layout": ("layout", lambda row: row["layout"]),
    "portable": ("code", lambda row: row["code"]),
    "karatsuba": ("algorithm", lambda row: row["algorithm"]),
    "widths": ("place", place),
}


def by_bits(rows, caption, colors, card=None, names=()):
    """Curves by the bits of the numbers, of these operations, and of others' code on the same card."""
    mine = [row for row in rows if not names or row["operation"] in names]
    mine += others(unique(row["operation"] for row in mine), {row["bits"] for row in mine}, card)
    return curves(mine, caption, colors, "operation", size="bits", unit="bits", across="bits of the numbers", sources=sources(mine))


def lanes_charts(rows, colors, _):
    powers = [row for row in rows if row["operation"] == "pow" and "mapping" in row and row.get("results")]
    for bits in unique(row["bits"] for row in powers):
        yield curves([row for row in powers if row["bits"] == bits], f"Powers modulo numbers of {bits} bits", colors)
    products = [row for row in rows if row["place"] == "registers" and of_limit(row) is not None]
    if products:
        yield shares(products, "Products in registers", colors)


def block_charts(rows, colors, card):
    for names, caption in [(["1-Add", "6-Add"], "One sum, and six"),
                           (["1-Mul", "Poly"], "Products of the low half, and an expression"),
                           (["mul", "sqr"], "Whole products and squares")]:
        if any(row["operation"] in names for row in rows):
            yield by_bits(rows, caption, colors, card, names)


def by_way(rows, way, way_of_others, colors, card):
    """Curves by the bits of the numbers, for each operation a chart with a line for each way, which are functions of a row."""
    for name in unique(row["operation"] for row in rows):
        mine = [dict(row, way=way(row)) for row in rows if row["operation"] == name]
        mine += [dict(row, way=way_of_others(row)) for row in others([name], {row["bits"] for row in mine}, card)]
        yield curves(mine, name, colors, "way", size="bits", unit="bits", across="bits of the numbers", sources=sources(mine))


def products_charts(rows, colors, card):
    return by_way(rows, lambda row: row["algorithm"].split(",")[0], lambda row: row["operation"], colors, card)


def tensor_charts(rows, colors, card):
    return by_way(rows, lambda row: "tensor" if row["mapping"] == "tensor" else "lanes", lambda _: "lanes", colors, card)


def grid_charts(rows, colors, _):
    for layout, caption in [("one number", "One number alone"), ("number-major", "Batches of 2³⁰ bits")]:
        mine = [row for row in rows if row.get("layout") == layout]
        if mine:
            yield by_bits(mine, caption, colors)


OF_DEVICE = {"launch": lambda rows, colors, _: launch_charts(rows, colors), "lanes": lanes_charts, "block": block_charts,
             "tensor": tensor_charts, "products": products_charts, "grid": grid_charts}
OF_POOLS = {"pool": pool_charts, "rationals": rational_charts}


def charts(suite, rows, colors, card):
    """The charts of a suite. `card`: the name of the device, or None."""
    good = [row for row in rows if "error" not in row]
    host = [row for row in good if row["place"] == "host"]
    device = [row for row in good if row["place"] != "host"]
    if suite in OF_POOLS:
        yield from OF_POOLS[suite](good, colors)
        return
    if suite in OF_DEVICE and device:
        yield from OF_DEVICE[suite](device, colors, card)
    elif suite in SERIES and device:
        by_algorithm = suite in ("portable", "widths")
        kind, series = SERIES[suite]
        yield groups(device, "On the device", colors, kind,
                     lambda row: f"{what(row)}, {row['algorithm']}" if by_algorithm else what(row), series, registers)
    else:
        for where in ["registers", "memory"]:
            mine = [row for row in device if row["place"] == where and of_limit(row) is not None]
            if mine:
                yield shares(mine, f"Operands in {where}", colors)
    if host:
        yield groups(host, "On all cores of the host", colors, "code", what, lambda row: row["code"])
