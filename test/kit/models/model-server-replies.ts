/**
 * What a model server may answer, well or badly, as behaviours for `model-server.ts`. The one rule: a reply is a pure
 * function of the request and of the options given here.
 */
import { argumentsText, cut, type CallStyle, type ServedCall } from './model-server-calls.ts';
import type { Behaviour, Exchange, Wire } from './model-server.ts';
import { chatCompletions } from '../wire/chat-completions.ts';
import type { Figures, WireEvent, WireFormat } from '../wire/speech.ts';
import { fingerprint, hash, json } from './wire-bytes.ts';

export { json } from './wire-bytes.ts';

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
  /** Thoughts before it, in the field that the format has for them. */
  readonly reasoning?: string;
  /** A refusal after the text, in the field that the format has for it. */
  readonly refusal?: string;
  /** Characters of text or arguments per event; 8 by default. */
  readonly size?: number;
  /** Awaited before the event of this index (0 is the first with text or a call). */
  readonly before?: Readonly<Record<number, (wire: Wire) => Promise<unknown>>>;
  /** Where the usage stands; by default in the last event, if the request asked for it. */
  readonly usage?: 'last' | 'first' | 'absent';
  /** The usage itself; by default four characters a token. */
  readonly figures?: (exchange: Exchange, answer: string) => Figures;
  /** By default `stopRuns`, or `tool_calls` where there are some. */
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
  readonly insert?: { readonly after: number; readonly data: string; readonly name?: string };
  readonly contentType?: string;
  /** Keep the connection open after the last event. */
  readonly linger?: boolean;
}

/** A whole reply, with whatever is wrong with it; in OpenAI's chat completions unless told otherwise. */
export function reply(options: ReplyOptions = {}, format: WireFormat = chatCompletions): Behaviour {
  return async (exchange, wire) => {
    const type =
      options.contentType ?? (format.framing === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/x-ndjson');
    wire.head(200, { 'content-type': type, 'cache-control': 'no-cache' });
    for (const step of eventsOf(exchange, options, format)) {
      await options.before?.[step.text]?.(wire);
      if (step.stop !== undefined) return stop(wire, step.stop);
      for (const bytes of writesOf(step.events, options, format)) await wire.send(bytes);
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
  readonly events: readonly WireEvent[];
  /** Index of the next moment with text or a call. */
  readonly text: number;
  readonly stop?: 'destroy' | 'end' | 'hang';
}

function* eventsOf(exchange: Exchange, options: ReplyOptions, format: WireFormat): Generator<Step> {
  const { size = 8, reasoning = '', refusal = '', usage = 'last', insert, stopAfter } = options;
  const { answer, calls, said } = contentOf(exchange, options);
  const speech = format.speech(exchange);
  const reason = options.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : options.finish;
  const figures = (options.figures ?? figuresOf)(exchange, answer + reasoning + said);
  yield { events: speech.begin(usage === 'first' ? figures : null), text: -1 };
  for (const piece of cut(reasoning, size)) yield { events: speech.thought(piece), text: -1 };
  let at = 0;
  for (const moment of momentsOf()) {
    if (stopAfter?.events === at) {
      if (stopAfter.how === 'finish') break;
      yield { events: [], text: at, stop: stopAfter.how };
    }
    if (insert?.after === at) yield { events: [insert], text: at };
    yield { events: moment, text: at };
    at += 1;
  }
  if (stopAfter !== undefined && stopAfter.how !== 'finish') yield { events: [], text: at, stop: stopAfter.how };
  if (insert !== undefined && insert.after >= at) yield { events: [insert], text: at };
  const last = usage === 'last' ? figures : null;
  if (reason !== null) {
    yield { events: speech.finish(reason, last), text: at };
    if (options.finishTwice === true) yield { events: speech.finish(reason, last), text: at };
  }
  if (last !== null) yield { events: speech.figures(last), text: at };
  if (options.done !== false) yield { events: speech.end(), text: at };

  /** Said piece by piece, since what comes next depends on what was. */
  function* momentsOf(): Generator<readonly WireEvent[]> {
    for (const piece of cut(answer, size)) yield speech.text(piece);
    for (const piece of cut(refusal, size)) yield speech.refusal?.(piece) ?? speech.text(piece);
    yield* speech.calls(calls, size, options.callStyle ?? {});
  }
}

/** The text, then the calls, and what of it all is counted. */
function contentOf(
  exchange: Exchange,
  { text, calls = [] }: ReplyOptions,
): { answer: string; calls: readonly Required<ServedCall>[]; said: string } {
  const written = text ?? (calls.length > 0 ? '' : answerTo);
  return {
    answer: typeof written === 'string' ? written : written(exchange),
    calls: calls.map((call, at) => ({ id: `call_${fingerprint(exchange)}${at}`, ...call })),
    said: calls.map((call) => call.name + argumentsText(call)).join(''),
  };
}

function* writesOf(
  events: readonly WireEvent[],
  options: ReplyOptions,
  { framing }: WireFormat,
): Generator<string | Uint8Array> {
  const newline = options.newline ?? '\n';
  const comment = options.comments === true ? (framing === 'sse' ? `: keep-alive${newline}${newline}` : newline) : '';
  for (const { data, name } of events) {
    const named = name === undefined ? '' : `event: ${name}${newline}`;
    const wire = comment + (framing === 'sse' ? `${named}data: ${data}${newline}${newline}` : `${data}${newline}`);
    if (options.bytesPerWrite === undefined) {
      yield wire;
      continue;
    }
    const bytes = Buffer.from(wire);
    for (let at = 0; at < bytes.length; at += options.bytesPerWrite)
      yield bytes.subarray(at, at + options.bytesPerWrite);
  }
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

/** Says that a stream comes, and sends nothing of it. */
export function hangAfterHead(contentType = 'text/event-stream'): Behaviour {
  return async (_exchange, wire) => {
    wire.head(200, { 'content-type': contentType });
    await wire.gone;
  };
}

/** Sends the same bytes until the client goes. */
export function forEver(bytes: string, contentType = 'text/event-stream'): Behaviour {
  return async (exchange, wire) => {
    wire.head(200, { 'content-type': contentType });
    while (exchange.state === 'open') {
      await wire.send(bytes);
      await new Promise(setImmediate); // server and client share one event loop: let the other side have a turn
    }
  };
}

/** A reply that never ends, in words that never end. */
export function endless(format: WireFormat): Behaviour {
  return async (exchange, wire) => {
    const speech = format.speech(exchange);
    wire.head(200, { 'content-type': format.protocol.streamType });
    const say = (events: readonly WireEvent[]): Promise<void> =>
      wire.send(Array.from(writesOf(events, {}, format)).join(''));
    await say(speech.begin(null));
    while (exchange.state === 'open') {
      await say(speech.text('la '));
      await new Promise(setImmediate);
    }
  };
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
function answerTo(exchange: Exchange): string {
  const asked = promptOf(exchange);
  const title = /<document title="([^"]*)"/.exec(asked)?.[1] ?? 'the text';
  return [
    `## Summary of ${title}`,
    `This is what the test model says of **${title}**: it holds ${asked.length} characters.`,
    `- Fingerprint \`${hash(asked)}\`\n- Language kept: naïve café, 日本語, 👩‍💻`,
  ].join('\n\n');
}

/** Everything the request says, as one text; the body itself where its format keeps messages elsewhere. */
export function promptOf({ body }: Exchange): string {
  const { messages, system } = (body ?? {}) as {
    messages?: readonly { content?: unknown; tool_calls?: unknown }[];
    /** Where the instructions stand apart from the conversation. */
    system?: unknown;
  };
  if (messages === undefined) return JSON.stringify(body ?? null);
  return [{ content: system, tool_calls: undefined }, ...messages]
    .flatMap(({ content, tool_calls: calls }) => [content, calls])
    .filter((part) => part !== undefined && part !== null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join('\n\n');
}

/** Tokens as this server counts them: four characters each. */
export function figuresOf(exchange: Exchange, answer: string): Figures {
  return { input: Math.ceil(promptOf(exchange).length / 4), output: Math.ceil(answer.length / 4) };
}
