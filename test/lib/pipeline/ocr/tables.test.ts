/** Words where they stand → tables, whose cells keep their places. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRules, type Rules } from '../../../../src/lib/pipeline/ocr/rules.ts';
import { toGray } from '../../../../src/lib/pipeline/ocr/gray.ts';
import { layOutWords } from '../../../../src/lib/pipeline/ocr/layout/layout.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import { findTables } from '../../../../src/lib/pipeline/text/markdown-table.ts';
import { BLACK, painted, WHITE, written } from './kit.ts';

type Rows = readonly (readonly string[])[];

const HEIGHT = 12;
const PITCH = 7;
const tablesIn = (text: string): readonly Rows[] => findTables(text).map(({ rows }) => rows);
const wordsOf = (words: readonly PlacedWord[]): readonly string[] => words.map(({ text }) => text).toSorted();

/** A space is narrower than a gutter: words of a cell stand half a letter apart. */
function place(cell: string, x: number, y: number): PlacedWord[] {
  let left = x;
  return cell.split(' ').flatMap((word) => {
    const placed = word === '' ? [] : written(word, left, y, PITCH, HEIGHT);
    left += word.length * PITCH + 3;
    return placed;
  });
}

/** Columns as wide as their widest cell, `gap` pixels apart, cells at the left or the right of them. */
function draw(rows: Rows, gap: number, isRight: readonly boolean[] = [], top = 20): PlacedWord[] {
  const width = (cell: string): number => cell.length * PITCH;
  let left = 20;
  return (rows[0] ?? []).flatMap((_, column) => {
    const own = rows.map((row) => row[column] ?? '');
    const widest = Math.max(...own.map(width));
    const words = own.flatMap((cell, y) =>
      place(cell, isRight[column] === true ? left + widest - width(cell) : left, top + y * 24),
    );
    left += widest + gap;
    return words;
  });
}

const word = fc.string({ unit: fc.constantFrom('a', 'e', 'K', '7', '|', '.', '-', '='), minLength: 1, maxLength: 7 });
const cell = fc.oneof(
  word,
  word,
  fc.tuple(word, word).map((two) => two.join(' ')),
);
/** What nobody could tell from other text is left out: a row or column with a single cell, too few rows, a column of bullets. */
const rowsOf = fc
  .tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 2, max: 6 }))
  .chain(([height, width]) =>
    fc.array(fc.array(fc.tuple(cell, fc.nat(3)), { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  )
  .map((rows) => rows.map((row) => row.map(([text, chance]) => (chance === 0 ? '' : text))))
  .filter((rows) => rows.every((row) => row.filter((text) => text !== '').length > 1))
  .filter((rows) => (rows[0] ?? []).every((_, column) => rows.filter((row) => row[column] !== '').length > 1))
  .filter((rows) => rows.some(([first = '']) => /[a-z\d]/i.test(first)));

/** Spaces that are narrower than the letters, which a median over the words hid. */
const SHORT = [
  ['a', 'a'],
  ['a', 'a'],
  ['a a', 'a a'],
  ['aa a', 'aaa a'],
  ['a a', 'a'],
  ['aa a', 'aa a'],
];

describe('a table without rules', () => {
  it('gives back its cells, the empty ones too [J3]', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer({ min: 18, max: 90 }), fc.array(fc.boolean()), (rows, gap, isRight) => {
        const { text, words } = layOutWords(draw(rows, gap, isRight));
        expect(tablesIn(text)).toEqual([rows]);
        const said = words.map(({ start, end }) => text.slice(start, end).replaceAll('\\|', '|'));
        expect(said.toSorted()).toEqual(wordsOf(draw(rows, gap, isRight)));
      }),
      { numRuns: 300, examples: [[SHORT, 18, []]] },
    );
  });

  it('stands between the lines around it, which are none of it', () => {
    const rows = [
      ['Name', 'City', 'Age'],
      ['Hugo', '', '12'],
      ['Rosa', 'Rome', '46'],
    ];
    const words = [...place('Who came', 20, 0), ...draw(rows, 40, [], 40), ...place('Nobody else did', 20, 140)];
    const { text } = layOutWords(words);
    expect(tablesIn(text)).toEqual([rows]);
    expect(text.startsWith('Who came\n\n|')).toBe(true);
    expect(text.endsWith('|\n\nNobody else did')).toBe(true);
  });

  it.each([
    ['code', ['if (a)  {', '  b   = 1;', '  cc  = 2;', '  ddd = 3;', '}'], 8],
    ['code and its remarks', ['int a = 4;    // width', 'int bb = 12;  // height', 'int c = 7;    // depth'], 8],
    ['a list of bullets', ['•   Pay the toll', '•   Park the boat', '•   Ring the bell'], 9],
    ['a list of letters', ['a)   Pay the toll', 'b)   Park the boat', 'c)   Ring the bell'], 9],
    ['numbered code', ['10   go();', '11   if (a) {', '12     b();', '13   }', '14   stop();'], 8],
  ])('is not seen in %s', (_name, lines, letter) => {
    const { text } = layOutWords(lines.flatMap((line, i) => written(line, 20, 20 + i * 20, letter)));
    expect(tablesIn(text)).toEqual([]);
  });
});

/** Lines two pixels thick around cells of that size. */
const ruledPicture = (columns: number, rows: number, width: number, height: number) =>
  painted(columns * width + 40, rows * height + 40, WHITE, [
    ...Array.from({ length: columns + 1 }, (_, i) => ({
      x: 20 + i * width,
      y: 20,
      width: 2,
      height: rows * height + 2,
      colour: BLACK,
    })),
    ...Array.from({ length: rows + 1 }, (_, i) => ({
      x: 20,
      y: 20 + i * height,
      width: columns * width + 2,
      height: 2,
      colour: BLACK,
    })),
  ]);
const rulesOf = (columns: number, rows: number, width = 120, height = 50): Rules =>
  findRules(toGray(ruledPicture(columns, rows, width, height)), HEIGHT);

describe('a table with rules', () => {
  it('gives back whole rows and columns that are empty, and cells of several lines [J3]', () => {
    const texts = [
      ['', 'A', '', 'B'],
      ['', '', '', ''],
      ['1', 'two lines', '', '9'],
    ];
    const words = texts.flatMap((row, y) =>
      row.flatMap((cell, x) =>
        cell
          .split(' ')
          .filter((text) => text !== '')
          .flatMap((text, line) => place(text, 30 + x * 120 + (y % 2) * 30, 27 + y * 50 + line * 18)),
      ),
    );
    expect(tablesIn(layOutWords(words, rulesOf(4, 3), HEIGHT).text)).toEqual([texts]);
  });

  it('has cells of several lines between level rules alone', () => {
    const { across } = rulesOf(4, 4);
    const line = (y: number, ...cells: readonly string[]) => cells.flatMap((text, x) => place(text, 30 + x * 120, y));
    const words = [
      ...line(40, 'Item', 'What', 'Price'),
      ...line(77, '', 'two lines'),
      ...line(86, 'Ferry', '', '4'),
      ...line(95, '', 'of text'),
      ...line(138, 'Bus', 'one', '2'),
      ...line(179, 'Train', 'again'),
      ...line(197, '', 'two', ''),
    ];
    expect(tablesIn(layOutWords(words, { down: [], across }, HEIGHT).text)).toEqual([
      [
        ['Item', 'What', 'Price'],
        ['Ferry', 'two lines of text', '4'],
        ['Bus', 'one', '2'],
        ['Train', 'again two', ''],
      ],
    ]);
  });

  it('has its own rules with a hatched picture above it', () => {
    const plain = rulesOf(3, 3);
    const hatches = Array.from({ length: 80 }, (_, i) => ({
      x: 20 + i * 5,
      y: 2,
      width: 2,
      height: 60,
      colour: BLACK,
    }));
    const table = ruledPicture(3, 3, 120, 50);
    const both = painted(table.width, table.height + 80, WHITE, hatches);
    both.data.set(table.data, 80 * table.width * 4);
    const { down } = findRules(toGray(both), HEIGHT);
    expect(down.map(({ at, from, to }) => ({ at, from: from - 80, to: to - 80 }))).toEqual(plain.down);
  });

  it('loses no word wherever they stand, in it or around it', () => {
    const rules = rulesOf(3, 3);
    const anywhere = fc.array(fc.tuple(word, fc.integer({ min: -50, max: 500 }), fc.integer({ min: -50, max: 300 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(anywhere, fc.boolean(), (places, isLevel) => {
        const all = places.flatMap(([text, x, y]) => written(text, x, y, PITCH, HEIGHT));
        const { text, words } = layOutWords(all, isLevel ? { ...rules, down: [] } : rules, HEIGHT);
        const said = words.map(({ start, end }) => text.slice(start, end).replaceAll('\\|', '|'));
        expect(said.toSorted()).toEqual(wordsOf(all));
      }),
    );
  });

  it('is none where text stands beside it or a frame holds a page', () => {
    const beside = [...place('A', 30, 30), ...place('B', 150, 80), ...place('aside', 600, 60)];
    expect(tablesIn(layOutWords(beside, rulesOf(2, 2), HEIGHT).text)).toEqual([]);
    expect(rulesOf(1, 1).down).toHaveLength(2);
    expect(tablesIn(layOutWords(place('A B C', 30, 30), rulesOf(1, 1), HEIGHT).text)).toEqual([]);
  });
});

describe('drawn lines', () => {
  it('are found once each with their ends, and letters are none', () => {
    const { down, across } = rulesOf(2, 3);
    // those within the frame begin behind it
    const inner = { from: 22, to: 170 };
    expect(down.map((rule) => ({ ...rule, at: Math.round(rule.at) }))).toEqual([
      { at: 21, from: 20, to: 172 },
      { at: 141, ...inner },
      { at: 261, from: 20, to: 172 },
    ]);
    expect(across.map(({ at }) => Math.round(at))).toEqual([21, 71, 121, 171]);
    const letters = Array.from({ length: 9 }, (_, i) => ({
      x: 20 + i * 8,
      y: 20,
      width: 3,
      height: 12,
      colour: BLACK,
    }));
    expect(findRules(toGray(painted(120, 60, WHITE, letters)), HEIGHT).down).toEqual([]);
  });
});
