/**
 * How the model calls tools: over the wire, else in replies held to a schema, else in its text. The one rule: it is asked
 * as a run would ask it, and what it says is read as a run would read it.
 */
import type { RawReply } from '../agent/decision.ts';
import { toJsonProtocol } from '../agent/json-protocol.ts';
import { parseDecision, withReasoning } from '../agent/parse.ts';
import { toTextProtocol } from '../agent/text-protocol.ts';
import { parseJson } from '../base/loose.ts';
import type { ModelRequest, ToolCalling, ToolSchema } from '../models/model.ts';
import type { Validator } from '../schema/validator.ts';
import type { Ear } from './hear.ts';
import { fine, limited, unknown, type Finding } from './lines.ts';
import { MOST_WRITTEN } from './reply.ts';

/** The best first. */
const WAYS = ['native', 'json', 'text'] as const;
type Way = (typeof WAYS)[number];

const ARGUMENTS = {
  type: 'object',
  properties: { harbour: { type: 'string', minLength: 1, description: 'The harbour, such as Dover.' } },
  required: ['harbour'],
  additionalProperties: false,
} as const;

const GAUGE: ToolSchema = withReasoning({
  name: 'read_tide_gauge',
  description: 'Reads the tide gauge of a harbour: the height of the water there at this moment, in metres.',
  parameters: ARGUMENTS,
});

const REQUEST: ModelRequest = {
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
  tools: [GAUGE],
  maxOutputTokens: MOST_WRITTEN,
};

/** Made when a test is: the worker wakes far more often than anybody tests a model. */
const ASKED: Readonly<Record<Way, (request: ModelRequest) => ModelRequest>> = {
  native: (request) => request,
  json: toJsonProtocol,
  text: toTextProtocol,
};

const DETAILS: Readonly<Record<Way, string>> = {
  native: 'It calls tools, in the server’s own way.',
  json: 'It calls tools in replies that the server holds to a schema.',
  text: 'It calls tools in its text, which works with every server.',
};

const NO_TOOLS = limited(
  'tools',
  'It calls no tools. Summaries and plain answers work; looking things up on its own does not.',
  'Choose a model that is made for tools when you want more than that.',
);

/** `first`: the best way that may be tried. Where no way could be tried to its end, nobody can tell. */
export async function checkTools(ear: Ear, first: ToolCalling, validator: Validator): Promise<Finding> {
  if (first === 'none') return { line: NO_TOOLS, found: {} };
  const ways = WAYS.slice(WAYS.indexOf(first));
  let why = '';
  for (const way of ways) {
    const asked = ASKED[way](REQUEST);
    const { reply, failure, aborted } = await ear.hear(asked);
    if (aborted) return { line: cut('The test ended before.'), found: {} };
    if (!failure && isCall(reply, way, asked, validator))
      return { line: fine('tools', DETAILS[way]), found: { toolCalling: way } };
    why = failure?.message ?? ''; // a refusal of one way says nothing of the next
  }
  if (why !== '') return { line: cut(why), found: {} };
  return { line: NO_TOOLS, found: { toolCalling: 'text' } };
}

const cut = (why: string) =>
  unknown('tools', `Whether it calls tools could not be found out. ${why}`, 'Run the test again.');

function isCall(reply: RawReply, way: Way, { json }: ModelRequest, validator: Validator): boolean {
  if ((way === 'native') !== reply.calls.length > 0) return false;
  if (json !== undefined && !validator.check(json, parseJson(reply.text)).ok) return false;
  const decision = parseDecision(reply, [GAUGE], (_name, args) => validator.check(ARGUMENTS, args));
  return decision.type === 'call';
}
