/** The engine's bytes and words; and screens read with the engine itself. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseSettings, encodePgm, extractRawWords } from '../../../../src/lib/pipeline/ocr/tesseract.ts';
import { readPixels } from '../../../kit/screens/read-pixels.ts';
import type { Reading } from '../../../../src/lib/pipeline/ocr/types.ts';
import { withEngine } from '../../../kit/screens/engine.ts';
import { errorsOf } from '../../../kit/screens/error.ts';
import { screensOf, TUNED_ON } from '../../../kit/screens/index.ts';
import { pixelsOf } from '../../../kit/screens/pixels.ts';

const SCREENS = new URL('../../../fixtures/screens/', import.meta.url);

describe('between us and the engine', () => {
  it('a picture is a PGM of its bytes', () => {
    const file = encodePgm({ width: 3, height: 2, data: Uint8Array.of(0, 1, 2, 253, 254, 255) });
    expect(Buffer.from(file).subarray(0, 11).toString('latin1')).toBe('P5\n3 2\n255\n');
    expect([...file.subarray(11)]).toEqual([0, 1, 2, 253, 254, 255]);
  });

  it('light text is looked for unless there is none', () => {
    const picture = { width: 1, height: 1, data: Uint8Array.of(0) };
    expect(chooseSettings(picture)).not.toHaveProperty('invert_threshold');
    expect(chooseSettings({ ...picture, isDark: true })).toEqual({ ...chooseSettings(picture), invert_threshold: '0' });
  });

  it('words come with their places, and every line has a number', () => {
    const word = (text: string, x0: number) => ({ text, confidence: 80, bbox: { x0, y0: 5, x1: x0 + 20, y1: 17 } });
    const line = (...words: ReturnType<typeof word>[]) => ({ words });
    const blocks = [
      { paragraphs: [{ lines: [line(word('one', 0), word('two', 30))] }, { lines: [line(word('three', 0))] }] },
      { paragraphs: [{ lines: [line(word('four', 0))] }] },
    ];
    expect(extractRawWords(blocks).map(({ text, line }) => [text, line])).toEqual([
      ['one', 0],
      ['two', 0],
      ['three', 1],
      ['four', 2],
    ]);
    expect(extractRawWords(blocks)[1]?.box).toEqual({ x: 30, y: 5, width: 20, height: 12 });
    expect(extractRawWords(null)).toEqual([]);
  });
});

describe('a screenshot, read with the engine', () => {
  const truthOf = (kind: string): string => {
    const found = TUNED_ON.slice(0, 1)
      .flatMap((seed) => screensOf(seed))
      .find((screen) => screen.kind === kind);
    if (found === undefined) throw new Error(`There is no screen of the kind ${kind}.`);
    return found.truth;
  };
  const readings = new Map<string, Promise<Reading>>();
  const read = (kind: string): Promise<Reading> => {
    const reading =
      readings.get(kind) ??
      withEngine(({ recognise }) =>
        readPixels(pixelsOf(readFileSync(new URL(`${kind}.png`, SCREENS))), recognise, {
          signal: new AbortController().signal,
        }),
      );
    readings.set(kind, reading);
    return reading;
  };

  it.each(['chips', 'columns', 'code-dark'])('says what stands on it: %s', async (kind) => {
    const { text, words } = await read(kind);
    const { wrong, of } = errorsOf(text, truthOf(kind));
    expect(wrong / of).toBeLessThanOrEqual(0.03);
    expect(words.length).toBeGreaterThan(20);
  });

  it('keeps the indentation of code, line by line', async () => {
    const indents = (text: string): readonly number[] => text.split('\n').map((line) => line.search(/\S/));
    expect(indents((await read('code-dark')).text)).toEqual(indents(truthOf('code-dark')));
  });
});
