/** Punctuation that a close quote may lack; dropped only on the outer side of a word (not in 1.5, we’re). */
const LIGHT_MARK = /^(?:\.\.\.?|[,;:.!()[\]{}*_~|\\·•'、。])$/u;

export function isLightMark(form: string): boolean {
  return LIGHT_MARK.test(form);
}

const MAX_SKIPPED_MARKS = 8;
const SKIPPED_MARK = /[,;:.!…()[\]{}*_~|\\·•"'`´\u2018-\u201f\u2032-\u2037«»‹›「」『』、。]/u;
const SPACE = /\s/u;
const DIGIT = /\p{N}/u;
const LETTER = /[\p{L}\p{M}]/u;

export function reduceLightMark(form: string, text: string, start: number, end: number): string {
  const before = isOuterSide(text, start - 1, -1);
  const after = isOuterSide(text, end, 1);
  switch (form) {
    case "'": {
      const last = text.charAt(start - 1);
      return DIGIT.test(last) || (LETTER.test(last) && LETTER.test(text.charAt(end))) ? form : '';
    }
    case '(':
    case '[':
    case '{':
      return before ? '' : form;
    case '*':
    case '_':
    case '~':
    case '|':
    case '\\':
      return before !== after && !DIGIT.test(text.charAt(end)) ? '' : form;
    case '·':
    case '•':
      return before && !DIGIT.test(text.charAt(end)) ? '' : form;
    default:
      return after ? '' : form;
  }
}

function isOuterSide(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (Math.abs(at - from) < MAX_SKIPPED_MARKS && SKIPPED_MARK.test(text.charAt(at))) at += step;
  const character = text.charAt(at);
  return character === '' || SPACE.test(character);
}
