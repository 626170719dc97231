import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPanelHub } from '../../../src/background/runs/panel-hub.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import { USER_LABELS, type Frame } from '../../../src/lib/agent/frames/frames.ts';
import { stamp } from '../../../src/lib/agent/frames/stamp.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import type { PanelEvent } from '../../../src/lib/protocol/events.ts';
import { wishAndTerms } from '../../kit/runs/spec.ts';
import { commitOf } from '../../kit/storage/store-conformance.ts';
import { specOf } from '../../kit/runs/world.ts';
import { hello, listener, make } from './listening.ts';

describe('a panel', () => {
  it('that opens late, in any moment of a run, sees every frame in order and the whole draft [R3.6b]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat(9), async (scheduler, at) => {
        const { store } = make();
        const slow = createPanelHub({
          listRuns: scheduler.scheduleFunction(() => store.listRuns()),
          load: scheduler.scheduleFunction((runId: string, after?: number) => store.load(runId, after)),
        });
        const panel = listener();
        const all: Frame[] = [];
        for (let seq = 0; seq < 10; seq += 1) {
          if (seq === at) void slow.join(panel).handleHello(hello(1));
          const next = commitOf('a', seq, 1, 1);
          await store.append(next);
          slow.publish(next);
          slow.appendDraft('a', 'k', `w${String(seq)} `);
          all.push(...next);
          if (seq % 2 === 0 && scheduler.count() > 0) await scheduler.waitNext(1);
        }
        await scheduler.waitIdle();
        expect(panel.frames('a')).toEqual(all);
        expect(panel.draft()).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 ');
      }),
    );
  });

  it('is told how many tokens have been written, as far as they are counted, also when it opens late', async () => {
    const { hub, commit } = make();
    await commit(commitOf('a', 0, 1, 1));
    const [early, late] = [listener(), listener()];
    await hub.join(early).handleHello(hello(1));
    hub.appendDraft('a', 'k', '');
    hub.appendDraft('a', 'k', 'Water ');
    hub.appendDraft('a', 'k', 'is wet.', 2);
    await hub.join(late).handleHello(hello(1));
    const tokens = ({ events }: ReturnType<typeof listener>) =>
      events.flatMap((event) => (event.type === 'draft' ? [event.tokens] : []));
    expect(tokens(early)).toEqual([undefined, undefined, 2]);
    expect(tokens(late)).toEqual([2]);
    expect(late.draft()).toBe('Water is wet.');
    expect(hub.listDrafts('a')).toEqual([{ key: 'k', text: 'Water is wet.' }]);
  });

  it('is told what each of several calls writes, also when it opens late, until it is settled', async () => {
    const { hub, commit } = make();
    await commit(commitOf('a', 0, 1, 1));
    const [early, late, later] = [listener(), listener(), listener()];
    await hub.join(early).handleHello(hello(1));
    for (const [key, text] of Object.entries({ k: 'Water ', l: 'Salt ' })) hub.appendDraft('a', key, text);
    for (const [key, text] of Object.entries({ k: 'is wet.', l: 'is dry.' })) hub.appendDraft('a', key, text);
    await hub.join(late).handleHello(hello(1));
    for (const key of ['k', 'l'])
      for (const panel of [early, late]) expect(panel.draft(key)).toBe(key === 'k' ? 'Water is wet.' : 'Salt is dry.');
    const [first] = commitOf('a', 1);
    await commit([{ ...first, kind: 'model.reply', key: 'k' } as unknown as Frame]);
    await hub.join(later).handleHello(hello(1));
    expect([later.draft('k'), later.draft('l')]).toEqual(['', 'Salt is dry.']);
    expect(hub.listDrafts('a')).toEqual([{ key: 'l', text: 'Salt is dry.' }]);
  });

  it('that says how far it is gets only what it lacks', async () => {
    const { hub, commit } = make();
    await commit(commitOf('a', 0, 5, 1));
    const panel = listener();
    await hub.join(panel).handleHello(hello(1, 'a', 2));
    expect(panel.events[1]).toMatchObject({ type: 'frames', frames: [{ seq: 3 }, { seq: 4 }] });
  });

  it('shows the run of its tab that a person went on with last, whichever began first', async () => {
    const { hub, commit } = make();
    const panel = listener();
    await commit(commitOf('a', 0, 1, 1));
    await commit(commitOf('b', 0, 3, 1));
    await hub.join(panel).handleHello(hello(1));
    const spec = specOf({ tabId: 1 });
    const follow = { control: 'follow', ...wishAndTerms(spec), commandId: 'f', note: '' } as const;
    const by = { runId: 'a', seq: 1, at: 2000, product: 'test', lastId: `${spec.runId}/0` };
    await commit([stamp({ kind: 'control', labels: USER_LABELS, ...follow }, by)]);
    const shown = (): unknown[] => panel.events.flatMap((event) => (event.type === 'tab' ? [event.runId] : []));
    await expect.poll(shown).toEqual(['b', 'a']);
    expect(panel.frames('a')).toHaveLength(2);
  });

  it('shows the latest run of its tab, moves to a new one as it begins, and never another tab’s', async () => {
    const { hub, commit } = make();
    const panel = listener();
    await commit(commitOf('a', 0, 2, 1));
    await commit(commitOf('other', 0, 2, 2));
    await hub.join(panel).handleHello(hello(1));
    await commit(commitOf('other', 2, 1, 2));
    await commit(commitOf('b', 0, 1, 1));
    await expect
      .poll(() => panel.events.filter((event) => event.type === 'tab').map((event) => event.runId))
      .toEqual(['a', 'b']);
    await commit(commitOf('b', 1, 1, 1));
    await expect.poll(() => panel.frames('b').length).toBe(2);
    expect(panel.frames('other')).toEqual([]);
  });

  it('that left hears nothing more', async () => {
    const { hub, commit } = make();
    const panel = listener();
    const member = hub.join(panel);
    await member.handleHello(hello(1));
    member.leave();
    const before = panel.events.length;
    await commit(commitOf('a', 0, 1, 1));
    hub.notify('memory-only');
    expect(panel.events).toHaveLength(before);
  });

  it('is told what the other runs of the session spent [J6b]', async () => {
    const { hub } = make();
    const panel = listener();
    await hub.join(panel).handleHello(hello(3));
    expect(panel.events[0]).toEqual({
      type: 'tab',
      tabId: 3,
      runId: null,
      pinned: false,
    });
  });

  it('that leaves in the middle of a replay is sent nothing', async () => {
    const { hub, commit } = make();
    await commit(commitOf('a', 0, 2, 1));
    const panel = listener();
    const member = hub.join(panel);
    const replay = member.handleHello(hello(1));
    member.leave();
    await replay;
    expect(panel.events).toEqual([]);
  });

  it('that opens after something happened is told of it, once', async () => {
    const { hub } = make();
    hub.notify('restarted');
    const [first, second] = [listener(), listener()];
    await hub.join(first).handleHello(hello(3));
    await hub.join(second).handleHello(hello(3));
    const notices = (of: typeof first) => of.events.filter((event) => event.type === 'notice');
    expect(notices(first)).toEqual([{ type: 'notice', code: 'restarted' }]);
    expect(notices(second)).toEqual([]);
  });

  it('that has moved on to another tab while it asked hears nothing of the first one', async () => {
    const { store, commit } = make();
    await commit(commitOf('a', 0, 2, 1));
    let asking = (): void => undefined;
    let tell: (kept: boolean) => void = () => undefined;
    const asked = new Promise<void>((resolve) => (asking = resolve));
    const hub = createPanelHub(store, () => {
      asking();
      return new Promise((resolve) => (tell = resolve));
    });
    const panel = listener();
    const member = hub.join(panel);
    const first = member.handleHello(hello(1));
    await asked;
    await member.handleHello(hello(2)); // of which there is no run to ask about
    tell(false);
    await first;
    const next = commitOf('a', 2, 1, 1);
    await store.append(next);
    hub.publish(next);
    expect(panel.events.map((event) => event.type)).toEqual(['tab']);
  });

  it('whose run is kept or let go in the middle of a replay misses no frame', async () => {
    const { store } = make();
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(9), { maxLength: 4 }), async (scheduler, at) => {
        await store.clear();
        const slow = createPanelHub({
          listRuns: scheduler.scheduleFunction(() => store.listRuns()),
          load: scheduler.scheduleFunction((runId: string, after?: number) => store.load(runId, after)),
        });
        const panel = listener();
        const all: Frame[] = [];
        void slow.join(panel).handleHello(hello(1));
        for (let seq = 0; seq < 10; seq += 1) {
          at.filter((moment) => moment === seq).forEach(() => slow.refresh('a'));
          const next = commitOf('a', seq, 1, 1);
          await store.append(next);
          slow.publish(next);
          all.push(...next);
          if (seq % 2 === 0 && scheduler.count() > 0) await scheduler.waitNext(1);
        }
        await scheduler.waitIdle();
        expect(panel.frames('a')).toEqual(all);
      }),
    );
  });

  it('shows a run whose tab is gone where there is no other', async () => {
    const { hub, commit } = make();
    await commit(commitOf('a', 0, 2, 99));
    hub.adopt([{ runId: 'a', tabId: 99 }]);
    const panel = listener();
    await hub.join(panel).handleHello(hello(3));
    expect(panel.events[0]).toMatchObject({ type: 'tab', tabId: 3, runId: 'a' });
  });
});

describe('what was pressed and cannot be done', () => {
  const error = { code: 'selection.none', message: 'No text is selected.', hint: 'Select some text.' };
  const refusals = (events: readonly PanelEvent[]) => events.filter(({ type }) => type === 'refused');

  it('is said by the panel that looks at that tab, once, and counts as said only then', async () => {
    const hub = createPanelHub(createFrameStore(createMemoryArea()));
    const [here, there] = [listener(), listener()];
    await hub.join(there).handleHello(hello(2));
    let told = false;
    const said = hub.refuse(1, error).then(() => (told = true));
    const panel = hub.join(here);
    await Promise.resolve();
    expect(told).toBe(false);
    await panel.handleHello(hello(1));
    await said;
    expect(refusals(here.events)).toEqual([{ type: 'refused', tabId: 1, error }]);
    await panel.handleHello(hello(1));
    expect([refusals(here.events).length, refusals(there.events)]).toEqual([1, []]);
    await hub.refuse(1, error);
    expect(refusals(here.events)).toHaveLength(2);
  });

  it('counts as said once its tab is closed, and is not said to a later one of that id', async () => {
    const hub = createPanelHub(createFrameStore(createMemoryArea()));
    const here = listener();
    const said = hub.refuse(1, error);
    hub.handleTabClosed(1);
    await said;
    await hub.join(here).handleHello(hello(1));
    expect(refusals(here.events)).toEqual([]);
  });

  it('is said after a replay that is under way, which would have cleared it away', async () => {
    const hub = createPanelHub(createFrameStore(createMemoryArea()));
    const here = listener();
    const greeted = hub.join(here).handleHello(hello(1));
    const said = hub.refuse(1, error);
    await Promise.all([greeted, said]);
    expect(here.events.map(({ type }) => type)).toEqual(['tab', 'refused']);
  });
});
