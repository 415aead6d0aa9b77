"""Colours and dashes of one meaning: a series has the same colour in all charts of a page, and a series that all pages have is the same in all
pages."""

COLORS = 10  # that the style of the page has
GMP = 5      # the colour of GMP, of nothing else
DASHES = ["6 4", "2 3", "10 3 2 3"]

# kind of series -> series -> colour
FIXED = {
    "limit": {"memory bandwidth": 0, "wide products": 1, "additions": 2},
    "engine": {"auto": 0, "CTT": 1, "tpi:4": 2, "tpi:8": 3, "CTW": 4, "GMP": GMP, "host code": 6},
    "code": {"PTX": 0, "portable C++": 1, "interpreter": 2, "GMP": GMP, "GMP, one core": GMP, "pool": 0, "host code": 6},
}


class Colors:
    """Hands out the colours that are left, of each kind of series in the order in which its series come."""

    def __init__(self):
        self.given = {kind: dict(series) for kind, series in FIXED.items()}
        self.libraries = {}

    def of(self, kind, name):
        given = self.given.setdefault(kind, {})
        if name not in given:
            used = {GMP, *given.values()}
            free = [color for color in range(COLORS) if color not in used]
            given[name] = free[0] if free else len(given) % COLORS
        return given[name]

    def dashes(self, library):
        """The pattern of the lines of another library; empty for our own."""
        if library is None:
            return ""
        return DASHES[self.libraries.setdefault(library, len(self.libraries)) % len(DASHES)]
