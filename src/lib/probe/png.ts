/**
 * Encodes a picture of one flat colour as an uncompressed PNG, without a canvas, which workers of some browsers lack.
 */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** `size`: width and height, at most 140, so that all fits one stored block. Returns base64. */
export function encodeFlatPng([red, green, blue]: readonly [number, number, number], size: number): string {
  const row = [0, ...Array.from({ length: size }, () => [red, green, blue]).flat()]; // each row begins with its filter: none
  const pixels = Array.from({ length: size }, () => row).flat();
  const header = [...encodeUint32(size), ...encodeUint32(size), 8, 2, 0, 0, 0]; // eight bits, true colour
  const bytes = [
    ...SIGNATURE,
    ...encodeChunk('IHDR', header),
    ...encodeChunk('IDAT', encodeStoredZlib(pixels)),
    ...encodeChunk('IEND', []),
  ];
  return btoa(String.fromCharCode(...bytes));
}

/** Encodes a zlib stream of one uncompressed block (RFC 1950, 1951). */
function encodeStoredZlib(data: readonly number[]): readonly number[] {
  const { length } = data;
  const size = [length & 0xff, length >>> 8];
  return [0x78, 0x01, 1, ...size, ...size.map((byte) => byte ^ 0xff), ...data, ...encodeUint32(computeAdler32(data))];
}

function encodeChunk(name: string, data: readonly number[]): readonly number[] {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data];
  return [...encodeUint32(data.length), ...body, ...encodeUint32(computeCrc32(body))];
}

/** Four bytes, big-endian. */
const encodeUint32 = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

function computeAdler32(data: readonly number[]): number {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function computeCrc32(data: readonly number[]): number {
  let crc = 0xffff_ffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
