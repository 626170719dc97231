/** What counts as TeX between its delimiters. Prices and variables of a shell stay text: when in doubt, it is none. */

/** In characters, with the delimiters. Longer ones stay text. */
export const MAX_FORMULA_LENGTH = 1500;

export type Delimiter = '$' | '$$' | '\\(' | '\\[';

/** What stands for a number or a relation in TeX, or a name of one letter. */
const SIGN = /[\\^_=<>+*\d≤≥≠≈∈→×·∑∫√∞]|(?<!\p{L})\p{L}(?!\p{L})/u;
/** Two words side by side, one of them of three letters or more. */
const PROSE = /(?<!\p{L})(?:\p{L}{3,}\s+\p{L}{2,}|\p{L}{2,}\s+\p{L}{3,})/u;
const AMOUNT = /^[\s(+.,−-]*\d/;
/** What stands beside an amount: words, dashes of ranges, scripts that put no space between words. */
const PRICE = /(?<!\p{L})\p{L}{2,}|[–—€£¥]|\p{Lo}/u;
const OPERATOR = /[-+=/,;:<>([{~≈×–—]$/;

/** Whether `tex`, found between the delimiters, reads as TeX. */
export function isFormula(tex: string, delimiter: Delimiter): boolean {
  const trimmed = tex.trim();
  if (trimmed === '' || FENCE.test(trimmed)) return false;
  // words may stand in the arguments of commands, as in `\text{if}`
  const bare = trimmed.replace(/\\\p{L}+|\\./gu, '\\ ').replace(/\{[^{}]*\}/g, ' {} ');
  if (PROSE.test(bare)) return false;
  if (delimiter !== '$') return SIGN.test(delimiter === '$$' ? bare : bare.replace(/\d/g, ''));
  if (OPERATOR.test(bare)) return false;
  return !AMOUNT.test(bare) || (!PRICE.test(bare) && (!/[\s,]/.test(trimmed) || /[\\^_=<>+*{}]/.test(trimmed)));
}

/** Behind a letter or a number, a dollar ends a price or stands within a word, and a bracket is one of text. `before`: one character. */
export const canBeginAfter = (before: string): boolean => !/[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}$\\]$/u.test(before);

/** Variables of a shell, up to the first character of the second: `FOO$B`, `{foo}.$b`, `(pwd)$(`. */
const VARIABLES = /^(?:\p{Lu}[\p{Lu}\p{N}][\p{Lu}\p{N}_]*[@,."'\s]*|\{\w+[^]*|\(\w{2}[^]*)[\p{Lu}\p{Ll}_(]$/u;

/** Before a number, a dollar begins the next price; before a letter, perhaps a name. `after`: one character. */
export function canEndBefore(tex: string, after: string): boolean {
  if (/^[\p{N}${]/u.test(after) || VARIABLES.test(tex + after)) return false;
  return !/^[\p{Lu}\p{Ll}]/u.test(after) || /[\p{L}\p{N})}\]'|]$/u.test(tex);
}

/** What begins code in Markdown. */
export const FENCE = /`|~~~/;
