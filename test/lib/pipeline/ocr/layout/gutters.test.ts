/** Columns that stand close together. */
import { describe, expect, it } from 'vitest';
import { findGutters } from '../../../../../src/lib/pipeline/ocr/layout/gutters.ts';
import { layOutWords } from '../../../../../src/lib/pipeline/ocr/layout/layout.ts';
import { dropCrossed } from '../../../../../src/lib/pipeline/ocr/rules.ts';
import { written } from '../kit.ts';

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

it('spaces that stand below each other by chance are none in letters of one width', () => {
  const lines = ['Wisdom stranger product notice habit', 'Signal purposes compass kettle ember'].flatMap((line) => [
    line,
    line.toUpperCase(),
    line.toLowerCase(),
  ]);
  const words = lines.flatMap((line, i) => written(line, 10, 10 + i * 16));
  expect(findGutters(words)).toEqual([]);
  expect(layOutWords(words).text.split('\n')).toEqual(lines);
});

describe('an upright edge', () => {
  const NAMES = ['Compass', 'Kettle', 'Topic', 'Large', 'Cabinet', 'Bridge'];
  const edge = { down: [{ at: 150, from: 0, to: 240 }], across: [] };

  it('parts a side bar from the text beside it, whose rows are not level with its own', () => {
    const names = NAMES.flatMap((name, i) => written(name, 20, 20 + i * 31));
    const text = LINES.concat(LINES).flatMap((line, i) => written(line, 180, 14 + i * 20));
    const said = layOutWords([...text, ...names], edge).text.split(/\n+/);
    expect(said).toEqual([...NAMES, ...LINES, ...LINES]);
  });

  it('parts no rows that are level', () => {
    const words = NAMES.flatMap((name, i) => [...written(name, 20, 20 + i * 31), ...written('12', 180, 20 + i * 31)]);
    expect(layOutWords(words, edge).text.split('\n')[0]).toMatch(/^\| Compass +\| 12 +\|$/);
  });
});

it('fields with a frame each stand beside their labels, as long as both may be', () => {
  const FIELDS = ['paula.petrov@strange.com', 'Maria Ashworth of Oslo', '21 December of 1994', 'daniel@studied.net'];
  const words = FIELDS.flatMap((field, i) => [
    ...written('Repaired Meanwhile', 20, 20 + i * 26, 6.5 + (i % 2) / 2),
    ...written(field, 180, 20 + i * 26, 6.5 + (i % 2) / 2),
  ]);
  const across = FIELDS.flatMap((_, i) => [14, 38].map((y) => ({ at: y + i * 26, from: 170, to: 400 })));
  const rows = layOutWords(words, { down: [], across }).text.split('\n');
  for (const field of FIELDS) expect(rows.find((row) => row.includes(field))).toContain('Repaired Meanwhile');
});

it('what runs through words is no rule, as the grain of a JPEG joins them to one', () => {
  const boxes = LINES.flatMap((line, i) => written(line, 20, 20 + i * 20).map(({ box }) => box));
  const [through, between] = [26, 36].map((at) => ({ at, from: 20, to: 190 }));
  const [upright, beside] = [30, 12].map((at) => ({ at, from: 20, to: 110 }));
  if (!through || !between || !upright || !beside) throw new Error('There are four.');
  expect(dropCrossed({ down: [upright, beside], across: [through, between] }, boxes)).toEqual({
    down: [beside],
    across: [between],
  });
});
