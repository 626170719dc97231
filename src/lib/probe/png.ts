/** A picture of one flat colour, as a PNG without compression: no canvas, which workers of some browsers lack. */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** `size`: width and height, at most 140, so that all fits one stored block. Base64. */
export function flatPng([red, green, blue]: readonly [number, number, number], size: number): string {
  const row = [0, ...Array.from({ length: size }, () => [red, green, blue]).flat()]; // each begins with its filter: none
  const pixels = Array.from({ length: size }, () => row).flat();
  const header = [...word(size), ...word(size), 8, 2, 0, 0, 0]; // eight bits, true colour
  const bytes = [...SIGNATURE, ...chunk('IHDR', header), ...chunk('IDAT', stored(pixels)), ...chunk('IEND', [])];
  return btoa(String.fromCharCode(...bytes));
}

/** A zlib stream of one block that is stored as it is (RFC 1950, 1951). */
function stored(data: readonly number[]): readonly number[] {
  const { length } = data;
  const size = [length & 0xff, length >>> 8];
  return [0x78, 0x01, 1, ...size, ...size.map((byte) => byte ^ 0xff), ...data, ...word(adler32(data))];
}

function chunk(name: string, data: readonly number[]): readonly number[] {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data];
  return [...word(data.length), ...body, ...word(crc32(body))];
}

/** Four bytes, the highest first. */
const word = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

function adler32(data: readonly number[]): number {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function crc32(data: readonly number[]): number {
  let crc = 0xffff_ffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
