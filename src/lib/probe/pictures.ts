/**
 * Checks whether the model takes pictures, by asking for the colour of a flat picture. A guess is right one time in
 * four.
 */
import type { ModelRequest } from '../models/model.ts';
import type { CallRecorder, CallResult } from './hear.ts';
import { createFineLine, createLimitedLine, createUnknownLine, type Finding } from './lines.ts';
import { encodeFlatPng } from './png.ts';
import { MAX_PROBE_OUTPUT } from './reply.ts';

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
    'It does not see pictures; text is all it needs for reading pages.',
    'For questions about pictures, choose a model that sees as the one for pictures.',
  ),
  found: { pictures: false },
};
const TAKES_PICTURES: Finding = { line: createFineLine('pictures', 'It sees pictures.'), found: { pictures: true } };

/** Failures that are unrelated to the picture. */
const UNRELATED_FAILURE = /^model\.(?:timeout|unreachable|rate-limited|quota|unauthorized|cut)/;

/** `says`: the server's own information, if any; false is trusted. `pick` returns a number below the one given. */
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
    `Whether it sees pictures could not be found out.${why}`,
    'Run the test again.',
  );
  return { line, found: {} };
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
