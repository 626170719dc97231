/** TeX that an answer has in its text. */
import { FENCE, MAX_FORMULA_LENGTH } from '../../lib/pipeline/text/tex.ts';

/**
 * Brackets of a page are escaped as `\[…\]` too, and models copy that. A formula begins with a space, has a command, or is an
 * equation on a line of its own.
 */
export const isEscapedText = (tex: string, isOwnLine: boolean): boolean =>
  !/^\s|(?<!\\)(?:\\\\)*\\\p{L}/u.test(tex) && !(isOwnLine && tex.includes('='));

const PAIRS = [
  [/^\$\$([^]*)\$\$\s*([.,;:]?)\s*$/, true],
  [/^\\\[([^]*)\\\]()$/, true],
  [/^\\\(([^]*)\\\)()$/, false],
  [/^\$([^]*)\$()$/, false],
] as const;

/** TeX of a formula as it is written, with the mark that ends its sentence. Null without its closing delimiter. */
export function readFormula(source: string): { readonly tex: string; readonly isDisplayed: boolean } | null {
  if (source.length > MAX_FORMULA_LENGTH || FENCE.test(source)) return null;
  for (const [pair, isDisplayed] of PAIRS) {
    const [whole, tex = '', end = ''] = pair.exec(source) ?? [];
    if (whole !== undefined) return { tex: tex.trim() + end, isDisplayed };
  }
  return null;
}
