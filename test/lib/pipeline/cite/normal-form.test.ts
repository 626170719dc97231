import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClusterEnd, normaliseWithMap, normaliseText } from '../../../../src/lib/pipeline/cite/normal-form.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const QUOTES = /["'`´\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff62\uff63]/gu;
const DASHES = /[-\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63]/gu;
const verbatim = (text: string) => normaliseText(text, 'verbatim');
const close = (text: string) => normaliseText(text, 'close');

describe('the same words in other type', () => {
  it.each([
    ['“left  behind”', '"left\nbehind"'],
    ['a well‑known – fact', 'a well-known - fact'],
    ['eﬃcient oﬀice', 'efficient office'],
    ['ＡＢＣ　１２', 'ABC 12'],
    ['ｶﾞ', 'ガ'],
    ['caf\u0065\u0301', 'café'],
    ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
    ['un\u00adbe\u200blievable', 'unbelievable'],
    ['市议会\n周二 开会', '市议会周二开会'],
    ['在 2015 年', '在2015年'],
    ['ﻻ', 'لا'],
    ['and so on…', 'and so on...'],
    ['5 ℃', '5 °C'],
    ['word—word', 'word – word'],
    ['word -- word', 'word—word'],
    ['croissance de 5\u202f% en mai', 'croissance de 5% en mai'],
    ['à 20 °C pour 5 € ou $ 7', 'à 20°C pour 5€ ou $7'],
    ['« un mot » ?', '"un mot"?'],
    ["``so'' it", '“so” it'],
    ['中文（English）中文，next', '中文 (English) 中文, next'],
    ['น้ำ', 'น้ํา'],
    ['น้ำ', 'นํ้า'],
    ['ຄຳ', 'ຄໍາ'],
  ])('are alike verbatim: %j and %j', (one, other) => {
    expect(verbatim(one)).toBe(verbatim(other));
  });

  it.each([
    ['The MAYOR', 'the mayor'],
    ['café', 'cafe'],
    ['GRÖßE', 'größe'],
    ['first, then', 'first then'],
    ['the (old) town.', 'the old town'],
    ['“left behind”', 'left behind'],
    ['كَتَبَ', 'كتب'],
    ['Ἀθῆναι ΟΔΟΣ', 'αθηναι οδος'],
  ])('are alike when nearly: %j and %j', (one, other) => {
    expect(close(one)).toBe(close(other));
    expect(verbatim(one)).not.toBe(verbatim(other));
  });
});

it.each([
  ['10²', '102'],
  ['½', '12'],
  ['2½', '212'],
  ['1.5', '15'],
  ['1,000', '1000'],
  ['.5 mg', '5 mg'],
  ['-5', '5'],
  ['x -5', 'x - 5'],
  ['pre- and', 'pre-and'],
  ['--help', '-help'],
  ['> 5', '< 5'],
  ['~5', '5'],
  ['€5', '$5'],
  ['5 %', '5 ‰'],
  ['is it?', 'is it'],
  ['(un)known', 'unknown'],
  ['we’re', 'were'],
  ['non-toxic', 'nontoxic'],
  ['5*3', '53'],
  ['мой', 'мои'],
  ['が', 'か'],
  ['กา', 'กี'],
  ['1ª', '1a'],
  ['１ ５', '１５'],
  ['๑ ๕', '๑๕'],
  ['①', '1'],
  ['5′', '5'],
  ['12:30', '1230'],
  ['!important', 'important'],
  ['A \u1161B', 'A B'],
  ['A.\n\u0301B', 'A.\nB'],
  ['A \uff9eB', 'A B'],
])('never makes %j of %j', (one, other) => {
  expect(verbatim(one)).not.toBe(verbatim(other));
  expect(close(one)).not.toBe(close(other));
});

describe('whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        'É',
        'e',
        '\u0301',
        ' ',
        '\n',
        '市',
        '。',
        '.',
        '“',
        '-',
        'ﬁ',
        '\u00ad',
        '😀',
        '1',
        '(',
        '*',
        '\ud800',
        'ส',
        'ี',
        'ﾞ',
        'ｶ',
        '\u1112',
        '\u1161',
        '\u11ab',
      ),
      maxLength: 60,
    }),
  );

  it.each(['verbatim', 'close'] as const)(
    'knows for each character of the %s form where it comes from',
    (strictness) => {
      fc.assert(
        fc.property(text, (original) => {
          const { text: form, at } = normaliseWithMap(original, strictness);
          expect(at.length).toBe(form.length + 1);
          expect(at.at(-1)).toBe(original.length);
          expect(form).toBe(normaliseText(original, strictness));
          expect(form).toBe(form.trim());
          for (let i = 1; i < at.length; i += 1) expect(at[i]).toBeGreaterThanOrEqual(at[i - 1] ?? 0);
          for (let i = 0; i < form.length; i += 1)
            expect(findClusterEnd(original, at[i] ?? 0)).toBeLessThanOrEqual(original.length);
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('the verbatim form has all its characters but white space and what nobody sees', () => {
    const signs = (all: string) =>
      all
        .replace(QUOTES, "'")
        .replace(/'\s*(?=')/g, '')
        .replace(DASHES, '-')
        .replace(/-\s*(?=-)/g, '');
    const seen = (all: string) =>
      signs(signs(all.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFC')).normalize('NFKC'))
        .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
        .normalize('NFKC');
    fc.assert(
      fc.property(text, (original) => {
        expect(seen(verbatim(original))).toBe(seen(original));
      }),
      { numRuns: 1000 },
    );
  });
});

it('comes to an end of a character that never ends', () => {
  const { text, at } = normaliseWithMap(`a${'\u0301\u0327'.repeat(50_000)}`, 'verbatim');
  expect(text.length).toBeLessThanOrEqual(100_001);
  expect(at.length).toBe(text.length + 1);
});
