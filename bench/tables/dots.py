#!/usr/bin/env python3
"""Dot products of decimal integers on a GPU, figure 7 of Otsokov and Magomedov, from the results of bench-dots.

dots.py RESULTS                       prints the table as Markdown
dots.py RESULTS --into docs/sums.md   puts it between the marks there, and draws docs/figures/dots.svg
dots.py --check docs/sums.md          says whether table and drawing are those of the results that the page names; ends with 1
                                      if not
"""
from speedups import Speedups

if __name__ == "__main__":
    Speedups("dots", "k", "Dot products of k pairs of decimal integers").main(__file__, __doc__)
