import fc from 'fast-check';
import { expect, it } from 'vitest';
import { truncateToTokenLimit } from '../../../../src/lib/toolbox/page/recall.ts';

/** Every character is a token, and what is outside of ASCII is three. */
const dense = { count: (text: string) => Promise.resolve(Array.from(text).reduce((n, c) => n + (c > '~' ? 3 : 1), 0)) };

it('is a prefix that fits, the text itself where that fits, and ends in no half of a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(300), async (text, most) => {
      const head = await truncateToTokenLimit(text, most, dense);
      expect(text.startsWith(head)).toBe(true);
      expect(await dense.count(head)).toBeLessThanOrEqual(most);
      if ((await dense.count(text)) <= most) expect(head).toBe(text);
      expect(head).not.toMatch(/\p{Cs}/u);
    }),
  );
});

it('fills most of the room, and ends with a line where it can', async () => {
  const line = `${'word '.repeat(15)}end`;
  const head = await truncateToTokenLimit(Array.from({ length: 50 }, () => line).join('\n'), 1000, dense);
  expect(head.length).toBeGreaterThan(850);
  expect(head.endsWith('end')).toBe(true);
});
