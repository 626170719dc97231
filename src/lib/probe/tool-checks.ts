/** Lets the model call a tool: natively, in JSON, then in text, until a mode works. */
import type { ModelRequest, ToolCalling, ToolSchema } from '../models/model.ts';
import type { RawReply } from '../agent/frames/decision.ts';
import { createReplySchema, toJsonProtocol } from '../agent/parse/json-protocol.ts';
import { parseDecision, addReasoning } from '../agent/parse/parse-reply.ts';
import { toTextProtocol } from '../agent/parse/text-protocol.ts';
import { parseJson } from '../base/loose.ts';
import { validate } from '../schema/validate.ts';
import { MAX_PROBE_OUTPUT } from './answer-checks.ts';
import type { CallRecorder } from './call-recorder.ts';
import { createFineLine, createLimitedLine, createUnknownLine, type Finding } from './check-lines.ts';

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
  'It calls no tools. Summaries and plain answers work; looking things up on its own doesn’t.',
  'Choose a model that is made for tools when you want more than that.',
);

/** `first`: the best mode to try. Unknown if the last mode could not be tested. */
export async function checkTools(recorder: CallRecorder, first: ToolCalling): Promise<Finding> {
  if (first === 'none') return { line: NO_TOOLS_LINE };
  let why = '';
  for (const mode of TOOL_MODES.slice(TOOL_MODES.indexOf(first))) {
    const request = TO_PROTOCOL[mode](TOOL_REQUEST);
    const { reply, failure, aborted } = await recorder.recordCall(request);
    if (aborted) return createUnknownToolsFinding('The test ended before.');
    if (!failure && isCall(reply, mode, request))
      return { line: createFineLine('tools', MODE_DETAILS[mode]), found: { toolCalling: mode } };
    why = failure?.message ?? ''; // a refusal of one mode does not rule out the next
  }
  if (why !== '') return createUnknownToolsFinding(why);
  return { line: NO_TOOLS_LINE, found: { toolCalling: 'text' } };
}

const createUnknownToolsFinding = (why: string): Finding => ({
  line: createUnknownLine('tools', `Whether it calls tools couldn’t be found out. ${why}`, 'Run the test again.'),
});

function isCall(reply: RawReply, mode: ToolMode, { json }: ModelRequest): boolean {
  if ((mode === 'native') !== reply.calls.length > 0) return false;
  if (json !== undefined && !validate(REPLY_SCHEMA, parseJson(reply.text)).ok) return false;
  const decision = parseDecision(reply, [GAUGE_TOOL], (_name, args) => validate(GAUGE_ARGUMENTS, args));
  return decision.type === 'call';
}
