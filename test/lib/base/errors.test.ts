import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { isolateLine } from '../../../src/lib/base/one-line.ts';

const turning = ['\u202E', '\u202D', '\u2067', '\u2066', '\u200F', '\u061C', '\u202B'];
const foreign = fc.string({ unit: fc.constantFrom('a', 'א', ' ', '.', ...turning), maxLength: 30 });

it('an error never turns its own sentence round with the words it cites, and keeps the isolates around them', () => {
  fc.assert(
    fc.property(foreign, foreign, (reason, name) => {
      const message = `The server said ${reason}, then ${isolateLine(name)}.`;
      const { error } = new UserFacingError({ code: 'x', message, hint: reason });
      for (const text of [error.message, error.hint])
        expect(text).not.toMatch(/[\u202A-\u202E\u2066\u2067\u200E\u200F\u061C]/);
      expect(error.message).toContain(isolateLine(name));
    }),
  );
});
