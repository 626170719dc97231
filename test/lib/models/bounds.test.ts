import { expect, it } from 'vitest';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, REQUEST } from '../../kit/conformance/model-conformance.ts';

/** Reads a reply of one piece repeated without end; says also whether the source was told to stop. */
async function readForEver(piece: string, status = 200) {
  const bytes = new TextEncoder().encode(piece);
  let stopped = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes),
    cancel: () => void (stopped = true),
  });
  const headers = { 'content-type': 'text/event-stream' };
  const model = modelAt('https://model.example/v1', {
    fetch: (_input, init) => {
      // as a network would: an abort ends the body
      init?.signal?.addEventListener('abort', () => (stopped = true));
      return Promise.resolve(new Response(endless, { status, headers }));
    },
  });
  const { last, text } = await collect(model.stream(REQUEST, new AbortController().signal));
  return { code: last.type === 'error' ? last.failure.code : last.type, length: text.length, stopped };
}

const event = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

it('stops an answer without end', async () => {
  const { code, length, stopped } = await readForEver(event('la '.repeat(30_000)));
  expect({ code, stopped }).toEqual({ code: 'model.too-long', stopped: true });
  expect(length).toBeLessThanOrEqual(2_000_000);
});

it('stops a stream without end that says nothing', async () => {
  const { code, stopped } = await readForEver(`: ${'zzz'.repeat(100_000)}\n\n`);
  expect({ code, stopped }).toEqual({ code: 'model.too-long', stopped: true });
});

it('stops a line without end', async () => {
  const { code, stopped } = await readForEver('x'.repeat(500_000));
  expect({ code, stopped }).toEqual({ code: 'model.malformed', stopped: true });
});

it('stops the body of a refusal without end', async () => {
  const { code, stopped } = await readForEver('no '.repeat(10_000), 500);
  expect({ code, stopped }).toEqual({ code: 'model.server', stopped: true });
});
