/** Whether the model sees: it is shown one flat colour and asked which. A guess would be right one time in four. */
import type { ModelRequest } from '../models/model.ts';
import type { Ear, Heard } from './hear.ts';
import { fine, limited, unknown, type Finding } from './lines.ts';
import { flatPng } from './png.ts';
import { MOST_WRITTEN } from './reply.ts';

const COLOURS = [
  ['red', [220, 20, 20]],
  ['green', [20, 160, 40]],
  ['blue', [20, 40, 220]],
  ['yellow', [250, 220, 0]],
] as const;

/** Pixels; smaller ones are refused by some models. */
const SIZE = 64;

const BLIND: Finding = {
  line: limited(
    'pictures',
    'It does not see pictures; text is all it needs for reading pages.',
    'For questions about pictures, choose a model that sees as the one for pictures.',
  ),
  found: { pictures: false },
};
const SEES: Finding = { line: fine('pictures', 'It sees pictures.'), found: { pictures: true } };

/** Failures that say nothing of the picture. */
const ELSEWHERE = /^model\.(?:timeout|unreachable|rate-limited|quota|unauthorized|cut)/;

/** `says`: what the server says of it, where it does; a no is taken at its word. `pick`: a number below the one given. */
export async function checkPictures(
  ear: Ear,
  says: boolean | undefined,
  pick: (count: number) => number,
): Promise<Finding> {
  if (says === false) return BLIND;
  const [colour, rgb] = COLOURS[pick(COLOURS.length)] ?? COLOURS[0];
  const { reply, failure, aborted } = await ear.hear(ask(flatPng(rgb, SIZE)));
  if (aborted || (failure && ELSEWHERE.test(failure.code))) return unseen(failure);
  if (failure) return BLIND;
  const named = COLOURS.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(reply.text));
  if (named.length === 0 && reply.finish === 'length') return unseen(null);
  return named.length === 1 && named[0] === colour ? SEES : BLIND;
}

function unseen(failure: Heard['failure']): Finding {
  const why = failure ? ` ${failure.message}` : '';
  const line = unknown('pictures', `Whether it sees pictures could not be found out.${why}`, 'Run the test again.');
  return { line, found: {} };
}

function ask(data: string): ModelRequest {
  const text = `Which colour is this picture: ${COLOURS.map(([name]) => name).join(', ')}? Answer with that one word.`;
  const picture = { type: 'image', mediaType: 'image/png', data, alt: 'one flat colour' } as const;
  return {
    task: 'summarise',
    messages: [{ role: 'user', content: [{ type: 'text', text }, picture] }],
    maxOutputTokens: MOST_WRITTEN,
  };
}
