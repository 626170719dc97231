import { describe, expect, it } from 'vitest';
import { anthropic } from '../../../../src/lib/models/providers/anthropic.ts';
import {
  modelOver,
  passesConformance,
  readBytes,
  readsRecordedStreams,
} from '../../../kit/conformance/conformance-suite.ts';
import type { Collected } from '../../../kit/conformance/model-conformance.ts';
import { anthropicMessages, event } from '../../../kit/wire/anthropic.ts';
import type { WireEvent } from '../../../kit/wire/speech.ts';

passesConformance(anthropicMessages);
readsRecordedStreams(anthropicMessages);

/** Reads a reply of exactly these events. */
function read(...events: readonly WireEvent[]): Promise<Collected> {
  const text = events.map(({ name = '', data }) => `event: ${name}\ndata: ${data}\n\n`).join('');
  return readBytes(modelOver(anthropic, [new TextEncoder().encode(text)]));
}

const start = (usage: object = { input_tokens: 9, output_tokens: 1 }): WireEvent =>
  event('message_start', { message: { id: 'msg_1', content: [], stop_reason: null, usage } });
const block = (index: number, content_block: object): WireEvent =>
  event('content_block_start', { index, content_block });
const delta = (index: number, fields: object): WireEvent => event('content_block_delta', { index, delta: fields });
const args = (index: number, partial_json: string): WireEvent =>
  delta(index, { type: 'input_json_delta', partial_json });
const closed = (index: number): WireEvent => event('content_block_stop', { index });
const said = [block(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'Tea.' }), closed(0)];
const stopped = (stop_reason: string, usage: object = {}, more: object = {}): WireEvent =>
  event('message_delta', { delta: { stop_reason, ...more }, usage: { output_tokens: 4, ...usage } });
const end = event('message_stop');
const tool = (index: number, input: object = {}): WireEvent =>
  block(index, { type: 'tool_use', id: `toolu_${index}`, name: 'find_text', input });

describe('the end of a reply', () => {
  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content-filter'],
    ['pause_turn', 'other'],
    ['a reason of tomorrow', 'other'],
  ])('%s is %s', async (reason, finish) => {
    expect((await read(start(), ...said, stopped(reason), end)).last).toMatchObject({ type: 'done', finish });
  });

  it('needs no `message_stop` after the reason, which gateways lose', async () => {
    expect((await read(start(), ...said, stopped('end_turn'))).last).toEqual({
      type: 'done',
      finish: 'stop',
      usage: { input: 9, output: 4 },
    });
  });

  it('is a cut where there is a `message_stop` and no reason', async () => {
    expect((await read(start(), ...said, end)).last).toMatchObject({ failure: { code: 'model.cut' } });
  });

  it('holds the safeguards’ own words, below what the model had written', async () => {
    const stop_details = { type: 'refusal', category: 'cyber', explanation: 'This request was stopped.' };
    const { text } = await read(start(), ...said, stopped('refusal', {}, { stop_details }), end);
    expect(text).toBe('Tea.\n\nThis request was stopped.');
    expect((await read(start(), stopped('refusal', {}, { stop_details }), end)).text).toBe('This request was stopped.');
  });
});

describe('figures', () => {
  it('count what was read from the cache, and what was written there, as input', async () => {
    const usage = { input_tokens: 9, cache_read_input_tokens: 200, cache_creation_input_tokens: 30, output_tokens: 1 };
    const { last } = await read(start(usage), ...said, stopped('end_turn'), end);
    expect(last).toMatchObject({ usage: { input: 239, cached: 200, output: 4 } });
  });

  it('are the last that were given, and those of an earlier event where a later one gives none', async () => {
    const first = { input_tokens: 0, cache_read_input_tokens: 7, output_tokens: 1 };
    const later = { input_tokens: 12, cache_read_input_tokens: null, output_tokens_details: { thinking_tokens: 3 } };
    const { last } = await read(start(first), ...said, stopped('end_turn', later), end);
    expect(last).toMatchObject({ usage: { input: 19, cached: 7, output: 4, reasoning: 3 } });
  });

  it('hold nothing that the server did not say', async () => {
    const { last } = await read(start({ input_tokens: 9 }), ...said, stopped('end_turn'), end);
    expect(last).toEqual({ type: 'done', finish: 'stop', usage: { input: 9, output: 4 } });
  });
});

describe('events', () => {
  it('of a kind that is not known are passed over, as the API asks', async () => {
    const { text, last } = await read(start(), event('weather', { sunny: true }), ...said, stopped('end_turn'), end);
    expect({ text, type: last.type }).toEqual({ text: 'Tea.', type: 'done' });
  });

  it('that begin another reply are not of this protocol', async () => {
    const other = event('message_start', { message: { id: 'msg_2', usage: { input_tokens: 1 } } });
    expect((await read(start(), ...said, other)).last).toMatchObject({ failure: { code: 'model.malformed' } });
  });

  it.each([
    ['overloaded_error', { code: 'model.server', retryable: true }],
    ['rate_limit_error', { code: 'model.rate-limited', retryable: true }],
    ['authentication_error', { code: 'model.unauthorized', retryable: false }],
    ['billing_error', { code: 'model.quota', retryable: false }],
  ])('that tell of a %s end the reply, the first as well as a later one', async (type, failure) => {
    const failed = event('error', { error: { type, message: 'No.' } });
    for (const before of [[], [start(), ...said]])
      expect((await read(...before, failed)).last).toMatchObject({ failure });
  });

  it('that tell of an error first are part of an answer: the request was taken up', async () => {
    const failed = event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
    const { last } = await read(failed);
    expect(last).toMatchObject({ type: 'error', refused: false });
    if (last.type === 'error') expect(last.failure.message).toMatch(/is overloaded.*529/);
  });
});

describe('calls', () => {
  it('that stand whole where they begin are taken as they are', async () => {
    const { calls } = await read(start(), tool(0, { words: 'tea' }), closed(0), stopped('tool_use'), end);
    expect(calls).toEqual([{ id: 'toolu_0', name: 'find_text', arguments: '{"words":"tea"}' }]);
  });

  it.each([
    [
      'arguments that belong to no call',
      [start(), tool(0), closed(0), args(3, '{"words":"tea"}'), stopped('tool_use'), end],
    ],
    ['a call that is never closed', [start(), tool(0), args(0, '{}'), tool(1), closed(1), stopped('tool_use'), end]],
    ['a call without a name', [start(), block(0, { type: 'tool_use', id: 'toolu_0' }), stopped('tool_use'), end]],
    ['a finish for calls that never came', [start(), ...said, stopped('tool_use'), end]],
  ])('are not passed on with %s', async (_, events) => {
    const { calls, last } = await read(...events);
    expect(calls).toEqual([]);
    expect(last).toMatchObject({ failure: { code: 'model.bad-call' } });
  });
});
