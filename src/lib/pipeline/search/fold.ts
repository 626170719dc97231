/**
 * Removes case and accents from long text quickly. Line feeds keep their places. Only characters that may change are
 * processed individually.
 */

import { ACCENTS } from './analyse.ts';

/** Marks to remove, and lower-case letters with a simpler form. */
const CHANGING =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u00df-\u024f\u03ac-\u03b0\u03c2\u03ca-\u03ce\u0439\u0450-\u045f\u1e00-\u1fff\ufb00-\ufb06\uff01-\uff9f]/g;
/** Not covered by any normal form. */
const SPECIAL: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ' };
const cache = new Map<string, string>();

export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(CHANGING, foldCharacter);
}

function foldCharacter(character: string): string {
  const cached = cache.get(character);
  if (cached !== undefined) return cached;
  const simplified =
    SPECIAL[character] ?? character.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').replace(/\s/g, ' ');
  cache.set(character, simplified);
  return simplified;
}
