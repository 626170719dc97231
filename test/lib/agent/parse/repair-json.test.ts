/** Mending JSON: what is restored, what is refused, and that nothing is accepted that was not meant. */
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repairJson } from '../../../../src/lib/agent/parse/repair-json.ts';
import { anyMeant, FRESH, rate, SEEN, UNSEEN, type Damage, type Meant, type Outcome } from '../damage.ts';

const SEED = 20_240_817;
const OBJECTS = fc.sample(anyMeant, { numRuns: 150, seed: SEED });

function outcome(text: string, meant: Meant): Outcome {
  const read = repairJson(text);
  if (!read.ok || !read.complete) return 'refused';
  return isDeepStrictEqual(read.value, meant) ? 'mended' : 'wrong';
}

const share = (kinds: Readonly<Record<string, Damage>>) =>
  rate(Object.values(kinds).flatMap((damage) => OBJECTS.map((meant) => outcome(damage(meant), meant))));

describe('repairJson', () => {
  it('mends nearly all damage of the kinds that models do', () => {
    const { mended, wrong, total } = share(SEEN);
    expect(mended / total).toBeGreaterThanOrEqual(0.95);
    expect(wrong / total).toBeLessThanOrEqual(0.01);
  });

  it('refuses rather than guesses where it cannot mend', () => {
    const { mended, wrong, total } = share({ ...UNSEEN, ...FRESH });
    expect(mended / total).toBeGreaterThanOrEqual(0.8);
    expect(wrong / total).toBeLessThanOrEqual(0.01);
  });

  it.each(Object.entries(SEEN))('never throws and never pollutes: %s', (_kind, damage) => {
    fc.assert(
      fc.property(anyMeant, fc.nat(), (meant, cut) => {
        const text = damage(meant);
        repairJson(text.slice(0, cut % (text.length + 1)));
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });

  it('takes no truncated object for a whole one', () => {
    fc.assert(
      fc.property(anyMeant, fc.boolean(), fc.nat(), (meant, pretty, cut) => {
        const text = JSON.stringify(meant, null, pretty ? 2 : 0);
        const read = repairJson(text.slice(0, cut % text.length));
        expect(read.ok && read.complete).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        fc.pre(typeof value !== 'string');
        expect(repairJson(text)).toEqual({ ok: true, value, repaired: false, complete: true });
      }),
    );
  });

  it('adds missing closing brackets only where the writer had come to the end', () => {
    expect(repairJson('{"a": {"b": "x"')).toMatchObject({ complete: false });
    expect(repairJson('{"a": {"b": "x"', { ended: true })).toMatchObject({ value: { a: { b: 'x' } }, complete: true });
    expect(repairJson('{"a": {"b": "x', { ended: true })).toMatchObject({ complete: false });
    expect(repairJson('{"a": 1, "b":', { ended: true })).toMatchObject({ complete: false });
    expect(repairJson('{"a": 1,', { ended: true })).toMatchObject({ complete: false });
    expect(repairJson('```json\n{"a": 1\n```')).toMatchObject({ value: { a: 1 }, complete: true });
  });

  it.each([
    ['{"a": [1, 2, ...]}', 'an ellipsis stands for something'],
    ['{"a": 1}, "b": 2}', 'a bracket closed too early'],
  ])('does not take %s for whole: %s', (text) => {
    expect(repairJson(text)).toMatchObject({ complete: false });
  });

  it.each(['', 'hello', 'Use {placeholder} here.', '<think>{"a": 1}', `{"a": "${'x'.repeat(1_000_001)}"}`])(
    'finds no JSON in %.30s',
    (text) => expect(repairJson(text)).toEqual({ ok: false }),
  );

  it('keeps two different objects apart instead of choosing one', () => {
    expect(repairJson('{"a": 1}{"b": 2}')).toMatchObject({ ok: true, value: [{ a: 1 }, { b: 2 }] });
  });
});
