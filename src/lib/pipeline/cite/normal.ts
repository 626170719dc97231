/**
 * Text as quotes are compared: what type, markup or an editor does to words without changing them is evened out. The one
 * rule: every character of the normal form knows where in the text it comes from, so that what is found can be pointed at.
 */

/**
 * `verbatim`: the same words in the same writing, but for white space, quotation marks, hyphens and dashes, ligatures, widths
 * and what nobody sees. `close`: besides, case, accents and punctuation that changes no sense may differ.
 */
export type Strictness = 'verbatim' | 'close';

export interface Normal {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the index in the original of the character it comes from; one more for the end. */
  readonly at: readonly number[];
}

const QUOTES = /["'`´\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff02\uff07]/u;
const DASHES = /[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u;
/** Soft hyphens, zero widths, direction marks, byte-order marks, variation selectors. */
const UNSEEN = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]/u;
const SPACE = /\s/u;
/** Taken out under `close`. What counts, compares, asks or prices stays: it changes what is said. */
const LIGHT = /[,;:.!()[\]{}*_~|\\…·•]/u;
const MARK = /\p{M}/u;

/** The normal form. Linear in the text. */
export function normalOf(text: string, strictness: Strictness): Normal {
  let out = '';
  const at: number[] = [];
  let index = 0;
  for (const character of text) {
    const written = formOf(character, strictness);
    if (written === ' ') {
      if (out !== '' && !out.endsWith(' ')) {
        out += ' ';
        at.push(index);
      }
    } else {
      out += written;
      for (let i = 0; i < written.length; i += 1) at.push(index);
    }
    index += character.length;
  }
  if (out.endsWith(' ')) {
    out = out.slice(0, -1);
    at.pop();
  }
  at.push(index);
  return { text: out, at };
}

function formOf(character: string, strictness: Strictness): string {
  if (character <= '\x7f' && /[a-z0-9]/.test(character)) return character;
  if (SPACE.test(character)) return ' ';
  if (UNSEEN.test(character)) return '';
  if (QUOTES.test(character)) return strictness === 'close' ? '' : "'";
  if (DASHES.test(character)) return '-';
  const plain = character.normalize('NFKC');
  if (strictness === 'verbatim') return plain;
  if (LIGHT.test(plain)) return '';
  const bare = Array.from(plain.normalize('NFD'))
    .filter((part) => !MARK.test(part))
    .join('');
  return bare.toLowerCase();
}
