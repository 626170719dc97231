import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PACKAGED_LANGUAGES } from '../../../../src/lib/protocol/settings/ocr-languages.ts';
import { headOf } from '../../../kit/protocol/trained-data.ts';
import { isTrainedData } from '../../../../src/lib/pipeline/ocr/tesseract.ts';

const packed = (name: string): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`),
  );

describe.each(PACKAGED_LANGUAGES)('$name in the package', ({ name, bytes }) => {
  it('has the size that is told of it', () => {
    expect(packed(name).length).toBe(bytes);
  });

  it('is data for the engine; packed, or cut within its head, it is not', () => {
    const data = gunzipSync(packed(name));
    expect(isTrainedData(data)).toBe(true);
    expect(isTrainedData(packed(name))).toBe(false);
    for (const length of [0, 3, 4, 100, 195]) expect(isTrainedData(data.subarray(0, length))).toBe(false);
  });
});

it('data needs the network, its characters and how they are spelled, in order and within the file', () => {
  const all = Array.from({ length: 24 }, (_, part) => part);
  expect(isTrainedData(headOf(all))).toBe(true);
  expect(isTrainedData(headOf([17, 21, 22]))).toBe(true);
  for (const lost of [17, 21, 22]) expect(isTrainedData(headOf(all.filter((part) => part !== lost)))).toBe(false);
  expect(isTrainedData(headOf(all, (starts) => starts.reverse()))).toBe(false);
  expect(isTrainedData(headOf(all, (starts) => starts.map((start) => start + 10_000n)))).toBe(false);
  expect(isTrainedData(headOf(all, (starts) => starts.map((start) => start - 200n)))).toBe(false);
});

it('whatever the bytes, the answer is yes or no', () => {
  const counted = fc
    .tuple(fc.integer(), fc.uint8Array({ maxLength: 600 }))
    .map(([count, rest]) => new Uint8Array([...new Uint8Array(new Int32Array([count]).buffer), ...rest]));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 600 }), counted), (bytes) => {
      expect(typeof isTrainedData(bytes)).toBe('boolean');
    }),
  );
});
