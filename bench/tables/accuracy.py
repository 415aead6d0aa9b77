#!/usr/bin/env python3
"""The accuracy of loops in float and double, and of exact sums: figures 2 and 3 of Otsokov and Magomedov, in docs/sums.md.

accuracy.py LIMBSMITH                       prints the tables as Markdown
accuracy.py LIMBSMITH --into docs/sums.md   puts them between the marks there, and draws docs/figures/
accuracy.py LIMBSMITH --check docs/sums.md  says whether tables and drawings are those of the program; ends with 1 if not

Promises: nothing is measured in time, so every machine gets the same. The loops take the terms in order and round at each
step, as IEEE 754 does; their cosines and sines are correctly rounded.
"""
import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "templates"))
from marked import Marked, table  # noqa: E402
from report_axes import Axis, SUPERSCRIPTS  # noqa: E402

N = 64  # of the transform: the paper does not say
BETAS, ALPHAS = range(1, 22), range(0, 13)  # α of the transform is a power of ten
SHOWN_BETAS = [1, 6, 7, 8, 9, 10, 13, 15, 16, 17, 18, 19, 20, 21]
SHOWN_ALPHAS = [0, 2, 4, 6, 8, 10, 12]


def to_float(x):
    """The nearest float: for one sum, difference, product or quotient of floats, that is what a float operation gives."""
    return struct.unpack("f", struct.pack("f", x))[0]


ROUNDED = {"float": to_float, "double": float}


class Limbsmith:
    def __init__(self, program):
        self.program = program

    def run(self, numbers, *words):
        """Lists of texts, as files; the lines of the result."""
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for k, texts in enumerate(numbers):
                names.append(pathlib.Path(folder) / str(k))
                names[-1].write_text("".join(f"{text}\n" for text in texts))
            words = [names[word] if isinstance(word, int) else word for word in words]
            return subprocess.run([self.program, *words], capture_output=True, text=True, check=True).stdout.splitlines()

    def transform(self, real, imag, *words):
        found = [line.split() for line in self.run([real, imag], "dft", 0, "--imag", 1, *words)]
        return [a for a, _ in found], [b for _, b in found]


def percent(value, true):
    return float(abs(Fraction(value) - true) / true * 100)


def dot_products(limbsmith):
    """For each β the errors of (x, y), which is 8779, in percent."""
    for beta in BETAS:
        x = ["1e1", "1223", "1e0", "1e-1", "3", "-1e-4"]
        y = [f"1e{beta}", "2", f"-1e{beta + 1}", f"1e{beta}", "2111", f"1e{beta + 3}"]
        errors = {}
        for name, rounded in ROUNDED.items():
            total = 0.0
            for a, b in zip(x, y):
                total = rounded(total + rounded(rounded(float(a)) * rounded(float(b))))
            errors[name] = percent(total, 8779)
        errors["exact, of the doubles"] = percent(float(limbsmith.run([x, y], "dot", 0, 1, "--type", "double")[0]), 8779)
        errors["exact, of the decimals"] = percent(float(limbsmith.run([x, y], "dot", 0, 1)[0]), 8779)
        yield beta, errors


def naive_round_trip(x, circle, rounded):
    """The transform and its inverse, every operation rounded."""
    cosines, sines = ([rounded(value) for value in part] for part in circle)

    def rotated(a, b, t):  # (a + bi)·(cos − i·sin) for t ≥ 0, the conjugate for t < 0
        c, s = cosines[abs(t) % N], sines[abs(t) % N]
        s = s if t >= 0 else -s
        return (rounded(rounded(a * c) + rounded(b * s)), rounded(rounded(b * c) - rounded(a * s)))

    def transform(numbers, sign):
        for k in range(N):
            real = imag = 0.0
            for j, (a, b) in enumerate(numbers):
                p, q = rotated(a, b, sign * j * k)
                real, imag = rounded(real + p), rounded(imag + q)
            yield real, imag

    y = [(rounded(a / N), rounded(b / N)) for a, b in transform([(rounded(float(a)), 0.0) for a in x], 1)]
    return [a for a, _ in transform(y, -1)]


def transforms(limbsmith):
    """For each exponent of α the greatest error of x after the transform and its inverse, in percent."""
    one = ["1" if j == 1 else "0" for j in range(N)]
    circle = [[float(value) for value in part]
              for part in limbsmith.transform(one, ["0"] * N, "--inverse", "--type", "double")]
    for exponent in ALPHAS:
        x = [Fraction(i, 10) + (10**exponent if i % 2 == 0 else 0) for i in range(1, N + 1)]
        texts = [f"{int(value)}.{int(value * 10) % 10}" for value in x]
        found = {name: naive_round_trip(x, circle, rounded) for name, rounded in ROUNDED.items()}
        for name, there, back in [("exact, rounded to doubles", ["--type", "double"], ["--type", "double"]),
                                  ("exact, rounded to 40 decimals", ["--digits", "40"], ["--digits", "20"])]:
            y = limbsmith.transform(texts, ["0"] * N, *there)
            found[name] = limbsmith.transform(*y, "--inverse", *back)[0]
        yield exponent, {name: max(percent(a, b) for a, b in zip(values, x)) for name, values in found.items()}


def shown(error):
    if error == 0:
        return "0"
    return f"{error:.0f}" if error >= 100 else f"{error:.2g}"


def power(exponent):
    return "1" if exponent == 0 else "10" if exponent == 1 else "10" + str(exponent).translate(SUPERSCRIPTS)


def figure(rows, title, name_of):
    """A drawing of errors in percent, on a logarithmic axis with a line for 0 below it."""
    width, height, left, top, gap = 460, 230, 70, 30, 24
    series = list(rows[0][1])
    y = Axis([error for _, errors in rows for error in errors.values() if error], height, " %")
    first, last = rows[0][0], rows[-1][0]

    def place(at, error):
        x = left + width * (at - first) / (last - first)
        return f"{x:.1f},{top + (height - y.at(error) if error else height + gap):.1f}"

    colors = ["#c0392b", "#2471a3", "#b7950b", "#1e8449"]
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {top + height + gap + 124}" '
             'font-family="sans-serif" font-size="12">', f"<title>{title}</title>",
             '<rect width="100%" height="100%" fill="#ffffff"/>', f'<text x="{left}" y="18">{title}</text>']
    step = -(-len(y.ticks) // 11)
    ticks = [(top + height - tick["at"], tick["text"]) for tick in y.ticks[::step]] + [(top + height + gap, "0")]
    for at, text in ticks:
        lines.append(f'<path d="M{left} {at:.1f}h{width}" stroke="#dddddd"/>')
        lines.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{text}</text>')
    for at, _ in rows[::2]:
        lines.append(f'<text x="{place(at, 0).split(",")[0]}" y="{top + height + gap + 18}" text-anchor="middle">{name_of(at)}</text>')
    for k, name in enumerate(series):
        points = [place(at, errors[name]) for at, errors in rows]
        lines.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colors[k]}" stroke-width="2"/>')
        lines += ['<circle cx="{}" cy="{}" r="2.5" fill="{}"/>'.format(*point.split(","), colors[k]) for point in points]
        at = top + height + gap + 44 + 19 * k
        lines.append(f'<path d="M{left} {at}h24" stroke="{colors[k]}" stroke-width="2"/>')
        lines.append(f'<text x="{left + 32}" y="{at + 4}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def made(program):
    """The text of the page, and the drawings by name."""
    limbsmith = Limbsmith(program)
    dots, trips = list(dot_products(limbsmith)), list(transforms(limbsmith))
    drawings = {"accuracy-dot.svg": figure(dots, "Error of a dot product over β", str),
                "accuracy-dft.svg": figure(trips, f"Error of a transform of {N} numbers and its inverse over α", power)}

    def errors(rows, names, head, keep):
        columns = list(rows[0][1])
        return table([head, *columns], [[names(at), *(shown(error) for error in found.values())]
                                        for at, found in rows if at in keep])

    text = ("\nErrors of the dot product, in percent:\n\n" + errors(dots, str, "β", SHOWN_BETAS) +
            "\n![Error of a dot product over β](figures/accuracy-dot.svg)\n"
            f"\nThe greatest errors of x after a transform of {N} numbers and its inverse, in percent:\n\n"
            + errors(trips, power, "α", SHOWN_ALPHAS) +
            "\n![Error of a transform and its inverse over α](figures/accuracy-dft.svg)\n\n")
    return text, drawings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("limbsmith", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--into", type=pathlib.Path, metavar="PAGE")
    parser.add_argument("--check", type=pathlib.Path, metavar="PAGE")
    arguments = parser.parse_args()
    text, drawings = made(arguments.limbsmith)
    marks = Marked(__file__, lambda _: text, lambda _: drawings)
    if arguments.into:
        marks.put(arguments.into, arguments.limbsmith)
    elif arguments.check:
        marks.compare(arguments.check, marks.parts(arguments.check)[1], arguments.limbsmith)
    else:
        sys.stdout.write(text)


main()
