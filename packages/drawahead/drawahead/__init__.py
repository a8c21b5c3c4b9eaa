"""The Explorer, part by part: how a picture follows the controls above it.

An author writes a function that fills axes; a reader gets controls above a picture that
follows them. Matplotlib draws in the reader's own Python, which takes 20 to 90 ms a
picture. So the kernel **draws ahead**: while it has nothing else to do, it draws the
pictures for other values, coarse to fine, and sends them to the page. When a control
moves, the page paints the picture that it has, before the kernel knows.

**A frame** (``frames``) is what is shown for one set of values: a picture, a readout, a
text alternative, a message, and where its axes are. It is named by the *step* of each
control (``controls``), so that Python and the browser never compare floats. Its picture
is transparent where it equals the **ground**, the first picture of its size.

Who calls whom::

    explorer     the widget: values are synced traits, frames are messages
      controls     what a reader can set, and the steps of its values
      pictures     frames that are drawn, kept, confirmed and sent
        stage        a figure of its own for each picture, and what makes that fast
        images       pixels as files
        ahead        the kernel's one queue: whose turn it is, and when
        order        which frames come first
        quiet        drawing without a trace: no prints, no warnings, no random numbers
      pointer      which value lies where in the picture
      scripts      the one script, for notebooks and for pages without a kernel
        widget.js    frames from a kernel, values as traits
        frames.js    the frames that are here, and those from files
        explorer.js  controls, picture and readout, whatever brings the frames
        controls.js  pointer.js

On which thread: a control that moves calls ``Pictures.ask``, in JupyterLab in a thread
for widgets beside the kernel's main one, elsewhere in the main one. The queue works on
the main thread's event loop, which stands still while a cell runs. Whoever draws holds
one lock, ``ahead.DRAWING``. A key that asks for a picture ends one that is being drawn
ahead; a drag waits for it, since it will pass that picture, too, and then comes next.

Why pictures are right: each is drawn on a figure that nothing has been drawn on, with
settings of its own, so that nothing a function sets at one value stays for the next.
There are two shortcuts, a copy of the figure that ``set_up`` makes and kept pixels of
each axis. At rest, what is shown is drawn again without them. If it differs, the page
is corrected and the shortcuts are not taken again; if it differs each time, or if
``draw`` changes a list that it reads, a message says so. At that point, labels that are
cut off are given room. All frames are discarded when a cell begins and when it ends;
where nobody says when that is, as in marimo, none is kept.

What it costs: nothing before a page looks at an Explorer, so that nbclient, nbconvert
and nbval see no difference. Frames hold 64 MB at most in the kernel, and the same in a
page; those of Explorers that were touched longest ago go first. The queue hurries while
a hand is near an Explorer, and takes its time after a cell; a cell that begins while a
frame is being drawn ends it. When all near frames are there, everything comes to rest.
"""

from drawahead.explorer import Explorer

__all__ = ["Explorer"]
