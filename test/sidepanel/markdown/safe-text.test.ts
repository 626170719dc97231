import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSafeLink } from '../../../src/sidepanel/markdown/safe-text.ts';

it('makes links of web addresses alone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (url) => {
      const link = parseSafeLink(url);
      if (link !== null) expect(new URL(link.href).protocol).toMatch(/^https?:$/);
    }),
  );
});
