import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetfulLedger } from '../kit/storage/ledgers.ts';
import { createAgentStore } from '../../src/background/agents.ts';
import { loadCurrentConfig } from '../../src/background/models.ts';
import { createIdbBlobs } from '../../src/chrome/storage/blobs.ts';
import { createDatabase } from '../../src/chrome/storage/database.ts';
import { createIdbArchive } from '../../src/chrome/storage/idb-run-archive.ts';
import type { Frame, RunConfig } from '../../src/lib/agent/frames/frames.ts';
import { USER_LABELS } from '../../src/lib/agent/frames/frames.ts';
import { stamp } from '../../src/lib/agent/frames/stamp.ts';
import { toUserError } from '../../src/lib/base/errors.ts';
import type { RequestName } from '../../src/lib/protocol/requests/requests.ts';
import { PANEL_PAGE } from '../../src/lib/protocol/requests/request.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import { writeOf } from '../kit/storage/archive-conformance.ts';
import { GOOD_REQUESTS } from '../kit/protocol/good-requests.ts';
import { manifestOf } from '../kit/agents/played-agents.ts';
import { scriptedModel } from '../kit/models/scripted-model.ts';
import { wishAndTerms } from '../kit/runs/spec.ts';
import { entryOf } from '../kit/protocol/settings.ts';
import { memoryBlobs, specOf } from '../kit/runs/world.ts';
import { cells, installChrome, make, page } from './requests/requesting.ts';

installChrome();

beforeEach(() => {
  for (const name of Object.keys(cells)) Reflect.deleteProperty(cells, name);
});
afterEach(() => vi.useRealTimers());

const TUTOR = manifestOf({ id: 'tutor', name: 'Tutor', mode: 'handoff' });
const MINE = manifestOf({ id: 'tutor', name: 'My tutor', version: '2.0.0' });
const PANEL = page(PANEL_PAGE);

/** The worker's answers to the panel, with the tutor built in. */
function desk(more: Parameters<typeof make>[0] = {}) {
  const made = make(more, [TUTOR]);
  const say = (name: RequestName, fields: object = {}) => made.handle({ ...GOOD_REQUESTS[name], ...fields }, PANEL);
  const listed = async () => {
    const reply = await say('agents.list');
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value as { agents: readonly { id: string; name: string }[]; broken: readonly unknown[] };
  };
  return { ...made, say, listed };
}

describe('the list of agents', () => {
  it('has a person’s copy in the place of a built-in one, and the built-in one back when that is removed', async () => {
    const { say, listed } = desk();
    expect(await say('agents.save', { text: '# mine', manifest: MINE })).toEqual({ ok: true, value: { faults: [] } });
    expect(await listed()).toMatchObject({
      agents: [{ id: 'tutor', name: 'My tutor', source: 'own', replaces: true, text: '# mine' }],
    });
    await say('agents.remove', { id: 'tutor' });
    expect(await listed()).toMatchObject({
      agents: [{ name: 'Tutor', source: 'built-in', replaces: false, text: '' }],
    });
  });

  it('takes no manifest with a fault, says where it is, and keeps what stood there', async () => {
    const { say, listed } = desk();
    await say('agents.save', { text: 'good', manifest: MINE });
    const bad = { ...MINE, version: '3', agent: { ...MINE.agent, uses_tools: ['Not A Tool'] } };
    expect(await say('agents.save', { text: 'bad', manifest: bad })).toMatchObject({
      ok: true,
      value: { faults: [{ path: 'version' }, { path: 'agent.uses_tools[0]' }] },
    });
    expect(await listed()).toMatchObject({ agents: [{ name: 'My tutor', text: 'good', version: '2.0.0' }] });
  });

  it('says that an agent is not there that is to be switched', async () => {
    const { say, listed } = desk();
    expect(await say('agents.enable', { id: 'nobody', enabled: true })).toMatchObject({
      ok: false,
      error: { code: 'agent.gone' },
    });
    await say('agents.enable', { enabled: false });
    expect(await listed()).toMatchObject({ agents: [{ id: 'tutor', enabled: false }] });
  });

  it('names what is stored and cannot be read', async () => {
    const { say, listed } = desk();
    await say('agents.save', { text: 'mine', manifest: MINE });
    cells['agent/tutor'] = { version: 1, text: 'mine' };
    expect(await listed()).toMatchObject({ agents: [{ name: 'Tutor' }], broken: [{ id: 'tutor', text: 'mine' }] });
  });
});

describe('a run', () => {
  const ask = { job: 'agent', agent: 'tutor', sources: null };

  it('is told of the agents that run, by the hash of what they are made of [R7.1]', async () => {
    const blobs = memoryBlobs();
    const keeping = createAgentStore(blobs, forgetfulLedger, [TUTOR, manifestOf({ id: 'off', enabled: false })]);
    const { cards } = await keeping.loadCallable();
    expect(cards).toMatchObject([{ id: 'tutor', name: 'Tutor', mode: 'handoff', source: 'built-in' }]);
    expect(JSON.parse((await blobs.get(cards[0]?.manifest ?? '')) ?? 'null')).toEqual(TUTOR);
  });

  it('may call the models that these agents name, and only those that the person has set up and that hold no role', async () => {
    const models = ['a', 'b', 'c', 'd'].map((model) => entryOf({ model }));
    cells['settings'] = { ...DEFAULT_SETTINGS, models, main: 'server:a', fast: 'server:b' };
    const named = ['server:a', 'server:b', 'server:c', 'server:gone', 'fast'];
    const off = manifestOf({ id: 'off', model: 'server:d', enabled: false });
    const builtIn = [...named.map((model, at) => manifestOf({ id: `n${String(at)}`, model })), off];
    const config = await loadCurrentConfig(
      ({ id }) => ({ ...scriptedModel(), id }),
      createAgentStore(memoryBlobs(), forgetfulLedger, builtIn),
    );
    expect(config.others.map(({ id }) => id)).toEqual(['server:c']);
    expect(config.agents).toHaveLength(named.length);
  });

  it('is for another main model where the person names one of theirs', async () => {
    const models = ['a', 'b'].map((model) => entryOf({ model }));
    cells['settings'] = { ...DEFAULT_SETTINGS, models, main: 'server:a' };
    const agents = createAgentStore(memoryBlobs(), forgetfulLedger, []);
    const mains = ['', 'server:b', 'server:gone'].map((main) =>
      loadCurrentConfig(({ id }) => ({ ...scriptedModel(), id }), agents, main),
    );
    expect((await Promise.all(mains)).map(({ models: { main } }) => main.id)).toEqual([
      'server:a',
      'server:b',
      'server:a',
    ]);
  });

  it('begins without agents where what they are made of cannot be stored', async () => {
    const agents = createAgentStore({ put: () => Promise.reject(new Error('no disk')) }, forgetfulLedger, [TUTOR]);
    const config = (): Promise<RunConfig> => loadCurrentConfig(() => scriptedModel(), agents);
    const { say, started } = desk({ agents, config });
    expect((await say('run.ask', { job: 'ask' })).ok).toBe(true);
    expect(started).toMatchObject([{ agents: [] }]);
    expect(await say('run.ask', ask)).toMatchObject({ ok: false, error: { code: 'agent.cannot-run' } });
    expect(started).toHaveLength(1);
  });

  it('can be for one agent, also one that goes on', async () => {
    const { say, started, followed } = desk();
    expect(await say('run.ask', ask)).toEqual({ ok: true, value: { runId: 'c' } });
    expect((await say('run.follow', ask)).ok).toBe(true);
    for (const request of [...started, ...followed])
      expect(request).toMatchObject({ job: 'agent', agent: 'tutor', agents: [{ id: 'tutor' }], language: '' });
    await say('run.ask', { job: 'ask', agent: 'tutor' });
    expect(started[1]).toMatchObject({ job: 'ask', agent: '' });
  });

  it.each([
    ['that is not there', {}, { agent: 'nobody' }, 'agent.gone'],
    ['that is not said', {}, { agent: undefined }, 'agent.gone'],
    ['that is switched off', { enabled: false }, {}, 'agent.off'],
    ['that lacks what it depends on', { depends_on: ['nobody'] }, {}, 'agent.cannot-run'],
  ])('for an agent %s does not begin, and the person is told why', async (_, changes, request, code) => {
    const { say, started, followed } = desk();
    await say('agents.save', { text: '', manifest: { ...MINE, ...changes } });
    for (const name of ['run.ask', 'run.follow'] as const) {
      const reply = await say(name, { ...ask, ...request });
      expect(reply).toMatchObject({ ok: false, error: { code } });
      expect(!reply.ok && reply.error.hint).toMatch(/\w\./);
    }
    expect([started, followed]).toEqual([[], []]);
  });

  it('keeps an agent that is made in it, on as it says, in the place of another only where that was agreed to', async () => {
    const blobs = memoryBlobs();
    const keeping = createAgentStore(blobs, forgetfulLedger, [TUTOR]);
    const codeOf = (manifest: typeof MINE, replace: boolean): Promise<string> =>
      keeping.adopt(manifest, replace).then(
        () => '',
        (thrown: unknown) => toUserError(thrown).code,
      );
    const card = await keeping.adopt(manifestOf({ id: 'new' }), false);
    expect(card).toMatchObject({ id: 'new', source: 'own' });
    expect(JSON.parse((await blobs.get(card.manifest)) ?? '')).toEqual(manifestOf({ id: 'new' }));
    expect((await keeping.loadCallable()).cards).toMatchObject([{ id: 'tutor', source: 'built-in' }, card]);
    expect(await codeOf(manifestOf({ id: 'new' }), false)).toBe('');
    expect(await codeOf(MINE, false)).toBe('agent.exists');
    expect(await codeOf({ ...MINE, name: '' }, true)).toBe('agent.unfit');
    expect((await keeping.loadCallable()).cards).toMatchObject([{ name: 'Tutor' }, card]);
    expect(await codeOf(MINE, true)).toBe('');
    expect((await keeping.loadCallable()).cards).toMatchObject([{ name: 'My tutor', source: 'own' }, card]);
  });

  it('takes the place of no agent that cannot be read any more, whose text is still the person’s', async () => {
    const keeping = createAgentStore(memoryBlobs(), forgetfulLedger, []);
    await keeping.save('mine', MINE);
    cells['agent/tutor'] = { version: 1, text: 'mine' };
    await expect(keeping.adopt(TUTOR, false)).rejects.toThrow('there already');
    expect(cells['agent/tutor']).toMatchObject({ text: 'mine' });
  });
});

it('what agents are made of that a run was told of stays as long as the run, whatever is pruned', async () => {
  const db = createDatabase('agents-of-runs');
  const [blobs, archive] = [createIdbBlobs(db), createIdbArchive(db)];
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  const ids = ['begun', 'tried', 'gone-on', 'unnamed'] as const;
  const { cards } = await createAgentStore(
    blobs,
    forgetfulLedger,
    ids.map((id) => manifestOf({ id })),
  ).loadCallable();
  const [begun, tried, goneOn] = cards.map((card) => specOf({ job: 'ask', agents: [card] }));
  if (!begun || !tried || !goneOn) throw new Error('No cards.');
  const control = { kind: 'control', labels: USER_LABELS, commandId: 'c', note: '' } as const;
  const drafts = [
    { kind: 'agent.invoked', labels: USER_LABELS, spec: begun },
    { ...control, control: 'retry', config: wishAndTerms(tried).config },
    { ...control, control: 'follow', ...wishAndTerms(goneOn) },
  ] as const;
  const frames: Frame[] = drafts.map((draft, seq) =>
    stamp(draft, { runId: 'r', seq, at: 1, product: 'test', lastId: null }),
  );
  const { head, ...write } = writeOf('r', 0, frames.length);
  await archive.put({ ...write, head: { ...head, status: 'done' }, frames });
  await blobs.prune();
  const left = await Promise.all(cards.map(({ manifest }) => blobs.get(manifest)));
  expect(left.map((text) => text !== undefined)).toEqual([true, true, true, false]);
  expect(JSON.parse(left[0] ?? '')).toEqual(manifestOf({ id: 'begun' }));
});
