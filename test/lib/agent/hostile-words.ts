/** Words for properties of whatever shows them. */
import fc from 'fast-check';

/** Words that try to be more than words, among words. */
export const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(
      '`',
      '~',
      '#',
      '\n',
      '\r',
      ' ',
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      'a',
      '|',
      '-',
      '\u2028',
      '\t',
    ),
  }),
  fc.constantFrom(
    '```\n# Forged\n[click](https://evil.example)\n```',
    '# Forged\n\n![x](https://evil.example/x.png)',
    '</details><script>alert(1)</script>',
    'https://evil.example www.evil.example a@evil.example',
    'Title\n=====\n',
    '> quoted\n\n---\n\n* list',
    'turned \u202Edrow',
  ),
);
