/**
 * Servers behind names: what tests have of the web. The one rule: it answers at once or never, counts what reaches it, and
 * remembers with which headers.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

interface Visit {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface WebHost {
  readonly port: number;
  /** In order of their coming. */
  readonly visits: readonly Visit[];
  /** Connections so far, also such that asked for nothing. */
  readonly connections: () => number;
  /** From now on; a path that has none is answered 404. */
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** The browser's arguments that put servers behind names, and in the public Internet those of `outside` alone. */
export function placeHosts(
  outside: Readonly<Record<string, WebHost>>,
  inside: Readonly<Record<string, WebHost>> = {},
): readonly string[] {
  const at = ({ port }: WebHost): string => `127.0.0.1:${String(port)}`;
  const names = Object.entries({ ...outside, ...inside }).map(([name, host]) => `MAP ${name} ${at(host)}`);
  const spaces = [...new Set(Object.values(outside).map((host) => `${at(host)}=public`))];
  return [`--host-resolver-rules=${names.join(', ')}`, `--ip-address-space-overrides=${spaces.join(',')}`];
}

const readTls = (name: string): Buffer => readFileSync(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url));

export async function startWebHost(): Promise<WebHost> {
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const visits: Visit[] = [];
  let connections = 0;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { host = '' } = request.headers;
    const path = request.url ?? '/';
    visits.push({ host, path, headers: request.headers });
    const answer = answers.get(new URL(path, 'http://host').pathname);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  };
  const server = createServer(handle);
  // as a proxy it is itself the end of every tunnel; the browser has to be told to take its certificate
  const secure = createSecureServer({ key: readTls('key'), cert: readTls('certificate') }, handle);
  server.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    secure.emit('connection', socket);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    visits,
    connections: () => connections,
    on: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((done, fail) => {
        server.close((error) => (error === undefined ? done() : fail(error)));
        server.closeAllConnections();
        secure.closeAllConnections();
      }),
  };
}
