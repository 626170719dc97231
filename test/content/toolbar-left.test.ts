import { afterEach, expect, test } from 'vitest';
import { clearSelected, storeSelected, discardSelected } from '../../src/content/toolbar/selected.ts';

afterEach(clearSelected);

test('what a press left is gone once that press came to nothing', () => {
  const ranges = [document.createRange()];
  storeSelected(ranges);
  expect(globalThis.__klSelected).toBe(ranges);
  discardSelected(ranges);
  expect('__klSelected' in globalThis).toBe(false);
});

test('the refusal of an earlier press takes nothing from a later one', () => {
  const [first, second] = [[document.createRange()], [document.createRange()]];
  storeSelected(first);
  storeSelected(second);
  discardSelected(first);
  expect(globalThis.__klSelected).toBe(second);
});
