import { expect, it } from 'vitest';
import { isSamePage } from '../../../src/lib/base/urls.ts';

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
