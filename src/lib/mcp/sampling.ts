/** A server's question for the model (sampling): texts alone, of which the user sees each word before the model does. */
import type { Result } from '@modelcontextprotocol/client';
import type { SamplingRequest } from '../agent/frames/control-frames.ts';
import { isRecord, parseJson, toText, type UnknownRecord } from '../base/loose.ts';
import { MAX_QUESTION, MAX_SAMPLING } from '../protocol/offscreen/tool-server.ts';
import { ToolServerError } from './faults.ts';
import type { Questions } from './questions.ts';

/** Throws a `ToolServerError` without an answer. Which model answered is the user's own business. */
export async function sample(params: UnknownRecord, { ask }: Questions, signal: AbortSignal): Promise<Result> {
  const asks = readSampling(params);
  const answer = await ask(asks && { text: asks.messages.at(-1)?.text.slice(0, MAX_QUESTION) ?? '', asks }, signal);
  if (asks === null) throw new ToolServerError('no-sample', UNSUPPORTED);
  if (answer === null) throw new ToolServerError('no-sample', 'It was declined.');
  const given = parseJson(answer);
  if (!isRecord(given) || typeof given['text'] !== 'string')
    throw new ToolServerError('no-sample', 'The model gave none.');
  return {
    role: 'assistant',
    content: { type: 'text', text: given['text'] },
    model: 'undisclosed',
    stopReason: given['isCut'] === true ? 'maxTokens' : 'endTurn',
  };
}

const UNSUPPORTED = `Only texts can be asked about, in at most ${String(MAX_SAMPLING.messages)} messages and ${String(MAX_SAMPLING.length)} characters, of which the first and the last are the user’s, and without tools.`;

/** Null if it cannot be shown and answered whole. Context, preferences, temperature and stop sequences may be ignored (MCP). */
export function readSampling(params: UnknownRecord): SamplingRequest | null {
  const { systemPrompt: system = '', messages: listed, maxTokens, tools, toolChoice } = params;
  if (tools !== undefined || toolChoice !== undefined) return null;
  if (typeof system !== 'string' || !Array.isArray(listed) || !Number.isInteger(maxTokens)) return null;
  if (Number(maxTokens) < 1 || listed.length > MAX_SAMPLING.messages) return null;
  const messages = (listed as readonly unknown[]).flatMap(readMessage);
  const length = messages.reduce((sum, { text }) => sum + text.length, system.length);
  if (messages.length < listed.length || length > MAX_SAMPLING.length) return null;
  // a model's server may take no other order
  if (messages[0]?.role !== 'user' || messages.at(-1)?.role !== 'user') return null;
  return { kind: 'sampling', system, messages, maxTokens: Math.min(Number(maxTokens), MAX_SAMPLING.tokens) };
}

/** [] for anything else than text. */
function readMessage(message: unknown): SamplingRequest['messages'] {
  if (!isRecord(message)) return [];
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') return [];
  const blocks = (Array.isArray(content) ? content : [content]) as readonly unknown[];
  const texts = blocks.flatMap((block) => (isRecord(block) && block['type'] === 'text' ? [toText(block['text'])] : []));
  return texts.length > 0 && texts.length === blocks.length && !texts.includes('')
    ? [{ role, text: texts.join('\n\n') }]
    : [];
}
