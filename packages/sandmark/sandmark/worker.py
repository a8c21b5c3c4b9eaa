"""Run a student's cells, and call each requested function in a child process.

`supervisor` starts this program inside the sandbox. Nothing that it writes is trusted,
because students' code shares the process and may change everything in it.
"""

import ast
import base64
import builtins
import codeop
import contextlib
import dis
import io
import os
import re
import site
import sys
import types
import warnings
from json import dumps, loads  # under names that a student's code does not change

import numpy as np

PRINTED = 4000  # characters of a cell's printed text that are kept
SHOWN = 300  # characters of an error's text
VALUE = 200_000  # bytes of a value
COMPILE = codeop.Compile()  # remembers imports from __future__
IMPORTS = ast.Import | ast.ImportFrom
# What still runs in a cell below a statement that failed.
DEFINES = IMPORTS | ast.FunctionDef | ast.ClassDef


def serve(request, orders, out):
    """Run the cells and tasks that the supervisor orders, one by one; never return."""
    namespace = types.ModuleType("__main__")
    namespace.display = lambda *things, **options: None
    namespace.get_ipython = lambda: None
    sys.modules["__main__"] = namespace
    for name, functions in request["stand_ins"].items():
        sys.modules[name] = stand_in(name, functions, request["numbers"])
        while "." in name:  # the module is in packages
            parent, _, child = name.rpartition(".")
            package = sys.modules.setdefault(parent, types.ModuleType(parent))
            setattr(package, child, sys.modules[name])
            name = parent
    write(out, {"kind": "done"})
    absent = set()  # names that skipped statements would have defined
    then = {}  # the names at each test cell, by its number
    while True:
        order = loads(receive(orders, int(receive(orders, 10))))
        names = vars(namespace)
        if "cell" in order:
            if request["cells"][order["cell"]] is None:  # a test cell
                then[order["cell"]] = dict(names)
            else:
                write(out, run(order["cell"], request, names, absent))
        else:
            before, name = then.get(order["place"], {}), order["task"]
            code = getattr(before.get(name), "__code__", None)
            parts = [code, *getattr(code, "co_consts", ())]  # also comprehensions
            used = {name}.union(*(getattr(part, "co_names", ()) for part in parts))
            again = any(before[it] is not names.get(it) for it in before.keys() & used)
            again = again and not is_blank(before.get(name))
            whole = try_task(order, names, before, orders, out)
            write(out, {"kind": "ended", "whole": whole, "again": again})
        write(out, {"kind": "done"})


def receive(orders, size):
    """Return `size` bytes from the supervisor; end the process if no more come."""
    pieces = []
    while size:
        piece = os.read(orders, size)
        if not piece:
            os._exit(0)
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def run(number, request, names, absent):
    """Run a cell and return the event about it."""
    # The student may have a library that is missing here. A statement that imports or
    # uses it stops nothing; after other errors, only definitions count. A figure of the
    # release is not drawn, but code may use what else its cell defines.
    sys.stdout = sys.stderr = printed = Printed()
    error, source, runs = None, request["cells"][number], ast.stmt
    is_figure = number in request.get("figures", ())
    try:
        for statement, code in statements(source, f"<cell {number + 1}>"):
            if not isinstance(statement, runs):
                continue
            try:
                exec(code, names)
            except BaseException as raised:
                error = error or tell(raised)
                if isinstance(raised, ImportError) and isinstance(statement, IMPORTS):
                    bound = [it.asname or it.name for it in statement.names]
                    absent |= {name.partition(".")[0] for name in bound}
                elif isinstance(raised, NameError) and {raised.name, "*"} & absent:
                    bound = [getattr(it, "id", "") for it in ast.walk(statement)]
                    absent |= {getattr(statement, "name", ""), *bound}
                else:
                    runs = ast.stmt if is_figure else DEFINES
    except BaseException as raised:
        error = error or tell(raised)
    said = {} if is_figure else {"error": error, "printed": printed.text()}
    return {"kind": "cell", **said}


def statements(source, name):
    """Yield each statement of a cell, and its code once the one before has run."""
    for statement in parsed(source, name).body:
        # Each module is imported by a statement of its own.
        modules = statement.names if isinstance(statement, ast.Import) else [None]
        for module in modules:
            if module:
                statement = ast.copy_location(ast.Import([module]), statement)
            yield statement, COMPILE(ast.Module([statement], []), name, "exec")


def parsed(source, name):
    """Return a cell's syntax tree, without what only notebooks understand."""
    if re.match(r"\s*%%(?!(time|timeit|capture|prun)\b)", source):  # another language
        return ast.Module([], [])
    indent = re.match(r"(?:[ \t]*\n)*([ \t]*)", source)[1]  # which IPython ignores
    lines = re.sub(f"^{indent}", "", source, flags=re.M).split("\n")
    while True:
        try:
            return ast.parse("\n".join(lines), name)
        except SyntaxError as error:
            number = (error.lineno or 1) - 1
            line = "".join(lines[number : number + 1])
            if line == ordinary(line):
                raise
            while lines[number].endswith("\\") and lines[number + 1 :]:
                lines[number] = lines[number][:-1] + lines.pop(number + 1)
            lines[number] = ordinary(lines[number])


def ordinary(line):
    """Return a line without magics, shell commands or help, but keep timed code."""
    line = re.sub(r"^(\s*|[^=]*=\s*)%time\s+", r"\1", line)
    line = re.sub(r"^(\s*)([%!?].*|[\w.]+\?+\s*)$", r"\1pass", line)
    return re.sub(r"^([^=]*=\s*)[%!].*", r"\1None", line)


class Printed(io.TextIOBase):
    """A stream that keeps only the beginning of printed text."""

    def __init__(self):
        self.pieces, self.room = [], PRINTED

    def write(self, text):
        """Keep as much of a string as there is room for."""
        text = str(text)
        if self.room > 0:
            self.pieces.append(text[: self.room])
            self.room -= len(text)
        return len(text)

    def text(self):
        """Return the text that was kept."""
        return "".join(self.pieces) + (" ... and more" if self.room < 0 else "")


def stand_in(module, functions, numbers):
    """Return a replacement for a module of the course, which is not visible here."""
    package = types.ModuleType(module)

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(name)

        def refuse(*arguments, **options):
            raise RuntimeError(f"{name} of {module} is not available during marking")

        return refuse

    package.__getattr__ = missing
    for name in functions:
        setattr(package, name, lambda *arguments, **options: None)
    if "own_numbers" in functions:
        package.own_numbers = lambda exercise, student: dict(numbers[exercise])
    return package


def try_task(task, names, then, orders, out):
    """Evaluate a task in a child process; return whether it ran to the end.

    `then` has the names as they were at the test cell. They count instead of those that
    later cells have changed, unless there was no answer yet.
    """
    child = os.fork()  # this process ends if there is no room for a child
    if child == 0:
        status = 1
        try:
            task["cases"] = loads(receive(orders, task["size"]))
            os.close(orders)
            sys.stdout = sys.stderr = Printed()
            now = dict(names)
            if then:  # a later cell may also have hidden a builtin
                for name in vars(builtins).keys() & names.keys() - then.keys():
                    del names[name]
                names.update(then)
            if is_blank(eval(task["task"], names)):
                names.update(now)
            answer(task, names, out)
            status = 0
        except BaseException as error:
            write(out, {"kind": "value", "case": 0, "error": tell(error)})
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return status == 0


def answer(task, names, out):
    """Write the value of a task, or what the function returns in each case."""
    value = eval(task["task"], names)
    wants_function = task["cases"] is not None
    if wants_function and not callable(value) and not is_blank(value):
        kind = type(value).__name__
        raise TypeError(f"the answer should be a function; it is a {kind}")
    if not wants_function or not callable(value):
        write(out, event_of(0, lambda: value))
        return
    blank = is_blank(value)
    for number, arguments in task["cases"]:
        arguments = [decoded(argument) for argument in arguments]
        # As in the notebook's own check, no setting turns a warning into an error.
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            write(out, event_of(number, lambda given=arguments: value(*given), blank))


def is_blank(value):
    """Return whether a value is None, `...`, or a function that does nothing."""
    if value is None or value is ...:
        return True
    try:
        code = dis.get_instructions(value)
        steps = [(step.opname.split("_")[0], step.argval) for step in code]
        idle = {"RESUME", "LOAD", "RETURN", "POP", "NOP", "COPY", "PUSH"}
        given = {argument for step, argument in steps if step in ("LOAD", "RETURN")}
        return {step for step, _ in steps} <= idle and given <= {None, ...}
    except Exception:
        return False


def event_of(case, compute, blank=True):
    """Run a computation and return the event about it."""
    event = {"kind": "value", "case": case}
    try:
        value = compute()
        if value is None:
            return event | {"none": True, "blank": blank}
        if value is ...:
            return event | {"none": True}
        return event | {"npy": encoded(value)}
    except NotImplementedError:
        return event | {"none": True}
    except BaseException as error:
        return event | {"error": tell(error)}


def encoded(value):
    """Return a value as an .npy file in base64."""
    array = np.asarray(value)
    if array.dtype.kind == "O":
        array = array.astype(float)
    if array.dtype.kind not in "biufcU":
        raise TypeError(f"the answer holds {array.dtype}, where numbers are expected")
    if array.nbytes > VALUE:
        raise ValueError(
            f"the answer takes {array.nbytes} bytes; at most {VALUE} are allowed"
        )
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return base64.b64encode(file.getvalue()).decode()


def decoded(argument):
    """Decode an argument of a case."""
    if not isinstance(argument, dict):
        return argument
    file = io.BytesIO(base64.b64decode(argument["npy"]))
    return np.load(file, allow_pickle=False)


def tell(error):
    """Return the type and the shortened text of an exception."""
    try:
        text = str(error)
    except BaseException:
        text = ""
    return f"{type(error).__name__}: {text}"[:SHOWN]


def write(out, event):
    """Write an event as a line of JSON."""
    with contextlib.suppress(OSError):
        out.write(dumps(event) + "\n")
        out.flush()


def prepare(draws):
    """Prepare the process for a notebook that `draws` figures, or not."""
    site.setquit()  # `exit` and `help` come from `site`, which has not been loaded
    site.sethelper()
    np.set_printoptions(threshold=100)
    sys.setrecursionlimit(3000)  # as in notebooks, where code completion raises it
    if draws:
        with contextlib.suppress(ImportError):
            __import__("matplotlib.pyplot")
        return
    # Notebooks import these modules, but do not use them here.
    for name in ("matplotlib", "matplotlib.pyplot"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"]


def main():
    """Take a request and orders on standard input; write events to standard output."""
    orders, out = os.dup(0), os.fdopen(os.dup(1), "w", buffering=1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in 0, 1, 2:
        os.dup2(nothing, stream)
    os.close(nothing)
    request = loads(receive(orders, int(receive(orders, 10))))
    prepare(request["draws"])
    serve(request, orders, out)


if __name__ == "__main__":
    main()
