/**
 * An immutable, append-only map: adding to one gives another and costs the same whatever its length, because versions
 * share their storage and each knows how much of it is its own. Adding to an old version copies; nobody sees another's.
 */
export class Ledger<T> implements Iterable<readonly [string, T]> {
  readonly #entries: Map<string, { readonly value: T; readonly at: number }>;
  readonly size: number;

  private constructor(entries: Map<string, { readonly value: T; readonly at: number }>, size: number) {
    this.#entries = entries;
    this.size = size;
  }

  static empty<T>(): Ledger<T> {
    return new Ledger<T>(new Map(), 0);
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.at < this.size ? entry.value : undefined;
  }

  /** This ledger and one entry more; a key it has already gets the new value in its old place. */
  with(key: string, value: T): Ledger<T> {
    if (this.#entries.size === this.size && !this.#entries.has(key)) {
      this.#entries.set(key, { value, at: this.size });
      return new Ledger(this.#entries, this.size + 1);
    }
    const own = new Map([...this].map(([k, v], at) => [k, { value: v, at }]));
    own.set(key, { value, at: own.get(key)?.at ?? own.size });
    return new Ledger(own, own.size);
  }

  /** Entries in the order of their first appearance. */
  *[Symbol.iterator](): Generator<readonly [string, T], void, undefined> {
    for (const [key, { value, at }] of this.#entries) {
      if (at >= this.size) return;
      yield [key, value];
    }
  }
}
