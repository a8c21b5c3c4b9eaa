"""Make the same picture with several tools, and measure each in a real browser.

Usage: ``pip install ipympl panel plotly`` in addition to what the tests need, then
``python benchmarks/beside.py [--only Panel drawahead]``.

The picture is a 128 x 512 heatmap above one of its rows, with a slider over the 128
rows. Each tool has a notebook and a kernel of its own in the same JupyterLab, and the
tools take turns. Times are measured from a key press on the slider until the browser
has painted the new picture. *After a cell* means that another cell has run before each
key press. Bytes are those that the page receives through the kernel's websocket, first
until three seconds pass without a message, and then for each key. *Page* is the size of
the page that the tool itself writes for use without a kernel. The script checks
that the picture in this page follows the slider.
"""

import argparse
import collections
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))

from browser import chromium
from browser.lab import Lab
from browser.notebook import OpenNotebook
from explorer import EXECUTE, EXPLORER, FILL, HANDLE, INTERACT, TABLE, WATCH, press
from playwright.sync_api import sync_playwright

IPYMPL = (
    FILL
    + """
%matplotlib widget
import matplotlib.pyplot as plt
from ipywidgets import interact

fig, axes = plt.subplots(2, figsize=(8, 5), layout="constrained")

@interact(position=(0, 127))
def draw(position=60):
    for ax in axes:
        ax.clear()
    fill(axes, position)
    fig.canvas.draw_idle()
"""
)

IPYMPL_MOVED = """
%matplotlib widget
import matplotlib.pyplot as plt
from ipywidgets import interact

fig, (heat, curve) = plt.subplots(2, figsize=(8, 5), layout="constrained")
heat.imshow(table, aspect="auto", vmin=-1, vmax=1)
row = heat.axhline(60, color="white")
(line,) = curve.plot(table[60])
curve.set(xlim=(0, 511), ylim=(-1.1, 1.1))

@interact(position=(0, 127))
def move(position=60):
    row.set_ydata([position, position])
    line.set_ydata(table[position])
    fig.canvas.draw_idle()
"""

PANEL = (
    FILL
    + """
import panel as pn
from matplotlib.figure import Figure

pn.extension(inline=True)

def draw(position):
    fig = Figure(figsize=(8, 5), layout="constrained")
    fill(fig.subplots(2), position)
    return pn.pane.Matplotlib(fig, dpi=100)

slider = pn.widgets.IntSlider(name="position", start=0, end=127, value=60)
app = pn.Column(slider, pn.bind(draw, slider))
app
"""
)

PLOTLY = """
import plotly.graph_objects as go
from ipywidgets import interact
from plotly.subplots import make_subplots

fig = go.FigureWidget(make_subplots(2, 1, vertical_spacing=0.1))
fig.add_heatmap(z=table, zmin=-1, zmax=1, showscale=False, row=1, col=1)
fig.add_hline(60, line_color="white", row=1, col=1)
fig.add_scatter(y=table[60], row=2, col=1)
fig.update_layout(width=800, height=500, showlegend=False)
fig.update_yaxes(autorange="reversed", row=1)
fig.update_yaxes(range=[-1.1, 1.1], row=2)
display(fig)

@interact(position=(0, 127))
def move(position=60):
    with fig.batch_update():
        fig.layout.shapes[0].update(y0=position, y1=position)
        fig.data[1].y = table[position]
"""

DRAWAHEAD = FILL + EXPLORER % True

TOOLS = {
    "@interact": FILL + INTERACT,
    "ipympl, drawn anew": IPYMPL,
    "ipympl, lines moved": IPYMPL_MOVED,
    "Panel": PANEL,
    "Plotly": PLOTLY,
    "drawahead": DRAWAHEAD,
}

# Each writes page.html, and whatever else it needs, into a folder.
PANEL_PAGE = (
    PANEL.replace("app\n", "")
    + """
from bokeh.resources import INLINE
app.save(folder / "page.html", embed=True, max_opts=128, resources=INLINE,
         progress=False)
"""
)

PLOTLY_PAGE = """
import plotly.graph_objects as go
from plotly.subplots import make_subplots

def line_at(k):
    return {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1,
            "y0": k, "y1": k, "line": {"color": "white"}}

fig = make_subplots(2, 1, vertical_spacing=0.1)
fig.add_heatmap(z=table, zmin=-1, zmax=1, showscale=False, row=1, col=1)
fig.add_scatter(y=table[60], row=2, col=1)
fig.frames = [go.Frame(data=[go.Scatter(y=table[k])], traces=[1], name=str(k),
                       layout={"shapes": [line_at(k)]}) for k in range(128)]
once = {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}
steps = [{"method": "animate", "args": [[str(k)], once]} for k in range(128)]
fig.update_layout(width=800, height=560, showlegend=False, shapes=[line_at(60)],
                  sliders=[{"active": 60, "steps": steps}])
fig.update_yaxes(autorange="reversed", row=1)
fig.update_yaxes(range=[-1.1, 1.1], row=2)
fig.write_html(folder / "page.html", include_plotlyjs=True, auto_play=False)
"""

DRAWAHEAD_PAGE = (
    DRAWAHEAD.replace("explorer\n", "")
    + r"""
import json
from drawahead import frames, images, scripts

made = list(explorer.frames_at([[k] for k in range(128)], encode=np.asarray))
ground = made[60].picture
packs = []
for k in range(0, 128, 16):
    packed = [one.packed() | {"picture": images.encode(one.picture, ground)}
              for one in made[k:k + 16]]
    data = frames.pack(packed, b"" if k else images.encode(ground))
    (folder / f"{k}.pack").write_bytes(data)
    packs.append({"file": f"{k}.pack", "steps": [one["steps"] for one in packed]})
(folder / "page.html").write_text(f'''<!doctype html>
<meta charset="utf-8"><style>{scripts.styles()}</style><div id="place"></div>
<script type="module">{scripts.script()}
const described = {json.dumps(explorer.described())};
const source = new Packs({json.dumps(packs)}, "", described);
mount(document.getElementById("place"), described, source);
source.approach(0);
source.ready();
</script>''', "utf-8")
"""
)

PAGES = {"Panel": PANEL_PAGE, "Plotly": PLOTLY_PAGE, "drawahead": DRAWAHEAD_PAGE}


def measure(browser, lab, code, n_keys):
    """Return the values measured for a tool in JupyterLab, by column name."""
    name = lab.write("beside.ipynb", TABLE, code)
    with OpenNotebook(browser, lab, name) as notebook:
        page = notebook.page
        received = listen(page)
        notebook.run_all()
        cell = page.locator(".jp-CodeCell").nth(1)
        handle = cell.locator(HANDLE).first
        handle.hover()
        wait_until_quiet(page, received)
        found = {"kB at first": [sum(received) / 1000]}
        cell.evaluate(WATCH)
        received.clear()
        found["key"] = [press(page, handle) for _ in range(n_keys)]
        wait_until_quiet(page, received)
        found["kB a key"] = [sum(received) / 1000 / n_keys]
        found["key after a cell"] = []
        for _ in range(n_keys):
            page.evaluate(EXECUTE, "1 + 1")
            found["key after a cell"].append(press(page, handle))
    return found


def listen(page):
    """Return a list that gets the size of each websocket message the page receives."""
    sizes = []

    def hear(event):
        text = event["response"]["payloadData"]
        is_binary = event["response"]["opcode"] == 2
        sizes.append(len(text) * 3 // 4 if is_binary else len(text))

    devtools = page.context.new_cdp_session(page)
    devtools.on("Network.webSocketFrameReceived", hear)
    devtools.send("Network.enable")
    return sizes


def wait_until_quiet(page, sizes):
    """Wait until three seconds have passed without a message."""
    before = -1
    while before != len(sizes):
        before = len(sizes)
        page.wait_for_timeout(3000)


def save(browser, code):
    """Write a page without a kernel, move its slider, and return its size in MB."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        exec(TABLE + code, {"folder": folder})
        page = browser.new_page()
        address = "http://localhost/"
        page.route(
            f"{address}*",
            lambda route: route.fulfill(
                path=folder / route.request.url.removeprefix(address)
            ),
        )
        page.goto(f"{address}page.html")
        page.wait_for_load_state("networkidle")
        page.locator("body").evaluate(WATCH)
        page.locator(f"{HANDLE}, .slider-rail-touch-rect").first.click(force=True)
        page.keyboard.press("ArrowRight")
        page.wait_for_function("window.times.length > 0", timeout=5000)
        page.close()
        return sum(file.stat().st_size for file in folder.iterdir()) / 1e6


def main():
    """Measure each tool, and print a row for it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--keys", type=int, default=10)
    parser.add_argument("--only", nargs="+", choices=TOOLS, default=list(TOOLS))
    chosen = parser.parse_args()
    found = {name: collections.defaultdict(list) for name in chosen.only}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        lab = Lab(pathlib.Path(folder))
        try:
            for name in chosen.only * chosen.rounds:
                new = measure(browser, lab, TOOLS[name], chosen.keys)
                for column, values in new.items():
                    found[name][column] += values
        finally:
            lab.stop()
        for name in chosen.only:
            lines = sum(map(bool, TOOLS[name].splitlines()))
            cells = [f"{name:20} {lines} lines", *map(describe, found[name].items())]
            if name in PAGES:
                cells.append(f"page {save(browser, PAGES[name]):.1f} MB")
            print(" | ".join(cells), flush=True)


def describe(item):
    """Return a column's name with its median and its lowest and highest values."""
    column, values = item
    middle = statistics.median(values)
    return f"{column} {middle:.0f} ({min(values):.0f}-{max(values):.0f})"


if __name__ == "__main__":
    main()
