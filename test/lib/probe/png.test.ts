import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeFlatPng } from '../../../src/lib/probe/pictures.ts';

const byte = fc.integer({ min: 0, max: 255 });

it('is a whole PNG of that one colour', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), fc.integer({ min: 1, max: 140 }), (colour, size) => {
      const png = Buffer.from(encodeFlatPng(colour, size), 'base64');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      const chunks = new Map<string, Buffer>();
      for (let at = 8; at < png.length;) {
        const end = at + 8 + png.readUInt32BE(at);
        expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
        chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
        at = end + 4;
      }
      expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
      const header = chunks.get('IHDR');
      expect([header?.readUInt32BE(0), header?.readUInt32BE(4), header?.[8], header?.[9]]).toEqual([size, size, 8, 2]);
      const row = Buffer.from([0, ...Array.from({ length: size }, () => colour).flat()]);
      const pixels = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)); // checks its sum
      expect(pixels.equals(Buffer.concat(Array.from({ length: size }, () => row)))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
