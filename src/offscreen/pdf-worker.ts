/** Reads one PDF, without network APIs, so malicious file data cannot reach out. */
import { readPdf } from './pdf-file.ts';

const fetchFile = fetch.bind(globalThis);
for (const api of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'Worker'])
  Object.defineProperty(globalThis, api, { value: undefined });

addEventListener('message', ({ data, ports: [port] }: MessageEvent<{ bytes: Uint8Array; url: string }>) => {
  void readPdf(data.bytes, data.url, readCMap, (event) => port?.postMessage(event));
});

async function readCMap(file: string): Promise<Uint8Array> {
  const response = await fetchFile(new URL(`/pdf/cmaps/${file}`, location.origin));
  return new Uint8Array(await response.arrayBuffer());
}
