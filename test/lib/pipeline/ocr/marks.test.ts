/** Bullets and check boxes are told by their shape, and letters are left alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMarks } from '../../../../src/lib/pipeline/ocr/marks/find-marks.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import type { Gray } from '../../../../src/lib/pipeline/ocr/types.ts';
import { written } from './kit.ts';

const LETTER = 20;
const [WIDTH, HEIGHT, PITCH, TEXT_X] = [500, 400, 40, 80];

/** Whether a point is ink, from the middle of the mark, in heights of capitals. */
type Shape = (x: number, y: number) => boolean;

const disc: Shape = (x, y) => Math.hypot(x, y) <= 0.2;
const ring =
  (radius: number): Shape =>
  (x, y) =>
    Math.hypot(x, y) <= radius && Math.hypot(x, y) >= radius - 0.1;
const square: Shape = (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.2;
const dash: Shape = (x, y) => Math.abs(x) <= 0.4 && Math.abs(y) <= 0.06;
const box: Shape = (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.6 && Math.max(Math.abs(x), Math.abs(y)) >= 0.5;
const ticked: Shape = (x, y) => box(x, y) || (Math.abs(x + y) < 0.1 && Math.abs(x) < 0.3);
const filled: Shape = (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.6;
const halfMoon: Shape = (x, y) =>
  (x >= -0.5 && Math.hypot(x + 0.5, y * 2) <= 1 && Math.hypot(x + 0.4, y * 2.4) >= 0.9) ||
  (x < -0.4 && x >= -0.5 && Math.abs(y) <= 0.5);

/** Lines of words, before each of which a shape stands, and what the engine has read of it. */
function page(shapes: readonly Shape[], read: string, x = 40, confidence = 30): { picture: Gray; words: PlacedWord[] } {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const words: PlacedWord[] = [];
  for (const [line, shape] of shapes.entries()) {
    const y = 20 + line * PITCH;
    for (let row = y - LETTER / 2; row < y + 1.5 * LETTER; row += 1)
      for (let column = x - LETTER; column <= x + LETTER; column += 1)
        if (shape((column - x) / LETTER, (row - y - LETTER / 2) / LETTER)) data[row * WIDTH + column] = 0;
    for (let column = TEXT_X; column < TEXT_X + 150; column += 8)
      for (let row = y; row < y + LETTER; row += 1) data.fill(0, row * WIDTH + column, row * WIDTH + column + 3);
    if (read !== '') words.push(...written(read, x - 6, y, 12, LETTER).map((word) => ({ ...word, confidence })));
    words.push(...written('Rabbit sweet', TEXT_X, y, 12, LETTER));
  }
  return { picture: { width: WIDTH, height: HEIGHT, data }, words };
}

const textOf = (words: readonly PlacedWord[]): string =>
  words
    .toSorted((one, other) => one.box.x - other.box.x)
    .filter(({ box: { y } }) => y < 20 + LETTER)
    .map(({ text }) => text)
    .join(' ');

describe('what stands before lines at one place', () => {
  it.each<[string, Shape]>([
    ['•', disc],
    ['◦', ring(0.25)],
    ['▪', square],
    ['–', dash],
    ['☐', box],
    ['☑', ticked],
  ])('is read as %s, whatever the engine made of it', (mark, shape) => {
    for (const read of ['e', '©', '[]', 'O', '']) {
      const { picture, words } = page([shape, shape, shape], read);
      const found = findMarks(words, picture, LETTER);
      expect(textOf(found)).toBe(`${mark} Rabbit sweet`);
      expect(found).toHaveLength(9);
    }
  });

  it('is a list of tasks, some of them done', () => {
    const { picture, words } = page([box, ticked, box], 'O');
    expect(findMarks(words, picture, LETTER).filter(({ text }) => /[☐☑]/u.test(text))).toHaveLength(3);
  });
});

/** Bold letters without ascenders, a row of pixels each. */
const BOLD = {
  e: ['.#####.', '##...##', '#######', '#######', '##.....', '##...##', '.#####.'],
  a: ['.#####.', '##...##', '..#####', '.######', '##..###', '##..###', '.###.##'],
  s: ['.######', '##....#', '#####..', '.######', '...####', '#....##', '######.'],
  o: ['.#####.', '###.###', '##...##', '##...##', '##...##', '###.###', '.#####.'],
  c: ['.#####.', '###..##', '##.....', '##.....', '##.....', '###..##', '.#####.'],
  u: ['##...##', '##...##', '##...##', '##...##', '##...##', '##..###', '.###.##'],
  n: ['##.###.', '###..##', '##...##', '##...##', '##...##', '##...##', '##...##'],
  v: ['##...##', '##...##', '###.###', '.##.##.', '.#####.', '..###..', '..###..'],
  и: ['##...##', '##..###', '##.####', '#######', '####.##', '###..##', '##...##'],
};
const glyph =
  (rows: readonly string[], size: number): Shape =>
  (x, y) =>
    rows[Math.floor((y / size + 0.5) * 7)]?.[Math.floor((x / size + 0.5) * 7)] === '#';

describe('a letter stays a letter', () => {
  it.each(Object.entries(BOLD))('a bold “%s”, however sure the engine is, in large print and small', (read, rows) => {
    for (const size of [0.7, 0.36])
      for (const confidence of [30, 90]) {
        const { picture, words } = page(
          Array.from({ length: 4 }, () => glyph(rows, size)),
          read,
          40,
          confidence,
        );
        const print = words.map((word) => ({
          ...word,
          box: { ...word.box, height: size === 0.7 ? LETTER : LETTER / 2 },
        }));
        expect(findMarks(print, picture, LETTER)).toEqual(print);
      }
  });

  it.each(['e', '国', '8', 'no'])('“%s” that the engine is sure of, whatever it looks like', (read) => {
    for (const shape of [disc, ring(0.25), box, ticked]) {
      const { picture, words } = page([shape, shape, shape], read, 40, 60);
      expect(findMarks(words, picture, LETTER)).toEqual(words);
    }
  });

  it('where a line between two of them begins at their place', () => {
    const none: Shape = () => false;
    const { picture, words } = page([disc, none, disc], '');
    expect(findMarks(words, picture, LETTER)).toHaveLength(8);
    const parted = [...words, ...written('Tea', 30, 20 + PITCH, 12, LETTER)];
    expect(findMarks(parted, picture, LETTER)).toEqual(parted);
  });

  it('where the text is read from right to left', () => {
    const { picture, words } = page([disc, disc], '');
    const hebrew = words.map((word) => ({ ...word, text: 'שלום' }));
    expect(findMarks(hebrew, picture, LETTER)).toEqual(hebrew);
  });

  it.each<[string, string, Shape]>([
    ['an o', 'o', ring(0.36)],
    ['an O', 'O', ring(0.5)],
    ['a D', 'D', halfMoon],
    ['a block', 'I', filled],
  ])('%s', (_, read, shape) => {
    const { picture, words } = page([shape, shape, shape], read);
    expect(findMarks(words, picture, LETTER)).toEqual(words);
  });

  it('and so does what has no other like it, below or above', () => {
    const { picture, words } = page([disc], 'e');
    expect(findMarks(words, picture, LETTER)).toEqual(words);
    expect(findMarks(page([disc, ring(0.5)], 'e').words, page([disc, ring(0.5)], 'e').picture, LETTER)).toEqual(
      page([disc, ring(0.5)], 'e').words,
    );
  });

  it('and so does each word of more than three signs, wherever marks are found', () => {
    const anyShape = fc.constantFrom(disc, ring(0.25), ring(0.36), square, dash, box, ticked, filled, halfMoon);
    const anyRead = fc.constantFrom('e', 'O', '[]', '(c)', 'word', 'Tea.', '');
    fc.assert(
      fc.property(fc.array(anyShape, { minLength: 1, maxLength: 8 }), anyRead, (shapes, read) => {
        const { picture, words } = page(shapes, read);
        const found = findMarks(words, picture, LETTER);
        for (const word of words) if (word.text.length > 3) expect(found).toContain(word);
        for (const { text } of found)
          expect(words.some((word) => word.text === text) || /^[•◦▪–☐☑]$/u.test(text)).toBe(true);
        expect(found.length).toBeLessThanOrEqual(words.length + shapes.length);
      }),
      { numRuns: 30 },
    );
  });
});
