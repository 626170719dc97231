/** Lines on a first answer: that there is one, whether it streams, how fast. */
import { formatNumber } from '../base/locale.ts';
import type { CheckLine } from '../protocol/requests/model.ts';
import type { ModelRequest } from '../models/model.ts';
import type { CallRecorder, CallResult } from './call-recorder.ts';
import { createBadLine, createFineLine, createLimitedLine, createUnknownLine } from './check-lines.ts';

/** In tokens; enough for a model that thinks first. */
export const MAX_PROBE_OUTPUT = 1024;

const REQUEST: ModelRequest = {
  task: 'summarise',
  messages: [
    {
      role: 'user',
      content: [{ type: 'text', text: 'Write the numbers from one to twenty as words, with commas between them.' }],
    },
  ],
  maxOutputTokens: MAX_PROBE_OUTPUT,
};

/** A server that refuses an option is called again without it. */
const MAX_TRIES = 3;

export async function requestFirstReply(recorder: CallRecorder): Promise<CallResult> {
  let result = await recorder.recordCall(REQUEST);
  for (let tries = 1; tries < MAX_TRIES && result.failure?.code === 'model.dialect'; tries += 1)
    result = await recorder.recordCall(REQUEST);
  return result;
}

export function checkReply({ failure, reply }: CallResult): CheckLine {
  if (failure?.code === 'model.timeout-total')
    return createLimitedLine(
      'reply',
      'The server is at work, but so slowly that a short answer wasn’t finished in the time of this test.',
      'Expect to wait for minutes, and allow more time in the settings; or choose a smaller model, or one that thinks less.',
    );
  if (failure) return createBadLine('reply', failure);
  if (reply.finish === 'length')
    return createLimitedLine(
      'reply',
      `It answers, but had not finished after ${formatNumber(MAX_PROBE_OUTPUT)} tokens.`,
      'It may think at length, or repeat itself: expect to wait and to pay for that, or choose another model.',
    );
  return createFineLine('reply', 'The model answered.');
}

const MIN_NOTICED_MS = 1000;
const MIN_SPREAD = 0.05;

export function checkStreaming({ pieces, ms }: CallResult): CheckLine {
  const [first = 0] = pieces;
  const last = pieces.at(-1) ?? first;
  const isAtOnce = pieces.length < 2 || (last - first < ms * MIN_SPREAD && ms > MIN_NOTICED_MS);
  if (!isAtOnce) return createFineLine('streaming', 'Answers appear as they are written.');
  return createLimitedLine(
    'streaming',
    'The whole answer came at once, so that you see nothing until it is finished.',
    'Something holds it back: look for a proxy between here and the server that collects replies, and switch that off.',
  );
}

/** About 240 words a minute. */
const READING_TOKENS_PER_SECOND = 5;
const LONG_WAIT_SECONDS = 15;

/** `taken`: tokens of the whole test. */
export function checkSpeed({ pieces, ms, outputTokens }: CallResult, taken: number): CheckLine {
  const cost = `This test took about ${formatNumber(taken)} tokens.`;
  const [first] = pieces;
  if (first === undefined)
    return createUnknownLine('speed', `Nothing was written to measure. ${cost}`, 'Run the test again.');
  const wait = first / 1000;
  const after = ms - first;
  const seconds = (pieces.length > 1 && after > 0 ? after : ms) / 1000;
  const rate = seconds > 0 ? outputTokens / seconds : outputTokens * 1000;
  const measured = `First word after ${formatFigure(wait)} s, then ${formatFigure(rate)} tokens a second`;
  if (rate < READING_TOKENS_PER_SECOND)
    return createLimitedLine(
      'speed',
      `${measured}: slower than most people read. ${cost}`,
      'Expect to wait for long answers, or choose a smaller model.',
    );
  if (wait > LONG_WAIT_SECONDS)
    return createLimitedLine(
      'speed',
      `${measured}: a long wait before it begins. ${cost}`,
      'It may only have been loaded: run the test again. Otherwise choose a smaller model.',
    );
  const comfortable = rate < 2 * READING_TOKENS_PER_SECOND ? 'about as fast as people read' : 'faster than people read';
  return createFineLine('speed', `${measured}: ${comfortable}. ${cost}`);
}

const formatFigure = (value: number): string => (value < 10 ? value.toFixed(1) : formatNumber(Math.round(value)));
