/** Raised and lowered digits as characters of their own, one for one: 10²³ is not 1023. */

const PLAIN = '0123456789+-=()nixyktao';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣʸᵏᵗªº';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const MINUS = /[\u2010-\u2013\u2212]/g;
/** Ordinals (1st) and marks of notes in brackets are none. */
const RAISABLE = /^(?=.*[\dnixykt])[\s\d+\-\u2010-\u2013\u2212=(),.nixykt]{1,16}$/;
export const MAX_RAISED = 16;

/** Letters are raised as the endings of 1ª and nº too. `before` stands beside `text`. */
export const canRaise = (text: string, before: string): boolean =>
  RAISABLE.test(text) || (/^[ao]$/.test(text) && /[\dnN]\.?$/.test(before));

/** Only where they would join other digits, or a variable: CO2 stays. `before` and `after` stand beside `text`. */
export const canLower = (text: string, before: string, after: string): boolean =>
  /^\d{1,16}$/.test(text) && (/(?:[\d⁰¹²³⁴-⁹/⁄]|(?<!\p{L})\p{Ll})$/u.test(before) || /^\d/.test(after));

/** Returns a text of the same length, as `lowerDigits` does; characters without such a form stay. */
export const raiseDigits = (text: string): string => replaceCharacters(text.replace(MINUS, '-'), RAISED);

export const lowerDigits = (text: string): string => replaceCharacters(text, LOWERED);

const replaceCharacters = (text: string, by: string): string =>
  text.replace(/[^\s,.]/g, (character) => by[PLAIN.indexOf(character)] ?? character);
