import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePictureHeader } from '../../src/chrome/storage/pictures.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const be32 = (n: number): number[] => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const be16 = (n: number): number[] => be32(n).slice(2);
const le32 = (n: number): number[] => be32(n).reverse();
const le16 = (n: number): number[] => le32(n).slice(0, 2);
const box = (name: string, content: readonly number[]): number[] => [
  ...be32(8 + content.length),
  ...ascii(name),
  ...content,
];

type Head = (width: number, height: number) => number[];
const png: Head = (w, h) => [0x89, ...ascii('PNG\r\n\x1a\n'), ...be32(13), ...ascii('IHDR'), ...be32(w), ...be32(h)];
const gif: Head = (w, h) => [...ascii('GIF89a'), ...le16(w), ...le16(h)];
const bmp: Head = (w, h) => [...ascii('BM'), ...Array<number>(16).fill(0), ...le32(w), ...le32(h)];
const webp: Head = (w, h) => [
  ...[...ascii('RIFF'), ...le32(100), ...ascii('WEBPVP8X'), ...le32(10), 0, 0, 0, 0],
  ...[...le32(w - 1).slice(0, 3), ...le32(h - 1).slice(0, 3)],
];
const frame: Head = (w, h) => [0xff, 0xc0, ...be16(11), 8, ...be16(h), ...be16(w), 1, 1, 0x11, 0];
const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  ...be16(2 + content.length),
  ...content,
];
const JFIF = segment(0xe0, [...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
const jpeg: Head = (w, h) => [0xff, 0xd8, ...JFIF, ...frame(w, h), 0xff, 0xd9];
const ispe = (w: number, h: number): number[] => box('ispe', [0, 0, 0, 0, ...be32(w), ...be32(h)]);
const avif = (brand: string, sizes: readonly number[]): number[] => [
  ...box('ftyp', [...ascii(brand), 0, 0, 0, 0]),
  ...box('meta', [0, 0, 0, 0, ...box('iprp', box('ipco', sizes))]),
];

test.each([
  ['image/png', png],
  ['image/gif', gif],
  ['image/bmp', bmp],
  ['image/webp', webp],
  ['image/jpeg', jpeg],
  ['image/avif', (w, h) => avif('avif', ispe(w, h))],
] as readonly (readonly [string, Head])[])('%s tells its kind and size', (mediaType, head) => {
  expect(parsePictureHeader(new Uint8Array(head(640, 480)))).toEqual({ mediaType, width: 640, height: 480 });
});

test('a photograph on its side is as wide as it is drawn, also with much before its size', () => {
  const turned = [0, 0, 0x2a, ...be32(8), 0, 1, ...be16(274), ...be16(3), ...be32(1), ...be16(6), 0, 0, 0, 0, 0, 0];
  const exif = segment(0xe1, [...ascii('Exif'), 0, 0, ...ascii('MM'), ...turned.slice(1)]);
  const profile = Array.from({ length: 20 }, () => segment(0xe2, Array<number>(65_000).fill(0))).flat();
  const bytes = new Uint8Array([0xff, 0xd8, ...JFIF, ...exif, ...profile, ...frame(400, 300), 0xff, 0xd9]);
  expect(parsePictureHeader(bytes)).toEqual({ mediaType: 'image/jpeg', width: 300, height: 400 });
});

test.each([
  ['text', ascii('<svg width="10" height="10"></svg>')],
  ['a drawing in words', ascii('<?xml version="1.0"?><svg width="10" height="10"/>')],
  ['an icon', [0, 0, 1, 0, 1, 0, 16, 16, ...Array<number>(30).fill(0)]],
  ['a film’s still that Chrome does not draw', avif('heic', ispe(640, 480))],
  ['a picture of no width', png(0, 10)],
  ['nothing', []],
])('%s is none', (_what, bytes) => {
  expect(parsePictureHeader(new Uint8Array(bytes))).toBeNull();
});

test('bytes of any kind are a picture of some size, or none', () => {
  const starts = [png(9, 9), gif(9, 9), bmp(9, 9), webp(9, 9), jpeg(9, 9), avif('avif', ispe(9, 9))];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.nat(80), fc.uint8Array({ maxLength: 80 }), (start, kept, rest) => {
      const head = parsePictureHeader(new Uint8Array([...start.slice(0, kept), ...rest]));
      if (head !== null) expect(Math.min(head.width, head.height)).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

/** As large as a picture may be; what is read of it must not grow with the square of that. */
const LARGE = 40_000_000;

test('a file that is made to be read for ever is given up at once', () => {
  const sizes = new Uint8Array(LARGE);
  const one = Uint8Array.from(ispe(9, 9));
  for (let at = 0; at + one.length <= LARGE; at += one.length) sizes.set(one, at);
  const [ftyp, header] = [avif('avif', []), (n: number, name: string) => [...be32(n), ...ascii(name)]];
  const start = [
    ...ftyp.slice(0, 16),
    ...[...header(LARGE, 'meta'), 0, 0, 0, 0],
    ...[...header(LARGE - 100, 'iprp'), ...header(LARGE - 200, 'ipco')],
  ];
  const endless = new Uint8Array(LARGE + 100);
  endless.set(start);
  endless.set(sizes.subarray(0, LARGE + 100 - start.length), start.length);
  const zeros = new Uint8Array(LARGE);
  zeros.set([0xff, 0xd8]);
  expect([parsePictureHeader(endless), parsePictureHeader(zeros)]).toEqual([null, null]);
});
