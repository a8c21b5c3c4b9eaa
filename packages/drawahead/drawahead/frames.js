// Frames: what is shown for one set of values. Pages without a kernel get them from files.

import { same } from "./controls.js";

/**
 * Where frames come from, and the frames that are here, by their steps. A view calls these
 * methods if a source has them:
 *   adjust(steps, touched)        returns where the controls should be
 *   move(steps, touched, isHere, isDragged)  a control was moved
 *   approach(touched), leave()    the pointer comes near, or has left
 *   look()                        a view has come into sight, or left it
 *   scale(factor)                 how many pixels are painted for each of the picture
 *   hover(point)                  returns a promise of the tip for a point
 *   checkLive()                   the picture is late: is the kernel still there?
 */
export class Source {
  constructor({ width, height }) {
    this.size = [width, height];
    /** @type {Map<string, any>} what Frame.packed in frames.py returns, with its image */
    this.kept = new Map();
    /** @type {{file: Blob, address: string}[]} ground pictures, the newest one last */
    this.grounds = [];
    this.views = new Set();
    /** What a sign in the picture says, and what went wrong. */
    this.status = "";
    this.problem = "";
    this.late = "loading …";
  }

  tell(status, problem = "") {
    if (status === this.status && problem === this.problem) return;
    [this.status, this.problem] = [status, problem];
    for (const view of this.views) view.refresh();
  }

  /** @param {any[]} steps */
  get(steps) {
    return this.kept.get(JSON.stringify(steps));
  }

  /** Set the picture that is under the transparent ones. */
  setGround(bytes) {
    const file = new Blob([bytes]);
    this.grounds.push({ file, address: URL.createObjectURL(file) });
  }

  keep(frame, bytes) {
    const made = { ...frame };
    if (frame.is_ground) made.file = this.grounds.at(-1).file;
    else if (bytes?.byteLength) made.file = new Blob([bytes]);
    if (made.file) made.image = this.makeImage(made);
    made.image?.decode().catch(() => {});
    this.kept.set(JSON.stringify(frame.steps), made);
    for (const view of this.views) view.came(made);
  }

  /** Return a picture. Its file is kept, and its address freed once it is loaded. */
  makeImage({ file, url, alt, is_ground: isGround }) {
    const image = new Image(...this.size);
    const address = url ?? URL.createObjectURL(file);
    image.onload = image.onerror = () => URL.revokeObjectURL(address);
    image.alt = alt;
    image.draggable = false;
    image.src = address;
    if (!url && !isGround) { // it is transparent where it equals the ground
      image.style.background = `url("${this.grounds.at(-1).address}") 0 0 / 100% 100%`;
    }
    return image;
  }

  /** The nearest frame that differs only in the control that was touched. */
  nearest(steps, touched) {
    const away = (frame) => Math.abs(frame.steps[touched] - steps[touched]);
    const others = [...this.kept.values()].filter((frame) => frame.image
      && frame.steps.every((step, n) => n === touched || step === steps[n]));
    return others.sort((one, other) => away(one) - away(other))[0];
  }

  close() {
    this.kept.clear();
    for (const { address } of this.grounds) URL.revokeObjectURL(address);
  }
}

/** How many files are fetched at once. */
const LANES = 2;

const OFFLINE = "You are offline: pictures that are not here yet come when you are back.";

/**
 * Frames from the files that frames.pack writes.
 *
 * The first file has the ground picture, and is fetched first. Then comes the file that is
 * needed now. Once the pointer approaches, the others follow in order, those for the control that
 * was touched first, unless the reader wants to save data. ready() begins. After a failure,
 * the next move goes on, or a network that is back.
 */
export class Packs extends Source {
  /** @param {{file: string, steps: any[][]}[]} packs @param {string} folder */
  constructor(packs, folder, described) {
    super(described);
    this.packs = packs;
    this.folder = folder;
    /** @type {Set<number>} the numbers of the files that were requested */
    this.asked = new Set();
    this.steps = described.controls.map(({ start }) => start);
    this.touched = this.busy = 0;
    this.wantsAll = false;
    this.ready = () => this.fetchMore();
    window.addEventListener("online", this.ready);
  }

  move(steps, touched) {
    [this.steps, this.touched] = [steps, touched];
    this.fetchMore();
  }

  approach(touched) {
    this.touched = touched;
    this.wantsAll = !(/** @type {any} */ (navigator).connection?.saveData);
    this.fetchMore();
  }

  /** Fetch the most urgent files while a lane is free. */
  fetchMore() {
    while (this.busy < LANES) {
      const next = this.next();
      if (next < 0) return;
      this.busy += 1;
      this.asked.add(next);
      this.bring(next).finally(() => { this.busy -= 1; }).then(() => {
        this.tell("");
        this.fetchMore();
      }, () => {
        this.asked.delete(next);
        this.tell(OFFLINE);
      });
    }
  }

  /** The number of the file to fetch next, or -1. */
  next() {
    if (this.grounds.length === 0) return this.asked.has(0) ? -1 : 0;
    const find = (isWanted) => this.packs.findIndex(({ steps }, n) =>
      !this.asked.has(n) && steps.some(isWanted));
    const here = find((one) => same(one, this.steps));
    if (here >= 0 || !this.wantsAll) return here;
    const beside = find((one) =>
      one.every((step, n) => n === this.touched || step === this.steps[n]));
    return beside >= 0 ? beside : find(() => true);
  }

  async bring(n) {
    const answer = await fetch(this.folder + this.packs[n].file);
    if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
    const data = await answer.arrayBuffer();
    const length = new DataView(data).getUint32(0, true);
    const stream = new Blob([new Uint8Array(data, 4, length)]).stream();
    const { DecompressionStream } = /** @type {any} */ (window);
    const text = stream.pipeThrough(new DecompressionStream("deflate"));
    const { ground, frames } = await new Response(text).json();
    if (ground > 0) this.setGround(new Uint8Array(data, 4 + length, ground));
    for (const frame of frames) {
      const [at, size] = frame.picture;
      this.keep(frame, new Uint8Array(data, 4 + length + at, size));
    }
  }

  close() {
    window.removeEventListener("online", this.ready);
    super.close();
  }
}
