/** `TextEncoder` would need many substrings. A lone surrogate becomes U+FFFD. */
export function writeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let at = 0;
  for (let i = start; i < end; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      into[at++] = code;
      continue;
    }
    if (code < 0x800) {
      into[at++] = 0xc0 | (code >> 6);
      into[at++] = 0x80 | (code & 0x3f);
      continue;
    }
    if ((code & 0xf800) === 0xd800) {
      const whole = i + 1 < end ? (text.codePointAt(i) ?? 0) : 0;
      code = whole > 0xffff ? whole : 0xfffd;
    }
    if (code > 0xffff) {
      i++;
      into[at++] = 0xf0 | (code >> 18);
      into[at++] = 0x80 | ((code >> 12) & 0x3f);
    } else into[at++] = 0xe0 | (code >> 12);
    into[at++] = 0x80 | ((code >> 6) & 0x3f);
    into[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}

export function encodeUtf8(text: string): Uint8Array {
  const into = new Uint8Array(3 * text.length);
  return into.subarray(0, writeUtf8(text, 0, text.length, into));
}
