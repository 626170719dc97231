/**
 * The worker thread that reads one PDF. Network APIs are removed before its first byte arrives, so that malicious file
 * data cannot reach out.
 */
import { readPdf } from './pdf-file.ts';

const fetchFile = fetch.bind(globalThis);
for (const api of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'Worker'])
  Object.defineProperty(globalThis, api, { value: undefined });

/** One message starts it: the file, its URL, and the port for its events. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<{ bytes: Uint8Array; url: string }>) => {
  void readPdf(data.bytes, data.url, readCMap, (event) => port?.postMessage(event));
});

async function readCMap(file: string): Promise<Uint8Array> {
  const response = await fetchFile(new URL(`/pdf/cmaps/${file}`, location.origin));
  return new Uint8Array(await response.arrayBuffer());
}
