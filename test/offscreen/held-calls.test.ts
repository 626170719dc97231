/** Calls that wait for a user in the hidden page: an answer that comes again, and the time that there is for one. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToolServerEvent } from '../../src/lib/protocol/offscreen/tool-server.ts';
import { createHeldCalls } from '../../src/offscreen/held-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DONE: ToolServerEvent = {
  type: 'done',
  failed: false,
  text: 'Booked.',
  structured: 'null',
  cut: false,
  leftOut: 0,
  declined: 0,
};
const ANSWER_MS = 600_000;

/** A call that asks twice, with the first answer given. */
async function askTwice(gone = new AbortController()) {
  const calls = createHeldCalls();
  const [first, second]: [ToolServerEvent[], ToolServerEvent[]] = [[], []];
  const entered: (string | null)[] = [];
  calls.begin(
    'call',
    'mark',
    (event) => first.push(event),
    async ({ ask }) => {
      for (const text of ['Who?', 'When?'])
        entered.push(await ask({ text, asks: { kind: 'form', schema: {} } }, gone.signal));
      return DONE;
    },
  );
  const [asked] = first;
  const question = asked?.type === 'question' ? asked.question : '';
  const answer = { question, entered: '{"name":"Ada"}' };
  const post = (event: ToolServerEvent): void => void second.push(event);
  calls.answer('call', 'mark', post, answer);
  await vi.advanceTimersByTimeAsync(0);
  calls.leave('call', post);
  return { calls, answer, entered, open: second.at(-1) };
}

it('an answer that comes again is told the question that is open now, whose answer is taken', async () => {
  const { calls, answer, entered, open } = await askTwice();
  const seen: ToolServerEvent[] = [];
  const post = (event: ToolServerEvent): void => void seen.push(event);
  expect(calls.answer('call', 'mark', post, answer)).toBe(true);
  expect(seen).toEqual([open]);
  expect(open).toMatchObject({ type: 'question', text: 'When?' });
  const question = open?.type === 'question' ? open.question : '';
  calls.answer('call', 'mark', post, { question, entered: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.slice(1)).toEqual([DONE]);
  expect(entered).toEqual(['{"name":"Ada"}', null]);
  expect(calls.isNeeded()).toBe(false);
});

it('a question that the server gives up is declined, and the call’s end is kept for the answer', async () => {
  const gone = new AbortController();
  const { calls, entered, open } = await askTwice(gone);
  const question = open?.type === 'question' ? open.question : '';
  expect(calls.extend('call', question)).toBe(true);
  gone.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['{"name":"Ada"}', null]);
  expect(calls.extend('call', question)).toBe(false);
  const seen: ToolServerEvent[] = [];
  expect(calls.answer('call', 'mark', (event) => void seen.push(event), { question, entered: '{}' })).toBe(true);
  expect(seen).toEqual([DONE]);
  expect(calls.isNeeded()).toBe(false);
});

it('a question that is given up as soon as it is posted ends its line alone, whatever became of the call', async () => {
  for (const end of [null, DONE]) {
    const calls = createHeldCalls();
    const gone = new AbortController();
    const posted: ToolServerEvent[] = [];
    let finish = (_event: ToolServerEvent): void => undefined;
    const post = (event: ToolServerEvent): void => void posted.push(event);
    calls.begin('call', 'mark', post, async ({ ask, signal }) => {
      const ended = new Promise<ToolServerEvent>((resolve) => (finish = resolve));
      void ask({ text: 'Who?', asks: { kind: 'form', schema: {} } }, gone.signal);
      gone.abort();
      if (end) return end;
      const event = await ended;
      return signal.aborted ? { type: 'fault', fault: 'failed', detail: '' } : event;
    });
    await vi.advanceTimersByTimeAsync(0);
    calls.leave('call', post); // the worker has taken the question
    await vi.advanceTimersByTimeAsync(0);
    finish(DONE);
    const [asked] = posted;
    expect(posted).toHaveLength(1);
    const seen: ToolServerEvent[] = [];
    const answer = { question: asked?.type === 'question' ? asked.question : '', entered: '{}' };
    expect(calls.answer('call', 'mark', (event) => void seen.push(event), answer)).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual([DONE]);
  }
});

it('a question whose answer is under way has its time again', async () => {
  const { calls, open } = await askTwice();
  const question = open?.type === 'question' ? open.question : '';
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
  expect([calls.extend('call', 'another'), calls.extend('other', question)]).toEqual([false, false]);
  expect(calls.extend('call', question)).toBe(true);
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
  expect(calls.isNeeded()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls.isNeeded()).toBe(false);
});

it('the call ends when its question stays open, also after an answer that came again', async () => {
  const { calls, answer } = await askTwice();
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
  calls.answer('call', 'mark', () => undefined, answer);
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
  expect(calls.isNeeded()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls.isNeeded()).toBe(false);
});
