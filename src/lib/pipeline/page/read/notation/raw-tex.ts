/** TeX that a page has as text between delimiters, for a script that has not run. */
import { canBeginAfter, canEndBefore, isFormula, type Delimiter } from '../../../text/tex.ts';
import type { Formula } from './formulas.ts';

/** No formula has another one begin in it, so no text is looked through twice. */
const DELIMITED = /(\\\(|\\\[|\$\$?)((?:[^$\\]|\\[^$([]){1,1500}?)(\\\)|\\\]|\$\$?)/g;
const CLOSING: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** The text in order, with each formula as such. What does not read as TeX stays as it is. */
export function splitRawTex(text: string): readonly (string | Formula)[] {
  if (!/\\[([]|\$/.test(text)) return [text];
  const parts: (string | Formula)[] = [];
  let from = 0;
  DELIMITED.lastIndex = 0;
  for (let found = DELIMITED.exec(text); found; found = DELIMITED.exec(text)) {
    const [whole, opening = '', tex = '', closing = ''] = found;
    const [before, after] = [text.charAt(found.index - 1), text.charAt(DELIMITED.lastIndex)];
    if (CLOSING[opening] !== closing || !isRawTex(tex, opening as Delimiter, before, after)) {
      DELIMITED.lastIndex = found.index + opening.length;
      continue;
    }
    parts.push(text.slice(from, found.index), { tex: tex.trim(), display: opening === '$$' || opening === '\\[' });
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}

function isRawTex(tex: string, opening: Delimiter, before: string, after: string): boolean {
  if (!isFormula(tex, opening)) return false;
  if (opening !== '$') return opening !== '\\[' || !/^\p{L}/u.test(after); // \[T\]he is a word
  return /[\\^_]/.test(tex) && tex === tex.trim() && canBeginAfter(before) && canEndBefore(tex, after);
}
