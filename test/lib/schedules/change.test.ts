import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CHANGED_CHARS } from '../../../src/lib/protocol/schedules.ts';
import { describeChange, findChange } from '../../../src/lib/schedules/change.ts';

test.each([
  ['spaces and marks', '# News\n\nThe *harbour* is open.', 'News\nThe harbour   is open.\n\n'],
  ['the order of lines', 'First line.\nSecond line.', 'Second line.\nFirst line.'],
  ['the address of a link', '[Tides](https://a.example/?session=1)', '[Tides](https://a.example/?session=2)'],
  ['a picture', '![Chart](a.png)\nTides', 'Tides'],
])('%s: no change', (_, before, after) => {
  expect(findChange(before, after)).toBeNull();
});

test('what is new and what is gone is told, each line as often as it is', () => {
  const change = findChange('A\nB\nB\nC', 'A\nB\nD');
  expect(change).toEqual({ added: 1, removed: 2, addedLines: ['D'], removedLines: ['B', 'C'] });
  const text = describeChange('A\n\nB\n\nD', change ?? { added: 0, removed: 0, addedLines: [], removedLines: [] });
  expect(text).toContain('+ D');
  expect(text).toContain('− C');
  expect(text.endsWith('A\n\nB\n\nD')).toBe(true);
});

test('a difference is bounded, and says how much there is more', () => {
  const change = findChange('', Array.from({ length: 100 }, (_, at) => `${'x'.repeat(500)} ${String(at)}`).join('\n'));
  expect(change?.added).toBe(100);
  expect(change?.addedLines.join('').length).toBeLessThanOrEqual(MAX_CHANGED_CHARS);
  expect(Math.max(...(change?.addedLines.map(({ length }) => length) ?? []))).toBeLessThanOrEqual(300);
  expect(describeChange('', change ?? fail())).toContain('(84 more added)');
});
const fail = (): never => {
  throw new Error('No change was found.');
};

test('any text is the same as itself, and differs from itself with a line more', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), (lines, at) => {
      const text = lines.join('\n');
      expect(findChange(text, text)).toBeNull();
      const more = [...lines];
      more.splice(at % (lines.length + 1), 0, 'A line that no random text has.');
      expect(findChange(text, more.join('\n'))).toMatchObject({ added: 1, removed: 0 });
    }),
  );
});

test('lines that only moved over the cut of a long page are never told as gone or new', () => {
  const cut = (lines: readonly string[], size: number): string => lines.slice(0, size).join('\n');
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 1, max: 20 }), (size, more) => {
      const lines = Array.from({ length: size * 2 }, (_, at) => `Line ${String(at)}`);
      const top = Array.from({ length: Math.min(more, size - 1) }, (_, at) => `News ${String(at)}`);
      const cuts = { before: true, after: true };
      const [before, after] = [cut(lines, size), cut([...top, ...lines], size)];
      expect(findChange(before, after, cuts)).toMatchObject({ added: top.length, removed: 0 });
      expect(findChange(after, before, cuts)).toMatchObject({ added: 0, removed: top.length });
    }),
  );
});
