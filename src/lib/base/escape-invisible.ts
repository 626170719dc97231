/** Escapes invisible characters, so that different untrusted texts never look the same. */

/** Controls except tab and line feed, line separators, direction marks, overrides and isolates, tags, lone surrogates. */
export const DISPLAY_CONTROL_CHARS =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /[\0-\x08\v-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFC\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** Marks on a letter beyond the six that a script may need: they would cover the lines above and below, or hide a text. */
export const PILED_MARKS = /(?<=[\p{M}\u200C\u200D]{6})[\p{M}\u200C\u200D]/gu;

/** Also other spaces than U+0020, combining marks and the escape character itself. */
const INVISIBLE_CHARS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{M}\p{Default_Ignorable_Code_Point}\u2800\\]|(?! )\p{Zs}/gu;

const escapeCharacter = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\\') return '\\\\';
  return code > 0xffff
    ? `\\u{${code.toString(16).toUpperCase()}}`
    : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** For prose; keeps the joiners that scripts and emoji need. */
export function toLegibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(DISPLAY_CONTROL_CHARS, escapeCharacter)
    .replace(PILED_MARKS, escapeCharacter);
}

/** Texts are equal if and only if their escaped forms look equal. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARS, escapeCharacter);
}

/** The host for https, else the whole origin. */
export const formatSite = (origin: string): string => escapeInvisible(origin.replace(/^https:\/\//, ''));
