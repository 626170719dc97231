/** Markdown as models write it, as people mistype it, and as nobody would; and ways to cut it into pieces. */
import fc from 'fast-check';

const MARKS = [
  'word',
  'foo bar',
  '是',
  '“重点”',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '#',
  '# ',
  '```',
  '```js\n',
  '~~~\n',
  '|',
  '| a | b |',
  '|---|---|\n',
  '|-|\n',
  '    ',
  '\t',
  '---',
  '===',
  '`',
  '``',
  '*',
  '**',
  '_',
  '~~',
  '[a]',
  '[a](',
  'http://x.org',
  'www.x.org',
  'a@b.org',
  ')',
  '(',
  '"',
  "'",
  '<',
  '>',
  '<b>',
  '</b>',
  '<div>',
  '<!--',
  '-->',
  '&amp',
  '&amp;',
  ';',
  '\\',
  '!',
  '![',
  '[x] ',
  '[ ] ',
  '[^1]',
  '[a]: /u\n',
  '.',
  ':',
  '/',
  '\0',
  'é',
  '中文',
  'שלום',
  '😀',
  '$',
  '$$',
  '$$\n',
  '$x$',
  '$$a=b$$',
  '\\[\n',
  '\\]',
  '\\(x',
  '\\)',
  '$5',
  '1',
  '-',
  '+',
  '\r\n',
  '\r',
];

const LINES = [
  '- a',
  '- b c',
  '  - n',
  '    - m',
  '* a',
  '1. a',
  '2. b',
  '10. c',
  '   cont',
  'lazy',
  '> q',
  '> - x',
  '>',
  '| a | b |',
  '|---|:-:|',
  '| c | d |',
  'no pipe',
  '```',
  '```js',
  '  ```',
  '~~~',
  'code  x',
  '    indented',
  '# h',
  '---',
  '***',
  '===',
  '',
  '',
  '',
  '- [x] t',
  '-',
  '1.',
  '<div>',
  '</div>',
  '<!-- c',
  '-->',
  '<b>x</b>',
  'text **bold** x',
  '**open',
  'a_b_c',
  'foo\\',
  'foo  ',
  '- ```',
  '- > q',
  '+',
  '+ p',
  ' - s',
  '  1. z',
  '\ta',
  '- - -',
  '|a|',
  '|-|',
  'a | b',
  '- | -',
  ':-',
  '> ```',
  '  more',
  'www.a.b',
  'x http://y.z/q',
  '- - - - - - - - - - - - - x',
  '$$',
  '$$ a',
  'a = b',
  '\\[',
  '> $$',
  '- $$',
  '  $$',
  '\\]',
];

const prose = fc
  .array(
    fc.constantFrom(
      'The',
      'tide',
      'rises,',
      'falls.',
      'It’s',
      '(twice)',
      '“daily”',
      '3.5',
      'e.g.',
      '**very**',
      '`M2`',
      '\n',
      '\n\n- ',
      'a&b;',
      'www.',
      'x:y',
      'http://a.b/c',
      '日本語の',
      '文。',
    ),
    { maxLength: 80 },
  )
  .map((words) => words.join(' '));

export const markdownTexts: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...MARKS), { maxLength: 60 }).map((marks) => marks.join('')),
  fc.array(fc.constantFrom(...LINES), { maxLength: 22 }).map((lines) => lines.join('\n')),
  prose,
);

const CLOSED = [
  'The tide',
  'rises,',
  '**falls**',
  '*twice a day*',
  '`M2 + S2`',
  '[range](https://noaa.example/a_b)',
  '[words of the page](#c1)',
  '[1]',
  'snake_case',
  '3 * 4 < 5',
  '~~never~~',
  '“so”',
  '潮汐每天涨落两次，',
  '**潮**',
  'https://noaa.example/x?y=1',
  'a@b.org',
  '&amp;',
  '\\*',
  'Ende.\n',
  '$a_1*b_2$',
  '\\(x < y\\)',
];
const containers = fc.constantFrom('', '> ', '- ', '> > ', '7. ');

/** One long block whose markup is closed within a few words. */
export const longBlocks: fc.Arbitrary<string> = fc
  .tuple(containers, fc.array(fc.constantFrom(...CLOSED), { minLength: 150, maxLength: 400 }))
  .map(([mark, words]) => {
    const text = words.join(' ').replaceAll('\n ', '\n');
    return mark + (mark.startsWith('>') ? text.replaceAll('\n', `\n${mark}`) : text.replaceAll('\n', ''));
  });

/** Long texts with markup that never closes, among blocks of all kinds. */
export const longTexts: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      containers,
      fc.array(fc.constantFrom(...MARKS.filter((mark) => !/[\n\r\t]/.test(mark))), { maxLength: 900 }),
    ),
    { maxLength: 4 },
  )
  .map((blocks) => blocks.map(([mark, marks]) => mark + marks.join('')).join('\n\n'));

/** The text's prefixes, each longer than the one before, the last one the text itself. */
export const growing = (texts = markdownTexts): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(texts, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 60 }), fc.constantFrom(1, 1, 40))
    .map(([text, sizes, times]) => {
      const prefixes: string[] = [];
      for (let at = 0, i = 0; at < text.length; i++) {
        at = Math.min(text.length, at + (sizes[i % sizes.length] ?? 1) * times);
        prefixes.push(text.slice(0, at));
      }
      return prefixes;
    });
