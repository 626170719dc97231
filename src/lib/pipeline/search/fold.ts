/**
 * Case and accents taken off a long text, fast. The one rule: what is equal but for them becomes equal, and line feeds stay
 * where they are. Characters that cannot change are not looked at one by one.
 */

import { ACCENTS } from './analyse.ts';

/** Marks that go, and letters with a simpler form once in lower case. */
const CHANGING =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u00df-\u024f\u03ac-\u03b0\u03c2\u03ca-\u03ce\u0439\u0450-\u045f\u1e00-\u1fff\ufb00-\ufb06\uff01-\uff9f]/g;
/** No normal form knows these. */
const SPECIAL: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ' };
const known = new Map<string, string>();

export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(CHANGING, simple);
}

function simple(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const after =
    SPECIAL[character] ?? character.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').replace(/\s/g, ' ');
  known.set(character, after);
  return after;
}
