/** What is doubted, and what becomes of two readings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOverlap } from '../../../../src/lib/pipeline/ocr/boxes.ts';
import { toGray } from '../../../../src/lib/pipeline/ocr/gray.ts';
import { findInk, measureMissed } from '../../../../src/lib/pipeline/ocr/ink.ts';
import { lookAgain } from '../../../../src/lib/pipeline/ocr/looks.ts';
import type { Recognise } from '../../../../src/lib/pipeline/ocr/types.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import {
  dropEdges,
  dropSpecks,
  findDoubtfulLines,
  isDoubtful,
  joinReadings,
} from '../../../../src/lib/pipeline/ocr/second-look.ts';
import { BLACK, painted, WHITE, written } from './kit.ts';

const bars = Array.from({ length: 40 }, (_, i) => ({
  x: 20 + (i % 20) * 8,
  y: 20 + Math.floor(i / 20) * 40,
  width: 4,
  height: 12,
  colour: BLACK,
}));
const rule = { x: 0, y: 45, width: 200, height: 2, colour: BLACK };
const page = toGray(painted(200, 100, WHITE, [...bars, rule]));
const UPPER = { x: 18, y: 18, width: 164, height: 16 };
const LOWER = { x: 18, y: 58, width: 164, height: 16 };
const word = (text: string, confidence: number, box = UPPER): PlacedWord => ({ text, confidence, box, line: 0 });

describe('ink', () => {
  it('is accounted for where words stand, and a straight line is none', () => {
    const ink = findInk(page, 12);
    expect(measureMissed(ink, [UPPER, LOWER])).toBe(0);
    expect(measureMissed(ink, [UPPER])).toBeGreaterThan(0.3);
    expect(measureMissed(findInk(toGray(painted(200, 100, WHITE, [rule])), 12), [])).toBe(0);
  });
});

describe('a reading is doubted', () => {
  it('when a line is missing, when words are unsure, and not else', () => {
    expect(isDoubtful([word('upper', 95), word('lower', 95, LOWER)], page, 12)).toBe(false);
    expect(isDoubtful([word('upper', 95)], page, 12)).toBe(true);
    expect(isDoubtful([word('upper', 95), word('lower', 40, LOWER)], page, 12)).toBe(true);
    expect(isDoubtful([], page, 12)).toBe(true);
  });
});

describe('two readings of one picture', () => {
  it('give the surer one, and what only the other has', () => {
    const one = [word('Calendar', 95), word('~~', 12, LOWER)];
    const other = [word('Colandor', 50), word('Harvest', 90, LOWER)];
    expect(joinReadings(one, other, true).words.map(({ text }) => text)).toEqual(['Calendar', 'Harvest']);
    expect(joinReadings(other, one, true)).toEqual(joinReadings(one, other, true));
  });

  const at = (text: string, confidence: number, x: number, width = 38): PlacedWord =>
    word(text, confidence, { x, y: 20, width, height: 12 });

  it('give a line as it is surer, whole or by words, and never for what is sure', () => {
    const line = [at('Kettle', 95, 0), at('Sam', 20, 40, 18), at('.le', 10, 60, 18), at('Taken', 95, 80)];
    const below = written('a b c d e f g h', 0, 60).map((each) => ({ ...each, line: 1 }));
    const texts = (other: readonly PlacedWord[]) =>
      joinReadings([...line, ...below], other, true)
        .words.filter(({ box }) => box.y < 60)
        .toSorted((one, two) => one.box.x - two.box.x)
        .map(({ text }) => text);
    expect(texts([at('Kettles', 90, 0), at('Sample', 90, 40), at('Taken', 90, 80)])).toEqual([
      'Kettles',
      'Sample',
      'Taken',
    ]);
    expect(texts([at('Sample', 90, 40)])).toEqual(['Kettle', 'Sample', 'Taken']);
    expect(texts([at('Kettles', 90, 0), at('Sample', 90, 40), at('I=', 20, 80)])).toEqual([
      'Kettle',
      'Sample',
      'Taken',
    ]);
    expect(texts([at('S', 99, 50, 10)]), 'half of it is not it').toEqual(['Kettle', 'Sam', '.le', 'Taken']);
    expect(texts([at('Simple', 55, 40)]), 'nor is what is unsure').toEqual(['Kettle', 'Sam', '.le', 'Taken']);
  });

  it('leave alone what was not read again, however sure the rest of it is', () => {
    const above = [at('only', 70, 0), at('once', 70, 40)];
    const line = ['Kettle', 'Sample', 'Taken'].map((text, i) => ({
      ...word(text, i === 1 ? 30 : 90, { ...LOWER, x: 40 * i, width: 38 }),
      line: 1,
    }));
    const again = line.map((each) => ({ ...each, confidence: 99 }));
    const { words } = joinReadings([...above, ...line], again, false);
    expect(words.map(({ text }) => text).toSorted()).toEqual(['Kettle', 'Sample', 'Taken', 'once', 'only'].toSorted());
  });

  it('say where something stands that neither made out', () => {
    const { words, illegible } = joinReadings([word('Calendar', 95), word('~~', 12, LOWER)], [], true);
    expect(words.map(({ text }) => text)).toEqual(['Calendar']);
    expect(illegible).toEqual([LOWER]);
  });

  it('take no sign from the other that stands alone on its row, as edges are read', () => {
    const one = { ...word('1', 95), box: { x: 190, y: 18, width: 4, height: 16 } };
    const add = (box: PlacedWord['box']) =>
      joinReadings([word('Calendar', 95, box)], [one], true).words.map(({ text }) => text);
    expect([add(UPPER), add(LOWER)]).toEqual([['Calendar', '1'], ['Calendar']]);
  });

  it('say no letter twice that stands a letter off, as those of scripts without spaces do', () => {
    const letters = (text: string, x: number, confidence = 95) =>
      Array.from(text).map((letter, i) => word(letter, confidence, { x: x + i * 30, y: 20, width: 16, height: 28 }));
    const one = [...letters('沿着河', 0), ...letters('边', 90, 20)].map((read) => ({ ...read, line: 0 }));
    const other = letters('沿着河边', 22);
    expect(
      joinReadings(one, other, false)
        .words.map(({ text }) => text)
        .join(''),
    ).toBe('沿着河边');
  });

  it('count no word as another reading of one that was counted already', () => {
    const shown = (x: number): PlacedWord => word('12.40', 50, { x, y: 20, width: 39, height: 12 });
    const { words } = joinReadings([10, 20, 30, 40, 50].map(shown), [{ ...shown(0), confidence: 95 }], true);
    expect(words).toHaveLength(1);
    expect(words[0]?.box.x).toBe(10);
  });

  it('never lose a word without saying where, and never invent one', () => {
    const anyWord = fc
      .record({
        text: fc.constantFrom('a', '|', 'to', 'word', '12.40'),
        x: fc.nat(30),
        y: fc.nat(5),
        confidence: fc.nat(100),
      })
      .map(({ text, x, y, confidence }) => written(text, x * 10, y * 20).map((it) => ({ ...it, confidence, line: y })));
    const reading = fc.array(anyWord).map((words) => words.flat());
    fc.assert(
      fc.property(reading, reading, fc.boolean(), (one, other, isWhole) => {
        const { words, illegible } = joinReadings(one, other, isWhole);
        for (const { text, box } of words)
          expect([...one, ...other].some((it) => it.text === text && it.box === box)).toBe(true);
        const places = [...words.map(({ box }) => box), ...illegible];
        const isSaid = ({ box }: PlacedWord): boolean => places.some((place) => countOverlap(place, box) > 0);
        expect(one.every(isSaid) || (isWhole && other.every(isSaid))).toBe(true);
      }),
    );
  });
});

describe('a mark at an end of its line', () => {
  const box = (x: number, width: number) => ({ x, y: 20, width, height: 12 });
  const line = (mark: string, confidence: number, width: number) => [
    word(mark, confidence, box(0, width)),
    word('Patient', 95, box(10, 60)),
    word('carried', 95, box(80, 60)),
  ];

  it('is a speck if it is thin and not sure: its place is named instead', () => {
    const { words, illegible } = dropSpecks(line("'", 50, 2));
    expect(words.map(({ text }) => text)).toEqual(['Patient', 'carried']);
    expect(illegible).toEqual([box(0, 2)]);
  });

  it('is a speck where it stands apart, even if it is nearly sure', () => {
    const mark = (x: number, confidence: number) => word('|', confidence, { x, y: 20, width: 2, height: 12 });
    const patient = word('Patient', 95, box(20, 60));
    expect(dropSpecks([mark(0, 85), patient])).toEqual({ words: [patient], illegible: [box(0, 2)] });
    for (const kept of [mark(0, 90), mark(10, 75)])
      expect(dropSpecks([kept, patient])).toEqual({ words: [kept, patient], illegible: [] });
  });

  it('is a speck at an end of its row, whatever line the engine counts it to, and not where it may stand alone', () => {
    const patient = word('Patient', 95, box(40, 60));
    const apart = (text: string, confidence: number, width = 6) => ({
      ...word(text, confidence, box(0, width)),
      line: 1,
    });
    for (const speck of [apart('.', 85), apart('{', 85), apart('‘+', 50), apart('1]', 50, 3)])
      expect(dropSpecks([speck, patient])).toEqual({ words: [patient], illegible: [speck.box] });
    for (const kept of [apart('1]', 50, 12), apart('l', 50, 2), apart('-', 70), apart('12', 50, 12), apart('.', 95)])
      expect(dropSpecks([kept, patient])).toEqual({ words: [kept, patient], illegible: [] });
    expect(dropSpecks([apart('!', 85)]).words).toEqual([]);
    expect(dropSpecks([apart('});', 85)]).words).toHaveLength(1);
  });

  it('is grain where a sign or two have a row to themselves and are not sure', () => {
    const patient = word('Patient', 95, box(40, 60));
    const alone = (text: string, confidence: number) => ({
      ...word(text, confidence, { x: 40, y: 90, width: 12, height: 12 }),
      line: 1,
    });
    for (const grain of [alone('3', 44), alone('Le', 12)])
      expect(dropSpecks([patient, grain])).toEqual({ words: [patient], illegible: [grain.box] });
    for (const kept of [alone('3', 52), alone('Lee', 12)]) expect(dropSpecks([patient, kept]).words).toContain(kept);
  });

  it('stays where it is a bracket as high as one that is sure: code has them behind the numbers of its lines', () => {
    const bracket = (y: number, confidence: number, height = 12) =>
      word('}', confidence, { x: 40, y, width: 6, height });
    const numbers = [20, 60, 100].map((y, i) => word(`4${i}`, 95, { x: 0, y, width: 12, height: 12 }));
    const code = [...numbers, bracket(20, 57), bracket(60, 93)];
    expect(dropSpecks(code)).toEqual({ words: code, illegible: [] });
    const edge = bracket(100, 57, 16);
    expect(dropSpecks([...code, edge])).toEqual({ words: code, illegible: [edge.box] });
  });

  it('is an edge or a rule where it is much taller than the words, wherever in the line and however sure', () => {
    const edge = (x: number, height: number) => word('|', 95, { x, y: 8, width: 5, height });
    const code = [...line('|', 95, 6), edge(84, 15)];
    expect(dropEdges([edge(160, 36), ...code, edge(-10, 36)])).toEqual(code);
    expect(dropEdges([edge(0, 36), edge(20, 36)])).toHaveLength(2);
  });

  it('is a speck with all of its line, where that has nothing else: a drawn line', () => {
    const marks = [word('———', 0, box(0, 60)), word('|', 35, box(62, 12))];
    expect(dropSpecks(marks)).toEqual({ words: [], illegible: [box(0, 60), box(62, 12)] });
  });

  it.each([
    ['that is sure', line('|', 80, 2)],
    ['as broad as a sign', line('}', 50, 6)],
    ['with a letter in it', line('l', 50, 2)],
    ['within the line', [word('a', 95, box(0, 8)), word('|', 50, box(12, 2)), word('b', 95, box(20, 8))]],
  ])('%s stays', (_, words) => {
    expect(dropSpecks(words)).toEqual({ words, illegible: [] });
  });
});

describe('lines that are looked at again', () => {
  const TALL = { ...UPPER, height: 50 };
  const words = [
    { ...word('Teatimeinthegarden', 95), line: 0 },
    { ...word('b', 40, { ...TALL, width: 20 }), line: 0 },
    { ...word('Eveningatthewindow', 95, LOWER), line: 1 },
    { ...word('d', 40, { ...LOWER, width: 20 }), line: 1 },
  ];
  const look = async (y: number) => {
    const heights: number[] = [];
    const read: Recognise = ({ width, height }) => {
      heights.push(height);
      const box = { x: 0, y: y * height, width, height: 2 };
      return Promise.resolve([{ text: 'read', confidence: 90, line: 0, box }]);
    };
    const again = await lookAgain(words, page, 12, read, 1_000_000, null);
    return { heights, again };
  };

  it('are shown once, where the engine took two for one', async () => {
    const { heights, again } = await look(0.5);
    expect(heights).toHaveLength(1);
    expect(heights[0]).toBeLessThan(250);
    expect(again).toMatchObject({ isWhole: false, words: [{ text: 'read' }] });
  });

  it('have no words in the margins, where the next lines begin', async () => {
    expect((await look(0.12)).again?.words).toEqual([]);
  });
});

describe('a line is doubted', () => {
  it('for one word that is not sure, and not for a lone mark', () => {
    const lower = [{ ...word('by', 95, LOWER), line: 1 }];
    expect(findDoubtfulLines([word('Tea', 40), ...lower])).toEqual([UPPER]);
    expect(findDoubtfulLines([word('Tea', 95), word('|', 10), ...lower])).toEqual([]);
  });
});
