"""A slow network: everything arrives with a delay, in both directions."""

import asyncio
import contextlib
import threading


@contextlib.contextmanager
def slowly(lab, seconds):
    """Delay all traffic to and from a server by `seconds` each way."""
    loop, direct = asyncio.new_event_loop(), lab.port

    async def connect(reader, writer):
        there_reader, there = await asyncio.open_connection("127.0.0.1", direct)
        await asyncio.gather(carry(reader, there), carry(there_reader, writer))

    async def carry(reader, writer):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                loop.call_later(seconds, write, writer, data)
        loop.call_later(seconds, writer.close)

    def write(writer, data):
        if not writer.is_closing():
            writer.write(data)

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starting = asyncio.start_server(connect, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result()
    lab.port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        lab.port = direct
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
