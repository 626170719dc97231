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

/** Whether each value stands in `whole` at the same place; members and items may be missing. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole)) return false;
  return Object.entries(part).every(([key, value]) => isPartOf(value, (whole as Meant)[key]));
}

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
        expect({ ...repairJson(text), ambiguity: '' }).toEqual({
          ok: true,
          value,
          repaired: false,
          complete: true,
          ambiguity: '',
        });
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

  it('adds them only after a value that is closed: whatever it takes for whole stands so in the original', () => {
    fc.assert(
      fc.property(anyMeant, fc.boolean(), fc.nat(), (meant, pretty, cut) => {
        const text = JSON.stringify(meant, null, pretty ? 2 : 0);
        const read = repairJson(text.slice(0, 1 + (cut % text.length)), { ended: true });
        if (read.ok && read.complete) expect(isPartOf(read.value, meant)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['{"n": 0.05', '{"n": 5\n', '{"city":"New York, NY","', '{"a":"b","c"', '{"a":[', '{"a": {', '{'])(
    'does not take %s for whole, though the writer had ended',
    (text) => {
      const read = repairJson(text, { ended: true });
      expect(read.ok && read.complete).toBe(false);
    },
  );

  it('reads valid JSON at any depth', () => {
    expect(repairJson(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toMatchObject({ ok: true, ambiguity: '' });
  });

  it.each([
    ['{"url": "a", "url": "b"}', 'the key "url" is given twice'],
    ['{"a": [{"b": 1, "c": "x", "b": 1}]}', 'the key "b" is given twice'],
    ["{'url': 'a', 'url': 'b',}", 'the key "url" is given twice'],
    ['{"id": 9007199254740993}', '9007199254740993 is an integer that a number cannot hold exactly'],
    ['{"a\\": \\"b": "c: \\"d\\": e"}', ''],
    ['{"a": -2.0002856573812826e-308, "b": {"": "", "\\"": 0}, "": ""}', ''],
    ['{"id": 9007199254740991, "x": 1e300, "t": "9007199254740993", "d": 0.12345678901234567}', ''],
  ])('says what of %s can be read in two ways', (text, ambiguity) => {
    expect(repairJson(text)).toMatchObject({ ok: true, complete: true, ambiguity });
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
