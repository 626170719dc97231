import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenMeter } from '../../../../src/lib/agent/model-calls/token-meter.ts';
import { createTokenCounter } from '../../../../src/lib/models/tokens/token-counter.ts';
import { counterOf } from '../../../kit/base/counter.ts';
import { anyText, rankBytes } from '../../models/tokens/oracle.ts';

const exact = createTokenCounter(() => Promise.resolve(rankBytes()));
const clockAt = () => {
  const clock = {
    time: 0,
    now: () => clock.time,
    measureAwake: () => clock.time,
    timeout: () => new AbortController().signal,
  };
  return clock;
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('what a model writes', () => {
  it('is counted as the whole would be, whatever its pieces, its thoughts and its calls [R5.5a]', async () => {
    const call = fc.record({ id: fc.constant('c'), name: anyText, arguments: anyText });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, fc.nat(600), fc.boolean()), { maxLength: 6 }),
        fc.array(call, { maxLength: 2 }),
        async (pieces, calls) => {
          const clock = clockAt();
          const written = new TokenMeter(exact, clock);
          for (const [text, pause, isThought] of pieces) {
            clock.time += pause;
            if (isThought) written.appendThought(text);
            else written.append(text);
          }
          const join = (thought: boolean) => pieces.map(([text, , is]) => (is === thought ? text : '')).join('');
          const whole = join(false) + calls.map(({ name, arguments: args }) => name + args).join('');
          const reasoning = await exact.count(join(true));
          const output = (await exact.count(whole)) + reasoning;
          expect(await written.countAll(calls)).toEqual({ output, reasoning });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is looked at a few times a second, however many its pieces', async () => {
    let counts = 0;
    const clock = clockAt();
    const written = new TokenMeter(
      counterOf((text) => ((counts += text === '' ? 0 : 1), text.length)),
      clock,
    );
    const told = new Set<number | undefined>();
    for (let piece = 0; piece < 1000; piece += 1) {
      clock.time += 1;
      told.add(written.append('x')?.output);
      if (piece % 10 === 0) await settle();
    }
    expect(counts).toBeGreaterThan(1);
    expect(counts).toBeLessThanOrEqual(4);
    expect([...told][0]).toBeUndefined();
    expect(told.size).toBe(counts + 1);
  });

  it('leaves most of the time to others when counting takes long', async () => {
    let release = (): void => undefined;
    let counts = 0;
    const clock = clockAt();
    const written = new TokenMeter(
      counterOf((text) => {
        if (text === '') return 0; // the thoughts
        counts += 1;
        return new Promise((resolve) => (release = () => resolve(counts)));
      }),
      clock,
    );
    clock.time = 250;
    written.append('a');
    await settle();
    clock.time = 1250; // it took a second
    release();
    await settle();
    clock.time = 11_249;
    expect(written.append('b')?.output).toBe(1);
    expect(counts).toBe(1);
    clock.time = 11_250;
    written.append('c');
    await settle();
    expect(counts).toBe(2);
  });

  it('is not held up by a count that fails', async () => {
    const clock = clockAt();
    const written = new TokenMeter(
      counterOf(() => Promise.reject(new Error('no ranks'))),
      clock,
    );
    clock.time = 250;
    written.append('a');
    await settle();
    clock.time = 9000;
    expect(written.append('b')).toBeUndefined();
    await expect(written.countAll([])).rejects.toThrow('no ranks');
  });
});
