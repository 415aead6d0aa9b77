"""Figures of other libraries, to compare with: report_others.json says their source, card and date. Each length has the
fastest of the libraries that were measured."""
import json
import pathlib

OTHERS = json.loads(pathlib.Path(__file__).with_name("report_others.json").read_text())


def others(names, bits, card):
    """Rows of these operations and lengths, as measured on the same card; none for other cards."""
    return [{"operation": name, "bits": int(length), "results_per_second": rate,
             "other": library["library"]}
            for library in OTHERS if library["card"] == card
            for name in names for length, rate in library["results_per_second"].get(name, {}).items()
            if int(length) in bits]


def sources(rows):
    """The note for a chart with rows of others: a text and a link for each library."""
    used = {row["other"] for row in rows if "other" in row}
    return [{"text": f"{it['library']} on one {it['card']}, {it['date']}" + (f": {it['note']}" if it["note"] else ""),
             "link": it["source"]} for it in OTHERS if it["library"] in used]
