/** Converts one file, without network APIs, so malicious file data cannot reach out. */
import { decodeBody } from '../lib/pipeline/web/body.ts';
import type { Converted, FileToConvert } from './convert-file.ts';
import { dropNetworkApis } from './drop-network.ts';
import { readCsv } from './read-csv.ts';
import { readDocx } from './read-docx.ts';

dropNetworkApis();

addEventListener('message', ({ data: { kind, bytes } }: MessageEvent<FileToConvert>) => {
  void convert(kind, bytes).then(postMessage, (thrown: unknown) => {
    setTimeout(() => {
      throw thrown; // reaches whoever started this thread, as a rejection does not
    });
  });
});

async function convert(kind: FileToConvert['kind'], bytes: Uint8Array): Promise<Converted> {
  return kind === 'docx' ? readDocx(bytes) : { type: 'markdown', ...readCsv(decodeBody(bytes, null)) };
}
