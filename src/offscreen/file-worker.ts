/** Converts one file, without network APIs, so malicious file data cannot reach out. */
import { convertBytes, type FileToConvert } from './convert-bytes.ts';
import { dropNetworkApis } from './drop-network.ts';

dropNetworkApis();

addEventListener('message', ({ data }: MessageEvent<FileToConvert>) => {
  void convertBytes(data).then(postMessage, (thrown: unknown) => {
    setTimeout(() => {
      throw thrown; // reaches the code that started this thread, as a rejection does not
    });
  });
});
