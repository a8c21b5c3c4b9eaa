"""Time the course's pages on slow networks, in a browser that throttles itself.

Usage: ``python tests/benchmarks/site.py [--site build/site] [--pages 05 07]``

The site is the one that ``make site`` has built, served with gzip. Each row is a page
opened without a cache. The browser scrolls to its first Explorer and moves the first
slider as soon as there is one. The columns are the seconds until the first text, until
the picture, until the controls, and until the moved slider's own picture is painted;
the kilobytes received by then; and the layout shift, which people notice from 0.1 on.
The last line is the size of the site.
"""

import argparse
import functools
import gzip
import http.server
import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from playwright.sync_api import sync_playwright

from packages.drawahead.tests.browser import chromium

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
DESK = {"viewport": {"width": 1280, "height": 900}}
# The name, the browser's context, kbit/s and the latency in milliseconds.
ROWS = [
    ("phone, 400 kbit/s", PHONE, 400, 400),
    ("phone, 1.6 Mbit/s", PHONE, 1600, 150),
    ("desk, 10 Mbit/s", DESK, 10_000, 40),
]
LATEST = 60_000

# Notes when things are seen, and moves the first slider as soon as it is there.
WATCH = """
window.seen = {};
window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) window.shift += value;
  }
}).observe({ type: "layout-shift", buffered: true });
const note = (name) => { window.seen[name] ??= performance.now() / 1000; };
let before = "";
const read = (place) => place.querySelector(".drawahead-readout")?.innerText
  || place.querySelector(".drawahead-stage img")?.src;
function turn() {
  if (document.querySelector("article p")?.innerText) note("text");
  const place = document.querySelector("[data-explorer]");
  const top = place?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > innerHeight / 2) place?.scrollIntoView();
  const image = place?.querySelector("img");
  if (image?.complete && image.naturalWidth) note("picture");
  const slider = place?.querySelector("input[type=range]");
  if (slider && !window.seen.controls) {
    note("controls");
    before = read(place);
    for (const kind of ["pointerenter", "pointerdown"]) {
      const root = place.querySelector(".drawahead");
      for (const one of [root, slider.parentElement, slider]) {
        one?.dispatchEvent(new PointerEvent(kind));
      }
    }
    slider.stepUp();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const now = place?.querySelector(".drawahead-stage img");
  const isNew = window.seen.controls && read(place) !== before;
  const waits = place?.querySelector(
    "[aria-busy=true], [aria-busy='']");
  if (isNew && now?.complete && !waits) note("moved");
  if (!window.seen.moved) requestAnimationFrame(turn);
}
requestAnimationFrame(turn);
"""


class Zipped(http.server.SimpleHTTPRequestHandler):
    """Serves files, and compresses those that hold text."""

    def do_GET(self):
        path = pathlib.Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        content, kind = path.read_bytes(), self.guess_type(path)
        is_text = kind.startswith("text/") or kind.endswith(("json", "javascript"))
        if is_text:
            content = gzip.compress(content)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if is_text:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words):
        """Print nothing."""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", type=pathlib.Path, default=pathlib.Path("build/site"))
    parser.add_argument("--pages", nargs="*", default=["05_s", "07_h"])
    told = parser.parse_args()
    if not (told.site / "index.html").exists():
        print(f"nothing was measured: there is no {told.site} (run `make site`)")
        return
    handler = functools.partial(Zipped, directory=str(told.site))
    http.server.ThreadingHTTPServer.request_queue_size = 100  # for many requests
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"{'':28}   text picture controls   moved     kB  shift")
    with sync_playwright() as playwright:
        for name, device, speed, latency in ROWS:
            for start in told.pages:
                (path,) = told.site.glob(f"{start}*.html")
                address = f"http://127.0.0.1:{server.server_address[1]}/{path.name}"
                browser = chromium.launch(playwright)
                row = measured(browser, address, device, speed, latency)
                browser.close()
                print(f"{start[:2]}, {name:24}{row}", flush=True)
    server.shutdown()
    size = sum(path.stat().st_size for path in told.site.rglob("*") if path.is_file())
    print(f"all: {size / 1e6:.1f} MB")


def measured(browser, address, device, speed, latency):
    """Return a row of the table for a page, a device and a network."""
    context = browser.new_context(**device)
    page = context.new_page()
    network = context.new_cdp_session(page)
    received = []
    network.on(
        "Network.dataReceived", lambda e: received.append(e["encodedDataLength"])
    )
    network.send("Network.enable")
    rate = speed * 1000 / 8
    conditions = {"offline": False, "latency": latency}
    conditions |= {"downloadThroughput": rate, "uploadThroughput": rate}
    network.send("Network.emulateNetworkConditions", conditions)
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit", timeout=LATEST)
    page.wait_for_function("window.seen.moved", timeout=LATEST)
    kilobytes = sum(received) / 1000
    seen, shift = page.evaluate("[window.seen, window.shift]")
    context.close()
    columns = [seen["text"], seen["picture"], seen["controls"], seen["moved"]]
    times = "".join(f"{one:8.1f}" for one in columns)
    return f"{times}{kilobytes:8.0f}{shift:7.3f}"


if __name__ == "__main__":
    main()
