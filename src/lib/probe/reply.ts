/** What one short answer tells: that there is one, whether it comes bit by bit, and how fast. */
import type { CheckLine } from '../protocol/probe.ts';
import type { ModelRequest } from '../models/model.ts';
import type { Ear, Heard } from './hear.ts';
import { bad, fine, limited, tokensOf, unknown } from './lines.ts';

/** Room enough for a model that thinks before it writes. */
export const MOST_WRITTEN = 1024;

const REQUEST: ModelRequest = {
  task: 'summarise',
  messages: [
    {
      role: 'user',
      content: [{ type: 'text', text: 'Write the numbers from one to twenty as words, with commas between them.' }],
    },
  ],
  maxOutputTokens: MOST_WRITTEN,
};

/** Attempts at the first call: a server that refuses an option is asked again without it. */
const TRIES = 3;

/** The first call, until the server has said which options it takes. */
export async function firstReply(ear: Ear): Promise<Heard> {
  let heard = await ear.hear(REQUEST);
  for (let tries = 1; tries < TRIES && heard.failure?.code === 'model.dialect'; tries += 1)
    heard = await ear.hear(REQUEST);
  return heard;
}

export function checkReply({ failure, reply }: Heard): CheckLine {
  // it was writing, or thinking, all the while: silence has time-outs of its own
  if (failure?.code === 'model.timeout-total')
    return limited(
      'reply',
      'The server is at work, but so slowly that a short answer was not finished in the time of this test.',
      'Expect to wait for minutes, and allow more time in the settings; or choose a smaller model, or one that thinks less.',
    );
  if (failure) return bad('reply', failure);
  if (reply.finish === 'length')
    return limited(
      'reply',
      `It answers, but had not finished after ${tokensOf(MOST_WRITTEN)} tokens.`,
      'It may think at length, or repeat itself: expect to wait and to pay for that, or choose another model.',
    );
  return fine('reply', 'A short answer came to its end.');
}

/** Below this nobody sees whether an answer came in one piece. */
const NOTICED_MS = 1000;
/** Least share of the waiting over which the pieces are spread. */
const SPREAD = 0.05;

export function checkStreaming({ pieces, ms }: Heard): CheckLine {
  const [first = 0] = pieces;
  const last = pieces.at(-1) ?? first;
  const atOnce = pieces.length < 2 || (last - first < ms * SPREAD && ms > NOTICED_MS);
  if (!atOnce) return fine('streaming', 'Answers appear as they are written.');
  return limited(
    'streaming',
    'The whole answer came at once, so that you see nothing until it is finished.',
    'Something holds it back: look for a proxy between here and the server that collects replies, and switch that off.',
  );
}

/** Tokens a second at which most people read: some 240 words a minute. */
const READING = 5;
/** Longer than this before the first word is a wait. */
const WAIT_S = 15;

/** `taken`: tokens of the whole test. */
export function checkSpeed({ pieces, ms, written }: Heard, taken: number): CheckLine {
  const cost = `This test took about ${tokensOf(taken)} tokens.`;
  const [first] = pieces;
  if (first === undefined) return unknown('speed', `Nothing was written to measure. ${cost}`, 'Run the test again.');
  const wait = first / 1000;
  const after = ms - first;
  const seconds = (pieces.length > 1 && after > 0 ? after : ms) / 1000;
  const rate = seconds > 0 ? written / seconds : written * 1000;
  const measured = `First word after ${shown(wait)} s, then ${shown(rate)} tokens a second`;
  if (rate < READING)
    return limited(
      'speed',
      `${measured}: slower than most people read. ${cost}`,
      'Expect to wait for long answers, or choose a smaller model.',
    );
  if (wait > WAIT_S)
    return limited(
      'speed',
      `${measured}: a long wait before it begins. ${cost}`,
      'It may only have been loaded: run the test again. Otherwise choose a smaller model.',
    );
  const comfortable = rate < 2 * READING ? 'about as fast as people read' : 'faster than people read';
  return fine('speed', `${measured}: ${comfortable}. ${cost}`);
}

/** Two figures are enough. */
const shown = (value: number): string => (value < 10 ? value.toFixed(1) : tokensOf(Math.round(value)));
