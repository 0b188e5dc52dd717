// Parts of something too large to hold: fetched when they are wanted, kept as long as there is room. Parts
// that are no longer wanted before they have come are not waited for.

export class PartCache<T> {
  #held = new Map<number, { part: T; epoch: number }>();
  #underWay = new Map<number, AbortController>();
  #wanted: readonly number[] = [];
  #epoch = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onCome` is told of each part, `onFailed` of each that could not be fetched. */
  constructor(
    private readonly fetchPart: (key: number, signal: AbortSignal) => Promise<T>,
    private readonly onCome: (part: T, key: number) => void,
    private readonly onFailed: (error: unknown) => void,
    private readonly most = 48,
  ) {}

  /** What is held of it, even if the whole has grown since. */
  get(key: number): T | undefined {
    return this.#held.get(key)?.part;
  }

  /** These are on the screen now, and no others. */
  want(keys: readonly number[]): void {
    this.#wanted = keys;
    for (const [key, abort] of this.#underWay) {
      if (keys.includes(key)) continue;
      abort.abort();
      this.#underWay.delete(key);
    }
    // While the user scrolls fast, only some of the places are asked for.
    if (this.#missing().length > 0) this.#timer ??= setTimeout(() => this.#fetch(), FETCH_EVERY_MS);
  }

  /** All that is held may be out of date: what is wanted is fetched again, and shown until then. */
  refresh(): void {
    ++this.#epoch;
    this.#fetch();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wanted = [];
    for (const abort of this.#underWay.values()) abort.abort();
    this.#underWay.clear();
  }

  #missing(): number[] {
    return this.#wanted.filter((key) => this.#held.get(key)?.epoch !== this.#epoch && !this.#underWay.has(key));
  }

  #fetch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const key of this.#missing()) {
      const abort = new AbortController();
      const epoch = this.#epoch;
      this.#underWay.set(key, abort);
      this.fetchPart(key, abort.signal).then(
        (part) => {
          if (abort.signal.aborted) return;
          this.#underWay.delete(key);
          this.#hold(key, part, epoch);
          this.onCome(part, key);
          if (epoch !== this.#epoch) this.#fetch();
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          this.#underWay.delete(key);
          this.onFailed(error);
        },
      );
    }
  }

  #hold(key: number, part: T, epoch: number): void {
    this.#held.delete(key);
    this.#held.set(key, { part, epoch });
    for (const old of this.#held.keys()) {
      if (this.#held.size <= this.most) break;
      if (!this.#wanted.includes(old)) this.#held.delete(old);
    }
  }
}

const FETCH_EVERY_MS = 30;
