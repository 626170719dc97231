/** The multiplier behind a number in digits: 12 million, $5m, 3만, 5 ล้าน, 5 mil millones. */
import { removeAccents } from '../../retrieval/analyse.ts';
import { getMultiplier } from './numerals.ts';

interface Scale {
  readonly factor: number;
  /** In characters. */
  readonly length: number;
  /** "5 m" without a currency is five metres, or five million. */
  readonly mayBeMetres?: true;
  /** "3T" without a currency may be three tesla. */
  readonly mayBePlain?: true;
}

/** Scripts that write the next word on without a space; longer ones first. */
const UNSPACED: Readonly<Record<string, number>> = {
  ...{ 천만: 1e7, 백만: 1e6, 만: 1e4, 억: 1e8, 조: 1e12, 천: 1e3 },
  ...{ พันล้าน: 1e9, ล้าน: 1e6, แสน: 1e5, หมื่น: 1e4, พัน: 1e3 },
};
/** 조각 and พันธุ์ are other words. */
const UNSPACED_SCALE = new RegExp(`^\\s?(${Object.keys(UNSPACED).join('|')})(?![각항ธ])`);
const WORD = /^[\s-]?([\p{L}\p{M}]+)\.?/u;
/** Letters that multiply only beside a currency, or as a capital right behind the number. */
const LETTERS: Readonly<Record<string, number>> = { m: 1e6, b: 1e9, t: 1e12 };

/** Null if there is none. `isMoney`: a currency stands before the number. */
export function findScale(text: string, at: number, language: string, isMoney: boolean): Scale | null {
  const unspaced = UNSPACED_SCALE.exec(text.slice(at, at + 12));
  if (unspaced) return { factor: UNSPACED[unspaced[1] ?? ''] ?? 1, length: unspaced[0].length };
  const found = WORD.exec(text.slice(at, at + 30));
  if (!found) return null;
  const [{ length }, written = ''] = found;
  const word = removeAccents(written.toLowerCase());
  if (word === 'm' && !isMoney) return { factor: 1, length, mayBeMetres: true };
  const isAttached = /^\p{L}/u.test(found[0]);
  const isLetter = word in LETTERS && text.charAt(at + length) !== '-' && !found[0].startsWith('-');
  if (isLetter && (isMoney ? isAttached || /^[mMBT]$/.test(written) : isAttached && /^[BT]$/.test(written)))
    return { factor: LETTERS[word] ?? 1, length, ...(isMoney ? {} : { mayBePlain: true }) };
  const factor = getMultiplier(word, language);
  if (factor === null) return null;
  const next = factor === 1000 && !found[0].endsWith('.') ? WORD.exec(text.slice(at + length, at + length + 30)) : null;
  const more = next ? getMultiplier(removeAccents((next[1] ?? '').toLowerCase()), language) : null; // mil millones
  return more === null || more < 1e6
    ? { factor, length }
    : { factor: factor * more, length: length + (next?.[0].length ?? 0) };
}
