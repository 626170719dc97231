/** Reads one PDF, without network APIs, so malicious file data cannot reach out. */
import { dropNetworkApis } from './drop-network.ts';
import { readPdf } from './read-pdf.ts';

const fetchFile = fetch.bind(globalThis);
dropNetworkApis();

addEventListener('message', ({ data, ports: [port] }: MessageEvent<{ bytes: Uint8Array; url: string }>) => {
  void readPdf(data.bytes, data.url, readCMap, (event) => port?.postMessage(event));
});

async function readCMap(file: string): Promise<Uint8Array> {
  const response = await fetchFile(new URL(`/pdf/cmaps/${file}`, location.origin));
  return new Uint8Array(await response.arrayBuffer());
}
