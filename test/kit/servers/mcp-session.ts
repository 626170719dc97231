/** A server of 2025-11-25 that keeps sessions, written by hand: its streams break off as a test says. For `ToolServer.answer`. */
import type { IncomingMessage, ServerResponse } from 'node:http';

interface SessionMessage {
  readonly id?: number;
  /** Absent from an answer. */
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface SessionServer {
  /** To questions that it asked, in order. */
  readonly answers: readonly unknown[];
  /** Of questions that were refused, in order. */
  readonly errors: readonly unknown[];
  /** HTTP methods, and those of notifications, in order; calls and lists are left out. */
  readonly seen: readonly string[];
  /** Of the requests that resumed a stream. */
  readonly lastEventIds: readonly string[];
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** An event stream that a call or a resumption is answered by. */
export type AnswerStream = (
  response: ServerResponse,
  sendResult: (text: string) => void,
  sendError: (error: object) => void,
) => void;

const SESSION = 'session-7';
const TOOL = { name: 'slow', inputSchema: { type: 'object' } };

/** `onAnswer`: to a question that was asked on a stream. `onListen`: to a stream that is no reply. */
export function createSessionServer(
  onCall: AnswerStream,
  onResume: AnswerStream,
  onAnswer: () => void = () => undefined,
  onListen: (response: ServerResponse) => void = (response) => void response.writeHead(405).end(),
): SessionServer {
  const seen: string[] = [];
  const lastEventIds: string[] = [];
  const answers: unknown[] = [];
  const errors: unknown[] = [];
  let called = 0;
  const stream = (response: ServerResponse, answerBy: AnswerStream): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (reply: object): void => {
      response.end(`id: last\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: called, ...reply })}\n\n`);
    };
    answerBy(
      response,
      (text) => send({ result: { content: [{ type: 'text', text }] } }),
      (error) => send({ error }),
    );
  };
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'Sessions', version: '1' },
    },
    'tools/list': { tools: [TOOL] },
  };
  function receive(message: SessionMessage, response: ServerResponse): void {
    const { id, method = '', result, error } = message;
    if (message.method === undefined) {
      if (error === undefined) answers.push(result);
      else errors.push(error);
      onAnswer();
      response.writeHead(202).end();
    } else if (id === undefined) {
      seen.push(method);
      response.writeHead(202).end();
    } else if (method === 'tools/call') {
      called = id;
      stream(response, onCall);
    } else if (results[method] === undefined) {
      response.writeHead(400).end();
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': SESSION });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
    }
  }
  return {
    answers,
    errors,
    seen,
    lastEventIds,
    answer(request, response) {
      const { method, headers } = request;
      if (method !== 'POST') seen.push(`${method ?? ''} ${String(headers['mcp-session-id'])}`);
      if (method === 'GET' && headers['last-event-id'] === undefined) {
        onListen(response);
      } else if (method === 'GET') {
        lastEventIds.push(String(headers['last-event-id']));
        stream(response, onResume);
      } else if (method === 'DELETE') {
        response.writeHead(200).end();
      } else {
        let body = '';
        request.setEncoding('utf8').on('data', (part: string) => (body += part));
        request.on('end', () => receive(JSON.parse(body) as SessionMessage, response));
      }
    },
  };
}
