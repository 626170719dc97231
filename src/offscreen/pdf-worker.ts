/**
 * The thread that reads one PDF and is then ended. The one rule: what a file holds cannot reach out from here; the doors to
 * the network are shut before its first byte arrives.
 */
import { readPdf } from './pdf-file.ts';

const load = fetch.bind(globalThis);
for (const door of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'Worker'])
  Object.defineProperty(globalThis, door, { value: undefined });

/** One message begins it: the file, its address, and the port that hears of it. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<{ bytes: Uint8Array; url: string }>) => {
  void readPdf(data.bytes, data.url, table, (event) => port?.postMessage(event));
});

async function table(file: string): Promise<Uint8Array> {
  const response = await load(new URL(`/pdf/cmaps/${file}`, location.origin));
  return new Uint8Array(await response.arrayBuffer());
}
