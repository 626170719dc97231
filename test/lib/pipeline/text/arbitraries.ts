/** Markdown of every kind a page yields, and text in several scripts. */
import fc from 'fast-check';

const WORDS = 'river Stone the of market 12 people were café naïve Über snake_case and 3.5 years don’t'.split(' ');
const ENDS = ['.', '.', '.', '!', '?', ' (see above).', '…'];
const FOREIGN = [
  '市议会周二开会，市长表示不会落下任何人。',
  '「本当に？」と彼は言った。',
  'สภาเทศบาลประชุมเมื่อวันอังคาร',
  'Городской совет собрался во вторник.',
  'اجتمع مجلس المدينة يوم الثلاثاء.',
  'Am 3. Oktober war es z. B. kalt.',
];
const MARKS = [
  '**bold** text here.',
  'A [link](https://a.example/x_(y) "t") in it.',
  '![pic](i.png)',
  'Run `npm i` now.',
  'Noted[^1].',
  '<b>x</b> & y < z.',
];

const sentence = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 14 }), fc.constantFrom(...ENDS))
  .map(([words, end]) => words.join(' ') + end);
const running = fc
  .array(fc.oneof({ weight: 6, arbitrary: sentence }, fc.constantFrom(...FOREIGN), fc.constantFrom(...MARKS)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => list.join(' '));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), sentence)
  .map(([depth, text]) => `${'#'.repeat(depth)} ${text}`);
const list = fc
  .tuple(fc.boolean(), fc.array(running, { minLength: 1, maxLength: 6 }))
  .map(([ordered, items]) => items.map((item, i) => (ordered ? `${i + 1}. ` : '- ') + item).join('\n'));
const code = fc
  .array(fc.constantFrom('const a = 1;', '', '# not a heading', '| not | table |'), { minLength: 1, maxLength: 12 })
  .map((lines) => ['```js', ...lines, '```'].join('\n'));
const table = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 8 })
  .map((rows) => ['| Name | Value |', '| --- | --- |', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'));
const quote = running.map((text) => `> ${text}`);
const noise = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .map((text) => text.replace(/[`~#…\r\n\u2028\u2029\v\f]/g, ' '));

export function markdown(): fc.Arbitrary<string> {
  return fc
    .array(
      fc.oneof({ weight: 5, arbitrary: running }, { weight: 2, arbitrary: heading }, list, code, table, quote, noise),
      { maxLength: 14 },
    )
    .map((blocks) => blocks.join('\n\n'));
}
