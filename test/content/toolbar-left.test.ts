import { afterEach, expect, test } from 'vitest';
import { forgetSelected, leaveSelected, takeBack } from '../../src/content/toolbar/left.ts';

afterEach(forgetSelected);

test('what a press left is gone once that press came to nothing', () => {
  const ranges = [document.createRange()];
  leaveSelected(ranges);
  expect(globalThis.__klSelected).toBe(ranges);
  takeBack(ranges);
  expect('__klSelected' in globalThis).toBe(false);
});

test('the refusal of an earlier press takes nothing from a later one', () => {
  const [first, second] = [[document.createRange()], [document.createRange()]];
  leaveSelected(first);
  leaveSelected(second);
  takeBack(first);
  expect(globalThis.__klSelected).toBe(second);
});
