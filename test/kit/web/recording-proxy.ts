/**
 * A proxy in front of a server that keeps every byte that passes. It stands below HTTP on purpose: what it has seen is what
 * left the machine, whatever anybody parsed it as.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface RecordingProxy {
  /** `http://127.0.0.1:PORT`, to be used in the server's stead. */
  readonly origin: string;
  /** Everything that clients sent, connection after connection. */
  sent(): string;
  /** Everything that the server answered. */
  received(): string;
  close(): Promise<void>;
}

/** `origin`: of the server behind it. */
export async function recordingProxy(origin: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(origin);
  const connections: { readonly sent: Buffer[]; readonly received: Buffer[] }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const record = { sent: [] as Buffer[], received: [] as Buffer[] };
    connections.push(record);
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined); // a cut is passed on below, and is a test's business
    }
    client.on('data', (bytes) => record.sent.push(bytes));
    upstream.on('data', (bytes) => record.received.push(bytes));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const all = (side: 'sent' | 'received'): string =>
    connections.map((connection) => Buffer.concat(connection[side]).toString('utf8')).join('\n');
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sent: () => all('sent'),
    received: () => all('received'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
