/** Pictures of the documentation: made smaller, never made different. The test brings a decoder of its own. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { squeeze } from '../../scripts/lib/png.mjs';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A truecolour PNG whose lines take the filters in turn. */
function encode({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = width * 3;
  const lines: number[] = [];
  for (let y = 0; y < height; y += 1) {
    lines.push(y % 5);
    for (let x = 0; x < stride; x += 1) lines.push(pixelAt(pixels, stride, x, y) - guess(pixels, stride, x, y));
  }
  const data = deflateSync(Uint8Array.from(lines));
  // two chunks, since writers may cut the data anywhere
  const parts = [data.subarray(0, 3), data.subarray(3)].map((part) => chunk('IDAT', part));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...parts, chunk('IEND', Buffer.alloc(0))]);
}

const pixelAt = (pixels: Buffer, stride: number, x: number, y: number): number =>
  x < 0 || y < 0 ? 0 : (pixels[y * stride + x] ?? 0);

function guess(pixels: Buffer, stride: number, x: number, y: number): number {
  const [a, b, c] = [
    pixelAt(pixels, stride, x - 3, y),
    pixelAt(pixels, stride, x, y - 1),
    pixelAt(pixels, stride, x - 3, y - 1),
  ];
  const p = a + b - c;
  const nearest = [a, b, c].reduce((best, next) => (Math.abs(p - next) < Math.abs(p - best) ? next : best));
  return [0, a, b, Math.floor((a + b) / 2), nearest][y % 5] ?? 0;
}

/** Pixels of a picture with a palette and unfiltered lines, which is what `squeeze` writes. */
function decode(png: Buffer): Buffer {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
  }
  const [width, palette] = [chunks.get('IHDR')?.readUInt32BE(0) ?? 0, chunks.get('PLTE') ?? Buffer.alloc(0)];
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const places = lines.filter((_, at) => at % (width + 1) !== 0);
  return Buffer.from([...places].flatMap((place) => [...palette.subarray(place * 3, place * 3 + 3)]));
}

/** Often near one another, as the edges of letters are. */
const colours = fc
  .array(fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 20 })), { minLength: 3, maxLength: 3 })
  .map((channels) => Uint8Array.from(channels, ([coarse, fine]) => coarse * 200 + fine));

const pictures = fc
  .record({ width: fc.integer({ min: 20, max: 50 }), height: fc.integer({ min: 20, max: 50 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      // runs of few colours, as interfaces have
      pixels: fc
        .array(fc.tuple(colours, fc.integer({ min: 1, max: 400 })), {
          minLength: 1,
          maxLength: 300,
        })
        .map((runs) => {
          const pixels = Buffer.alloc(width * height * 3, runs[0]?.[0]);
          let at = 0;
          for (const [colour, length] of runs) pixels.fill(colour, at, (at = Math.min(pixels.length, at + length * 3)));
          return pixels;
        }),
    }),
  );

test('a smaller picture shows the same: no channel of any pixel moves by more than 8', () => {
  let made = 0;
  fc.assert(
    fc.property(pictures, (picture) => {
      const png = encode(picture);
      const small = squeeze(png);
      if (small === png) return;
      made += 1;
      expect(small.length).toBeLessThan(png.length);
      const after = decode(small);
      expect(after.length).toBe(picture.pixels.length);
      expect(after.every((value, at) => Math.abs(value - (picture.pixels[at] ?? 0)) <= 8)).toBe(true);
    }),
  );
  expect(made).toBeGreaterThan(0);
});

test('a picture with too many colours comes back as it was', () => {
  const pixels = Buffer.from(
    Array.from({ length: 64 * 64 }, (_, i) => [(i % 64) * 4, (i >> 6) * 4, 255 - (i % 64) * 4]).flat(),
  );
  const png = encode({ width: 64, height: 64, pixels });
  expect(squeeze(png)).toBe(png);
});
