/**
 * What the library makes of a reply in Responses, put right: it withholds the reply until the first output, throws an
 * error that came before, and stumbles over events out of order. The one rule: whatever the server says once it has
 * answered is part of the stream.
 */
import { APICallError } from '@ai-sdk/provider';
import { StreamedError } from './failures.ts';
import { property } from '../base/loose.ts';
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
  return mended(deferred(parts));
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

/** A fault in the library's own reading means that the events make no sense. */
function readable(thrown: unknown): unknown {
  if (thrown instanceof TypeError) return new WireError('malformed', { cause: thrown });
  return APICallError.isInstance(thrown) && thrown.data !== undefined ? told(thrown.data, thrown.statusCode) : thrown;
}

/** What an error event says, with the status that the library reads from its code; 500 is where it could read none. */
function told(event: unknown, status: unknown): StreamedError {
  const error = property(event, 'error') ?? property(property(event, 'response'), 'error') ?? event;
  const known = typeof error === 'object' && error !== null && status !== 500 && status !== undefined;
  return new StreamedError(known ? { ...error, status } : error);
}

/**
 * The same, with errors as they were told, a blank line between messages (some models say in one of its own what they are
 * about to do), and without `stop` for a reply that was left incomplete.
 */
function mended(parts: Parts): Parts {
  let [written, apart, incomplete] = [false, false, false];
  return parts.pipeThrough(
    new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'text-start') apart = written;
        if (part.type === 'text-delta' && part.delta !== '') {
          if (apart) controller.enqueue({ ...part, delta: '\n\n' });
          [written, apart] = [true, false];
        }
        if (part.type === 'raw') incomplete ||= isUnexplained(part.rawValue);
        if (part.type === 'error') controller.enqueue({ ...part, error: errorIn(part.error) });
        else if (part.type === 'finish' && incomplete)
          controller.enqueue({ ...part, finishReason: { unified: 'other', raw: undefined } });
        else controller.enqueue(part);
      },
    }),
  );
}

/** The end of a reply that is incomplete for no reason, which the library takes for complete. */
function isUnexplained(event: unknown): boolean {
  const reason = property(property(property(event, 'response'), 'incomplete_details'), 'reason');
  return property(event, 'type') === 'response.incomplete' && typeof reason !== 'string';
}

/** The library keeps the event beside what it made of it; what it could not read at all, it passes on as an error. */
function errorIn(error: unknown): unknown {
  return error instanceof Error ? error : told(property(error, 'data') ?? error, property(error, 'statusCode'));
}
