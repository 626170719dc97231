import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryArea } from '../../../../src/lib/agent/store/storage-area.ts';
import { FRAME_VERSION, type Frame, type RunConfig } from '../../../../src/lib/agent/frames/frames.ts';
import { migrateCommand, migrateFrame } from '../../../../src/lib/agent/store/migrate.ts';
import { foldAll, isValidState } from '../../../../src/lib/agent/store/run-state.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import type { Command, Model, PageReading } from '../../../../src/lib/agent/ports.ts';
import type { Json } from '../../../../src/lib/base/json.ts';
import { echo, scriptedModel } from '../../../kit/scripted-model.ts';
import { pictureOf } from '../../../kit/seeing.ts';
import { framesOfOne } from '../log-arbitraries.ts';
import {
  driveThrough,
  longPage,
  memoryBlobs,
  modelTermsOf,
  specOf,
  stateOf,
  termsIn,
  world,
} from '../../../kit/world.ts';

const recorded = (version: number) =>
  readFileSync(new URL(`../../fixtures/runs/version-${String(version)}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, Json> & { kind: string; text: string });
const OLD = recorded(1);

const lifted = (old = OLD): Frame[] => old.flatMap((frame) => migrateFrame(structuredClone(frame)) ?? []);

/** Ends of the commits in which the first version wrote: what a worker may have left behind. */
const BOUNDARIES = OLD.flatMap((frame, i) =>
  ['tool.call', 'model.call', 'usage', 'agent.response', 'observation', 'agent.invoked'].includes(frame.kind)
    ? [i + 1]
    : [],
);

describe('a run of the first version', () => {
  it('is read as one of today, frame by frame, and keeps what it said [R6.4d]', () => {
    const frames = lifted();
    expect(frames).toHaveLength(OLD.length);
    expect(isValidState(OLD)).toBe(true);
    for (const [i, frame] of frames.entries()) {
      expect(frame.v).toBe(FRAME_VERSION);
      expect(frame).toMatchObject({ kind: OLD[i]?.kind, seq: i, at: OLD[i]?.['at'] });
    }
    const state = foldAll(frames);
    expect(state.status).toBe('done');
    expect(state.answer).toMatchObject({ partial: false, impossible: false });
    expect(state.spec).toMatchObject({ limits: { maxCost: null }, models: ALONE });
    expect(state.spec?.models.main).toMatchObject({ prices: null, config: { toolCalling: 'native' } });
    expect(state.usage.calls).toBe(OLD.filter((frame) => frame.kind === 'usage').length);
  });

  it('folds at every prefix', () => {
    const frames = lifted();
    for (let end = 0; end <= frames.length; end += 1) {
      expect(foldAll(frames.slice(end), foldAll(frames.slice(0, end)))).toEqual(foldAll(frames));
    }
  });

  it('is read out of a store, and stays as it was written there', async () => {
    const area = createMemoryArea();
    await area.set({
      runs: ['r1'],
      'run/r1/head': {
        runId: 'r1',
        tabId: 7,
        lastSeq: OLD.length - 1,
        status: 'done',
        startedAt: 0,
        until: 0,
        input: 0,
        output: 0,
      },
      ...Object.fromEntries(OLD.map((frame, seq) => [`run/r1/${String(seq)}`, frame])),
    });
    expect(await createFrameStore(area).load('r1')).toEqual(lifted());
    expect((await area.get(['run/r1/0']))['run/r1/0']).toEqual(OLD[0]);
  });

  it('that was cut goes on under this version to the same answer', async () => {
    const answer = foldAll(lifted()).answer;
    expect(BOUNDARIES.length).toBeGreaterThan(8);
    for (const end of BOUNDARIES) {
      const blobs = memoryBlobs();
      if (PAGE.kind === 'article') expect(await blobs.put(PAGE.article.markdown)).toBe(pageHash());
      await blobs.put(notes().join('\n\n'));
      const frames = await driveThrough(world(asThen(), PAGE, { blobs }), lifted().slice(0, end), specOf());
      expect(stateOf(frames).answer, `cut after ${String(end)}`).toEqual(answer);
    }
  });
});

/** A run that had one model for everything. */
const ALONE = { fast: null, vision: null, fallback: null };

describe('a run of the third version', () => {
  const old = recorded(3);

  it('has its one model for everything, and what it cost is what it says then', () => {
    const frames = lifted(old);
    expect(frames.map(({ v }) => v)).toEqual(old.map(() => FRAME_VERSION));
    const { spec, answer, bill, usage } = foldAll(frames);
    const { config, ...main } = spec?.models.main ?? modelTermsOf();
    expect(spec?.models).toMatchObject(ALONE);
    expect(main).toEqual({
      id: 'openai-compatible:test-model',
      label: 'test-model at model.example',
      metered: true,
      prices: { input: 1, cached: 0.5, output: 2, asOf: '' },
    });
    expect(config).toMatchObject({ id: main.id, pictures: false, keepAlive: 5, contextTokens: 32_768 });
    expect(Object.keys(spec ?? {}).sort()).toEqual([
      'agent',
      'agents',
      'also',
      'goal',
      'grants',
      'job',
      'language',
      'limits',
      'models',
      'others',
      'pictures',
      'runId',
      'search',
      'selection',
      'sources',
      'sub',
      'tabId',
    ]);
    expect(answer?.text).toBe('A record of the sea.');
    expect(bill).toEqual({ free: 0, known: (usage.input + 2 * usage.output) / 1e6, unknown: 0, asOf: [''] });
  });

  it('that failed then is tried again now, whether the person said so before the update or after', async () => {
    const failed = old.slice(0, old.findIndex(({ kind }) => kind === 'error') + 1);
    const then = old.find(({ kind }) => kind === 'control')?.['config'] as unknown as RunConfig;
    for (const terms of [then, termsIn(specOf())]) {
      const w = world(scriptedModel(echo, { contextTokens: 32_768 }), longPage(4));
      await w.ports.blobs.put(articleText(longPage(4)));
      w.commands.push(migrateCommand({ id: 'again', type: 'retry', config: terms }));
      const state = stateOf(await driveThrough(w, lifted(failed), specOf({ job: 'ask' })));
      expect(state.status).toBe('done');
      expect(state.spec?.models).toMatchObject(ALONE);
    }
  });
});

/** What each of these versions did not know, and what stands in its place now: in a wish, and in the terms of a run. */
const ALONE_THEN = { agents: [], others: [] };
const UNKNOWN = {
  5: { request: { pictures: [], sources: null, agent: '' }, config: { search: [], ...ALONE_THEN } },
  6: { request: { sources: null, agent: '' }, config: { search: [], ...ALONE_THEN } },
  7: { request: { agent: '' }, config: ALONE_THEN },
} as const;
/** None of them had agents that are called. */
const [CALLED, ASKED] = [{ sub: null }, { citations: [] }];

describe.each([5, 6, 7] as const)('a run of version %i', (version) => {
  const { request: wished, config: chosen } = UNKNOWN[version];
  const bare = (value: object, unknown: object): object =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !(name in unknown)));
  /** The frame with each of its wishes and terms changed. */
  const changed = (frame: Frame, change: (value: object, unknown: object) => object): object => {
    if (frame.kind === 'agent.invoked')
      return { ...frame, spec: change(frame.spec, { ...wished, ...chosen, ...CALLED }) };
    if (frame.kind === 'ask.user') return change(frame, ASKED);
    if (frame.kind !== 'control') return frame;
    const wish = frame.control === 'follow' ? { request: change(frame.request, wished) } : {};
    const terms =
      frame.control === 'follow' || frame.control === 'retry' ? { config: change(frame.config, chosen) } : {};
    return { ...frame, ...wish, ...terms };
  };

  it('is about nothing and calls nobody that it could not know, and says all else as it did [R6.4d]', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(framesOfOne, (frames) => {
        for (const frame of frames) {
          kinds.add(frame.kind);
          expect(migrateFrame({ ...changed(frame, bare), v: version })).toEqual(
            changed(frame, (value, unknown) => ({ ...value, ...unknown })),
          );
        }
      }),
      { numRuns: 200 },
    );
    expect(kinds.size).toBe(16);
  });

  it('takes a question that waited during the update as one about what was known then', () => {
    const { request: wish, config: terms } = { request: specOf({ job: 'ask' }), config: termsIn(specOf()) };
    const then = {
      id: 'c',
      type: 'follow',
      request: bare(wish, wished),
      config: bare(terms, chosen),
    } as unknown as Command;
    expect(migrateCommand(then)).toEqual({ id: 'c', type: 'follow', request: wish, config: terms });
    expect(migrateCommand({ ...then, type: 'retry' } as Command)).toMatchObject({ type: 'retry', config: terms });
    const now = { ...wish, pictures: [pictureOf('a')], sources: { pinned: ['https://example.org/a'], banned: [] } };
    const search = [{ engine: 'wikipedia', endpoint: '', cx: '' }] as const;
    const said: Command = { id: 'c', type: 'follow', request: now, config: { ...terms, search } };
    expect(migrateCommand(said)).toEqual(said);
  });
});

const articleText = (page: PageReading): string => (page.kind === 'article' ? page.article.markdown : '');
const PAGE = longPage(100);

const replies = () =>
  OLD.flatMap((frame) => (frame.kind === 'model.reply' && frame['finish'] === 'stop' ? [frame.text] : []));
const notes = () => replies().filter((text) => text.startsWith('condense'));

function pageHash(): unknown {
  const read = lifted().find((frame) => frame.kind === 'tool.result');
  return read?.kind === 'tool.result' ? read.objects[0]?.body.hash : null;
}

/** The model of then: the same notes on the same parts, and the same answer to the same notes. */
function asThen(): Model {
  const usage = { input: 10, output: 5 };
  return scriptedModel(
    (request) => {
      const said = JSON.stringify(request.messages);
      const part = Number(/Condense part (\d)/.exec(said)?.[1] ?? 0);
      const whole = notes().every((note) => said.includes(note));
      const text = part > 0 ? notes()[part - 1] : whole ? replies().at(-1) : undefined;
      return [
        { type: 'text', text: text ?? 'Not what was asked then.' },
        { type: 'done', finish: 'stop', usage },
      ];
    },
    { contextTokens: 2048 },
  );
}

describe('anything else', () => {
  it('is no frame: null, whatever it is', () => {
    for (const value of [
      null,
      1,
      'plan',
      [],
      {},
      { kind: 'plan' },
      { kind: 'plan', seq: 0, v: FRAME_VERSION + 1 },
      { kind: 1, seq: 0, v: 1 },
    ]) {
      expect(migrateFrame(value)).toBeNull();
    }
  });
});
