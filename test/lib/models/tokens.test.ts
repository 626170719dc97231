import { describe, expect, it, vi } from 'vitest';
import { createBpe } from '../../../src/lib/models/tokens/bpe.ts';
import { exactCounter } from '../../../src/lib/models/tokens.ts';
import { rankBytes, table } from './tokens/oracle.ts';

const page = 'The quick brown fox jumps over the lazy dog. '.repeat(50);
const bpe = createBpe(table);

describe('exactCounter', () => {
  it('loads the table on first use, once, also when two counts begin together', async () => {
    const load = vi.fn(() => Promise.resolve(rankBytes()));
    const counter = exactCounter(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([counter.count('hello world'), counter.count(page), counter.count('')])).toEqual([
      2,
      bpe.count(page),
      0,
    ]);
    expect(load).toHaveBeenCalledOnce();
  });

  it('gives the load error to whoever asked, and tries again for the next', async () => {
    let broken = true;
    const counter = exactCounter(() =>
      broken ? Promise.reject(new Error('no such file')) : Promise.resolve(rankBytes()),
    );
    await expect(counter.count(page)).rejects.toThrow('no such file');
    await expect(counter.count('short')).rejects.toThrow('no such file');
    broken = false;
    expect(await counter.count(page)).toBe(bpe.count(page));
  });

  it('asks for the same text once while it remembers it', async () => {
    const counter = exactCounter(() => Promise.resolve(rankBytes()));
    expect(counter.count(page)).toBe(counter.count(page));
    const first = counter.count(page);
    for (let i = 0; i < 5; i++) await counter.count(`${i}${' word'.repeat(100_000)}`);
    expect(counter.count(page)).not.toBe(first);
    expect(await counter.count(page)).toBe(await first);
  });

  it('counts texts larger than its memory', async () => {
    const counter = exactCounter(() => Promise.resolve(rankBytes()));
    const book = ' word'.repeat(500_000);
    expect(await counter.count(book)).toBe(500_000);
    expect(await counter.count(book)).toBe(500_000);
  });
});
