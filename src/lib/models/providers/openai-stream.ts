/** Corrects the library's Responses stream, which withholds the reply and throws early errors. */
import { APICallError } from '@ai-sdk/provider';
import { StreamedError } from '../http/failures.ts';
import { getProperty } from '../../base/loose.ts';
import type { StreamPart } from '../http/wire-format.ts';
import { WireError } from '../http/http-exchange.ts';

type Fetch = typeof globalThis.fetch;
type Parts = ReadableStream<StreamPart>;

/** Resolves once the server has responded; rejects with errors before that. */
export async function openOnceAnswered(fetch: Fetch, openParts: (fetch: Fetch) => Promise<Parts>): Promise<Parts> {
  let markAnswered = (): void => undefined;
  const answered = new Promise<void>((resolve) => (markAnswered = resolve));
  const parts = openParts(async (input, init) => {
    const response = await fetch(input, init);
    markAnswered();
    return response;
  });
  await Promise.race([answered, parts]);
  return repairResponsesStream(streamFromPromise(parts));
}

function streamFromPromise(parts: Promise<Parts>): Parts {
  const reader = parts.then((stream) => stream.getReader());
  reader.catch(() => undefined); // the reader of the stream gets the error
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await (await reader).read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (thrown) {
        controller.error(convertReadError(thrown));
      }
    },
    cancel: async (reason) => (await reader).cancel(reason),
  });
}

/** In the library a TypeError means invalid events. */
function convertReadError(thrown: unknown): unknown {
  if (thrown instanceof TypeError) return new WireError('malformed', { cause: thrown });
  return APICallError.isInstance(thrown) && thrown.data !== undefined
    ? toStreamedError(thrown.data, thrown.statusCode)
    : thrown;
}

/** Status 500 means that the library found none. */
function toStreamedError(event: unknown, status: unknown): StreamedError {
  const error = getProperty(event, 'error') ?? getProperty(getProperty(event, 'response'), 'error') ?? event;
  const hasStatus = typeof error === 'object' && error !== null && status !== 500 && status !== undefined;
  return new StreamedError(hasStatus ? { ...error, status } : error);
}

/** Restores errors, separates messages by a blank line, and replaces `stop` for an incomplete reply. */
function repairResponsesStream(parts: Parts): Parts {
  let [hasText, needsBreak, incomplete] = [false, false, false];
  return parts.pipeThrough(
    new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'text-start') needsBreak = hasText;
        if (part.type === 'text-delta' && part.delta !== '') {
          if (needsBreak) controller.enqueue({ ...part, delta: '\n\n' });
          [hasText, needsBreak] = [true, false];
        }
        if (part.type === 'raw') incomplete ||= isUnexplained(part.rawValue);
        if (part.type === 'error') controller.enqueue({ ...part, error: toReportedError(part.error) });
        else if (part.type === 'finish' && incomplete)
          controller.enqueue({ ...part, finishReason: { unified: 'other', raw: undefined } });
        else controller.enqueue(part);
      },
    }),
  );
}

/** The library reads a reply incomplete without a reason as complete. */
function isUnexplained(event: unknown): boolean {
  const reason = getProperty(getProperty(getProperty(event, 'response'), 'incomplete_details'), 'reason');
  return getProperty(event, 'type') === 'response.incomplete' && typeof reason !== 'string';
}

/** An event the library could not read is passed on as an Error. */
function toReportedError(error: unknown): unknown {
  return error instanceof Error
    ? error
    : toStreamedError(getProperty(error, 'data') ?? error, getProperty(error, 'statusCode'));
}
