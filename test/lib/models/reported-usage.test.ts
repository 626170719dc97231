/** What a server says that a reply took, also where the reply is no use. */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { readOpenAIUsage } from '../../../src/lib/models/providers/ai-sdk.ts';
import { openAICompatible } from '../../../src/lib/models/providers/openai-compatible.ts';
import { modelOver, readBytes } from '../../kit/conformance/conformance-suite.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, REQUEST } from '../../kit/conformance/model-conformance.ts';

afterEach(() => vi.useRealTimers());

const encode = (chunk: object): Uint8Array =>
  new TextEncoder().encode(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...chunk })}\n\n`);
const piece = (delta: object, finish: string | null = null) =>
  encode({ choices: [{ index: 0, delta, finish_reason: finish }] });
const FIGURES = { prompt_tokens: 10, completion_tokens: 1500, total_tokens: 1510 };
const USAGE = encode({ choices: [], usage: { ...FIGURES, completion_tokens_details: { reasoning_tokens: 1500 } } });

it.each([
  ['only thoughts', [piece({ reasoning_content: 'Hm.' }), piece({}, 'length')]],
  ['nothing', [piece({}, 'stop')]],
  [
    'a broken call',
    [piece({ tool_calls: [{ index: 0, id: 'a', function: { name: '', arguments: '{' } }] }, 'tool_calls')],
  ],
])('is kept for a reply of %s', async (_, pieces) => {
  const { last } = await readBytes(modelOver(openAICompatible, [...pieces, USAGE]));
  expect(last).toMatchObject({ type: 'error', usage: { input: 10, output: 1500, reasoning: 1500 } });
});

it('is never less than the total leaves for the answer, nor than the answer is said to be', () => {
  const count = fc.nat(1_000_000);
  fc.assert(
    fc.property(count, count, count, fc.boolean(), (prompt, completion, thoughts, isApart) => {
      const raw = {
        prompt_tokens: prompt,
        completion_tokens: isApart ? completion : completion + thoughts,
        total_tokens: prompt + completion + thoughts,
      };
      expect(readOpenAIUsage(raw, 'prompt', 'completion').output).toBe(completion + thoughts);
    }),
  );
  expect(readOpenAIUsage({ completion_tokens: 3, total_tokens: 9 }, 'prompt', 'completion')).toEqual({ output: 3 });
  expect(readOpenAIUsage({ prompt_tokens: 3, total_tokens: 9 }, 'prompt', 'completion')).toEqual({ input: 3 });
});

it('is waited for after the last event, though each names a reason to end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let send: (bytes: Uint8Array) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({ start: (wire) => void (send = (bytes) => wire.enqueue(bytes)) });
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const model = modelAt('https://model.example/v1', { fetch: () => Promise.resolve(response) });
  const reading = collect(model.stream(REQUEST, new AbortController().signal));
  for (const word of ['one ', 'two ', 'three']) {
    send(piece({ content: word }, 'stop'));
    await vi.advanceTimersByTimeAsync(4000);
  }
  send(USAGE);
  await vi.advanceTimersByTimeAsync(6000); // the server keeps the connection open
  const { text, last } = await reading;
  expect(text).toBe('one two three');
  expect(last).toMatchObject({ type: 'done', usage: { output: 1500 } });
});
