"""The cards of a report: figures that say of how many rows they are."""
from report_rows import median, of_limit, quantity, what


def speed(rows):
    """The highest rate of products in registers, or of all rows."""
    products = [row for row in rows if row["operation"] == "mul" and row["place"] == "registers"]
    shown = max(products or rows, key=lambda row: row["results_per_second"])
    return (f"{quantity(shown['results_per_second'])}/s",
            f"{what(shown)}, {shown['algorithm']}, operands in {shown['place']}: "
            + ("the fastest product in registers" if products else "the fastest row"))


def shares(rows):
    """For each limit, the share of it that is reached by the rows that it limits."""
    for limit in dict.fromkeys(row["limited_by"] for row in rows if "limited_by" in row):
        found = [of_limit(row) for row in rows if row.get("limited_by") == limit and of_limit(row) is not None]
        if len(found) > 1:
            yield (f"{100 * median(found):.0f} %",
                   f"of the device's {limit}{'' if limit == 'memory bandwidth' else ' a second'}, in the median of the "
                   f"{len(found)} rows that have this limit; {100 * min(found):.0f} to {100 * max(found):.0f} %")


def times_gmp(rows, cores):
    times = [row["times_gmp"] for row in rows if "times_gmp" in row and row.get("gmp_cores") != 1]
    if times:
        by = f"one core or all {cores}" if "mean_words" in rows[0] else f"all {cores} cores"
        yield (f"{quantity(median(times))} ×",
               f"as fast as GMP on {by}, in the median of {len(times)} rows; "
               f"{quantity(min(times))} to {quantity(max(times))} ×")


def summary(results):
    """Figure and text of each card: the speed, the shares of limits, the comparison. Rows of launches in all shapes, most of
    which leave the device idle, do not count where there are others."""
    rows = [row for row in results["rows"] if "error" not in row]
    full = [row for row in rows if row["suite"] != "launch"] or rows
    quoted = [row for row in full if row["suite"] == "headline"] or full
    # of pools those as users have them
    quoted = [row for row in quoted if "mean_words" not in row or row.get("mapping", "auto") == "auto"]
    device = [row for row in quoted if row["place"] != "host"]
    if device:
        return [speed(device), *shares(device), *times_gmp(device, results["machine"]["host"]["cores"])]
    if not rows:
        return []
    top = max(rows, key=lambda row: row["results_per_second"])
    return [(f"{quantity(top['results_per_second'])}/s", f"{what(top)}, by {top['code']} on the host")]
