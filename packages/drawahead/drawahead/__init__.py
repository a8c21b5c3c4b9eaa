"""The Explorer, part by part: how a picture follows the controls above it.

An author writes a function that fills axes; a reader gets controls above a picture that
follows them. Matplotlib draws in the reader's own Python, which takes 20 to 90 ms a
picture. Therefore the kernel **draws ahead**: while it has nothing else to do, it draws
the pictures of neighbouring values and sends them to the page. When a control moves,
the page paints the picture that it has, before the kernel knows.

**A frame** (``frames``) is what is shown for one set of values: a key, a picture, a
readout, a text alternative, a message, and where its axes are. The key names the step
of each control, not its value (``steps``), and the page's script writes the same one.
A page without a kernel can use frames in the same form, ``Frame.packed``.

Who calls whom::

    explorer   what a notebook calls: controls, picture, and what Python asks of them
      controls     a control of ipywidgets for each argument of the author's function
      steps        values as steps: keys, and which frames are near
      show         which frame is shown: asked for, or drawn ahead, one at a time
      stage        a new figure for each picture; the background's pixels are kept
        page         pixels as a file
      ahead        the kernel's one queue: whose turn it is, and when
      hush         drawing without a trace: no prints, no warnings, no random numbers
      hand         which value lies where in the picture
      picture      the widget: an image with its texts, and the talk with its script
        shelf.js       in the page: controls, frames ahead, what is shown
        hand.js        dragging, what lies under the pointer, playing
        mathematics.js readouts with formulas
        picture.js     image, message, readout; who looks at them

On which thread: a control that moves calls ``Show.follow``, in JupyterLab in a
thread for widgets beside the kernel's main one, elsewhere in the main one. It shows
a frame that is there, or draws it. The queue works on the main thread's event loop,
which stands still while a cell runs. One lock, ``ahead.DRAWING``, is held by whoever
draws: whoever asks while a frame is drawn ahead waits for its end. After a frame that
took longer than ``ahead.LIMIT``, an Explorer draws only what is asked for.

Why pictures are right: each is drawn on a figure that nothing has been drawn on, so
that nothing a function sets at one value stays for the next. All frames are deleted
when a cell begins and when it ends. At rest, the kernel draws what is shown once more,
background included, and corrects the page if that differs; if it differs each time, the
function draws at random, and a message says so. Every state of the controls has a
number in the page, and an answer to an earlier one never covers a later one.

What it costs: nothing before a page looks at an Explorer, so that nbclient, nbconvert
and nbval see no difference. Frames hold 64 MB at most in the kernel, and the same in a
page; the farthest go first. They are sent together, some tenths of a second apart, the
farther ones a second, and never right after somebody did something. When all
neighbours are there, all comes to rest. A page that cannot reach the controls' models
shows pictures as the kernel draws them.
"""

from drawahead.explorer import Explorer

__all__ = ["Explorer"]
