/** Checks picture input by asking for the colour of a flat picture; a guess is right one time in four. */
import type { ModelRequest } from '../models/model.ts';
import type { CallRecorder, CallResult } from './call-recorder.ts';
import { MAX_PROBE_OUTPUT } from './answer-checks.ts';
import { createFineLine, createLimitedLine, createUnknownLine, type Finding } from './check-lines.ts';

const COLOURS = [
  ['red', [220, 20, 20]],
  ['green', [20, 160, 40]],
  ['blue', [20, 40, 220]],
  ['yellow', [250, 220, 0]],
] as const;

/** In pixels; some models refuse smaller pictures. */
const SIZE = 64;

const NO_PICTURES: Finding = {
  line: createLimitedLine(
    'pictures',
    'It doesn’t read pictures. Reading pages needs only text.',
    'Choose a vision model for questions about pictures.',
  ),
  found: { pictures: false },
};
const TAKES_PICTURES: Finding = { line: createFineLine('pictures', 'It reads pictures.'), found: { pictures: true } };

const UNRELATED_FAILURE = /^model\.(?:timeout|unreachable|rate-limited|quota|unauthorized|cut)/;

/** `says`: the server's own information; false is trusted. `pick` returns a number below the one given. */
export async function checkPictures(
  recorder: CallRecorder,
  says: boolean | undefined,
  pick: (count: number) => number,
): Promise<Finding> {
  if (says === false) return NO_PICTURES;
  const [colour, rgb] = COLOURS[pick(COLOURS.length)] ?? COLOURS[0];
  const { reply, failure, aborted } = await recorder.recordCall(buildPictureRequest(encodeFlatPng(rgb, SIZE)));
  if (aborted || (failure && UNRELATED_FAILURE.test(failure.code))) return createUnknownFinding(failure);
  if (failure) return NO_PICTURES;
  const namedColours = COLOURS.map(([name]) => name).filter((name) =>
    new RegExp(`\\b${name}\\b`, 'i').test(reply.text),
  );
  if (namedColours.length === 0 && reply.finish === 'length') return createUnknownFinding(null);
  return namedColours.length === 1 && namedColours[0] === colour ? TAKES_PICTURES : NO_PICTURES;
}

function createUnknownFinding(failure: CallResult['failure']): Finding {
  const why = failure ? ` ${failure.message}` : '';
  const line = createUnknownLine(
    'pictures',
    `Couldn’t find out whether it supports images.${why}`,
    'Run the test again.',
  );
  return { line };
}

function buildPictureRequest(data: string): ModelRequest {
  const text = `Which colour is this picture: ${COLOURS.map(([name]) => name).join(', ')}? Answer with that one word.`;
  const picture = { type: 'image', mediaType: 'image/png', data, alt: 'one flat colour' } as const;
  return {
    task: 'summarise',
    messages: [{ role: 'user', content: [{ type: 'text', text }, picture] }],
    maxOutputTokens: MAX_PROBE_OUTPUT,
  };
}

/** An uncompressed PNG, without a canvas, which workers of some browsers lack. */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** `size`: width and height, at most 140 to fit one stored block. Returns base64. */
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

function encodeStoredZlib(data: readonly number[]): readonly number[] {
  const { length } = data;
  const size = [length & 0xff, length >>> 8];
  return [0x78, 0x01, 1, ...size, ...size.map((byte) => byte ^ 0xff), ...data, ...encodeUint32(computeAdler32(data))];
}

function encodeChunk(name: string, data: readonly number[]): readonly number[] {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data];
  return [...encodeUint32(data.length), ...body, ...encodeUint32(computeCrc32(body))];
}

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
