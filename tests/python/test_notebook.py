"""The tutorial runs, and gives the results that it shows."""

from pathlib import Path

import pytest

nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

TUTORIAL = Path(__file__).parents[2] / "examples/python/tutorial.ipynb"


def shown(notebook):
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [[output.get("text") or output["data"]["text/plain"] for output in cell.outputs] for cell in cells]


def test_tutorial():
    notebook = nbformat.read(TUTORIAL, 4)
    before = shown(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert shown(notebook) == before and all(before[1:])
