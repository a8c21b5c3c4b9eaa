"""A lesson run in this process: what its Explorers have to show in the browser."""

import ast
import contextlib
import io

import ipywidgets
import nbformat

from posenc_lessons import Explorer


def explorers_in(path):
    """Run a notebook's cells in this process and return its Explorers in order.

    An Explorer counts when a cell ends with it or hands it to `display`.
    """
    found = []

    def display(*shown, **options):
        found.extend(value for value in shown if isinstance(value, Explorer))

    namespace = {"__name__": "__main__", "display": display}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code":
                display(run(cell.source, namespace))
    return found


def run(source, namespace):
    """Run the code of a cell and return its last expression's value, or None."""
    statements = ast.parse(source).body
    last = None
    if statements and isinstance(statements[-1], ast.Expr):
        last = ast.Expression(statements.pop().value)
    module = ast.Module(statements, type_ignores=[])
    exec(compile(module, "<cell>", "exec"), namespace)
    return eval(compile(last, "<cell>", "eval"), namespace) if last else None


def turn(control):
    """Give a control of an Explorer another value, as a person would.

    Returns
    -------
    tuple of str
        What a person does: ``("press", key)`` at the control, ``("choose", label)`` in
        a menu, or ``("type", text)``.
    """
    match control:
        case ipywidgets.IntSlider() | ipywidgets.FloatSlider():
            forward = control.value + control.step <= control.max
            control.value += control.step if forward else -control.step
            return "press", "ArrowRight" if forward else "ArrowLeft"
        case ipywidgets.SelectionSlider():
            forward = control.index + 1 < len(control.options)
            control.index += 1 if forward else -1
            return "press", "ArrowRight" if forward else "ArrowLeft"
        case ipywidgets.Checkbox():
            control.value = not control.value
            return "press", "Space"
        case ipywidgets.Dropdown():
            control.index = (control.index + 1) % len(control.options)
            return "choose", control.label
        case ipywidgets.Text():
            control.value = other_words(control.value)
            return "type", control.value
    raise TypeError(f"the tests cannot turn a {type(control).__name__} yet")


def other_words(text):
    """Return the words of a text in another order, or one of them twice."""
    words = text.split()
    for changed in (words[::-1], words[1:] + words[:1]):
        if changed != words:
            return " ".join(changed)
    return " ".join(words + words[:1])
