/** A server for every name that no other test server has: what a browser wants of it, as bytes, also of a TLS greeting. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

const MAX_BYTES = 16_384;

export interface CatchAll {
  readonly port: number;
  /** What arrived, one text a connection. */
  readonly heard: () => readonly string[];
  close(): Promise<void>;
}

/** It answers nothing but an empty page. */
export async function startCatchAll(): Promise<CatchAll> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let at: number | null = null;
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      at ??= heard.push('') - 1;
      heard[at] = `${heard[at] ?? ''}${bytes.toString('latin1')}`.slice(0, MAX_BYTES);
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
