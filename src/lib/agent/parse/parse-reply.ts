/** Turns a finished reply into a decision. Never throws: unclear replies become `invalid`. */
import { isRecord } from '../../base/loose.ts';
import type { Decision, RawReply, ToolCall } from '../frames/decision.ts';
import { coerceArguments, decideFromCalls, splitArguments, type CheckCall } from './decide-from-calls.ts';
import { readJsonReply } from './json-reply.ts';
import { problems } from './problems.ts';
import { joinDistinct, readAnswer, readPrelude, readRemarks, stripThinking, type Remarks } from './reply-prose.ts';
import {
  createFoundCall,
  parseArguments,
  toArgs,
  parseJsonCalls,
  getNonBlankText,
  findForbiddenContent,
  type FoundCall,
} from './shapes.ts';
import { readBareCalls, readTextualCalls } from './textual.ts';
import type { ToolSchema } from '../ports.ts';

export { CONTROL_TOOLS, addReasoning } from './controls.ts';

export function parseDecision(reply: RawReply, offered: readonly ToolSchema[], check: CheckCall): Decision {
  const cut = reply.finish === 'length' || reply.finish === 'content-filter';
  if (reply.calls.length > 0) {
    if (cut) return problems.unfinished(reply.finish);
    // the server reports the end, so a missing last bracket is a slip, not a cut
    const calls = reply.calls.map(({ name, arguments: json }) =>
      createFoundCall(name, json, parseArguments(json, true)),
    );
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

/** In any supported format; null if there is none. */
export function parseToolCall(llmOutput: string): ToolCall | null {
  const text = stripThinking(llmOutput);
  const { rest, thought } = readPrelude(text);
  const json = readJsonReply(rest);
  if (readAnswer(rest) !== null || json?.type === 'answer') return null;
  const found = readTextualCalls(json ? '' : text);
  const [first] = found.calls.length > 0 ? found.calls : (readBareCalls(rest).calls ?? []);
  if (!first?.complete || first.ambiguity !== '' || !isRecord(first.args) || findForbiddenContent(first.args) !== '')
    return null;
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
