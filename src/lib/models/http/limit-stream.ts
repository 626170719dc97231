/** Bounds a reply's bytes and the length of its lines; checks that each line of JSON lines is an object. */
import { isRecord, parseJson } from '../../base/loose.ts';
import { WireError } from './call-errors.ts';

/** On the wire: some 100,000 tokens of reply at 300 bytes each. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** Limit of one event: the parser buffers an unfinished line. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const LF = 10;
const CR = 13;

/** Adds a final line end: a last `\r` alone would leave its line unfinished. */
export function limitStream(
  source: ReadableStream<Uint8Array>,
  ndjson: boolean,
  maxBytes = MAX_STREAM_BYTES,
): { stream: ReadableStream<Uint8Array>; end: () => void } {
  const reader = source.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const lines = ndjson ? createJsonLines() : null;
  let total = 0;
  let line = 0;

  function checkBytes(bytes: Uint8Array): Uint8Array {
    total += bytes.byteLength;
    if (total > maxBytes) throw new WireError('too-long');
    for (const byte of bytes) {
      line = byte === LF || byte === CR ? 0 : line + 1;
      if (line > MAX_LINE_BYTES) throw new WireError('line-too-long');
    }
    const checked = lines === null ? bytes : lines.push(bytes);
    if (checked === null) throw new WireError('malformed');
    return checked;
  }

  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new WireError('cut', { cause });
      });
      if (done) {
        controller.enqueue(lines === null ? Uint8Array.of(LF) : lines.flush());
        controller.close();
        return;
      }
      try {
        controller.enqueue(checkBytes(value));
      } catch (fault) {
        cancel();
        throw fault;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { stream, end: cancel }; // a cancelled read counts as done
}

interface JsonLines {
  /** Returns completed lines without blank ones; null when one is not a JSON object. */
  push(bytes: Uint8Array): Uint8Array | null;
  /** Returns the last line if only its line feed is missing. */
  flush(): Uint8Array;
}

export function createJsonLines(): JsonLines {
  const decoder = new TextDecoder();
  let partial: string[] = [];
  return {
    push(bytes) {
      const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split(/[\r\n]/);
      partial.push(first);
      const next = rest.pop();
      if (next === undefined) return encodeLines([]);
      const complete = [partial.join(''), ...rest].filter((line) => line.trim() !== '');
      partial = [next];
      return complete.every((line) => isRecord(parseJson(line))) ? encodeLines(complete) : null;
    },
    flush() {
      const line = partial.join('') + decoder.decode();
      return encodeLines(isRecord(parseJson(line)) ? [line] : []);
    },
  };
}

function encodeLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}
