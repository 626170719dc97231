import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSimilarName } from '../../../src/lib/base/similar-name.ts';

const NAMES = ['name', 'description', 'language', 'max_turns', 'search_web_for_info'];

it.each([
  ['nmae', 'name'],
  ['Name', 'name'],
  ['max_turn', 'max_turns'],
  ['langauge', 'language'],
  ['search_web', 'search_web_for_info'],
  ['page', null],
  ['x', null],
  ['', null],
  ['entrypoint', null],
])('who writes %j likely means %j', (written, meant) => {
  expect(findSimilarName(written, NAMES)).toBe(meant);
});

it('knows a name that is written as it is, and gives none but those there are', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.array(fc.string({ minLength: 1, maxLength: 60 })),
      (written, names) => {
        const meant = findSimilarName(written, names);
        expect([null, ...names]).toContain(meant);
        const lower = names.map((name) => name.toLowerCase());
        if (written.length <= 60 && lower.includes(written.toLowerCase()))
          expect(meant?.toLowerCase()).toBe(written.toLowerCase());
      },
    ),
    { numRuns: 200 },
  );
});
