/** One connection to an MCP server over streamable HTTP: bounded, without redirects, and closed after its work. */
import '../models/providers/no-eval.ts';
import {
  Client,
  extractWWWAuthenticateParams,
  isJSONRPCRequest,
  StreamableHTTPClientTransport,
  type ClientContext,
  type JSONRPCRequest,
  type Result,
} from '@modelcontextprotocol/client';
import { raceWithAbort } from '../base/async.ts';
import { getMediaType, sendHttpRequest } from '../models/http/http-exchange.ts';
import { limitStream } from '../models/http/limit-stream.ts';
import { WireError, type WireFault } from '../models/http/call-errors.ts';
import type { UnknownRecord } from '../base/loose.ts';
import { elicit } from './elicitation.ts';
import { sample } from './sampling.ts';
import type { Questions } from './questions.ts';
import type { Challenge } from '../protocol/offscreen/sign-in.ts';

export interface ConnectionOptions {
  readonly address: string;
  readonly fetch: typeof fetch;
  /** Version of the extension. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** What the server asks the user; absent: whatever it asks is refused. */
  readonly questions?: Questions;
}

/** What the exchange came to, where the library's error does not say it. */
export interface WireRecord {
  fault: WireFault | null;
  /** HTTP status of the last refusal; 0 for none. */
  status: number;
  /** What that said of signing in. */
  challenge: Challenge | null;
  /** A tool was called: whatever fails from now on, it may have run. */
  isCalled: boolean;
  /** Aborts with the fault: the library waits on after some. */
  readonly broken: AbortController;
}

export const createWireRecord = (): WireRecord => ({
  fault: null,
  status: 0,
  challenge: null,
  isCalled: false,
  broken: new AbortController(),
});

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const MESSAGE_TYPES = ['application/json', 'text/event-stream'];
const CONNECT_MS = 15_000;
/** Time for the server to be told that the connection ends. */
const FAREWELL_MS = 1000;
/** Most streams that are resumed after they broke off, over all requests of a connection. */
const MAX_RESUMPTIONS = 20;
/** In which a stateless server asks, or just wants the request again. */
const MAX_ROUNDS = 10;

/**
 * Sees a server's question as it came: the library's check fails the whole call where a form is not flat, and drops the rules that
 * it does not know.
 */
class AskingClient extends Client {
  #questions: Questions | null = null;
  #address = '';

  setQuestions(questions: Questions, address: string): void {
    this.#questions = questions;
    this.#address = address;
    for (const method of Object.keys(ANSWERS) as (keyof typeof ANSWERS)[])
      this.setRequestHandler(method, () => Promise.reject(new Error(`${method} is answered below.`)));
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const answer = (ANSWERS as Readonly<Partial<Record<string, Answer>>>)[method];
    if (!answer) return super._wrapHandler(method, handler); // also before the field is there
    return ({ params = {} }, { mcpReq: { signal } }) =>
      this.#questions ? answer(params, this.#questions, signal, this.#address) : Promise.reject(new Error(method));
  }
}

type Handler = (request: JSONRPCRequest, context: ClientContext) => Promise<Result>;
/** `signal`: aborts when the server gives its request up. `address`: the server's. */
type Answer = (params: UnknownRecord, questions: Questions, signal: AbortSignal, address: string) => Promise<Result>;
const ANSWERS = { 'elicitation/create': elicit, 'sampling/createMessage': sample } as const satisfies Readonly<
  Record<string, Answer>
>;

/** Rejects with whatever the library throws: `wire` says more. */
export async function withConnection<T>(
  { address, fetch, version, signal, questions }: ConnectionOptions,
  wire: WireRecord,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new AskingClient(
    { name: 'KnowledgeLens', version },
    {
      // results are checked against a narrowed schema: the work for a stranger's own is not bounded
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      // also where nobody can be asked: some servers list only the tools that fit a client
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
      inputRequired: { maxRounds: MAX_ROUNDS },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: CONNECT_MS } },
    },
  );
  if (questions) client.setQuestions(questions, address);
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    fetch: createBoundedFetch(fetch, wire, questions !== undefined),
    reconnectionOptions: {
      maxRetries: 3,
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
    },
  });
  const waitForNotices = watchMessages(transport, wire);
  const run = async (): Promise<T> => {
    await client.connect(transport, { signal, timeout: CONNECT_MS });
    wire.status = 0; // what the negotiation was refused says nothing of what follows
    return work(client);
  };
  try {
    return await raceWithAbort(run(), AbortSignal.any([signal, wire.broken.signal]));
  } finally {
    const farewell = waitForNotices().then(() => transport.terminateSession());
    void close(client, farewell);
  }
}

async function close(client: Client, farewell: Promise<void>): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
  await Promise.race([farewell.catch(() => undefined), timeout]);
  await client.close().catch(() => undefined);
}

/**
 * The library waits on after a stream that ended without its answer and cannot be resumed. Returns what resolves once the
 * notice of an abort has arrived.
 */
function watchMessages(transport: StreamableHTTPClientTransport, wire: WireRecord): () => Promise<unknown> {
  const unanswered = new Set<unknown>();
  let notice: Promise<unknown> = Promise.resolve();
  transport.onmessage = (message) => {
    if ('id' in message && !('method' in message)) unanswered.delete(message.id);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (Array.isArray(message) || !isJSONRPCRequest(message)) {
      const sent = send(message, options);
      notice = sent.catch(() => undefined);
      return sent;
    }
    const { id } = message;
    unanswered.add(id);
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      if (unanswered.has(id)) breakOff(new WireError('cut'), wire);
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
  return () => notice;
}

/** `mayListen`: a server may be heard that asks beside the stream of the call. Otherwise nothing is read but replies to our requests. */
function createBoundedFetch(
  fetch: typeof globalThis.fetch,
  wire: WireRecord,
  mayListen: boolean,
): typeof globalThis.fetch {
  let resumptions = 0;
  const beside = createWireRecord();
  return async (input, init = {}) => {
    if ((init.method ?? 'GET') === 'GET') {
      const isResumed = new Headers(init.headers).has('last-event-id');
      if (isResumed || mayListen) resumptions += 1;
      if (!(isResumed || mayListen) || resumptions > MAX_RESUMPTIONS) return new Response(null, { status: 405 });
      if (!isResumed) return listen(fetch, input instanceof Request ? input.url : input, init, beside);
    }
    try {
      const response = await sendHttpRequest(fetch, input instanceof Request ? input.url : input, init);
      if (!response.ok) recordRefusal(response, wire);
      if (response.body === null) return response;
      if (response.status === 200 && !MESSAGE_TYPES.includes(getMediaType(response))) throw new WireError('wrong-type');
      const { status, headers } = response;
      const mayResume = getMediaType(response) === 'text/event-stream';
      return new Response(watch(response.body, mayResume || !response.ok, wire), { status, headers });
    } catch (thrown) {
      record(thrown, wire);
      throw thrown;
    }
  };
}

/** A stream that a server need not have: what becomes of it says nothing of the call, and one that broke a bound is not read again. */
async function listen(
  fetch: typeof globalThis.fetch,
  address: string | URL,
  init: RequestInit,
  wire: WireRecord,
): Promise<Response> {
  const response = wire.fault === null ? await sendHttpRequest(fetch, address, init).catch(() => null) : null;
  if (response?.status === 200 && response.body !== null && getMediaType(response) === 'text/event-stream') {
    return new Response(watch(response.body, true, wire), { status: 200, headers: response.headers });
  }
  void response?.body?.cancel();
  return new Response(null, { status: 405 });
}

function recordRefusal(response: Response, wire: WireRecord): void {
  wire.status = response.status;
  if (response.status !== 401 && response.status !== 403) return;
  const { resourceMetadataUrl, scope = '', error } = extractWWWAuthenticateParams(response);
  wire.challenge = {
    metadata: resourceMetadataUrl?.href.slice(0, 2000) ?? '',
    scope: scope.slice(0, 1000),
    isScopeShort: response.status === 403 && error === 'insufficient_scope',
  };
}

/** Bounded. The library passes no error of a stream on. `mayBeCut`: it may be resumed, or its status says enough. */
function watch(source: ReadableStream<Uint8Array>, mayBeCut: boolean, wire: WireRecord): ReadableStream<Uint8Array> {
  const reader = limitStream(source, false, MAX_RESPONSE_BYTES).stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (thrown) {
        if (!mayBeCut || !(thrown instanceof WireError) || thrown.fault !== 'cut') record(thrown, wire);
        throw thrown;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function record(thrown: unknown, wire: WireRecord): void {
  if (thrown instanceof WireError) breakOff(thrown, wire);
}

function breakOff(error: WireError, wire: WireRecord): void {
  wire.fault = error.fault;
  wire.broken.abort(error);
}
