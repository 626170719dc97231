import { afterEach, describe, expect, it, vi } from 'vitest';
import { READ_MS, type Size } from '../../src/lib/pipeline/ocr/types.ts';
import type { OcrEvent } from '../../src/lib/protocol/offscreen/ocr.ts';
import { createReader, decodePicture, type DecodedPicture, type ReaderDeps } from '../../src/offscreen/ocr-reader.ts';
import { OcrError } from '../../src/offscreen/ocr-engine.ts';

const HASH = 'a'.repeat(64);
const STORED = { bytes: new Uint8Array(1), mediaType: 'image/png', width: 100, height: 40, at: 0, size: 1 };
/** White, with a word's worth of strokes: for a picture without ink no engine is asked. */
function inked(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let x = 10; x < 90; x += 8)
    for (let y = 10; y < 26; y += 1)
      for (let stroke = 0; stroke < 3; stroke += 1)
        data.fill(0, (y * width + x + stroke) * 4, (y * width + x + stroke) * 4 + 3);
  return { width, height, data };
}

/** The same at whatever size it is drawn. */
function decodedOf(width: number, height: number): DecodedPicture {
  let isReduced = false;
  return {
    width,
    height,
    open: () =>
      Promise.resolve({
        width,
        height,
        draw(part, size) {
          isReduced = size.width < part.width;
          return inked(size.width, size.height);
        },
        close: () => undefined,
      }),
    isReduced: () => isReduced,
    close: () => undefined,
  };
}

/** A thread with an engine that finds one word, and what was done in it. */
function thread(changes: Partial<ReaderDeps> = {}) {
  const did: string[] = [];
  const read = createReader({
    loadPicture: () => Promise.resolve(STORED),
    decode: () => Promise.resolve(decodedOf(100, 40)),
    loadLanguage: (code) => {
      did.push(`load ${code}`);
      return Promise.resolve({ code, data: new Uint8Array(1) });
    },
    startEngine: () => {
      did.push('start');
      return Promise.resolve({
        loadLanguages: (languages) => {
          did.push(`speak ${languages.map(({ code }) => code).join('+')}`);
          return Promise.resolve();
        },
        createRecogniser: (onShare) => (picture) => {
          onShare(0.5);
          onShare(0.2);
          const box = { x: 0, y: 0, width: picture.width / 2, height: picture.height / 2 };
          return Promise.resolve([{ text: 'Tea', confidence: 90, box, line: 0 }]);
        },
      });
    },
    startPhotoReader: () => Promise.resolve(null),
    ...changes,
  });
  const events: OcrEvent[] = [];
  return {
    did,
    events,
    read: (...languages: readonly string[]) => read({ hash: HASH, languages }, (event) => void events.push(event)),
  };
}

const sharesOf = (events: readonly OcrEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'progress' ? [event.share] : []));
const sizeOf = ({ width, height }: Size): Size => ({ width, height });

it('the engine is started once, and learns languages only when they change', async () => {
  const at = thread();
  await at.read('eng');
  await at.read('eng');
  await at.read('eng', 'deu');
  expect(at.did).toEqual(['load eng', 'start', 'speak eng', 'load eng', 'load deu', 'speak eng+deu']);
});

it('progress never goes back, and ends in the reading', async () => {
  const at = thread();
  await at.read('eng');
  const shares = sharesOf(at.events);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.length).toBeGreaterThan(1);
  expect(at.events.at(-1)).toMatchObject({
    type: 'done',
    languages: ['eng'],
    reduced: false,
    reading: { text: 'Tea' },
  });
});

it('progress is less than 1 before the second look, and grows during it', async () => {
  const before: number[] = [];
  const at: ReturnType<typeof thread> = thread({
    startEngine: () =>
      Promise.resolve({
        loadLanguages: () => Promise.resolve(),
        createRecogniser: (onShare) => (picture) => {
          before.push(Math.max(...sharesOf(at.events)));
          onShare(0.5);
          onShare(1);
          return Promise.resolve([{ text: 'Tea', confidence: 30, box: { x: 0, y: 0, ...sizeOf(picture) }, line: 0 }]);
        },
      }),
  });
  await at.read('eng');
  expect(before).toEqual([0.1, 0.6]);
  expect(sharesOf(at.events)).toEqual([0.1, 0.35, 0.6, 0.8, 1]);
});

it('no second look is taken when the first had much of the time', async () => {
  vi.useFakeTimers();
  const looks = async (ms: number): Promise<number> => {
    let count = 0;
    const at = thread({
      startEngine: () =>
        Promise.resolve({
          loadLanguages: () => Promise.resolve(),
          createRecogniser: () => (picture) => {
            count += 1;
            vi.advanceTimersByTime(ms);
            return Promise.resolve([{ text: 'Tea', confidence: 30, box: { x: 0, y: 0, ...sizeOf(picture) }, line: 0 }]);
          },
        }),
    });
    await at.read('eng');
    expect(at.events.at(-1)).toMatchObject({ type: 'done', reading: { text: 'Tea' } });
    return count;
  };
  expect([await looks(READ_MS / 10), await looks(READ_MS / 2)]).toEqual([2, 1]);
  vi.useRealTimers();
});

it('a picture that was made smaller to be read has its places in the picture as it is', async () => {
  const boxIn = async (at: ReturnType<typeof thread>) => {
    await at.read('eng');
    const done = at.events.at(-1);
    return done?.type === 'done' ? done : null;
  };
  const whole = await boxIn(thread({ decode: () => Promise.resolve(decodedOf(10_900, 40)) }));
  const smaller = await boxIn(
    thread({
      decode: () => Promise.resolve(decodedOf(21_800, 80)),
    }),
  );
  expect(smaller).toMatchObject({ reduced: true, reading: { width: 21_800, height: 80 } });
  const [as, at] = [whole?.reading.words[0]?.box, smaller?.reading.words[0]?.box];
  expect(at).toEqual(as && { x: as.x * 2, y: as.y * 2, width: as.width * 2, height: as.height * 2 });
});

describe('what was decoded is freed', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The bitmaps that are decoded and not closed, and those ever decoded. */
  function bitmaps(draw: () => void = () => undefined) {
    const counts = { open: 0, decoded: 0 };
    vi.stubGlobal('createImageBitmap', () => {
      counts.open += 1;
      counts.decoded += 1;
      return Promise.resolve({ width: 100, height: 40, close: () => void (counts.open -= 1) });
    });
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => ({ drawImage: draw, getImageData: () => inked(100, 40) });
      },
    );
    return counts;
  }
  const fail = (): never => {
    throw new RangeError('Array buffer allocation failed');
  };

  it.each<[string, () => void, Partial<ReaderDeps>, string]>([
    ['once it is read', () => undefined, {}, 'done'],
    ['when it cannot be drawn', fail, {}, 'fault'],
    ['when there is no engine', () => undefined, { startEngine: () => Promise.reject(new Error('No.')) }, 'fault'],
  ])('%s', async (_, draw, changes, end) => {
    const counts = bitmaps(draw);
    const at = thread({ decode: decodePicture, ...changes });
    await at.read('eng');
    expect(at.events.at(-1)?.type).toBe(end);
    expect(counts).toEqual({ open: 0, decoded: 1 });
  });
});

describe('whatever fails, it ends in an event that says what', () => {
  const fail = (thrown: Error) => () => Promise.reject(thrown);
  it.each<[string, Partial<ReaderDeps>, object]>([
    ['the picture is gone', { loadPicture: () => Promise.resolve(undefined) }, { fault: 'gone' }],
    ['the file is damaged', { decode: fail(new OcrError('broken', 'No.')) }, { fault: 'broken' }],
    [
      'a language is not there',
      { loadLanguage: fail(new OcrError('language', 'fra')) },
      { fault: 'language', message: 'fra' },
    ],
    ['the engine does not start', { startEngine: fail(new OcrError('engine', 'No.')) }, { fault: 'engine' }],
    ['there is no memory', { decode: fail(new RangeError('Array buffer allocation failed')) }, { fault: 'memory' }],
    ['the engine runs out of it', { startEngine: fail(new Error('RuntimeError: Aborted(OOM)')) }, { fault: 'memory' }],
    ['anything else', { loadPicture: fail(new Error('Hm.')) }, { fault: 'failed', message: 'Hm.' }],
  ])('%s', async (_, changes, fault) => {
    const at = thread(changes);
    await at.read('eng');
    expect(at.events.at(-1)).toMatchObject({ type: 'fault', ...fault });
  });

  it('a language that could not be learned is tried again', async () => {
    let there = false;
    const at = thread({
      loadLanguage: (code) =>
        there ? Promise.resolve({ code, data: new Uint8Array(1) }) : Promise.reject(new OcrError('language', code)),
    });
    await at.read('fra');
    there = true;
    await at.read('fra');
    expect(at.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['fault', 'done']));
    expect(at.events.at(-1)?.type).toBe('done');
  });
});
