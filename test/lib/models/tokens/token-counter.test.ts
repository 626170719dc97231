import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createBpe } from '../../../../src/lib/models/tokens/bpe.ts';
import { createTokenCounter } from '../../../../src/lib/models/tokens/token-counter.ts';
import { anyText, rankBytes, table } from './oracle.ts';
import { runAtOnce } from '../../../kit/base/run-at-once.ts';

const page = 'The quick brown fox jumps over the lazy dog. '.repeat(50);
const bpe = createBpe(table);

describe('exactCounter', () => {
  it('loads the table on first use, once, also when two counts begin together', async () => {
    const load = vi.fn(() => Promise.resolve(rankBytes()));
    const counter = createTokenCounter(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([counter.count('hello world'), counter.count(page), counter.count('')])).toEqual([
      2,
      runAtOnce(bpe.countInSlices(page)),
      0,
    ]);
    expect(load).toHaveBeenCalledOnce();
  });

  it('gives the load error to whoever asked, and tries again for the next', async () => {
    let broken = true;
    const counter = createTokenCounter(() =>
      broken ? Promise.reject(new Error('no such file')) : Promise.resolve(rankBytes()),
    );
    await expect(counter.count(page)).rejects.toThrow('no such file');
    await expect(counter.count('short')).rejects.toThrow('no such file');
    broken = false;
    expect(await counter.count(page)).toBe(runAtOnce(bpe.countInSlices(page)));
  });

  it('counts a text alike whether it remembers it or no longer does', async () => {
    const counter = createTokenCounter(() => Promise.resolve(rankBytes()));
    const first = await counter.count(page);
    for (let i = 0; i < 1_001; i++) await counter.count(`${String(i)}${' word'.repeat(110)}`);
    expect(await counter.count(page)).toBe(first);
  });

  it('counts what arrives in pieces as it counts the whole, before the table is there and after', async () => {
    const counter = createTokenCounter(() => Promise.resolve(rankBytes()));
    const piece = fc.tuple(anyText, fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const fresh = createTokenCounter(() => Promise.resolve(rankBytes()));
        const stream = (pieces.length % 4 === 0 ? fresh : counter).stream();
        let whole = '';
        const asked: Promise<void>[] = [];
        for (const [text, ask] of pieces) {
          stream.append(text);
          whole += text;
          if (ask) asked.push(stream.count().then((tokens) => expect(tokens).toBeGreaterThanOrEqual(0)));
        }
        expect(await stream.count()).toBe(await counter.count(whole));
        await Promise.all(asked);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the text of a stream through a table that could not be loaded', async () => {
    let broken = true;
    const counter = createTokenCounter(() =>
      broken ? Promise.reject(new Error('no such file')) : Promise.resolve(rankBytes()),
    );
    const stream = counter.stream();
    stream.append('hello ');
    await expect(stream.count()).rejects.toThrow('no such file');
    broken = false;
    stream.append('world');
    expect(await stream.count()).toBe(2);
  });
});
