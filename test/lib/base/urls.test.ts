import { expect, it } from 'vitest';
import { isSamePage, parseUrl } from '../../../src/lib/base/urls.ts';

const APP = 'https://a.test/app';

it.each([
  [APP, `${APP}#top`, true],
  [`${APP}#one`, `${APP}#two`, true],
  [APP, `${APP}#/`, true],
  [APP, `${APP}#!/`, true],
  [APP, `${APP}#`, true],
  [`${APP}#/inbox`, `${APP}#/inbox#top`, true],
  [`${APP}#/inbox`, `${APP}#/sent`, false],
  [`${APP}#!inbox`, `${APP}#!sent`, false],
  [`${APP}#!/inbox`, APP, false],
  [`${APP}#top/x`, `${APP}#a#/x`, true],
  [APP, 'https://a.test/other', false],
])('%s and %s are one page: %s', (one, other, is) => {
  expect([isSamePage(one, other), isSamePage(other, one)]).toEqual([is, is]);
});

it('reads an address with letters of other scripts alike however often it is read', () => {
  const hosts = new Set(Array.from({ length: 20_000 }, () => parseUrl('https://b\u00fccher.example/')?.host));
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
  expect(parseUrl('b\u00fccher.example')).toBeNull();
});
