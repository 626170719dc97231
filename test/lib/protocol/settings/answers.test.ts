import { expect, it } from 'vitest';
import { findOfferedLanguage, LANGUAGES, listLanguages } from '../../../../src/lib/protocol/settings/answers.ts';

it.each([
  ['pt-BR', 'pt'],
  ['de-AT', 'de'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-HK', 'zh-Hant'],
  ['fil', 'tl'],
  ['sr-Latn', 'sr-Latn'],
  ['is', 'is'],
  ['no such tag', 'no such tag'],
  ['', ''],
])('the browser’s %s is offered as %s', (tag, offered) => {
  expect(findOfferedLanguage(tag)).toBe(offered);
});

it('each language that is offered stands for itself, once, and no other one is hidden by it', () => {
  expect(LANGUAGES.map(findOfferedLanguage)).toEqual(LANGUAGES);
  const tags = listLanguages('is').map(([tag]) => tag);
  expect(tags.toSorted()).toEqual([...LANGUAGES, 'is'].toSorted());
});
