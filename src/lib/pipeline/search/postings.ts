/**
 * Which token occurs where and how often. The one rule: building is one pass over the tokens with one look-up each;
 * what is particular to a token (its keys) is worked out once for all its occurrences.
 */
import { keysOf } from './analyse.ts';

/** An occurrence: text, count, and where the token's occurrence before it stands, -1 for none. */
const FIELDS = 3;

export class Postings {
  /** Keys of each text, by its number: its length. */
  readonly lengths: number[] = [];
  readonly #language: string;
  readonly #numbers = new Map<string, number>();
  /** All occurrences in one list: an array for each token would cost more than everything else here. */
  #places = new Int32Array(FIELDS * 4096);
  #end = 0;
  /** By token: its last occurrence, how many keys it has, and how often it was met in the text that is being read. */
  readonly #last: number[] = [];
  readonly #keys: number[] = [];
  readonly #met: number[] = [];
  /** The tokens that share a key, as chains: the last link by key; by link its token and the link before, -1 for none. */
  readonly #chains = new Map<string, number>();
  readonly #tokens: number[] = [];
  readonly #before: number[] = [];

  constructor(language: string) {
    this.#language = language;
  }

  /** Reads the next text. */
  add(tokens: readonly string[]): void {
    const met = this.#met;
    const keys = this.#keys;
    const here: number[] = [];
    let length = 0;
    for (const token of tokens) {
      const number = this.#numbers.get(token) ?? this.#open(token);
      const before = met[number] ?? 0;
      if (before === 0) here.push(number);
      met[number] = before + 1;
      length += keys[number] ?? 0;
    }
    this.#write(here);
    this.lengths.push(length);
  }

  #write(here: readonly number[]): void {
    if (this.#end + FIELDS * here.length > this.#places.length) {
      const larger = new Int32Array(2 * (this.#end + FIELDS * here.length));
      larger.set(this.#places);
      this.#places = larger;
    }
    const places = this.#places;
    const text = this.lengths.length;
    let end = this.#end;
    for (const number of here) {
      places[end] = text;
      places[end + 1] = this.#met[number] ?? 0;
      places[end + 2] = this.#last[number] ?? -1;
      this.#last[number] = end;
      this.#met[number] = 0;
      end += FIELDS;
    }
    this.#end = end;
  }

  #open(token: string): number {
    const number = this.#last.length;
    const keys = keysOf(token, this.#language);
    this.#numbers.set(token, number);
    this.#last.push(-1);
    this.#keys.push(keys.length);
    this.#met.push(0);
    for (const key of keys) {
      this.#before.push(this.#chains.get(key) ?? -1);
      this.#chains.set(key, this.#tokens.length);
      this.#tokens.push(number);
    }
    return number;
  }

  /** Texts in which the key occurs, with how often. */
  placesOf(key: string): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (let link = this.#chains.get(key) ?? -1; link >= 0; link = this.#before[link] ?? -1) {
      for (let at = this.#last[this.#tokens[link] ?? -1] ?? -1; at >= 0; at = this.#places[at + 2] ?? -1) {
        const text = this.#places[at] ?? 0;
        found.set(text, (found.get(text) ?? 0) + (this.#places[at + 1] ?? 0));
      }
    }
    return found;
  }
}
