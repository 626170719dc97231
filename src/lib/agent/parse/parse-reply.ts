/** Turns a finished reply into a decision. Never throws: unclear replies become `invalid`. */
import { isRecord, type UnknownRecord } from '../../base/loose.ts';
import { listNearest } from '../../base/nearest.ts';
import type { Decision, RawReply, ToolCall } from '../frames/decision.ts';
import { ASK_USER, CONTROL_TOOLS, DECLARE_IMPOSSIBLE, getArgumentTypes } from './controls.ts';
import { readJsonReply } from './json-reply.ts';
import { problems } from './problems.ts';
import { joinDistinct, readAnswer, readPrelude, readRemarks, stripThinking, type Remarks } from './reply-prose.ts';
import {
  parseArguments,
  toArgs,
  parseJsonCalls,
  getOwn,
  getNonBlankText,
  findForbiddenContent,
  type FoundCall,
} from './shapes.ts';
import { readBareCalls, readTextualCalls } from './textual.ts';
import type { ToolSchema } from '../ports.ts';

export { CONTROL_TOOLS, addReasoning } from './controls.ts';

/** Without `reasoning` and `observation`. The message is for the model. */
export type CheckCall = (
  name: string,
  args: unknown,
) => { readonly ok: true } | { readonly ok: false; readonly message: string };

type Invalid = Extract<Decision, { type: 'invalid' }>;

const MAX_CALLS = 8;
const CONTROL_NAMES = new Set(CONTROL_TOOLS.map(({ name }) => name));

export function parseDecision(reply: RawReply, offered: readonly ToolSchema[], check: CheckCall): Decision {
  const cut = reply.finish === 'length' || reply.finish === 'content-filter';
  if (reply.calls.length > 0) {
    if (cut) return problems.unfinished(reply.finish);
    const calls = reply.calls.map(({ name, arguments: json }) => readNativeCall(name, json));
    return decideFromCalls(calls, readRemarks(stripThinking(reply.text)), false, reply, offered, check);
  }
  const text = stripThinking(reply.text);
  const { rest, ...said } = readPrelude(text);
  const answer = readAnswer(rest);
  if (answer !== null) return createAnswer(answer, said);
  const json = readJsonReply(rest);
  if (json?.type === 'answer') {
    if (cut && json.text === '') return problems.unfinished(reply.finish);
    return createAnswer(json.text, mergeRemarks(said, json));
  }
  if (json?.type === 'call') {
    if (cut) return problems.unfinished(reply.finish);
    return decideFromCalls(parseJsonCalls(json.json, false) ?? [], said, true, reply, offered, check);
  }
  const found = readTextualCalls(text);
  const bare = found.calls.length === 0 ? readBareCalls(rest) : { calls: null, half: false };
  const calls = found.calls.length > 0 ? found.calls : selectOfferedCalls(bare.calls, offered);
  if (cut && (calls.length > 0 || found.unreadable !== '' || found.half || bare.half)) {
    return problems.unfinished(reply.finish);
  }
  if (found.unreadable !== '') return problems.unreadable('The content of a call', found.unreadable);
  if (calls.length === 0) return createAnswer(rest, said);
  return decideFromCalls(calls, found.calls.length > 0 ? readRemarks(found.before) : said, true, reply, offered, check);
}

/** The server reports the end, so a missing last bracket is a slip, not a cut. */
function readNativeCall(name: string, json: string): FoundCall {
  const read = parseArguments(json, true);
  return { name, ...read, untyped: false, reasoning: '', observation: '', raw: json, impossible: false };
}

/** Bare JSON is a call only if it names an offered tool. */
function selectOfferedCalls(calls: readonly FoundCall[] | null, offered: readonly ToolSchema[]): readonly FoundCall[] {
  const named = calls?.some(({ name, impossible }) => impossible || offered.some((tool) => tool.name === name));
  return calls && named === true ? calls : [];
}

const mergeRemarks = (around: Remarks, inside: Remarks): Remarks => ({
  observation: joinDistinct(around.observation, inside.observation),
  thought: joinDistinct(around.thought, inside.thought),
});

function createAnswer(answer: string, remarks: Remarks): Decision {
  const text = answer.trim();
  if (text !== '') return { type: 'respond', ...remarks, text };
  return remarks.thought === '' && remarks.observation === '' ? problems.empty() : problems.onlyThought();
}

function decideFromCalls(
  found: readonly FoundCall[],
  remarks: Remarks,
  textual: boolean,
  { finish }: RawReply,
  offered: readonly ToolSchema[],
  check: CheckCall,
): Decision {
  if (found.length > MAX_CALLS) return problems.tooMany(found.length, MAX_CALLS);
  const givenUp = found.find(({ impossible }) => impossible);
  if (givenUp && found.length === 1) {
    const reason = givenUp.reasoning || remarks.thought || 'The model gave no reason.';
    return givenUp.complete
      ? { type: 'impossible', ...remarks, reason }
      : problems.incomplete(givenUp.name, givenUp.raw);
  }
  const checked: CheckedCall[] = [];
  for (const call of found) {
    const tool = offered.find(({ name }) => name === call.name);
    if (!tool) return reportUnknownTool(call.name, offered);
    const result = checkCall(call, tool, textual ? remarks.thought : '', finish, check);
    if ('type' in result) return result;
    checked.push(result);
  }
  const observation = joinDistinct(remarks.observation, ...checked.map((one) => one.observation));
  const controls = checked.filter(({ call }) => CONTROL_NAMES.has(call.name));
  if (controls.length > 0 && checked.length > 1) return problems.mixed();
  const thought = joinDistinct(remarks.thought, ...checked.map(({ call }) => call.reasoning));
  if (controls[0]) return toControlDecision(controls[0].call, { observation, thought });
  const [first, ...others] = checked.map(({ call }) => call);
  return first ? { type: 'call', observation, thought, calls: [first, ...others] } : problems.empty();
}

function reportUnknownTool(name: string, offered: readonly ToolSchema[]): Invalid {
  const names = offered.map((tool) => tool.name);
  return problems.unknown(name, listNearest(name, names, 1)[0], names);
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
  if (!isRecord(found.args)) return problems.notObject(name, found.args);
  if (finish === 'other' && found.repaired) return problems.repaired(name);
  const why = findForbiddenContent(found.args);
  if (why !== '') return problems.forbiddenContent(name, why);
  const { reasoning, observation, rest } = splitArguments(
    found.untyped ? coerceArguments(found.args, tool) : found.args,
  );
  const parameters = toArgs(rest);
  const reason = getNonBlankText(reasoning) || found.reasoning || thought;
  const isControl = CONTROL_NAMES.has(name);
  if (reason === '' && !isControl) return problems.noReasoning(name, reasoning);
  if (!isControl) {
    const verdict = check(name, parameters);
    if (!verdict.ok) return problems.rejectedArguments(name, verdict.message);
  }
  return {
    call: { name, parameters, reasoning: reason },
    observation: getNonBlankText(observation) || found.observation,
  };
}

function splitArguments(args: UnknownRecord): {
  readonly reasoning: unknown;
  readonly observation: unknown;
  readonly rest: UnknownRecord;
} {
  const { reasoning, observation, ...rest } = args;
  return { reasoning, observation, rest };
}

function coerceArguments(args: UnknownRecord, tool: ToolSchema | undefined): UnknownRecord {
  return Object.fromEntries(
    Object.entries(args).map(([name, text]) => {
      const types = getArgumentTypes(tool, name);
      const isText = types.includes('string') || name === 'reasoning' || name === 'observation';
      return [name, isText || typeof text !== 'string' ? text : parseTextValue(text)];
    }),
  );
}

function parseTextValue(text: string): unknown {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    const word = trimmed.toLowerCase(); // also accepts Python's True and False
    return word === 'true' ? true : word === 'false' ? false : text;
  }
}

function toControlDecision({ name, parameters }: ToolCall, remarks: Remarks): Decision {
  const field = name === ASK_USER ? 'question' : 'reason';
  const text = getNonBlankText(getOwn(parameters, field));
  if (text === '') return problems.noText(name, field, getOwn(parameters, field));
  if (name === DECLARE_IMPOSSIBLE) return { type: 'impossible', ...remarks, reason: text };
  return { type: 'ask', ...remarks, question: text };
}

/** In any supported format; null if there is none. */
export function parseToolCall(llmOutput: string): ToolCall | null {
  const text = stripThinking(llmOutput);
  const { rest, thought } = readPrelude(text);
  const json = readJsonReply(rest);
  if (readAnswer(rest) !== null || json?.type === 'answer') return null;
  const found = readTextualCalls(json ? '' : text);
  const [first] = found.calls.length > 0 ? found.calls : (readBareCalls(rest).calls ?? []);
  if (!first?.complete || !isRecord(first.args) || findForbiddenContent(first.args) !== '') return null;
  const args = first.untyped ? coerceArguments(first.args, undefined) : first.args;
  if (first.reasoning !== '') return { name: first.name, parameters: toArgs(args), reasoning: first.reasoning };
  const inside = splitArguments(args);
  const said = found.calls.length > 0 ? readRemarks(found.before).thought : thought;
  const reasoning = getNonBlankText(inside.reasoning) || said;
  return reasoning === '' ? null : { name: first.name, parameters: toArgs(inside.rest), reasoning };
}

/** `parseToolCall` reads it back unchanged. */
export function serializeToolCall({ name, reasoning, parameters }: ToolCall): string {
  const json = JSON.stringify({ name, reasoning, arguments: parameters });
  return `<tool_call>${json.replaceAll('<', '\\u003c')}</tool_call>`; // no text inside can close the tag
}
