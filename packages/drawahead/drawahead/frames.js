// Frames: what is shown for one set of values, and where a page without a kernel gets them.

/**
 * @typedef {object} Frame what Frame.packed says in frames.py, besides the picture's bytes
 * @property {any[]} steps
 * @property {boolean} over whether it is transparent where it equals the ground picture
 * @property {string} readout
 * @property {string} alt
 * @property {string} message
 * @property {any} places
 * @property {HTMLImageElement} [image]
 * @property {[number, string][][]} [told] what is said under the pointer, for each axes
 */

/** So many addresses of pictures are freed at once, and so many milliseconds lie between. */
const SWEEP = 10;
const SWEEP_LATER = 1000;

/** The frames of an Explorer that are here, by their steps. */
export class Frames {
  /** @param {{width: number, height: number}} described */
  constructor({ width, height }) {
    this.width = width;
    this.height = height;
    /** @type {Map<string, Frame>} */
    this.kept = new Map();
    this.ground = "";
    /** @type {string[]} */
    this.grounds = [];
    /** @type {string[]} */
    this.waste = [];
  }

  get size() {
    return this.kept.size;
  }

  /** @param {any[]} steps */
  get(steps) {
    return this.kept.get(JSON.stringify(steps));
  }

  /** @param {BlobPart} bytes the picture under all that are transparent */
  setGround(bytes, type = "image/png") {
    if (this.ground) this.grounds.push(this.ground); // pictures that are shown may need it
    this.ground = URL.createObjectURL(new Blob([bytes], { type }));
  }

  /** @param {any} frame @param {any} bytes its picture, or nothing */
  put(frame, bytes, type = "image/png") {
    const made = { ...frame };
    if (frame.is_ground) {
      made.image = this.makeImage(frame, this.ground, "");
    } else if (bytes?.byteLength) {
      const address = URL.createObjectURL(new Blob([bytes], { type }));
      made.image = this.makeImage(frame, address, frame.over ? this.ground : "");
    }
    made.image?.decode().catch(() => {});
    this.forget(frame.steps);
    this.kept.set(JSON.stringify(frame.steps), made);
    return made;
  }

  /** @param {Frame} frame @param {string} address @param {string} under */
  makeImage(frame, address, under) {
    const image = new Image(this.width, this.height);
    image.alt = frame.alt;
    image.draggable = false;
    image.src = address;
    if (under) image.style.background = `url("${under}") 0 0 / 100% 100%`;
    return image;
  }

  /**
   * The nearest frame at which all controls but one are where they are.
   * @param {any[]} steps
   * @param {number} touched
   */
  nearest(steps, touched) {
    let least = Infinity;
    /** @type {Frame | undefined} */
    let best;
    for (const frame of this.kept.values()) {
      const away = Math.abs(frame.steps[touched] - steps[touched]);
      if (frame.image && away < least
        && frame.steps.every((step, n) => n === touched || step === steps[n])) {
        [best, least] = [frame, away];
      }
    }
    return best;
  }

  /** @param {any[]} steps */
  forget(steps) {
    const frame = this.get(steps);
    this.kept.delete(JSON.stringify(steps));
    if (!frame?.image || frame.image.src === this.ground) return;
    if (frame.image.isConnected) frame.image.dataset.gone = "";
    else this.free(frame.image.src);
  }

  /** @param {HTMLImageElement} image is no longer shown */
  release(image) {
    if ("gone" in image.dataset) this.free(image.src);
  }

  clear() {
    for (const frame of [...this.kept.values()]) this.forget(frame.steps);
  }

  /** @param {string} address freed some time later: it may be shown still */
  free(address) {
    if (this.waste.length === 0) setTimeout(() => this.sweep(), SWEEP_LATER);
    this.waste.push(address);
  }

  sweep() {
    for (const address of this.waste.splice(0, SWEEP)) URL.revokeObjectURL(address);
    if (this.waste.length > 0) setTimeout(() => this.sweep(), 100);
  }

  close() {
    this.clear();
    for (const ground of [...this.grounds, this.ground]) if (ground) this.free(ground);
  }
}

/** What every source of frames has; a page's view calls it, and is called back. */
export class Source {
  /** @param {any} described */
  constructor(described) {
    this.frames = new Frames(described);
    /** @type {Set<any>} */
    this.views = new Set();
    /** What there is to say near the picture, and what went wrong. */
    this.status = "";
    this.problem = "";
    this.words = { late: "loading …", ...described.words };
  }

  /** @param {string} status @param {string} problem */
  tell(status, problem = "") {
    if (status === this.status && problem === this.problem) return;
    [this.status, this.problem] = [status, problem];
    for (const view of this.views) view.refresh();
  }

  /** @param {any} frame @param {any} bytes @param {string} [type] */
  keep(frame, bytes, type) {
    const made = this.frames.put(frame, bytes, type);
    for (const view of this.views) view.came(made);
  }

  /** @param {any[]} steps @returns {any[]} where the controls are to be */
  adjust(steps, _touched = 0) {
    return steps;
  }

  /* eslint-disable no-empty-function, class-methods-use-this */
  move(/** @type {any[]} */ _steps, _touched = 0, _isHere = false) {}

  approach(_touched = 0) {}

  withdraw() {}

  checkLive() {}

  look(_change = 0) {}

  scale(_factor = 1) {}

  /** @returns {string | Promise<string>} what is said of a point */
  hover(/** @type {any} */ _point) {
    return "";
  }

  close() {
    this.frames.close();
  }
}

/** So many seconds after a fetch has failed, the next one is tried; then twice that. */
const RETRY = 2;

const OFFLINE = "You are offline: pictures that are not here yet come when you are back.";

/**
 * Frames from the files that frames.pack writes, fetched in the order of their need.
 *
 * The first file has the ground picture; it is fetched first. Then come what is wanted,
 * what is near to it once a hand approaches, and when all is quiet the rest.
 */
export class Packs extends Source {
  /**
   * @param {{file: string, steps: any[][]}[]} packs
   * @param {string} folder
   * @param {any} described
   * @param {{lanes?: number, idle?: boolean, fetch?: any}} [options]
   */
  constructor(packs, folder, described, options = {}) {
    super(described);
    this.packs = packs;
    this.folder = folder;
    this.lanes = options.lanes ?? 2;
    this.idle = options.idle ?? !(/** @type {any} */ (navigator).connection?.saveData);
    this.fetch = options.fetch ?? ((/** @type {string} */ url) => fetch(url));
    /** @type {Map<number, Promise<void>>} */
    this.asked = new Map();
    /** @type {any[]} */
    this.steps = described.controls.map((/** @type {any} */ control) => control.start);
    this.touched = 0;
    this.busy = 0;
    this.wait = 0;
    this.isStopped = false;
    /** How much is fetched: what is wanted (1), also what is near (2), also the rest (3). */
    this.eager = 0;
    this.onLine = () => {
      this.tell("");
      this.resume();
    };
    window.addEventListener("online", this.onLine);
  }

  ready() {
    this.eager = Math.max(this.eager, 1);
    this.go();
  }

  /** @param {any[]} steps @param {number} touched @param {boolean} isHere */
  move(steps, touched, isHere) {
    [this.steps, this.touched] = [steps, touched];
    this.eager = Math.max(this.eager, 2);
    if (!isHere && !navigator.onLine) this.tell(this.words.offline ?? OFFLINE);
    this.go();
  }

  /** @param {number} touched */
  approach(touched) {
    this.touched = touched;
    this.eager = Math.max(this.eager, this.idle ? 3 : 2);
    this.go();
  }

  /** Fetch what is wanted most, as long as a lane is free. */
  go() {
    while (this.busy < this.lanes && !this.isStopped) {
      const next = this.next();
      if (next < 0) return;
      this.busy += 1;
      const done = this.bring(next).then(() => {
        this.wait = 0;
        this.tell("");
      }, () => this.fail(next));
      this.asked.set(next, done);
      done.finally(() => { this.busy -= 1; this.go(); });
    }
  }

  /** The number of the file to fetch next, or -1. */
  next() {
    if (this.eager === 0) return -1;
    if (!this.frames.ground) return this.asked.has(0) ? -1 : 0;
    let [best, least] = [-1, Infinity];
    this.packs.forEach(({ steps }, n) => {
      if (this.asked.has(n)) return;
      const away = Math.min(...steps.map((one) => this.away(one)));
      if (away < least) [best, least] = [n, away];
    });
    const most = this.eager === 1 ? 0.5 : this.eager === 2 ? 900 : Infinity;
    return least < most ? best : -1;
  }

  /** How late a frame is wanted: the exact one, neighbors, every eighth value, the rest. */
  away(/** @type {any[]} */ steps) {
    return steps.reduce((sum, step, n) => {
      const apart = step === this.steps[n] ? 0 : Math.abs(step - this.steps[n]) || 1000;
      if (apart === 0) return sum;
      if (n !== this.touched) return sum + 1000 + apart;
      const coarse = [8, 4, 2, 1].findIndex((stride) => step % stride === 0);
      return sum + (apart <= 2 ? apart : 10 + 200 * coarse + apart / 10);
    }, 0);
  }

  /** @param {number} n */
  async bring(n) {
    const answer = await this.fetch(this.folder + this.packs[n].file);
    if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
    const data = await answer.arrayBuffer();
    const length = new DataView(data).getUint32(0, true);
    const stream = new Blob([new Uint8Array(data, 4, length)]).stream();
    const { DecompressionStream } = /** @type {any} */ (window);
    const text = stream.pipeThrough(new DecompressionStream("deflate"));
    const { kind, ground, places, frames } = await new Response(text).json();
    if (ground > 0) this.frames.setGround(new Uint8Array(data, 4 + length, ground), kind);
    for (const frame of frames) {
      const [at, size] = frame.picture;
      const bytes = new Uint8Array(data, 4 + length + at, size);
      this.keep({ ...frame, places: places[frame.places] }, bytes, kind);
    }
  }

  /** @param {number} n */
  fail(n) {
    this.asked.delete(n);
    this.wait = Math.min(60, Math.max(RETRY, 2 * this.wait));
    this.isStopped = true;
    this.tell(this.words.offline ?? OFFLINE);
    setTimeout(() => { if (this.views.size > 0) this.resume(); }, 1000 * this.wait);
  }

  resume() {
    this.isStopped = false;
    this.go();
  }

  /** @param {{axes: number, x: number, steps: any[]}} point */
  hover({ axes, x, steps }) {
    const frame = this.frames.get(steps);
    const runs = frame?.told?.[axes];
    if (!frame || !runs) return "";
    const [low, high, scale] = frame.places.axes[axes].x;
    const share = scale === "log"
      ? Math.log(x / low) / Math.log(high / low) : (x - low) / (high - low);
    let left = share * runs.reduce((sum, [length]) => sum + length, 0);
    const run = runs.find(([length]) => { left -= length; return left < 0; });
    return (run ?? runs[runs.length - 1])[1];
  }

  close() {
    window.removeEventListener("online", this.onLine);
    super.close();
  }
}
