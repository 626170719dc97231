/**
 * Text from anywhere, made safe to judge by eye. The one rule: what a reader cannot see is written out, so that no two
 * different texts look alike for a character that hides, moves or turns what stands around it.
 */

/** Acts in any text: controls but tab and line break, line separators, direction overrides, tags, halves of characters. */
const ACTING =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /[\0-\x08\v-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFC\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** Besides: everything invisible, blanks that are no plain space, marks that join on to another, the escape's own sign. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{M}\p{Default_Ignorable_Code_Point}\u2800\\]|(?! )\p{Zs}/gu;

const written = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\\') return '\\\\';
  return code > 0xffff
    ? `\\u{${code.toString(16).toUpperCase()}}`
    : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Prose as it reads, with characters that act on it written out (`\u202E`). Joiners that scripts and emoji need stay. */
export function legible(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(ACTING, written);
}

/** Exactly the characters of an address or an argument: two texts are equal if and only if they look so escaped. */
export function exactly(text: string): string {
  return text.replace(UNSEEN, written);
}
