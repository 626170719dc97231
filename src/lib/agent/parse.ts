/**
 * From a model's finished reply to what happens next. The one rule: every reply, whatever its bytes, becomes a decision;
 * what cannot be acted on without guessing becomes `invalid` and says what to do about it. Nothing here throws.
 */
import { nearest } from '../base/nearest.ts';
import type { Decision, RawReply, ToolCall } from './decision.ts';
import { ASK_USER, CONTROL_TOOLS, DECLARE_IMPOSSIBLE, typeOf } from './parse/controls.ts';
import { readJsonReply } from './parse/json-reply.ts';
import { problems } from './parse/problems.ts';
import { join, readAnswer, readPrelude, readSaid, withoutThinking, type Said } from './parse/said.ts';
import {
  argumentsOf,
  asArgs,
  callsInJson,
  isDict,
  own,
  textOf,
  unfit,
  type Dict,
  type FoundCall,
} from './parse/shapes.ts';
import { readBare, readTextual } from './parse/textual.ts';
import type { ToolSchema } from './ports.ts';

export { CONTROL_TOOLS, withReasoning } from './parse/controls.ts';

/** Judges the arguments of a tool, `reasoning` and `observation` taken out. The message is for the model. */
export type CheckCall = (
  name: string,
  args: unknown,
) => { readonly ok: true } | { readonly ok: false; readonly message: string };

type Invalid = Extract<Decision, { type: 'invalid' }>;

/** Calls of one reply that are acted on together. */
const MAX_CALLS = 8;
const CONTROLS = new Set(CONTROL_TOOLS.map(({ name }) => name));

/** `offered`: everything the model was shown, control tools included where they were. */
export function parseDecision(reply: RawReply, offered: readonly ToolSchema[], check: CheckCall): Decision {
  const cut = reply.finish === 'length' || reply.finish === 'content-filter';
  if (reply.calls.length > 0) {
    if (cut) return problems.unfinished(reply.finish);
    const calls = reply.calls.map(({ name, arguments: json }) => nativeCall(name, json));
    return decide(calls, readSaid(withoutThinking(reply.text)), false, reply, offered, check);
  }
  const text = withoutThinking(reply.text);
  const { rest, ...said } = readPrelude(text);
  const answer = readAnswer(rest);
  if (answer !== null) return respond(answer, said);
  const json = readJsonReply(rest);
  if (json?.type === 'answer') {
    if (cut && json.text === '') return problems.unfinished(reply.finish);
    return respond(json.text, both(said, json));
  }
  if (json?.type === 'call') {
    if (cut) return problems.unfinished(reply.finish);
    return decide(callsInJson(json.json, false) ?? [], said, true, reply, offered, check);
  }
  const found = readTextual(text);
  const bare = found.calls.length === 0 ? readBare(rest) : { calls: null, half: false };
  const calls = found.calls.length > 0 ? found.calls : namesOffered(bare.calls, offered);
  if (cut && (calls.length > 0 || found.unreadable !== '' || found.half || bare.half)) {
    return problems.unfinished(reply.finish);
  }
  if (found.unreadable !== '') return problems.unreadable('The content of a call', found.unreadable);
  if (calls.length === 0) return respond(rest, said);
  return decide(calls, found.calls.length > 0 ? readSaid(found.before) : said, true, reply, offered, check);
}

/** A server says how a reply ended, so a missing last bracket is the model's slip and not a cut. */
function nativeCall(name: string, json: string): FoundCall {
  const read = argumentsOf(json, true);
  return { name, ...read, untyped: false, reasoning: '', observation: '', raw: json, impossible: false };
}

/** Bare JSON is a call only if it names what is offered: any other object is an answer. */
function namesOffered(calls: readonly FoundCall[] | null, offered: readonly ToolSchema[]): readonly FoundCall[] {
  const named = calls?.some(({ name, impossible }) => impossible || offered.some((tool) => tool.name === name));
  return calls && named === true ? calls : [];
}

/** What is said around an object and in it. */
const both = (around: Said, inside: Said): Said => ({
  observation: join(around.observation, inside.observation),
  thought: join(around.thought, inside.thought),
});

function respond(answer: string, said: Said): Decision {
  const text = answer.trim();
  if (text !== '') return { type: 'respond', ...said, text };
  return said.thought === '' && said.observation === '' ? problems.empty() : problems.onlyThought();
}

function decide(
  found: readonly FoundCall[],
  said: Said,
  textual: boolean,
  { finish }: RawReply,
  offered: readonly ToolSchema[],
  check: CheckCall,
): Decision {
  if (found.length > MAX_CALLS) return problems.tooMany(found.length, MAX_CALLS);
  const givenUp = found.find(({ impossible }) => impossible);
  if (givenUp && found.length === 1) {
    const reason = givenUp.reasoning || said.thought || 'The model gave no reason.';
    return givenUp.complete ? { type: 'impossible', ...said, reason } : problems.incomplete(givenUp.name, givenUp.raw);
  }
  const checked: CheckedCall[] = [];
  for (const call of found) {
    const tool = offered.find(({ name }) => name === call.name);
    if (!tool) return unknownTool(call.name, offered);
    const one = checkCall(call, tool, textual ? said.thought : '', finish, check);
    if ('type' in one) return one;
    checked.push(one);
  }
  const observation = join(said.observation, ...checked.map((one) => one.observation));
  const controls = checked.filter(({ call }) => CONTROLS.has(call.name));
  if (controls.length > 0 && checked.length > 1) return problems.mixed();
  const thought = join(said.thought, ...checked.map(({ call }) => call.reasoning));
  if (controls[0]) return control(controls[0].call, { observation, thought });
  const [first, ...others] = checked.map(({ call }) => call);
  return first ? { type: 'call', observation, thought, calls: [first, ...others] } : problems.empty();
}

function unknownTool(name: string, offered: readonly ToolSchema[]): Invalid {
  const names = offered.map((tool) => tool.name);
  return problems.unknown(name, nearest(name, names, 1)[0], names);
}

interface CheckedCall {
  readonly call: ToolCall;
  readonly observation: string;
}

function checkCall(
  found: FoundCall,
  tool: ToolSchema,
  thought: string,
  finish: RawReply['finish'],
  check: CheckCall,
): CheckedCall | Invalid {
  const { name, raw } = found;
  if (found.args === undefined) return problems.unreadable(`The arguments of ${name}`, raw);
  if (!found.complete) return problems.incomplete(name, raw);
  if (!isDict(found.args)) return problems.notObject(name, found.args);
  if (finish === 'other' && found.repaired) return problems.mended(name);
  const why = unfit(found.args);
  if (why !== '') return problems.unfit(name, why);
  const { reasoning, observation, rest } = split(found.untyped ? typed(found.args, tool) : found.args);
  const parameters = asArgs(rest);
  const reason = textOf(reasoning) || found.reasoning || thought;
  const isControl = CONTROLS.has(name);
  if (reason === '' && !isControl) return problems.noReasoning(name, reasoning);
  if (!isControl) {
    const verdict = check(name, parameters);
    if (!verdict.ok) return problems.refused(name, verdict.message);
  }
  return {
    call: { name, parameters, reasoning: reason },
    observation: textOf(observation) || found.observation,
  };
}

/** Takes out of the arguments what every call owes besides them. */
function split(args: Dict): { readonly reasoning: unknown; readonly observation: unknown; readonly rest: Dict } {
  const { reasoning, observation, ...rest } = args;
  return { reasoning, observation, rest };
}

/** Values that came as text, read as the tool's schema wants them. */
function typed(args: Dict, tool: ToolSchema | undefined): Dict {
  return Object.fromEntries(
    Object.entries(args).map(([name, text]) => {
      const types = typeOf(tool, name);
      const isText = types.includes('string') || name === 'reasoning' || name === 'observation';
      return [name, isText || typeof text !== 'string' ? text : parsed(text)];
    }),
  );
}

function parsed(text: string): unknown {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    const word = trimmed.toLowerCase(); // Python's True and False
    return word === 'true' ? true : word === 'false' ? false : text;
  }
}

function control({ name, parameters }: ToolCall, said: Said): Decision {
  const field = name === ASK_USER ? 'question' : 'reason';
  const text = textOf(own(parameters, field));
  if (text === '') return problems.noText(name, field, own(parameters, field));
  if (name === DECLARE_IMPOSSIBLE) return { type: 'impossible', ...said, reason: text };
  return { type: 'ask', ...said, question: text };
}

/** The first call in a text, in any of the shapes that models write; null when there is none that is whole. */
export function parseToolCall(llmOutput: string): ToolCall | null {
  const text = withoutThinking(llmOutput);
  const { rest, thought } = readPrelude(text);
  const json = readJsonReply(rest);
  if (readAnswer(rest) !== null || json?.type === 'answer') return null;
  const found = readTextual(json ? '' : text);
  const [first] = found.calls.length > 0 ? found.calls : (readBare(rest).calls ?? []);
  if (!first?.complete || !isDict(first.args) || unfit(first.args) !== '') return null;
  const args = first.untyped ? typed(first.args, undefined) : first.args;
  if (first.reasoning !== '') return { name: first.name, parameters: asArgs(args), reasoning: first.reasoning };
  const inside = split(args);
  const said = found.calls.length > 0 ? readSaid(found.before).thought : thought;
  const reasoning = textOf(inside.reasoning) || said;
  return reasoning === '' ? null : { name: first.name, parameters: asArgs(inside.rest), reasoning };
}

/** A call as the text protocol writes it, so that `parseToolCall` reads the same call again. */
export function serializeToolCall({ name, reasoning, parameters }: ToolCall): string {
  const json = JSON.stringify({ name, reasoning, arguments: parameters });
  return `<tool_call>${json.replaceAll('<', '\\u003c')}</tool_call>`; // no text inside can close the tag
}
