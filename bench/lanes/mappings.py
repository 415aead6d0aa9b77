#!/usr/bin/env python3
"""The rows of `powers` in runtime/choice/rates.hpp, from results of `limbsmith bench --suite lanes --json`.

mappings.py RESULTS.json

Promises: each rate is that of one row of the results, rounded to four digits. The rows are powers over 1 to 32 lanes,
by the size of the batch.
"""
import json
import sys


def lanes(mapping):
    return 1 if mapping == "thread" else int(mapping.removeprefix("tpi:"))


def main():
    with open(sys.argv[1]) as file:
        results = json.load(file)
    rows = [row for row in results["rows"] if row["operation"] == "pow" and "mapping" in row and "error" not in row]
    rates = [{"bits": row["bits"], "lanes": lanes(row["mapping"]), "batch": int(row["results"]),
              "per_second": float(f"{row['results_per_second']:.4g}")} for row in rows]
    rates.sort(key=lambda rate: (rate["bits"], rate["lanes"], rate["batch"]))
    print(f'// {results["machine"]["device"]["name"]}, {results["command"]}, {results["date"]}')
    for rate in rates:
        print(f'{{{rate["bits"]}, {rate["lanes"]}, {rate["batch"]}, {rate["per_second"]:g}}},')


if __name__ == "__main__":
    main()
