"""Decide which code is folded, both in a notebook and on its page."""

import ast

_AXES = {"ax", "axes", "fig", "figure", "plt"}


def only_draws(cell):
    """Return whether a code cell only imports or draws, so that readers can skip it.

    Such a cell shows only pictures, or it shows nothing and only imports modules or
    defines how to draw. The result is False if the cell belongs to an assignment, or
    if it defines a function without axes, because that function computes something.
    """
    if "nbgrader" in cell.metadata:
        return False
    try:
        body = ast.parse(cell.source).body
    except SyntaxError:  # a cell with a magic
        return False
    functions = [part for part in body if isinstance(part, ast.FunctionDef)]
    if not all(map(_mentions_axes, functions)):
        return False
    if cell.outputs:
        return all(map(_is_picture, cell.outputs))
    if functions:
        return all(isinstance(part, ast.FunctionDef | ast.Assign) for part in body)
    lines = [ast.unparse(part) for part in body]
    return all(line.startswith(("import ", "from ", "plt.style")) for line in lines)


def _is_picture(output):
    """Return whether an output is a picture, or the Markdown below one."""
    return bool({"image/png", "text/markdown"} & set(output.get("data", {})))


def _mentions_axes(function):
    nodes = list(ast.walk(function))
    names = {getattr(node, "id", None) or getattr(node, "arg", None) for node in nodes}
    return bool(names & _AXES)
