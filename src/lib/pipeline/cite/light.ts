/**
 * Punctuation that may differ between a close quote and its source. The one rule: it is left out only on the outer side
 * of a word. Inside one (1.5, (un)known, we’re) it makes the word; a question, a sign or a comparison is never light.
 */
const LIGHT = /^(?:\.\.\.?|[,;:.!()[\]{}*_~|\\·•'、。])$/u;

export function isLight(form: string): boolean {
  return LIGHT.test(form);
}

/** Looked over on the way to the next word; more of it in a row is not punctuation. */
const REACH = 8;
const PASSED = /[,;:.!…()[\]{}*_~|\\·•"'`´\u2018-\u201f\u2032-\u2037«»‹›「」『』、。]/u;
const SPACE = /\s/u;
const DIGIT = /\p{N}/u;
const LETTER = /[\p{L}\p{M}]/u;

/** What is left of a light mark where it stands: nothing, or itself. */
export function lightOf(form: string, text: string, start: number, end: number): string {
  const before = outer(text, start - 1, -1);
  const after = outer(text, end, 1);
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

/** Whether white space or the text's edge comes next, past other marks. */
function outer(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (Math.abs(at - from) < REACH && PASSED.test(text.charAt(at))) at += step;
  const character = text.charAt(at);
  return character === '' || SPACE.test(character);
}
