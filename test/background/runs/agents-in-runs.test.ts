/** Agents in runs that a worker drives: taken back from, and counted, whatever dies. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { Model } from '../../../src/lib/agent/ports.ts';
import { listOpenAsks } from '../../../src/lib/agent/state/sub-agents.ts';
import { sha256 } from '../../../src/lib/base/hash.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { forgetfulLedger, ledgerAt } from '../../kit/storage/ledgers.ts';
import { installLocal } from '../../kit/storage/local-area.ts';
import { cardOf, manifestOf, whoIsAsked } from '../../kit/agents/played-agents.ts';
import { quotaArea } from '../../kit/storage/quota-area.ts';
import { memoryBlobs, specOf } from '../../kit/runs/world.ts';
import { reaches, STOP, until, worker, type Worker } from './worker.ts';

const TUTOR = manifestOf({ id: 'tutor', mode: 'handoff' });
const TEXT = JSON.stringify(TUTOR);
const blobs = memoryBlobs();
await blobs.put(TEXT);
const SPEC = specOf({
  job: 'ask',
  goal: 'Teach me.',
  agents: [{ ...cardOf({ manifest: TUTOR }), manifest: await sha256(TEXT) }],
});
const CALL = { calls: [{ name: 'agent_tutor', args: { reasoning: 'r', task: 'Teach.' } }] };

/** The main agent hands over to the tutor, and answers once it is back; the tutor asks, and asks. */
function models(): Model {
  const main = agentModel([CALL, { text: 'Back with me.' }], { notMine: ['The page has to be read first.'] });
  const tutor = agentModel(Array.from({ length: 9 }, (_, n) => ({ text: `What is ${String(n)}?` })));
  return {
    ...main,
    stream: (request, signal) => (whoIsAsked(request) === 'tutor' ? tutor : main).stream(request, signal),
  };
}
const next = (area: StorageArea, ledger = forgetfulLedger): Worker =>
  worker(area, models(), undefined, { blobs }, ledger);

/** A run whose tutor has the conversation, and the name of its invocation. */
async function talking(
  area: StorageArea,
  ledger = forgetfulLedger,
): Promise<{ readonly w: Worker; readonly of: string }> {
  const w = next(area, ledger);
  await w.runs.start(SPEC);
  await reaches(w, 'asking');
  await until(() => Promise.resolve(w.rests.length > 0));
  return { w, of: listOpenAsks(await w.state('r1'))[0]?.correlationId ?? '' };
}

beforeEach(() => void installLocal());

describe('a word to an agent that waits beside one at work', () => {
  it('is heard at once, and not when the other is done', async () => {
    const slow = manifestOf({ id: 'slow' });
    const text = JSON.stringify(slow);
    await blobs.put(text);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const both = { calls: [...CALL.calls, { name: 'agent_slow', args: { reasoning: 'r', task: 'Be slow.' } }] };
    const main = agentModel([both, { text: 'Back with me.' }], { notMine: ['The page has to be read first.'] });
    const players = new Map<string, Model>([
      ['slow', agentModel([{ text: 'Here.' }])],
      ['tutor', models()],
    ]);
    const model: Model = {
      ...main,
      async *stream(request, signal) {
        const who = whoIsAsked(request);
        if (who === 'slow') await gate;
        yield* (players.get(who) ?? main).stream(request, signal);
      },
    };
    const card = { ...cardOf({ manifest: slow }), manifest: await sha256(text) };
    const w = worker(quotaArea(), model, undefined, { blobs });
    await w.runs.start({ ...SPEC, agents: [...SPEC.agents, card] });
    const asked = async () => listOpenAsks(await w.state('r1'))[0];
    await until(async () =>
      (await w.store.load('r1')).some(({ kind, agentId }) => kind === 'wait' && agentId === 'tutor'),
    );
    const first = await asked();
    await w.runs.sendCommand('r1', { id: 'word', type: 'answer', ask: first?.key ?? '', text: 'The moon.' });
    await until(async () => (await asked())?.text === 'What is 1?');
    expect((await w.state('r1')).status).toBe('running');
    release();
    await reaches(w, 'asking');
  });
});

describe('taking the conversation back', () => {
  it('reaches a run that waits for the person, which then goes on by itself [R7.2b]', async () => {
    const { w, of } = await talking(quotaArea());
    await w.runs.sendCommand('r1', { id: 'back', type: 'take-back', of });
    await reaches(w, 'done');
    const state = await w.state('r1');
    expect(state.request.answer?.text).toBe('Back with me.');
    const frames = await w.store.load('r1');
    expect(frames.find(({ kind, correlationId }) => kind === 'control' && correlationId === of)).toMatchObject({
      control: 'cancel',
      commandId: 'back',
    });
    expect(await w.store.listCommands('r1')).toEqual([]);
  });

  it('reaches it though the worker died that was told, or had it waiting', async () => {
    const area = quotaArea();
    const { w, of } = await talking(area);
    await w.store.send('r1', { id: 'back', type: 'take-back', of }); // stored, and nobody lived to act on it
    const second = next(area);
    await second.runs.resumeAll();
    await reaches(second, 'done');
    expect((await second.state('r1')).request.answer?.text).toBe('Back with me.');
  });

  it('from an agent that is not at work changes nothing', async () => {
    const { w } = await talking(quotaArea());
    const before = await w.store.load('r1');
    await w.runs.sendCommand('r1', { id: 'back', type: 'take-back', of: '9.9/none' });
    await until(() => Promise.resolve(w.rests.length > 1));
    expect(await w.store.load('r1')).toEqual(before);
  });
});

describe('what an agent takes in a run', () => {
  const TURN = { invocations: 1, input: 10, output: 5, cost: null };

  it('is counted turn by turn, and stays when its tab is closed', async () => {
    const { ledger } = ledgerAt(Date.now());
    const spent = async () => (await ledger.loadAgentSpend(['tutor'])).get('tutor');
    const { w, of } = await talking(quotaArea(), ledger);
    expect(await spent()).toEqual(TURN);
    const [ask] = listOpenAsks(await w.state('r1'));
    await w.runs.sendCommand('r1', { id: 'a', type: 'answer', ask: ask?.key ?? '', text: 'No idea.' });
    await until(() => Promise.resolve(w.rests.length > 1));
    await w.runs.sendCommand('r1', { id: 'back', type: 'take-back', of });
    await reaches(w, 'done');
    await w.runs.leaveTab(SPEC.tabId);
    expect(await w.store.listRuns()).toEqual([]);
    expect(await spent()).toEqual({ ...TURN, input: 20, output: 10 });
  });
});

describe('what a run takes', () => {
  it('is counted by a later worker where one died before it could, once, and before the run is deleted [R11.4]', async () => {
    const area = quotaArea();
    const { ledger } = ledgerAt(Date.now());
    const deaf = { ...forgetfulLedger, record: () => Promise.reject(new Error('the worker died here')) };
    const { w } = await talking(area, deaf);
    await w.runs.sendCommand('r1', STOP);
    await reaches(w, 'cancelled');
    const [head] = await w.store.listRuns();
    expect(head?.input).toBeGreaterThan(0);
    expect(await ledger.listRows()).toEqual([]);
    const second = next(area, ledger);
    await second.runs.leaveTab(SPEC.tabId);
    const { month } = await ledger.loadExpenses();
    expect([month.input, month.output]).toEqual([head?.input, head?.output]);
    expect(second.events.findLast(({ type }) => type === 'expenses')).toMatchObject({ expenses: { month } });
  });

  it('is given to the ledger again when it did not answer', async () => {
    const { ledger } = ledgerAt(Date.now());
    let silent = true;
    const record: typeof ledger.record = (...given) =>
      silent ? Promise.reject(new Error('silent')) : ledger.record(...given);
    const { w, of } = await talking(quotaArea(), { ...ledger, record });
    silent = false;
    await w.runs.sendCommand('r1', { id: 'back', type: 'take-back', of });
    await reaches(w, 'done');
    await until(() => Promise.resolve(!w.awake()));
    const [head] = await w.store.listRuns();
    expect((await ledger.loadExpenses()).month).toMatchObject({ input: head?.input, output: head?.output });
  });
});
