/** Ollama's own API, which unlike its OpenAI-compatible one takes window size and keep-alive. */
import { Ollama, type ChatRequest, type Message, type Tool, type ToolCall } from 'ollama/browser';
import { toList, getProperty, toText, includesName, omitUndefined, toCount } from '../../base/loose.ts';
import {
  type CallFragment,
  type EventInfo,
  toModelUsage,
  type OpenStreamOptions,
  type Protocol,
  type StreamPart,
  readModelList,
  type ModelInfo,
  type ServerRequest,
  type ServerModel,
  type FinishPart,
} from '../http/wire-format.ts';
import { StreamedError } from '../http/failures.ts';
import { WireError } from '../http/http-exchange.ts';
import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { Dialect } from '../http/dialect.ts';
import type { ModelRequest, ToolSchema } from '../model.ts';
import { toPrompt } from '../render-messages.ts';

export const ollama: Protocol = {
  provider: 'ollama',
  name: 'the Ollama API',
  example: 'http://localhost:11434',
  path: '/api/chat',
  pasted: ['/v1/chat/completions', '/v1', '/api'],
  streamType: 'application/x-ndjson',
  headers: {},
  openStream: openOllamaStream,
  look: inspectOllamaEvent,
  readUsage: toModelUsage,
  refusals: [
    // Servers before December 2024 have no schemas; support varies by model.
    {
      option: 'json',
      statuses: [400, 500, 501],
      pattern: /ChatRequest\.format|invalid format:|schema in format|required for format/i,
    },
  ],
  models: { path: '/api/tags', read: readOllamaModels },
  fetchModelInfo: fetchOllamaModelInfo,
};

async function openOllamaStream({
  base,
  config,
  request,
  dialect,
  fetch,
  signal,
}: OpenStreamOptions): Promise<ReadableStream<StreamPart>> {
  // The client's own signal supports only `abort`.
  const client = new Ollama({ host: base, fetch: (input, init) => fetch(input, { ...init, signal }) });
  return toReadableStream(readOllamaParts(await client.chat(buildOllamaRequest(config, request, dialect))));
}

function toReadableStream(parts: AsyncGenerator<StreamPart, void, undefined>): ReadableStream<StreamPart> {
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return();
    },
  });
}

/** Without a last event the connection to the model was lost. */
function inspectOllamaEvent(event: unknown): EventInfo {
  return {
    finish: getProperty(event, 'done') === true ? toText(getProperty(event, 'done_reason')) : '',
    fragments: toList(getProperty(getProperty(event, 'message'), 'tool_calls')).map(readOllamaCall),
    refusal: '',
  };
}

function readOllamaCall(call: unknown): CallFragment {
  const id = toText(getProperty(call, 'id'));
  return { id: id === '' ? null : id, begins: true, characters: serialiseArguments(call).length };
}

/** Leaves out models that cannot chat; older servers list only names. */
export function readOllamaModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'models', (entry) => {
    const capabilities = getProperty(entry, 'capabilities');
    if (includesName(capabilities, 'completion') === false) return null;
    const maxContext = getProperty(getProperty(entry, 'details'), 'context_length');
    return { id: toText(getProperty(entry, 'name')), ...toModelInfo(maxContext, capabilities) };
  });
}

/** `servedTokens` is set by any client's last request: valid for ours only after one of them. */
export async function fetchOllamaModelInfo(ask: ServerRequest, model: string): Promise<ModelInfo> {
  const details = await ask('/api/show', { model }).catch(() => null);
  const info = getProperty(details, 'model_info');
  const maxContext = getProperty(info, `${toText(getProperty(info, 'general.architecture'))}.context_length`);
  const running = toList(getProperty(await ask('/api/ps').catch(() => null), 'models'));
  const loadedModel = running.find((entry) => [model, `${model}:latest`].includes(toText(getProperty(entry, 'name'))));
  const servedTokens = readContextSize(getProperty(loadedModel, 'context_length'));
  return { ...toModelInfo(maxContext, getProperty(details, 'capabilities')), ...omitUndefined({ servedTokens }) };
}

function toModelInfo(maxContext: unknown, capabilities: unknown): ModelInfo {
  return omitUndefined({
    contextTokens: readContextSize(maxContext),
    tools: includesName(capabilities, 'tools'),
    pictures: includesName(capabilities, 'vision'),
  });
}

/** A size of 0 means unknown. */
function readContextSize(value: unknown): number | undefined {
  const size = toCount(value);
  return size === 0 ? undefined : size;
}

/** Rejects on a failure or an invalid event. Without the server's last event there is no finish part. */
async function* readOllamaParts(replies: AsyncIterable<unknown>): AsyncGenerator<StreamPart, void, undefined> {
  let hasCalls = false;
  try {
    for await (const event of replies) {
      if (!isOllamaEvent(event)) throw new WireError('malformed');
      const message = getProperty(event, 'message');
      yield { type: 'raw', rawValue: event };
      const thought = toText(getProperty(message, 'thinking'));
      if (thought !== '') yield { type: 'reasoning-delta', id: 'thoughts', delta: thought };
      const text = toText(getProperty(message, 'content'));
      if (text !== '') yield { type: 'text-delta', id: 'text', delta: text };
      for (const call of toList(getProperty(message, 'tool_calls'))) {
        hasCalls = true;
        yield* readToolCall(call);
      }
      if (getProperty(event, 'done') === true) yield createOllamaFinish(event, hasCalls);
    }
  } catch (thrown) {
    const failure = findStreamFailure(thrown);
    if (failure !== null) throw failure;
  }
}

const CLIENT_CUT_MESSAGE = 'Did not receive done or success response in stream.';

/** Null for a stream that ended without a last event. */
function findStreamFailure(thrown: unknown): Error | null {
  if (!(thrown instanceof Error)) return new WireError('cut', { cause: thrown });
  // A bare Error comes from the client.
  if (Object.getPrototypeOf(thrown) !== Error.prototype) return thrown;
  if (thrown.message === CLIENT_CUT_MESSAGE) return null;
  // The client turned an error object into this text.
  return new StreamedError(thrown.message === '[object Object]' ? {} : thrown.message);
}

function isOllamaEvent(event: unknown): boolean {
  const message = getProperty(event, 'message');
  if (typeof message !== 'object' || message === null)
    return message === undefined && getProperty(event, 'done') === true;
  return ['content', 'thinking'].every((name) => ['string', 'undefined'].includes(typeof getProperty(message, name)));
}

function* readToolCall(call: unknown): Generator<StreamPart> {
  const toolName = toText(getProperty(getProperty(call, 'function'), 'name'));
  const toolCallId = toText(getProperty(call, 'id'));
  if (toolName !== '') yield { type: 'tool-call', toolCallId, toolName, input: serialiseArguments(call) };
}

function serialiseArguments(call: unknown): string {
  const args = getProperty(getProperty(call, 'function'), 'arguments');
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

const UNIFIED_FINISHES: Readonly<Record<string, FinishPart['finishReason']['unified']>> = {
  stop: 'stop',
  length: 'length',
};

/** The server reports `stop` after calls, too. Absent counts stay undefined. */
function createOllamaFinish(event: unknown, hasCalls: boolean): FinishPart {
  const raw = toText(getProperty(event, 'done_reason'));
  const input = toCount(getProperty(event, 'prompt_eval_count'));
  const output = toCount(getProperty(event, 'eval_count'));
  return {
    type: 'finish',
    finishReason: { raw, unified: hasCalls && raw === 'stop' ? 'tool-calls' : (UNIFIED_FINISHES[raw] ?? 'other') },
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  };
}

interface OllamaRequest extends ChatRequest {
  readonly stream: true;
  /** Refuse or end what does not fit; by default the server drops messages and tokens. */
  readonly truncate: false;
  readonly shift: false;
}

interface OllamaToolCall extends ToolCall {
  readonly id: string;
}

interface OllamaToolResult extends Message {
  readonly tool_call_id: string;
}

function buildOllamaRequest(
  { model, contextTokens, keepAlive }: OpenStreamOptions['config'],
  { messages, maxOutputTokens, temperature, tools = [], json }: ModelRequest,
  dialect: Dialect,
): OllamaRequest {
  const ollamaTools = dialect.tools ? tools.map(toOllamaTool) : [];
  return {
    model,
    messages: toPrompt(messages).flatMap(toOllamaMessages),
    ...(ollamaTools.length > 0 ? { tools: ollamaTools } : {}),
    ...(json !== undefined && dialect.json ? { format: json } : {}),
    options: {
      num_ctx: contextTokens,
      num_predict: maxOutputTokens,
      ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    },
    keep_alive: keepAlive < 0 ? -1 : `${keepAlive}m`,
    stream: true,
    truncate: false,
    shift: false,
  };
}

function toOllamaTool({ name, description, parameters }: ToolSchema): Tool {
  return { type: 'function', function: { name, description, parameters } };
}

function toOllamaMessages(message: LanguageModelV3Message): readonly Message[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user':
      return [toUserMessage(message)];
    case 'assistant':
      return [toAssistantMessage(message)];
    case 'tool':
      return message.content.flatMap((part) => (part.type === 'tool-result' ? [toResultMessage(part)] : []));
  }
}

type MessageWithRole<Role extends LanguageModelV3Message['role']> = Extract<LanguageModelV3Message, { role: Role }>;

function toUserMessage({ content }: MessageWithRole<'user'>): Message {
  const images = content.flatMap((part) => (part.type === 'file' && typeof part.data === 'string' ? [part.data] : []));
  return { role: 'user', content: joinTextParts(content), ...(images.length > 0 ? { images } : {}) };
}

function toAssistantMessage({ content }: MessageWithRole<'assistant'>): Message {
  const calls = content.flatMap((part): OllamaToolCall[] =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input as Record<string, unknown> } }]
      : [],
  );
  return { role: 'assistant', content: joinTextParts(content), ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

function toResultMessage({
  toolCallId,
  toolName,
  output,
}: Extract<MessageWithRole<'tool'>['content'][number], { type: 'tool-result' }>): OllamaToolResult {
  const content = output.type === 'text' ? output.value : '';
  return { role: 'tool', content, tool_name: toolName, tool_call_id: toolCallId };
}

function joinTextParts(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
