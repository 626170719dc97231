/** What the counter is compared with: js-tiktoken, the packed table, and text of every kind. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { readRanks } from '../../../../src/lib/models/tokens/ranks.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { runAtOnce } from '../../../kit/base/run-at-once.ts';

export const rankBytes = (): Uint8Array =>
  new Uint8Array(readFileSync(new URL('../../../../public/tok/o200k_base.bin', import.meta.url)));

export const table = runAtOnce(readRanks(rankBytes()));

let encoder: Tiktoken | undefined; // takes longer to make than most of the tests that only draw texts
/** Tokens by js-tiktoken, special tokens as plain text. Quadratic in the longest run: keep texts short. */
export function countByOracle(text: string): number {
  encoder ??= new Tiktoken(o200k);
  return encoder.encode(text, [], []).length;
}

const pattern = new RegExp(o200k.pat_str, 'gu');
/** Pieces by the encoding's own pattern. */
export const splitByOracle = (text: string): string[] => Array.from(text.matchAll(pattern), ([piece]) => piece);

/** One or more of every branch of the pattern, and what is known to trip encoders. */
const telling = [
  ...['a', 'Z', 'é', 'ǅ', 'ʰ', '漢', 'の', '한', 'ع', 'ก', 'ß', '𝐀', '𝒃', '𠀀'],
  ...['\u0301', '\u20e3', '\ufe0f', '\u200d', '\ud83d', '\ude00', '\ufeff', '\u0085', '\u2028', '\u00a0'],
  ...[' ', '  ', '\t', '\n', '\r', '\r\n', '/', '!', '—', '，', '😀', '👩‍👩‍👧', '7', '٣', '½', '0123456789'],
  ...["'", "'s", "'LL", "'rE", "'v", "'d", '’s', '<|endoftext|>', '<|endofprompt|>', 'the', ' of', 'ABCd'],
];

/** Text that jumps between scripts, blanks, symbols, surrogates and contractions. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...telling), maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: ANY_CHARACTER, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)) },
);

/** One unbroken piece of letters, a few alphabets: short periods, long periods, and no period. */
export const anyRun = fc
  .tuple(fc.constantFrom('ab', 'abcdefghijklmnopqrstuvwxyz', 'aáбж', 'のはる漢字語', 'etaoin'), fc.nat())
  .chain(([alphabet]) =>
    fc.array(fc.constantFrom(...Array.from(alphabet)), { minLength: 1, maxLength: 250, size: 'max' }),
  )
  .map((letters) => letters.join(''));
