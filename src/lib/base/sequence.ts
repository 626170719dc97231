/** Immutable list with constant-time appends and shared storage; appending to an old version copies. */
export class Sequence<T> implements Iterable<T> {
  readonly #items: T[];
  readonly length: number;

  private constructor(items: T[], length: number) {
    this.#items = items;
    this.length = length;
  }

  static of<T>(...items: readonly T[]): Sequence<T> {
    return new Sequence([...items], items.length);
  }

  with(item: T): Sequence<T> {
    const items = this.#items.length === this.length ? this.#items : this.#items.slice(0, this.length);
    items.push(item);
    return new Sequence(items, this.length + 1);
  }

  /** Copies; an empty one becomes one of that item. */
  withLast(item: T): Sequence<T> {
    return Sequence.of(...this.#items.slice(0, Math.max(0, this.length - 1)), item);
  }

  /** Counts from the end if negative. */
  at(index: number): T | undefined {
    const from = index < 0 ? this.length + index : index;
    return from >= 0 && from < this.length ? this.#items[from] : undefined;
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let i = 0; i < this.length; i += 1) yield this.#items[i] as T;
  }

  *iterateNewestFirst(): Generator<T, void, undefined> {
    for (let i = this.length - 1; i >= 0; i -= 1) yield this.#items[i] as T;
  }
}
