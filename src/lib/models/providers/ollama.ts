/** Ollama's own API, which unlike its OpenAI-compatible one takes window size and keep-alive. */
import { Ollama, type ChatRequest, type Message, type ToolCall } from 'ollama/browser';
import { toList, getProperty, toText, includesName, omitUndefined, toCount } from '../../base/loose.ts';
import { StreamedError, WireError } from '../http/call-errors.ts';
import type {
  CallFragment,
  EventInfo,
  FinishPart,
  ModelInfo,
  OpenStreamOptions,
  PartStream,
  Protocol,
  ServerModel,
  ServerRequest,
} from '../http/wire-format.ts';
import type { LanguageModelV3Message } from '@ai-sdk/provider';
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
  refusals: [
    // Servers before December 2024 have no schemas; support varies by model.
    {
      option: 'json',
      statuses: [400, 500, 501],
      pattern: /ChatRequest\.format|invalid format:|schema in format|required for format/i,
    },
  ],
  models: { path: '/api/tags', list: 'models', read: readOllamaModel },
  fetchModelInfo: fetchOllamaModelInfo,
  embed: {
    path: '/api/embed',
    build: (input, { model, keepAlive }) => ({ model, input, keep_alive: toKeepAlive(keepAlive) }),
    read: (answer) => ({
      vectors: toList(getProperty(answer, 'embeddings')),
      tokens: toCount(getProperty(answer, 'prompt_eval_count')),
    }),
  },
};

/** -1 is for ever. */
const toKeepAlive = (minutes: number): number | string => (minutes < 0 ? -1 : `${minutes}m`);

async function openOllamaStream(options: OpenStreamOptions): Promise<PartStream> {
  const { base, fetch, signal } = options;
  // The client's own signal supports only `abort`.
  const client = new Ollama({ host: base, fetch: (input, init) => fetch(input, { ...init, signal }) });
  return readOllamaParts(await client.chat(buildOllamaRequest(options)));
}

/** Without a last event the connection to the model was lost. */
function inspectOllamaEvent(event: unknown): EventInfo {
  return {
    finish: getProperty(event, 'done') === true ? toText(getProperty(event, 'done_reason')) : '',
    fragments: toList(getProperty(event, 'message', 'tool_calls')).map(readOllamaCall),
  };
}

function readOllamaCall(call: unknown): CallFragment {
  return { id: toText(getProperty(call, 'id')), begins: true, characters: serialiseArguments(call).length };
}

/** Leaves out models that cannot chat; older servers list only names. */
function readOllamaModel(entry: unknown): ServerModel | null {
  const capabilities = getProperty(entry, 'capabilities');
  if (includesName(capabilities, 'completion') === false) return null;
  const maxContext = getProperty(entry, 'details', 'context_length');
  return { id: toText(getProperty(entry, 'name')), ...toModelInfo(maxContext, capabilities) };
}

/** `servedTokens` is set by any client's last request: valid for ours only after one of them. */
async function fetchOllamaModelInfo(ask: ServerRequest, model: string): Promise<ModelInfo> {
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
async function* readOllamaParts(replies: AsyncIterable<unknown>): PartStream {
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
        const toolName = toText(getProperty(call, 'function', 'name'));
        const toolCallId = toText(getProperty(call, 'id'));
        if (toolName !== '') yield { type: 'tool-call', toolCallId, toolName, input: serialiseArguments(call) };
      }
      if (getProperty(event, 'done') === true) yield createFinish(event, hasCalls);
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

function serialiseArguments(call: unknown): string {
  const args = getProperty(call, 'function', 'arguments');
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

/** The server reports `stop` after calls, too. Absent counts stay undefined. */
function createFinish(event: unknown, hasCalls: boolean): FinishPart {
  const reason = toText(getProperty(event, 'done_reason'));
  const stop = hasCalls ? 'tool-calls' : 'stop';
  return {
    type: 'finish',
    finish: reason === 'stop' ? stop : reason === 'length' ? 'length' : 'other',
    usage: omitUndefined({
      input: toCount(getProperty(event, 'prompt_eval_count')),
      output: toCount(getProperty(event, 'eval_count')),
    }),
  };
}

interface OllamaRequest extends ChatRequest {
  readonly stream: true;
  /** Refuse or end what does not fit; by default the server drops messages and tokens. */
  readonly truncate: false;
  readonly shift: false;
}

type OllamaMessage = Message & { readonly tool_call_id?: string; tool_calls?: OllamaToolCall[] };
type OllamaToolCall = ToolCall & { readonly id: string };

function buildOllamaRequest({ config, request, dialect }: OpenStreamOptions): OllamaRequest {
  const { messages, maxOutputTokens, temperature, tools = [], json } = request;
  return {
    model: config.model,
    messages: toPrompt(messages).flatMap(toOllamaMessages),
    ...(dialect.tools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
        }
      : {}),
    ...(json !== undefined && dialect.json ? { format: json } : {}),
    options: {
      num_ctx: config.contextTokens,
      num_predict: maxOutputTokens,
      ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    },
    keep_alive: toKeepAlive(config.keepAlive),
    stream: true,
    truncate: false,
    shift: false,
  };
}

function toOllamaMessages({ role, content }: LanguageModelV3Message): readonly OllamaMessage[] {
  if (role === 'system') return [{ role, content }];
  if (role === 'tool')
    return content.flatMap((part) => {
      if (part.type !== 'tool-result') return [];
      const { toolCallId, toolName, output } = part;
      const text = output.type === 'text' ? output.value : '';
      return [{ role, content: text, tool_name: toolName, tool_call_id: toolCallId }];
    });
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
  const images = content.flatMap((part) => (part.type === 'file' && typeof part.data === 'string' ? [part.data] : []));
  const calls = content.flatMap((part): OllamaToolCall[] =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input as Record<string, unknown> } }]
      : [],
  );
  return [
    {
      role,
      content: texts.join(''),
      ...(images.length > 0 ? { images } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}
