#!/usr/bin/env python3
"""Sums of groups of decimal numbers on a GPU, figures 5 and 6 of Otsokov and Magomedov, from the results of bench-groups.

groups.py RESULTS                       prints the table as Markdown
groups.py RESULTS --into docs/sums.md   puts it between the marks there, and draws docs/figures/groups.svg
groups.py --check docs/sums.md          says whether table and drawing are those of the results that the page names; ends
                                        with 1 if not
"""
from speedups import Speedups

if __name__ == "__main__":
    Speedups("groups", "digits", "Sums of k decimal numbers").main(__file__, __doc__)
