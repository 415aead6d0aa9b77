"""Draws a page of results of `limbsmith bench`, bench-sums, bench-groups or bench-dots: report.py < results.json > report.html.

Charts are decided here and in the modules beside; report.html.j2 and report_sums.html.j2 put them on the page. Exits with 3 where
jinja2 cannot be imported, so that the caller can try another Python.
"""
import json
import pathlib
import sys

try:
    import jinja2
except ImportError:
    sys.exit(3)

from report_colors import COLORS, Colors
from report_rows import numbers, of_limit, place, quantity, unique
from report_suites import TITLES, WORDS, charts
from report_summary import summary
from report_sums import BY_GMP, COMPARED, PAGES

LONG = 4  # charts from which on a page has a list of contents


def sections(results, colors):
    card = results["machine"].get("device", {}).get("name")
    for suite in unique(row["suite"] for row in results["rows"]):
        rows = [row for row in results["rows"] if row["suite"] == suite]
        name = suite or "operations"
        drawn = [dict(chart, id=f"{name}-{k + 1}") for k, chart in enumerate(charts(suite, rows, colors, card))]
        yield {"name": name, "title": TITLES.get(suite, suite), "words": WORDS.get(suite, ""), "rows": rows, "charts": drawn,
               "kinds": {chart["kind"] for chart in drawn}}


def main():
    results = json.load(sys.stdin)
    colors = Colors()
    if results["format"] in PAGES:
        page, (facts, suites) = "report_sums.html.j2", PAGES[results["format"]](results, colors)
    else:
        page, facts, suites = "report.html.j2", summary(results), list(sections(results, colors))
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent),
                                     undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                                     autoescape=True)
    environment.filters.update(quantity=quantity, numbers=numbers, place=place, of_limit=of_limit)
    sys.stdout.write(environment.get_template(page).render(
        results=results, suites=suites, facts=facts, colors=COLORS,
        compared=COMPARED.get(results["format"], BY_GMP),
        is_long=sum(len(suite["charts"]) for suite in suites) >= LONG,
        failed=[row for row in results["rows"] if "error" in row]))


main()
