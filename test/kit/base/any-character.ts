/**
 * Any character, as a unit of strings: fast-check's `binary` with the same samples for the same seed. To see which texts that
 * one can make, fast-check first lists all 1,112,064 characters, in each worker anew.
 */
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

export const ANY_CHARACTER = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  (character) => {
    if (typeof character !== 'string' || !/^\P{Cs}$/u.test(character)) throw new Error('This is no character.');
    const code = character.codePointAt(0) ?? 0;
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
