/** PDFs, as the offscreen document reads them: each in a thread of its own, which ends with its line, whatever it is doing. */
import { bytesOfBase64 } from '../lib/base/base64.ts';
import { joinedBytes, MOST_BYTES } from '../lib/pipeline/pdf/held.ts';
import { check } from '../lib/protocol/check.ts';
import type { Line } from '../lib/protocol/offscreen.ts';
import { eventMessage } from '../lib/protocol/pdf.ts';
import type { PdfEvent } from '../lib/protocol/pdf-schemas.ts';

/** A thread that reads one file. */
export interface PdfThread {
  /** Begins. `tell` hears of it until `done` or `fault`. */
  read(bytes: Uint8Array<ArrayBuffer>, url: string, tell: (event: PdfEvent) => void): void;
  end(): void;
}

export function servePdfs(thread: () => PdfThread, line: Line): void {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let reading: PdfThread | null = null;
  let gone = false;
  const leave = (): void => {
    gone = true;
    pieces.length = 0;
    reading?.end();
  };
  const post = (event: PdfEvent): void => {
    if (gone) return;
    try {
      line.postMessage(eventMessage(event));
    } catch {
      leave(); // the port closed under our hands
    }
  };
  const refuse = (message: string): void => {
    post({ type: 'fault', fault: 'failed', message });
    leave();
  };
  line.onDisconnect.addListener(leave);
  line.onMessage.addListener((message) => {
    if (gone || reading) return;
    const file = check('pdf.file', message);
    if (!file.ok) {
      refuse(file.message);
      return;
    }
    const { type, text, size: said } = file.value;
    if (type === 'piece') {
      const bytes = decoded(text);
      size += said;
      if (bytes?.length === said && size <= MOST_BYTES) pieces.push(bytes);
      else refuse('A piece of the file is not what it should be.');
      return;
    }
    if (said !== size) {
      refuse('The file did not arrive whole.');
      return;
    }
    reading = thread();
    reading.read(joinedBytes(pieces.splice(0)), text, post);
  });
}

function decoded(data: string): Uint8Array | null {
  try {
    return bytesOfBase64(data);
  } catch {
    return null;
  }
}

/** A real one. */
export function pdfThread(): PdfThread {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'pdf' });
  return {
    read(bytes, url, tell) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<PdfEvent>) => tell(data);
      worker.onerror = ({ message }) => tell({ type: 'fault', fault: 'failed', message: message.slice(0, 500) });
      worker.postMessage({ bytes, url }, [bytes.buffer, port2]);
    },
    end: () => worker.terminate(),
  };
}
