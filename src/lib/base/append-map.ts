/** Immutable map with constant-time appends and shared storage; appending to an old version copies. */
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

  /** An existing key keeps its position. */
  with(key: string, value: T): Ledger<T> {
    if (this.#entries.size === this.size && !this.#entries.has(key)) {
      this.#entries.set(key, { value, at: this.size });
      return new Ledger(this.#entries, this.size + 1);
    }
    const copy = new Map([...this].map(([k, v], at) => [k, { value: v, at }]));
    copy.set(key, { value, at: copy.get(key)?.at ?? copy.size });
    return new Ledger(copy, copy.size);
  }

  *[Symbol.iterator](): Generator<readonly [string, T], void, undefined> {
    for (const [key, { value, at }] of this.#entries) {
      if (at >= this.size) return;
      yield [key, value];
    }
  }
}
