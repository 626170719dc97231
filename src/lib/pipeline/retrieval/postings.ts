/** Places and counts of each search key: numbers in flat arrays. */
import { getTokenKeys } from './analyse.ts';
import { createSoundIndex, type FindBySound } from './names-by-sound.ts';

/** Text, count, and index of the token's previous occurrence (-1 if none). */
const FIELDS = 3;

export class Postings {
  readonly lengths: number[] = [];
  readonly #language: string;
  readonly #numbers = new Map<string, number>();
  /** One array: an array per token would dominate memory and time. */
  #places = new Int32Array(FIELDS * 4096);
  #end = 0;
  /** By token: last occurrence, number of keys, count in the current text. */
  readonly #last: number[] = [];
  readonly #keys: number[] = [];
  readonly #met: number[] = [];
  /** Last link by key; by link, its token and the previous link (-1 if none). */
  readonly #chains = new Map<string, number>();
  readonly #tokens: number[] = [];
  readonly #before: number[] = [];
  #findBySound: FindBySound | null = null;

  constructor(language: string) {
    this.#language = language;
  }

  add(tokens: readonly string[]): void {
    this.#findBySound = null;
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
    const keys = getTokenKeys(token, this.#language);
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

  /** Names of another script that sound like the token. */
  findBySound(token: string): readonly string[] {
    this.#findBySound ??= createSoundIndex(() => this.#numbers.keys());
    return this.#findBySound(token);
  }

  getOccurrences(key: string): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (let link = this.#chains.get(key) ?? -1; link >= 0; link = this.#before[link] ?? -1) {
      for (let at = this.#last[this.#tokens[link] ?? -1] ?? -1; at >= 0; at = this.#places[at + 2] ?? -1) {
        const text = this.#places[at] ?? 0;
        counts.set(text, (counts.get(text) ?? 0) + (this.#places[at + 1] ?? 0));
      }
    }
    return counts;
  }
}
