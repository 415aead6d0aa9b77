"""Drawings of rates by the width of numbers, both on logarithmic axes, as SVG."""
import math
import pathlib
import sys
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "templates"))
from report_axes import Axis  # noqa: E402

WIDTH, HEIGHT, LEFT, TOP = 230, 240, 70, 36
LEGEND = 18  # the height of a line there


class Line(NamedTuple):
    """`rates` are results a second by bits, in the order of bits."""
    name: str
    color: str
    dashes: str
    rates: dict


def left_of(panel):
    return LEFT + panel * (LEFT + WIDTH + 30)


def panel(left, title, lines, width=WIDTH, marks=None):
    """Some lines, with the widths below or those of `marks`, and what each line is."""
    widths = sorted({bits for line in lines for bits in line.rates})
    up = Axis([one for line in lines for one in line.rates.values()], HEIGHT, "/s")

    def x_of(bits):
        return left + width * math.log(bits / widths[0]) / math.log(widths[-1] / widths[0])

    yield f'<text x="{left}" y="18">{title}</text>'
    for tick in up.ticks:
        y = TOP + HEIGHT - tick["at"]
        yield f'<path d="M{left} {y:.1f}h{width}" stroke="#dddddd"/>'
        yield f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{tick["text"]}</text>'
    for bits in marks or widths:
        yield f'<text x="{x_of(bits):.1f}" y="{TOP + HEIGHT + 18}" font-size="9" text-anchor="middle">{bits:,}</text>'
    for n, (name, color, dashes, rates) in enumerate(lines):
        stroke = f'stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"'
        points = " ".join(f"{x_of(bits):.1f},{TOP + HEIGHT - up.at(one):.1f}" for bits, one in rates.items())
        yield f'<polyline points="{points}" fill="none" {stroke}/>'
        y = TOP + HEIGHT + 44 + LEGEND * n
        yield f'<path d="M{left} {y}h24" {stroke}/>'
        yield f'<text x="{left + 30}" y="{y + 4}" font-size="10">{name}</text>'


def drawing(title, panels, lines, bodies, width=WIDTH):
    """The bodies of `panels` panels beside each other; `lines` is the most lines that one of them has."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {panels * (LEFT + width + 30)} '
        f'{TOP + HEIGHT + 46 + LEGEND * lines}" font-family="sans-serif" font-size="12">', f"<title>{title}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>', *(line for body in bodies for line in body), "</svg>"]) + "\n"
