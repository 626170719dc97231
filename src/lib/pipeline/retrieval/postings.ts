/** Places and counts of each search key: numbers in flat arrays. */
import { getKeyWord, getWordForms, isUnspaced } from './analyse.ts';
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
  /** Last link by word, and by what words begin with; by link, its token and the previous link (-1 if none). */
  readonly #words = new Map<string, number>();
  readonly #starts = new Map<string, number>();
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
    this.#numbers.set(token, number);
    this.#last.push(-1);
    this.#met.push(0);
    if (isUnspaced(token)) {
      this.#keys.push(1);
      return number;
    }
    const { word, start } = getWordForms(token, this.#language);
    this.#keys.push(word === '' ? 0 : 2);
    if (word !== '') {
      this.#link(this.#words, word, number);
      this.#link(this.#starts, start, number);
    }
    return number;
  }

  #link(chains: Map<string, number>, key: string, number: number): void {
    this.#before.push(chains.get(key) ?? -1);
    chains.set(key, this.#tokens.length);
    this.#tokens.push(number);
  }

  /** Names of another script that sound like the token. */
  findBySound(token: string): readonly string[] {
    this.#findBySound ??= createSoundIndex(() => this.#numbers.keys());
    return this.#findBySound(token);
  }

  getOccurrences(key: string): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    if (isUnspaced(key)) this.#count(this.#numbers.get(key) ?? -1, counts);
    const word = getKeyWord(key);
    const link = word === null ? this.#starts.get(key) : this.#words.get(word);
    for (let at = link ?? -1; at >= 0; at = this.#before[at] ?? -1) this.#count(this.#tokens[at] ?? -1, counts);
    return counts;
  }

  #count(number: number, counts: Map<number, number>): void {
    for (let at = this.#last[number] ?? -1; at >= 0; at = this.#places[at + 2] ?? -1) {
      const text = this.#places[at] ?? 0;
      counts.set(text, (counts.get(text) ?? 0) + (this.#places[at + 1] ?? 0));
    }
  }
}
