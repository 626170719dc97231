/**
 * An immutable list that only grows: adding costs the same whatever its length, because versions share their storage and
 * each knows how much of it is its own. Adding to an old version copies; nobody sees another's.
 */
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

  /** This list and one item more. */
  with(item: T): Sequence<T> {
    const items = this.#items.length === this.length ? this.#items : this.#items.slice(0, this.length);
    items.push(item);
    return new Sequence(items, this.length + 1);
  }

  /** The item at an index, counted from the end when negative. */
  at(index: number): T | undefined {
    const from = index < 0 ? this.length + index : index;
    return from >= 0 && from < this.length ? this.#items[from] : undefined;
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let i = 0; i < this.length; i += 1) yield this.#items[i] as T;
  }

  /** From the newest to the oldest. */
  *newestFirst(): Generator<T, void, undefined> {
    for (let i = this.length - 1; i >= 0; i -= 1) yield this.#items[i] as T;
  }
}
