import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThinkingFilter } from '../../../../src/lib/models/http/thinking-filter.ts';

function filtered(deltas: readonly string[]): string {
  const filter = createThinkingFilter();
  return deltas.map((delta) => filter.push(delta)).join('') + filter.flush();
}

describe('thinkingFilter', () => {
  it.each([
    ['Tea.', 'Tea.'],
    ['<think>hm</think>Tea.', 'Tea.'],
    [' \n<think>hm</think>\n\n<think>so</think> Tea.', 'Tea.'],
    ['<thinking>a </think> b</thinking>Tea.', 'Tea.'],
    ['<think></think>', ''],
    ['<think>never closed', ''],
    ['<thi', '<thi'],
    ['<thin air>', '<thin air>'],
    ['Use <think> and </think>.', 'Use <think> and </think>.'],
    ['  Tea. ', 'Tea. '],
    ['', ''],
  ])('%j becomes %j', (text, answer) => expect(filtered([text])).toBe(answer));

  it('says whether it took anything', () => {
    const [with_, without] = [createThinkingFilter(), createThinkingFilter()];
    with_.push('<think>');
    without.push('<table>');
    expect([with_.hasThoughts, without.hasThoughts]).toEqual([true, false]);
  });

  it('gives the same answer however the text is cut', () => {
    const token = fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking>',
      '</thinking>',
      ' ',
      '\n',
      'tea',
      '<',
      '/',
      'think',
      '>',
    );
    fc.assert(
      fc.property(fc.array(token), fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (tokens, sizes) => {
        const text = tokens.join('');
        const deltas: string[] = [];
        for (let at = 0; at < text.length;) {
          const size = sizes[deltas.length % sizes.length] ?? 1;
          deltas.push(text.slice(at, at + size));
          at += size;
        }
        expect(filtered(deltas)).toBe(filtered([text]));
      }),
    );
  });

  it('loses nothing of a text that does not begin with a tag', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (deltas) => {
        const text = deltas.join('').trimStart();
        fc.pre(!text.startsWith('<think'));
        expect(filtered(deltas)).toBe(text);
      }),
    );
  });
});
