"""Serve a folder of pages on this machine."""

import contextlib
import functools
import http.server
import threading
import typing
import webbrowser


class _Quiet(http.server.SimpleHTTPRequestHandler):
    # Some systems give scripts a type that browsers refuse.
    extensions_map: typing.ClassVar = {".js": "text/javascript"}

    def log_message(self, *words):
        """Print nothing."""


@contextlib.contextmanager
def served(folder):
    """Serve a folder while the context lasts, and yield its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def show(folder, page):
    """Open a page in the reader's browser, and serve its folder until Ctrl + C."""
    with served(folder) as address, contextlib.suppress(KeyboardInterrupt):
        webbrowser.open(address + page)
        print(f"{address}{page}  (Ctrl + C stops it)")
        threading.Event().wait()
