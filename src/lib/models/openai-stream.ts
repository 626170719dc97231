/**
 * What the library makes of a reply in Responses, put right: it withholds the reply until the first output, throws an
 * error that came before, and stumbles over events out of order. The one rule: whatever the server says once it has
 * answered is part of the stream.
 */
import { APICallError } from '@ai-sdk/provider';
import { StreamedError } from './failures.ts';
import { property } from './loose.ts';
import type { StreamPart } from './protocol.ts';
import { WireError } from './wire.ts';

type Fetch = typeof globalThis.fetch;
type Parts = ReadableStream<StreamPart>;

/** Resolves with the parts as soon as the server has answered. Rejects with what was thrown before. */
export async function onceAnswered(fetch: Fetch, open: (fetch: Fetch) => Promise<Parts>): Promise<Parts> {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const parts = open(async (input, init) => {
    const response = await fetch(input, init);
    answer();
    return response;
  });
  await Promise.race([answered, parts]);
  return paragraphs(deferred(parts));
}

/** The stream that a promise holds. */
function deferred(parts: Promise<Parts>): Parts {
  const reader = parts.then((stream) => stream.getReader());
  reader.catch(() => undefined); // whoever reads is told
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await (await reader).read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (thrown) {
        controller.error(readable(thrown));
      }
    },
    cancel: async (reason) => (await reader).cancel(reason),
  });
}

/** The error event in what the library throws; a fault in the library's own reading means that the events make no sense. */
function readable(thrown: unknown): unknown {
  if (thrown instanceof TypeError) return new WireError('malformed', { cause: thrown });
  if (!APICallError.isInstance(thrown) || thrown.data === undefined) return thrown;
  const { data } = thrown;
  return new StreamedError(property(data, 'error') ?? property(property(data, 'response'), 'error') ?? data);
}

/** A blank line between messages: newer models say what they are about to do in a message of its own. */
function paragraphs(parts: Parts): Parts {
  let [written, apart] = [false, false];
  return parts.pipeThrough(
    new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'text-start') apart = written;
        if (part.type === 'text-delta' && part.delta !== '') {
          if (apart) controller.enqueue({ ...part, delta: '\n\n' });
          [written, apart] = [true, false];
        }
        controller.enqueue(part);
      },
    }),
  );
}
