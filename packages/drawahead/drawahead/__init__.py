"""How an Explorer works: controls above a picture that follows them.

An author writes a function that fills axes. A reader gets controls above a picture that
follows them. Matplotlib draws in the reader's own Python, which takes 20 to 90 ms per
picture. So the kernel **draws ahead**: while it has nothing else to do, it draws the
pictures for other values, from coarse to fine, and sends them to the page. When a
control moves, the page shows the picture it already has, even before the kernel knows.

**A frame** (``frames``) is everything shown for one set of values: the picture, the
readout, the text alternative, a message, and where the axes are. A frame is named by
the *step* of each control (``controls``), so Python and the browser never compare
floats. Its picture is transparent where it equals the **ground**, which is the first
picture of that size.

Which module calls which::

    explorer     the widget: values are synced traits, frames are messages
      controls     what a reader can set, and the steps of its values
      pictures     frames that are drawn, kept, confirmed and sent
        stage        one figure per picture, and what makes that fast
        images       pixels as files
        ahead        the kernel's one queue: whose turn it is, and when
        order        which frames come first
        quiet        drawing without a trace: no prints, warnings or random numbers
      pointer      which value is where in the picture
      scripts      the one script, for notebooks and for pages without a kernel
        widget.js    frames from a kernel, values as traits
        frames.js    the frames that have arrived, and those from files
        explorer.js  controls, picture and readout, wherever the frames come from
        controls.js  pointer.js

**Threads.** A control that moves calls ``Pictures.ask``. In JupyterLab, this happens in
a thread that the kernel keeps for widgets; elsewhere, it happens in the main thread,
where drawing ahead always happens. A thread that draws holds the lock
``ahead.DRAWING``. A control that needs a picture ends the one being drawn ahead. A fast
drag does not ask for pictures, because the reader will have moved on before they are
ready; instead, the queue draws those that the drag will reach. Every move of a
control stops the check at rest.

**Why pictures are right.** Each picture is drawn on a new figure, with settings of its
own, so nothing that a function sets at one value carries over to the next. There are
two shortcuts: a copy of the figure that ``set_up`` makes, and the kept pixels of axes
and images. At rest, the picture shown is drawn again without the shortcuts. If the new
picture differs, the page is corrected and the shortcuts are not used again. If it
is different each time, a message says so. Drawing it again also gives more room to
labels that are cut off. All frames are discarded when a cell begins and when it ends,
and the page is notified after the cell. Where nothing signals that a cell runs, as in
marimo, no frames are kept.

**What it costs.** Nothing happens before a page looks at an Explorer, so nbclient,
nbconvert and nbval see no difference. The frames of an Explorer take at most 32 MB in
the kernel, and as much again in a page. The queue hurries while the pointer is near an
Explorer. After a cell, and when the pointer has left, the queue rests after each frame,
and frames are sent several at a time, or as soon as the pointer comes back. Once all
needed frames are ready, nothing more is drawn.
"""

from drawahead.explorer import Explorer

__all__ = ["Explorer"]
