import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillTable } from '../../scripts/lib/bench-readme.mjs';
import { figure, formatGroup } from '../../scripts/lib/bench-table.mjs';
import { median, p95, quantile, slope } from '../bench/figure.ts';

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 });

describe('the table of README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  test('is refused with a name where a figure was not measured', () => {
    expect(() => fillTable(readme, [])).toThrow('“worker: cold start, message to reply, median” was not measured');
  });
  test('keeps what is around it', () => {
    const [before, , after] = readme.split(/<!-- (?:made by scripts\/bench-readme\.mjs|end) -->/);
    const named = (name: string) => ({ name, value: 1.234, unit: 'ms' });
    const any = { find: () => named('any') } as unknown as Parameters<typeof fillTable>[1];
    const filled = fillTable(readme, any);
    expect([filled.startsWith(before ?? '?'), filled.endsWith(after ?? '?'), filled.includes('1.23 ms')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(fillTable(filled, any)).toBe(filled);
  });
});

describe('statistics', () => {
  test('a quantile is one of the values, and never falls as the share grows', () => {
    fc.assert(
      fc.property(
        values,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (of, a, b) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)].map((share) => quantile(of, share));
          expect(of).toContain(low);
          expect(low).toBeLessThanOrEqual(high ?? -Infinity);
        },
      ),
    );
  });

  test('median and p95 of known values', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect([median([3, 1, 2]), median(hundred), p95(hundred)]).toEqual([2, 51, 96]);
  });

  test('nothing measured is an error, not a zero', () => {
    expect(() => median([])).toThrow('Nothing was measured.');
  });

  test('the slope of a line is its slope, wherever it begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), (rise, from) => {
        expect(slope(Array.from({ length: 20 }, (_, i) => from + rise * i))).toBeCloseTo(rise, 9);
      }),
    );
  });
});

describe('the table', () => {
  test.each([
    [1234.5, '1,235'],
    [0, '0'],
    [0.0123456, '0.0123'],
    [12.345, '12.3'],
    [100, '100'],
  ])('%d is written %s', (value, written) => {
    expect(figure(value)).toBe(written);
  });

  test('a group that failed shows its error beside the others’ figures', () => {
    const row = { name: 'a', value: 2, unit: 'ms', against: { name: 'peer', value: 3 } };
    const shown = formatGroup('loop', { figures: [row], error: 'Too slow.\nAt step 4.', seconds: 1 });
    expect(shown.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
      '',
      'loop (1 s)',
      'a 2 ms 3 peer',
      'FAILED Too slow.',
      'At step 4.',
    ]);
  });

  test('a group that was left out says why', () => {
    expect(formatGroup('peer-tokens', { note: 'left out: offline' })).toContain('left out: offline');
  });
});
