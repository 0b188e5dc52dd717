// Where one is in a list that may be longer than a browser can scroll: its bar ends at some ten million
// pixels. Short moves (wheel, keys) are then taken as they are, long ones (the bar is dragged) in proportion,
// so that every row can be reached and none is skipped.

const LONGEST_PX = 8_000_000;

export class LongScroll {
  #whole = 0;
  #viewport = 0;
  #offset = 0;
  /** The bar's place when it was last looked at. */
  #bar = 0;

  /** In pixels: how long the list is, and how much of it can be seen. */
  resize(whole: number, viewport: number): void {
    this.#whole = whole;
    this.#viewport = viewport;
    this.#offset = this.#within(this.#offset);
  }

  get viewport(): number {
    return this.#viewport;
  }

  /** Pixels of the list before what is seen. */
  get offset(): number {
    return this.#offset;
  }

  /** How long the browser is told that the list is. */
  get track(): number {
    return Math.min(this.#whole, LONGEST_PX);
  }

  /** Where the bar belongs. */
  get bar(): number {
    return this.#offset / this.#ratio;
  }

  /** Whether the bar has reached an end of its way and the list has not, or the other way round. */
  get astray(): boolean {
    const end = this.track - this.#viewport;
    return (
      (this.#bar <= 0) !== (this.#offset <= 0) ||
      (this.#bar >= end - 1) !== (this.#offset >= this.#whole - this.#viewport - 1)
    );
  }

  /** The user moved the bar there. */
  scrolled(bar: number): void {
    const moved = bar - this.#bar;
    this.#bar = bar;
    const short = this.#ratio > 1 && Math.abs(moved) <= 2 * this.#viewport;
    this.#offset = this.#within(short ? this.#offset + moved : bar * this.#ratio);
  }

  moveTo(offset: number): void {
    this.#offset = this.#within(offset);
  }

  /** The bar was put there; the list stays. */
  settled(bar: number): void {
    this.#bar = bar;
  }

  get #ratio(): number {
    const track = this.track;
    return this.#whole <= track || track <= this.#viewport ? 1 : (this.#whole - this.#viewport) / (track - this.#viewport);
  }

  #within(offset: number): number {
    return Math.max(0, Math.min(offset, this.#whole - this.#viewport));
  }
}
