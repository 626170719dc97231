import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extractTerms, countWords } from '../../../../src/lib/pipeline/text/terms.ts';
import { splitSentences } from '../../../../src/lib/pipeline/text/sentences.ts';

it.each([
  [
    'en',
    ['Dr. Smith of the U.S. Senate said no.', 'It cost $3.5 million (e.g. for roads).', '“Really?” he asked.', 'Yes.'],
  ],
  ['en', ['J. K. Rowling wrote it in the U.K.', 'The end came late.', 'See fig. 2 and no. 5 there.']],
  ['de', ['Am 3. Oktober war es z.B. Montag.', 'Dann kam er.']],
  ['ru', ['Он жил на ул. Ленина.', 'Потом уехал.']],
  ['en', ['On Jan. 6, Trump supporters came.', 'Apple Inc. CEO Tim Cook said so.', 'He left Acme Corp. Monday.']],
  ['it', ['Il sig. Rossi e il dott. Bianchi vennero.', 'Poi tacquero.']],
  ['es', ['La Dra. Ruiz fue a EE. UU. ayer.', 'Volvió.']],
  ['hi', ['परिषद की बैठक मंगलवार को हुई।', 'सब खुश थे।']],
])('finds the ends in %s', (language, list) => {
  expect(splitSentences(list.join(' '), language)).toEqual(list);
});

it('finds the ends where no space follows', () => {
  expect(splitSentences('彼は「はい。そうです。」と言った。帰った。', 'ja')).toEqual([
    '彼は「はい。そうです。」と言った。',
    '帰った。',
  ]);
  expect(splitSentences('市议会周二开会。真的吗？是的！', 'zh')).toEqual(['市议会周二开会。', '真的吗？', '是的！']);
});

it('loses nothing, in any language anybody claims', () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom('Mr. ', 'A b. ', '1. ', '(x. ', 'y) ', '。', 'ไทย ', '? '), fc.string()),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(text, fc.oneof(fc.constantFrom('', 'en', 'de', 'zh-Hans', 'x'), fc.string()), (pieces, language) => {
      const whole = pieces.join('');
      const found = splitSentences(whole, language);
      expect(found.join('').replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
      for (const sentence of found) expect(sentence).toBe(sentence.trim());
    }),
  );
});

it('reads a long text as it reads its parts', () => {
  const one = 'The council met on Tuesday. Nobody was left behind! ';
  expect(splitSentences(one.repeat(300))).toHaveLength(600);
});

it('gives terms in every script, and counts words', () => {
  expect(extractTerms('Reading readers')).toEqual(['readin', 'reader']);
  expect(extractTerms('市议会 iPhone手机')).toEqual(['市议', '议会', 'iphone', '手机']);
  expect(extractTerms('สภาเทศบาล')).toEqual(['สภา', 'เทศบาล']);
  expect(countWords('It cost 5 euros.')).toBe(4);
  expect(countWords('市议会周二开会讨论')).toBe(5);
});
