/** Lines of the report on a model's answers: that there is one, whether it streams, how fast, how it calls tools. */
import type { CheckLine, CheckName, ProbeReport } from '../protocol/requests/model.ts';
import type { ModelRequest, ToolCalling, ToolSchema } from '../models/model.ts';
import type { CallRecorder, CallResult } from './call-recorder.ts';
import type { UserError } from '../base/errors.ts';
import type { RawReply } from '../agent/frames/decision.ts';
import { createReplySchema, toJsonProtocol } from '../agent/parse/json-protocol.ts';
import { parseDecision, addReasoning } from '../agent/parse/parse-reply.ts';
import { toTextProtocol } from '../agent/parse/text-protocol.ts';
import { parseJson } from '../base/loose.ts';
import { validate } from '../schema/validate.ts';

export type ProbeFindings = ProbeReport['found'];

export interface Finding {
  readonly line: CheckLine;
  readonly found: ProbeFindings;
}

export const createFineLine = (name: CheckName, detail: string, hint = ''): CheckLine => ({
  name,
  state: 'fine',
  detail,
  hint,
});

export const createLimitedLine = (name: CheckName, detail: string, hint: string): CheckLine => ({
  name,
  state: 'limited',
  detail,
  hint,
});

export const createBadLine = (name: CheckName, { message, hint }: Pick<UserError, 'message' | 'hint'>): CheckLine => ({
  name,
  state: 'bad',
  detail: message,
  hint,
});

export const createUnknownLine = (name: CheckName, detail: string, hint: string): CheckLine => ({
  name,
  state: 'unknown',
  detail,
  hint,
});

export const formatTokens = (count: number): string => count.toLocaleString('en-GB');

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
      'The server is at work, but so slowly that a short answer was not finished in the time of this test.',
      'Expect to wait for minutes, and allow more time in the settings; or choose a smaller model, or one that thinks less.',
    );
  if (failure) return createBadLine('reply', failure);
  if (reply.finish === 'length')
    return createLimitedLine(
      'reply',
      `It answers, but had not finished after ${formatTokens(MAX_PROBE_OUTPUT)} tokens.`,
      'It may think at length, or repeat itself: expect to wait and to pay for that, or choose another model.',
    );
  return createFineLine('reply', 'A short answer came to its end.');
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
  const cost = `This test took about ${formatTokens(taken)} tokens.`;
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

const formatFigure = (value: number): string => (value < 10 ? value.toFixed(1) : formatTokens(Math.round(value)));

const TOOL_MODES = ['native', 'json', 'text'] as const;

type ToolMode = (typeof TOOL_MODES)[number];

const GAUGE_ARGUMENTS = {
  type: 'object',
  properties: { harbour: { type: 'string', minLength: 1, description: 'The harbour, such as Dover.' } },
  required: ['harbour'],
  additionalProperties: false,
} as const;

const GAUGE_TOOL: ToolSchema = addReasoning({
  name: 'read_tide_gauge',
  description: 'Reads the tide gauge of a harbour: the height of the water there at this moment, in metres.',
  parameters: GAUGE_ARGUMENTS,
});

const REPLY_SCHEMA = createReplySchema([GAUGE_TOOL]);

const TOOL_REQUEST: ModelRequest = {
  task: 'decide',
  messages: [
    {
      role: 'system',
      content: [
        { type: 'text', text: 'You answer with the help of tools. What a tool can find out, you never guess.' },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'How high is the water in Dover at this moment?' }] },
  ],
  tools: [GAUGE_TOOL],
  maxOutputTokens: MAX_PROBE_OUTPUT,
};

const TO_PROTOCOL: Readonly<Record<ToolMode, (request: ModelRequest) => ModelRequest>> = {
  native: (request) => request,
  json: toJsonProtocol,
  text: toTextProtocol,
};

const MODE_DETAILS: Readonly<Record<ToolMode, string>> = {
  native: 'It calls tools, in the server’s own way.',
  json: 'It calls tools in replies that the server holds to a schema.',
  text: 'It calls tools in its text, which works with every server.',
};

const NO_TOOLS_LINE = createLimitedLine(
  'tools',
  'It calls no tools. Summaries and plain answers work; looking things up on its own does not.',
  'Choose a model that is made for tools when you want more than that.',
);

/** `first`: the best mode to try. Unknown if the last mode could not be tested. */
export async function checkTools(recorder: CallRecorder, first: ToolCalling): Promise<Finding> {
  if (first === 'none') return { line: NO_TOOLS_LINE, found: {} };
  const modes = TOOL_MODES.slice(TOOL_MODES.indexOf(first));
  let why = '';
  for (const mode of modes) {
    const request = TO_PROTOCOL[mode](TOOL_REQUEST);
    const { reply, failure, aborted } = await recorder.recordCall(request);
    if (aborted) return { line: createUnknownToolsLine('The test ended before.'), found: {} };
    if (!failure && isCall(reply, mode, request))
      return { line: createFineLine('tools', MODE_DETAILS[mode]), found: { toolCalling: mode } };
    why = failure?.message ?? ''; // a refusal of one mode does not rule out the next
  }
  if (why !== '') return { line: createUnknownToolsLine(why), found: {} };
  return { line: NO_TOOLS_LINE, found: { toolCalling: 'text' } };
}

const createUnknownToolsLine = (why: string) =>
  createUnknownLine('tools', `Whether it calls tools could not be found out. ${why}`, 'Run the test again.');

function isCall(reply: RawReply, mode: ToolMode, { json }: ModelRequest): boolean {
  if ((mode === 'native') !== reply.calls.length > 0) return false;
  if (json !== undefined && !validate(REPLY_SCHEMA, parseJson(reply.text)).ok) return false;
  const decision = parseDecision(reply, [GAUGE_TOOL], (_name, args) => validate(GAUGE_ARGUMENTS, args));
  return decision.type === 'call';
}
