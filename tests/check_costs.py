"""Every test that costs.cmake names exists, and has the cost and the label there: check_costs.py COSTS BUILD"""
import json
import pathlib
import re
import subprocess
import sys

costs, build = sys.argv[1:]
listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True).stdout
tests = {test["name"]: {one["name"]: one["value"] for one in test["properties"]} for test in json.loads(listed)["tests"]}
named = re.findall(r'^limbsmith_slow\((\d+) "(.*)"', pathlib.Path(costs).read_text(encoding="utf-8"), re.MULTILINE)
wrong = [name for cost, name in named
         if tests.get(name, {}).get("COST") != int(cost) or "slow" not in tests[name]["LABELS"]]
if wrong or not named:
    sys.exit("FAILED: no test has the cost and the label of costs.cmake:\n  " + "\n  ".join(wrong))
print(f"{len(named)} of {len(tests)} tests have a cost")
