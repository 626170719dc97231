/**
 * Smaller PNGs of user interfaces, which have few colours. The rule: no eye may see the difference. A picture whose
 * colours would move by more than `TOLERANCE` is given back as it came.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Steps of 255, for red, green and blue each. */
const TOLERANCE = 8;
const TRUECOLOUR = 2;
const INDEXED = 3;

/** `png` with a palette of at most 256 colours; `png` itself when it is no 8-bit RGB picture or has too many colours. */
export function squeeze(png) {
  const decoded = rgbOf(png);
  if (decoded === null) return png;
  const { width, height, header } = decoded;
  const colours = coloursOf(decoded.bytes);
  const { palette, indexOf } = paletteOf(colours);
  if (palette === null) return png;
  const lines = Buffer.alloc((width + 1) * height); // each line begins with its filter: 0, none
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x]);
  header[9] = INDEXED;
  const small = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return small.length < png.length ? small : png;
}

/** Size, header and bytes (red, green, blue, row by row) of an 8-bit RGB picture, as browsers write screenshots; else null. */
export function rgbOf(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ type }) => type === 'IHDR').data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, , , interlaced] = header.subarray(8);
  if (depth !== 8 || kind !== TRUECOLOUR || interlaced !== 0) return null;
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  return { width, height, header, bytes: unfilter(inflateSync(Buffer.concat(data)), width * 3, height) };
}

function* chunksOf(png) {
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: Buffer.from(png.subarray(at + 8, at + 8 + length)) };
    at += length + 12;
  }
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** What each filter takes a byte for, from those beside it. */
const GUESSES = [() => 0, (left) => left, (_, up) => up, (left, up) => (left + up) >> 1, paeth];

/** Undoes the five filters of https://www.w3.org/TR/png-3/#9Filters for three bytes a pixel. */
function unfilter(raw, stride, height) {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const guess = GUESSES[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x++) {
      const left = x < 3 ? 0 : out[y * stride + x - 3];
      const up = y === 0 ? 0 : out[(y - 1) * stride + x];
      const corner = x < 3 || y === 0 ? 0 : out[(y - 1) * stride + x - 3];
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess(left, up, corner);
    }
  }
  return out;
}

function paeth(left, up, corner) {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

const coloursOf = (bytes) => Uint32Array.from({ length: bytes.length / 3 }, (_, i) => bytes.readUIntBE(i * 3, 3));
const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** The palette, most frequent colour first, and each colour's place in it. Null when one of them is too far from all. */
function paletteOf(colours) {
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const sorted = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const palette = [];
  const indexOf = new Map();
  for (const colour of sorted) {
    const near = nearest(palette, colour);
    // a colour within half the tolerance of an earlier one needs no place of its own
    if (near.index >= 0 && near.distance <= (palette.length < 256 ? TOLERANCE / 2 : TOLERANCE)) {
      indexOf.set(colour, near.index);
    } else if (palette.length < 256) {
      indexOf.set(colour, palette.push(colour) - 1);
    } else return { palette: null, indexOf };
  }
  return { palette, indexOf };
}

function nearest(palette, colour) {
  const [r, g, b] = channels(colour);
  let best = { index: -1, distance: Infinity };
  for (const [index, other] of palette.entries()) {
    const [R, G, B] = channels(other);
    const distance = Math.max(Math.abs(r - R), Math.abs(g - G), Math.abs(b - B));
    if (distance < best.distance) best = { index, distance };
    if (distance === 0) break;
  }
  return best;
}
