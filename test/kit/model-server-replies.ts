/**
 * What a model server may answer, well or badly, as behaviours for `model-server.ts`. The one rule: a reply is a pure
 * function of the request and of the options given here.
 */
import { createHash } from 'node:crypto';
import { argumentsText, callDeltas, cut, type CallStyle, type ServedCall } from './model-server-calls.ts';
import type { Behaviour, Exchange, Wire } from './model-server.ts';

/** A place in a stream where it stands still until released. */
export interface Gate {
  /** Resolves when the stream has come here. */
  readonly reached: Promise<void>;
  readonly release: () => void;
  /** For the server: waits here. */
  readonly pass: () => Promise<void>;
}

export function gate(): Gate {
  let arrive = (): void => undefined;
  let release = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    reached,
    release: () => release(),
    pass: async () => {
      arrive();
      await released;
    },
  };
}

export interface ReplyOptions {
  /**
   * The answer, or how to make it from the request. By default a summary that names title and hash of the document, or
   * nothing beside calls.
   */
  readonly text?: string | ((exchange: Exchange) => string);
  /** Tool calls, after the text. */
  readonly calls?: readonly ServedCall[];
  readonly callStyle?: CallStyle;
  /** Thoughts before it, in the field `reasoning_content`. */
  readonly reasoning?: string;
  /** Characters of text or arguments per event; 8 by default. */
  readonly size?: number;
  /** Awaited before the event of this index (0 is the first with text or a call). */
  readonly before?: Readonly<Record<number, (wire: Wire) => Promise<unknown>>>;
  /** Where the usage stands; by default in the last event, if the request asked for it. */
  readonly usage?: 'last' | 'first' | 'absent';
  /** The usage itself; by default four characters a token. */
  readonly figures?: (exchange: Exchange, answer: string) => Readonly<Record<string, unknown>>;
  /** By default `stop`, or `tool_calls` where there are some. */
  readonly finish?: string | null;
  /** Send the finish twice. */
  readonly finishTwice?: boolean;
  readonly done?: boolean;
  readonly newline?: '\n' | '\r' | '\r\n';
  /** A comment line before every event, as gateways send to keep a connection alive. */
  readonly comments?: boolean;
  /** Bytes per write instead of whole events: cuts through characters and lines. */
  readonly bytesPerWrite?: number;
  /** Stop after so many events with text or calls, in this way; `finish` says the finish and ends as agreed. */
  readonly stopAfter?: { readonly events: number; readonly how: 'destroy' | 'end' | 'hang' | 'finish' };
  /** After so many events with text or calls, send this as an event. */
  readonly insert?: { readonly after: number; readonly data: string };
  readonly contentType?: string;
  /** Keep the connection open after the last event. */
  readonly linger?: boolean;
}

/** A whole reply, with whatever is wrong with it. */
export function reply(options: ReplyOptions = {}): Behaviour {
  return async (exchange, wire) => {
    wire.head(200, {
      'content-type': options.contentType ?? 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    for (const step of eventsOf(exchange, options)) {
      await options.before?.[step.text]?.(wire);
      if (step.stop !== undefined) return stop(wire, step.stop);
      for (const bytes of writesOf(step.data, options)) await wire.send(bytes);
    }
    if (options.linger === true) await wire.gone;
    wire.end();
  };
}

async function stop(wire: Wire, how: 'destroy' | 'end' | 'hang'): Promise<void> {
  if (how === 'destroy') wire.destroy();
  if (how === 'end') wire.end();
  await wire.gone;
}

interface Step {
  readonly data: string;
  /** Index of the next event with text or a call. */
  readonly text: number;
  readonly stop?: 'destroy' | 'end' | 'hang';
}

function* eventsOf(exchange: Exchange, options: ReplyOptions): Generator<Step> {
  const { size = 8, reasoning = '', usage = 'last', insert, stopAfter } = options;
  const { answer, deltas, said } = contentOf(exchange, options, size);
  const finish = options.finish === undefined ? (options.calls?.length ? 'tool_calls' : 'stop') : options.finish;
  const figures = (options.figures ?? usageOf)(exchange, answer + reasoning + said);
  const first = usage === 'first' ? { usage: figures } : {};
  yield { data: chunk(exchange, { role: 'assistant', content: '' }, null, first), text: -1 };
  for (const piece of cut(reasoning, size)) {
    yield { data: chunk(exchange, { reasoning_content: piece }, null), text: -1 };
  }
  for (const [at, delta] of deltas.entries()) {
    if (stopAfter?.events === at) {
      if (stopAfter.how === 'finish') break;
      yield { data: '', text: at, stop: stopAfter.how };
    }
    if (insert?.after === at) yield { data: insert.data, text: at };
    yield { data: chunk(exchange, delta, null), text: at };
  }
  const text = deltas.length;
  if (stopAfter !== undefined && stopAfter.how !== 'finish') yield { data: '', text, stop: stopAfter.how };
  if (insert !== undefined && insert.after >= text) yield { data: insert.data, text };
  if (finish !== null) {
    yield { data: chunk(exchange, {}, finish), text };
    if (options.finishTwice === true) yield { data: chunk(exchange, {}, finish), text };
  }
  if (usage === 'last' && wantsUsage(exchange)) yield { data: event(exchange, { choices: [], usage: figures }), text };
  if (options.done !== false) yield { data: '[DONE]', text };
}

/** The deltas with text, then those with calls. */
function contentOf(
  exchange: Exchange,
  { text, calls = [], callStyle }: ReplyOptions,
  size: number,
): { answer: string; deltas: readonly object[]; said: string } {
  const written = text ?? (calls.length > 0 ? '' : answerTo);
  const answer = typeof written === 'string' ? written : written(exchange);
  const named = calls.map((call, at) => ({ id: `call_${fingerprint(exchange)}${at}`, ...call }));
  const fragments = callDeltas(named, size, callStyle);
  return {
    answer,
    deltas: [...cut(answer, size).map((content) => ({ content })), ...fragments.map((tool_calls) => ({ tool_calls }))],
    said: calls.map((call) => call.name + argumentsText(call)).join(''),
  };
}

function* writesOf(data: string, options: ReplyOptions): Generator<string | Uint8Array> {
  const newline = options.newline ?? '\n';
  const comment = options.comments === true ? `: keep-alive${newline}${newline}` : '';
  const wire = `${comment}data: ${data}${newline}${newline}`;
  if (options.bytesPerWrite === undefined) {
    yield wire;
    return;
  }
  const bytes = Buffer.from(wire);
  for (let at = 0; at < bytes.length; at += options.bytesPerWrite) yield bytes.subarray(at, at + options.bytesPerWrite);
}

function chunk(exchange: Exchange, delta: object, finish: string | null, more: object = {}): string {
  return event(exchange, { choices: [{ index: 0, delta, finish_reason: finish }], ...more });
}

function event(exchange: Exchange, fields: object): string {
  return JSON.stringify({
    id: `chatcmpl-${fingerprint(exchange)}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: modelOf(exchange),
    ...fields,
  });
}

/** A JSON reply that is no stream: errors, lists. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return async (_exchange, wire) => {
    wire.head(status, { 'content-type': 'application/json', ...headers });
    if (body !== null) await wire.send(JSON.stringify(body));
    wire.end();
  };
}

/** An error in OpenAI's shape. */
export function refuse(
  status: number,
  message: string,
  code?: string,
  headers?: Readonly<Record<string, string>>,
): Behaviour {
  return json(status, { error: { message, type: 'error', code: code ?? null } }, headers);
}

/** Bytes of any kind under any type. */
export function raw(status: number, contentType: string, body: string | Uint8Array): Behaviour {
  return async (_exchange, wire) => {
    wire.head(status, contentType === '' ? {} : { 'content-type': contentType });
    if (body.length > 0) await wire.send(body);
    wire.end();
  };
}

export function html(status = 200): Behaviour {
  return raw(status, 'text/html; charset=utf-8', '<!doctype html><title>Welcome</title><p>It works!</p>');
}

/** What Ollama does with an origin it does not know: 403 and nothing else. */
export function ollamaForbidden(): Behaviour {
  return raw(403, '', '');
}

export function redirect(location: string): Behaviour {
  return (_exchange, wire) => {
    wire.head(307, { location });
    wire.end();
  };
}

/** Accepts the request and never answers. */
export function hang(): Behaviour {
  return (_exchange, wire) => wire.gone;
}

/** Breaks the connection off before the head. */
export function drop(): Behaviour {
  return (_exchange, wire) => wire.destroy();
}

/** The behaviours in turn, the last one for good. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let next = 0;
  return (exchange, wire) => {
    const behaviour = behaviours[Math.min(next, behaviours.length - 1)] ?? behaviours[0];
    next += 1;
    return behaviour(exchange, wire);
  };
}

/** A reply made from the request: a summary that names the document's title and the hash of all that was asked. */
export function answerTo(exchange: Exchange): string {
  const asked = promptOf(exchange);
  const title = /<document title="([^"]*)"/.exec(asked)?.[1] ?? 'the text';
  return [
    `## Summary of ${title}`,
    `This is what the test model says of **${title}**: it holds ${asked.length} characters.`,
    `- Fingerprint \`${hash(asked)}\`\n- Language kept: naïve café, 日本語, 👩‍💻`,
  ].join('\n\n');
}

/** Everything the request says, as one text. */
export function promptOf({ body }: Exchange): string {
  const { messages = [] } = (body ?? {}) as { messages?: readonly { content?: unknown; tool_calls?: unknown }[] };
  return messages
    .flatMap(({ content, tool_calls: calls }) => [content, calls])
    .filter((part) => part !== undefined && part !== null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join('\n\n');
}

/** Tokens as this server counts them: four characters each. */
export function usageOf(exchange: Exchange, answer: string): Readonly<Record<string, unknown>> {
  const input = Math.ceil(promptOf(exchange).length / 4);
  const output = Math.ceil(answer.length / 4);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function modelOf({ body }: Exchange): string {
  return (body as { model?: string } | undefined)?.model ?? '';
}

function wantsUsage({ body }: Exchange): boolean {
  return (body as { stream_options?: { include_usage?: boolean } } | undefined)?.stream_options?.include_usage === true;
}

function fingerprint({ body }: Exchange): string {
  return hash(JSON.stringify(body ?? null));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
