/** Serves PDFs, each in its own thread, which is terminated when its port closes. */
import { decodeBase64 } from '../lib/base/base64.ts';
import { concatBytes } from '../lib/base/bytes.ts';
import { MAX_PDF_BYTES } from '../lib/pipeline/pdf/file-holder.ts';
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import { createReadingMessage } from '../lib/protocol/offscreen/convert-events.ts';
import type { PdfEvent } from '../lib/protocol/offscreen/pdf.ts';

export interface PdfThread {
  read(bytes: Uint8Array<ArrayBuffer>, url: string, onEvent: (event: PdfEvent) => void): void;
  terminate(): void;
}

export function servePdfs(startThread: () => PdfThread, line: PortLike): void {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let reading: PdfThread | null = null;
  let isClosed = false;
  const stop = (): void => {
    isClosed = true;
    pieces.length = 0;
    reading?.terminate();
  };
  const post = (event: PdfEvent): void => {
    if (isClosed) return;
    try {
      line.postMessage(createReadingMessage(event));
    } catch {
      stop(); // the port was already closed
    }
  };
  const refuse = (message: string): void => {
    post({ type: 'fault', fault: 'failed', message });
    stop();
  };
  line.onDisconnect.addListener(stop);
  line.onMessage.addListener((message) => {
    if (isClosed || reading) return;
    const file = check('pdf.file', message);
    if (!file.ok) {
      refuse(file.message);
      return;
    }
    const { type, text, size: declaredSize } = file.value;
    if (type === 'piece') {
      const bytes = decodePiece(text);
      size += declaredSize;
      if (bytes?.length === declaredSize && size <= MAX_PDF_BYTES) pieces.push(bytes);
      else refuse('A piece of the file isn’t what it should be.');
      return;
    }
    if (declaredSize !== size) {
      refuse('The file didn’t arrive whole.');
      return;
    }
    reading = startThread();
    reading.read(concatBytes(pieces.splice(0)), text, post);
  });
}

function decodePiece(data: string): Uint8Array | null {
  try {
    return decodeBase64(data);
  } catch {
    return null;
  }
}

export function startPdfThread(): PdfThread {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'pdf' });
  return {
    read(bytes, url, onEvent) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<PdfEvent>) => onEvent(data);
      worker.onerror = ({ message }) => onEvent({ type: 'fault', fault: 'failed', message: message.slice(0, 500) });
      worker.postMessage({ bytes, url }, [bytes.buffer, port2]);
    },
    terminate: () => worker.terminate(),
  };
}
