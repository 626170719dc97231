/** Checks the calls of a reply and turns them into a decision. */
import { getProperty, isRecord, parseJson, type UnknownRecord } from '../../base/loose.ts';
import { listNearest } from '../../base/nearest.ts';
import type { Decision, InvalidDecision, RawReply, ToolCall } from '../frames/decision.ts';
import { ASK_USER, CONTROL_TOOLS, DECLARE_IMPOSSIBLE, getArgumentTypes } from './controls.ts';
import { problems } from './problems.ts';
import { joinDistinct, type Remarks } from './reply-prose.ts';
import { toArgs, getNonBlankText, findForbiddenContent, type FoundCall } from './shapes.ts';
import type { ToolSchema } from '../ports.ts';

/** Without `reasoning` and `observation`. The message is for the model. */
export type CheckCall = (
  name: string,
  args: unknown,
) => { readonly ok: true } | { readonly ok: false; readonly message: string };

const MAX_CALLS = 8;
const CONTROL_NAMES = new Set(CONTROL_TOOLS.map(({ name }) => name));

export function decideFromCalls(
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

function reportUnknownTool(name: string, offered: readonly ToolSchema[]): InvalidDecision {
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
): CheckedCall | InvalidDecision {
  const { name, raw } = found;
  if (found.args === undefined) return problems.unreadable(`The arguments of ${name}`, raw);
  if (!found.complete) return problems.incomplete(name, raw);
  if (found.ambiguity !== '') return problems.ambiguous(name, found.ambiguity);
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

export function splitArguments(args: UnknownRecord): {
  readonly reasoning: unknown;
  readonly observation: unknown;
  readonly rest: UnknownRecord;
} {
  const { reasoning, observation, ...rest } = args;
  return { reasoning, observation, rest };
}

export function coerceArguments(args: UnknownRecord, tool: ToolSchema | undefined): UnknownRecord {
  return Object.fromEntries(
    Object.entries(args).map(([name, text]) => {
      const types = getArgumentTypes(tool, name);
      const isText = types.includes('string') || name === 'reasoning' || name === 'observation';
      return [name, isText || typeof text !== 'string' ? text : parseTextValue(text)];
    }),
  );
}

function parseTextValue(text: string): unknown {
  const value = parseJson(text.trim());
  if (value !== undefined) return value;
  const word = text.trim().toLowerCase(); // also accepts Python's True and False
  return word === 'true' ? true : word === 'false' ? false : text;
}

function toControlDecision({ name, parameters }: ToolCall, remarks: Remarks): Decision {
  const field = name === ASK_USER ? 'question' : 'reason';
  const text = getNonBlankText(getProperty(parameters, field));
  if (text === '') return problems.noText(name, field, getProperty(parameters, field));
  if (name === DECLARE_IMPOSSIBLE) return { type: 'impossible', ...remarks, reason: text };
  return { type: 'ask', ...remarks, question: text };
}
