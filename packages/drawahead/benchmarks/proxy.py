"""A slow network: everything arrives with a delay, in both directions."""

import asyncio
import contextlib
import threading


class SlowWay:
    """A slow route to a port of this machine, entered at ``port``."""

    def __init__(self, port, seconds):
        self._to, self._seconds = port, seconds
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        starting = asyncio.start_server(self._connect, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        self.port = self._server.sockets[0].getsockname()[1]

    async def _connect(self, reader, writer):
        try:
            there_reader, there = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        await asyncio.gather(
            self._carry(reader, there), self._carry(there_reader, writer)
        )

    async def _carry(self, reader, writer):
        """Pass data on, each piece later by the same time."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                loop.call_later(self._seconds, self._write, writer, data)
        loop.call_later(self._seconds, writer.close)

    @staticmethod
    def _write(writer, data):
        if not writer.is_closing():
            writer.write(data)

    def close(self):
        """End all connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


@contextlib.contextmanager
def slowly(lab, seconds):
    """Put a network that takes a few seconds each way in front of a server."""
    way = SlowWay(lab.port, seconds)
    direct, lab.port = lab.port, way.port
    try:
        yield
    finally:
        lab.port = direct
        way.close()
