import { expect, it } from 'vitest';
import type { Gray, RawWord } from '../../src/lib/pipeline/ocr/types.ts';
import { pairEngines, type SecondCall } from '../../src/offscreen/ocr-pair.ts';

const WASM = {} as WebAssembly.Module;
const ENGLISH = { code: 'eng', data: new Uint8Array(1) };
const GERMAN = { code: 'deu', data: new Uint8Array(1) };
const word = (text: string): RawWord => ({
  text,
  confidence: 90,
  box: { x: 0, y: 10, width: 40, height: 20 },
  line: 0,
});

/** Two lines, with a gap between them. */
function twoLines(): Gray {
  const picture = { width: 1000, height: 400, data: new Uint8Array(1000 * 400).fill(255) };
  for (const row of [50, 300])
    for (let x = 0; x < 1000; x += 8) for (let y = 0; y < 28; y += 1) picture.data[(row + y) * 1000 + x] = 0;
  return picture;
}

function pair(reply: readonly RawWord[] | null = [word('below')]) {
  const calls: SecondCall[] = [];
  const loaded: string[] = [];
  const engine = pairEngines(
    {
      loadLanguages: (languages) => {
        loaded.push(languages.map(({ code }) => code).join('+'));
        return Promise.resolve();
      },
      createRecogniser: (onShare) => () => {
        onShare(1);
        return Promise.resolve([word('above')]);
      },
    },
    WASM,
    (call) => {
      calls.push(call);
      return Promise.resolve(reply);
    },
  );
  return { engine, calls, loaded };
}

it('the second reads the lower half, and is given languages when they have changed', async () => {
  const { engine, calls, loaded } = pair();
  const read = engine.createRecogniser(() => undefined);
  await engine.loadLanguages([ENGLISH]);
  const words = await read(twoLines());
  await read(twoLines());
  await engine.loadLanguages([ENGLISH, GERMAN]);
  await read(twoLines());
  expect(words.map(({ text, line, box }) => [text, line, box.y])).toEqual([
    ['above', 0, 10],
    ['below', 1, 10 + 189],
  ]);
  expect(loaded).toEqual(['eng', 'eng+deu']);
  expect(calls.map(({ wasm, languages }) => [wasm, languages])).toEqual([
    [WASM, [ENGLISH]],
    [WASM, null],
    [WASM, [ENGLISH, GERMAN]],
  ]);
});

it('the second reads none of a large picture', async () => {
  const { engine, calls } = pair();
  await engine.loadLanguages([ENGLISH]);
  const words = await engine.createRecogniser(() => undefined, true)(twoLines());
  expect([words.length, calls.length]).toEqual([1, 0]);
});

it('a second that fails is given its languages again', async () => {
  const { engine, calls } = pair(null);
  await engine.loadLanguages([ENGLISH]);
  const read = engine.createRecogniser(() => undefined);
  expect((await read(twoLines())).map(({ text }) => text)).toEqual(['above', 'above']);
  await read(twoLines());
  expect(calls.map(({ languages }) => languages)).toEqual([[ENGLISH], [ENGLISH]]);
});
