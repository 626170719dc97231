/** Columns that stand close together. */
import { describe, expect, it } from 'vitest';
import { layOutWords, findGutters } from '../../../../src/lib/pipeline/ocr/layout.ts';
import { written } from './kit.ts';

const LINES = [
  'the carpet by the window',
  'was sold to a merchant',
  'who came from the north',
  'with a cart of apples',
  'and had no other shoes',
];

describe('columns with little room between them', () => {
  const columns = (gap: number) =>
    [0, 1, 2].flatMap((column) => LINES.flatMap((line, i) => written(line, 10 + column * (24 * 8 + gap), 10 + i * 16)));

  it('are read one after the other', () => {
    const { text } = layOutWords(columns(14));
    expect(text.split('\n\n').map((column) => column.split('\n'))).toEqual([LINES, LINES, LINES]);
  });

  it('are told by gutters, which running text has none of', () => {
    expect(findGutters(columns(14)).length).toBeGreaterThanOrEqual(2);
    expect(findGutters(LINES.flatMap((line, i) => written(line, 10, 10 + i * 16)))).toEqual([]);
  });
});
