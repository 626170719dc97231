import { expect, it } from 'vitest';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, OPENING, RUN, say, type ScriptedHost } from '../kit/script.ts';
import { add, find, key, open, press, status, type } from '../kit/stand.tsx';

const cancels = (host: ScriptedHost) => host.requests.filter((request) => request.type === 'run.cancel');

it('stops a run that is only being started, as soon as it exists', async () => {
  let answer: (reply: Reply<'run.start'>) => void = () => undefined;
  const reply = new Promise<Reply<'run.start'>>((resolve) => (answer = resolve));
  const host = await open(estimated(), undefined, { 'run.start': () => reply });
  await add('Summarise this page');
  await key(document, { key: 'Escape' });
  expect(status()).toBe('Stopping…');
  await key(document, { key: 'Escape' });
  expect(cancels(host)).toEqual([]);
  await acted(() => answer({ ok: true, value: { runId: RUN } }));
  expect(cancels(host)).toMatchObject([{ runId: RUN }]);
  await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING) }));
  expect(status()).toBe('Stopping…');
  await key(document, { key: 'Escape' });
  expect(cancels(host)).toHaveLength(1);
  const stopped = frames(...OPENING, say.control({ control: 'cancel' }));
  await acted(() => host.emit({ type: 'frames', runId: RUN, frames: stopped }));
  expect(status()).toBe('Stopped');
});

it('stops a follow-up whose question is not shown yet, and none that was refused', async () => {
  const done = [...OPENING, say.reply('Tides.', 'answer'), say.answer('Tides.')];
  let answer: (reply: Reply<'run.follow'>) => void = () => undefined;
  const host = await open(estimated(), done, {
    'run.follow': () => new Promise((resolve) => (answer = resolve)),
  });
  const error = { code: 'worker.silent', message: 'No answer.', hint: '' };
  for (const reply of [
    { ok: false, error },
    { ok: true, value: { runId: RUN } },
  ] as const) {
    type(find('#ask-field') as HTMLTextAreaElement, 'Why?');
    await key(find('#ask-field'), { key: 'Enter' });
    await press('Stop');
    expect(status()).toBe('Stopping…');
    await acted(() => answer(reply));
    expect(cancels(host)).toHaveLength(reply.ok ? 1 : 0);
  }
  expect(status()).toBe('Stopping…');
});

it('a conversation stays in view until the next run has begun', async () => {
  const done = [...OPENING, say.reply('Tides.', 'answer'), say.answer('Tides.')];
  await open(estimated(), done, { 'run.start': () => new Promise(() => undefined) });
  await add('Summarise this page');
  expect(status()).toBe('Starting…');
  expect(find('article')?.textContent).toBe('Tides.');
});
