/**
 * A local model server for tests: real HTTP on 127.0.0.1, the real wire format of OpenAI's streaming chat completions.
 * The one rule: the same request gets the same reply, and everything a test waits for is an event, never a time.
 * What a server may do wrong is in `model-server-replies.ts`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json, reply } from './model-server-replies.ts';
import { chatCompletions } from '../wire/chat-completions.ts';
import type { WireFormat } from '../wire/speech.ts';

/** One request as the server saw it. */
export interface Exchange {
  /** 0, 1, 2 … over all requests of this server. */
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body; undefined when there was none. */
  readonly body: unknown;
  /** `cut`: the connection was lost before the reply's end, by either side. */
  state: 'open' | 'finished' | 'cut';
  /** Events sent so far. */
  sent: number;
}

/** The reply under way. Writing after the client has gone is a no-op. */
export interface Wire {
  head(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Bytes as they are, counted as one event. Resolves when they were handed to the network. */
  send(bytes: string | Uint8Array): Promise<void>;
  end(): void;
  /** Breaks the connection off. */
  destroy(): void;
  /** Resolves when the connection is over, whoever ended it. */
  readonly gone: Promise<void>;
}

export type Behaviour = (exchange: Exchange, wire: Wire) => void | Promise<void>;

/** Chooses what to do with a request; undefined leaves it to the server's own answer. */
export type Respond = (exchange: Exchange) => Behaviour | undefined;

export interface ModelServerOptions {
  /** Ids that `GET /v1/models` lists; null for a server without a list. */
  readonly models?: readonly string[] | null;
  /** What it speaks; OpenAI's chat completions unless said otherwise. */
  readonly format?: WireFormat;
  /** Send CORS headers that allow every origin. Off by default: an extension with host access needs none. */
  readonly cors?: boolean;
}

export interface ModelServer {
  /** Base URL of the API: `http://127.0.0.1:PORT/v1` for OpenAI's chat completions. */
  readonly url: string;
  readonly origin: string;
  /** Every request, oldest first. */
  readonly requests: readonly Exchange[];
  /** Only the chat completions. */
  readonly calls: readonly Exchange[];
  /** From now on, this decides. */
  respond(how: Respond): void;
  /** The next chat completion nobody has awaited yet. */
  nextRequest(): Promise<Exchange>;
  /** Resolves when the request has sent `count` events. Rejects when it ends before. */
  chunkSent(index: number, count: number): Promise<void>;
  /** Resolves when the exchange is over. */
  settled(index: number): Promise<Exchange>;
  close(): Promise<void>;
}

export async function startModelServer(
  script: Respond = () => undefined,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: Exchange[] = [];
  const sockets = new Set<Socket>();
  const watchers = new Set<() => boolean>();
  let respond = script;
  let taken = 0;

  /** Tells everybody who waits that something happened. */
  function notify(): void {
    for (const look of watchers) if (look()) watchers.delete(look);
  }
  /** Resolves with the first value that is not undefined; looked at again at every event. */
  function until<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): boolean => {
        try {
          const found = look();
          if (found !== undefined) resolve(found);
          return found !== undefined;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      };
      if (!attempt()) watchers.add(attempt);
    });
  }
  const isCall = (exchange: Exchange): boolean => (options.format ?? chatCompletions).isCall(exchange);

  const server = createServer((request, response) => {
    void receive(request, requests.length, response, options, notify).then((arrived) => {
      requests.push(arrived.exchange);
      notify();
      void answer(arrived.exchange, arrived.wire, respond, options);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const origin = await listen(server);

  return {
    url: `${origin}${(options.format ?? chatCompletions).base}`,
    origin,
    requests,
    get calls() {
      return requests.filter(isCall);
    },
    respond: (how) => (respond = how),
    nextRequest: () =>
      until(() => {
        const next = requests.filter(isCall)[taken];
        if (next !== undefined) taken += 1;
        return next;
      }),
    chunkSent: (index, count) =>
      until(() => {
        const exchange = requests[index];
        if (exchange !== undefined && exchange.sent >= count) return true;
        if (exchange !== undefined && exchange.state !== 'open') throw new Error(`Request ${index} ended early.`);
        return undefined;
      }).then(() => undefined),
    settled: (index) =>
      until(() => {
        const exchange = requests[index];
        return exchange !== undefined && exchange.state !== 'open' ? exchange : undefined;
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function answer(exchange: Exchange, wire: Wire, respond: Respond, options: ModelServerOptions): Promise<void> {
  const own = (): Behaviour => {
    if (exchange.method === 'OPTIONS') return json(204, null);
    const format = options.format ?? chatCompletions;
    const asksForModels =
      exchange.path.split('?', 1)[0] === `${format.base}${format.protocol.models.path.split('?', 1).join('')}`;
    if (exchange.method === 'GET' && asksForModels && options.models !== null) {
      return format.models(options.models ?? ['test-model']);
    }
    if (format.isCall(exchange)) return reply({}, format);
    return json(404, { error: { message: 'Not Found', type: 'invalid_request_error' } });
  };
  try {
    await (respond(exchange) ?? own())(exchange, wire);
  } catch (error) {
    console.error('The model server’s script threw:', error);
    wire.destroy();
  }
}

async function receive(
  request: IncomingMessage,
  index: number,
  response: ServerResponse,
  options: ModelServerOptions,
  notify: () => void,
): Promise<{ exchange: Exchange; wire: Wire }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const exchange: Exchange = {
    index,
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    state: 'open',
    sent: 0,
  };
  return { exchange, wire: wireOf(exchange, response, options, notify) };
}

function wireOf(exchange: Exchange, response: ServerResponse, options: ModelServerOptions, notify: () => void): Wire {
  const gone = new Promise<void>((resolve) => {
    response.on('close', () => {
      exchange.state = response.writableFinished ? 'finished' : 'cut';
      notify();
      resolve();
    });
  });
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  return {
    head(status, headers = {}) {
      response.writeHead(status, { ...(options.cors === true ? cors : {}), ...headers });
      response.flushHeaders();
    },
    async send(bytes) {
      if (response.destroyed) return;
      await Promise.race([new Promise<void>((resolve) => response.write(bytes, () => resolve())), gone]);
      exchange.sent += 1;
      notify();
    },
    end: () => response.end(),
    destroy: () => response.destroy(),
    gone,
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
