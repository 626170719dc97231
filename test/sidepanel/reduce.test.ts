import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAll } from '../../src/lib/agent/state/fold.ts';
import type { PanelEvent } from '../../src/lib/protocol/events.ts';
import { reduce } from '../../src/sidepanel/reduce.ts';
import { EMPTY_MODEL, type PanelChange, type PanelModel } from '../../src/sidepanel/panel-model.ts';
import { getAnswerText } from '../../src/sidepanel/run/run-model.ts';
import { findSource } from '../../src/sidepanel/run/source.ts';
import { termsIn, wishIn } from '../kit/runs/spec.ts';
import { estimated, frames, OPENING, RUN, say, SPEC, TAB } from './kit/script.ts';
import './kit/loaded-parts.ts';

const apply = (...changes: readonly PanelChange[]): PanelModel => changes.reduce(reduce, EMPTY_MODEL);
const shown = { type: 'tab', tabId: TAB.tabId, runId: RUN, pinned: false } as const;
const begun = apply({ type: 'view', tab: TAB }, shown);

const WHOLE = frames(
  ...OPENING,
  say.reply('Half of', 'answer', 'aborted'),
  say.control({ control: 'resume', lost: ['answer'] }),
  say.usage(100, 5, 'answer', 'lost'),
  say.modelCall('answer', null, 2),
  say.reply('The whole answer.'),
  say.usage(120, 30),
  say.answer('The whole answer.'),
);
const pieces: readonly PanelEvent[] = ['The', ' whole', ' answer', '.'].map((text, i, all) => ({
  type: 'draft',
  runId: RUN,
  key: 'answer',
  from: all.slice(0, i).join('').length,
  text,
}));
const frameEvents: readonly PanelEvent[] = WHOLE.map((frame) => ({ type: 'frames', runId: RUN, frames: [frame] }));

describe('the panel’s state', () => {
  it('ends the same whatever the order and repetition of frames and drafts', () => {
    const end = foldAll(WHOLE);
    const events = fc
      .shuffledSubarray([...frameEvents, ...frameEvents, ...pieces, ...pieces], { minLength: 0 })
      .map((some) => [...some, ...frameEvents]);
    fc.assert(
      fc.property(events, fc.integer({ min: 0, max: 30 }), (order, turn) => {
        const rotated = [...order.slice(turn), ...order.slice(0, turn)];
        const { run } = rotated.reduce<PanelModel>(reduce, begun);
        expect(run?.state).toEqual(end);
        expect(run?.frames).toEqual(WHOLE);
        expect(run?.early.size).toBe(0);
        expect(run === null ? '' : getAnswerText(run)).toBe('The whole answer.');
      }),
    );
  });

  it('never throws, whatever happens in whatever order', () => {
    const error = { code: 'page.gone', message: 'm', hint: 'c' };
    const change: fc.Arbitrary<PanelChange> = fc.oneof(
      fc.constantFrom<PanelChange>(
        ...frameEvents,
        ...pieces,
        shown,
        { ...shown, runId: null },
        { ...shown, runId: 'other' },
        { ...shown, tabId: 99 },
        { type: 'frames', runId: 'other', frames: WHOLE },
        { type: 'frames', runId: RUN, frames: [] },
        { type: 'view', tab: TAB },
        { type: 'view', tab: { ...TAB, tabId: 8 } },
        { type: 'looking', tabId: TAB.tabId },
        { type: 'looked', tabId: TAB.tabId, reply: estimated() },
        { type: 'looked', tabId: 8, reply: { ok: false, error } },
        { type: 'access', tabId: TAB.tabId, toggles: false },
        { type: 'notice', code: 'corrupt' },
        { type: 'dismiss', code: 'corrupt' },
        { type: 'command', pending: 'start' },
        { type: 'started', tabId: TAB.tabId, runId: RUN },
        { type: 'acknowledged' },
        { type: 'refused', tabId: TAB.tabId, error },
        { type: 'command', pending: 'follow' },
        { type: 'followed', tabId: TAB.tabId, runId: RUN },
        { type: 'followed', tabId: TAB.tabId, runId: 'other' },
        { type: 'pinned', runId: RUN, pinned: true },
        { type: 'keeping', keeping: { keep: 'day', private: true } },
        { type: 'deleted', deletion: { runId: RUN, title: 't', shown: true } },
        { type: 'about', tabId: TAB.tabId, about: null },
        { type: 'history', history: 'open' },
        { type: 'history', history: 'back' },
        { type: 'history', history: 'close' },
        { type: 'search', query: 'q' },
        { type: 'listed', query: 'q', reply: { ok: true, value: { runs: [] } } },
        { type: 'listed', query: '', reply: { ok: false, error } },
        { type: 'opened', runId: RUN, reply: { ok: true, value: { frames: WHOLE } } },
        { type: 'opened', runId: 'other', reply: { ok: false, error } },
      ),
      fc.record({
        type: fc.constant('draft' as const),
        runId: fc.constant(RUN),
        key: fc.constantFrom('answer', 'p1'),
        from: fc.nat(40),
        text: fc.string(),
      }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const { run } = apply(...changes);
        if (run !== null) expect(run.state).toEqual(foldAll(run.frames));
      }),
    );
  });

  it('nothing is excluded from a new conversation', () => {
    const asked = reduce(begun, { type: 'excluded', tabId: TAB.tabId, hash: 'h' });
    expect(asked).toMatchObject({ excluded: ['h'] });
    expect(reduce(asked, { ...shown, runId: 'other' })).toMatchObject({ excluded: [] });
  });

  it('loses no exchange of a conversation, in whatever order and how often its frames come', () => {
    const follow = (goal: string) =>
      say.control({ control: 'follow', request: { ...wishIn(SPEC), goal }, config: termsIn(SPEC) });
    const goals = ['one', 'two', 'three'];
    const all = frames(say.invoked({ goal: 'zero' }), ...goals.flatMap((goal) => [say.answer(goal), follow(goal)]));
    const events = all.map((frame): PanelChange => ({ type: 'frames', runId: RUN, frames: [frame] }));
    const between: readonly PanelChange[] = [
      { type: 'command', pending: 'follow' },
      { type: 'followed', tabId: TAB.tabId, runId: RUN },
      shown,
    ];
    const order = fc.shuffledSubarray([...events, ...events, ...between]).map((some) => [...some, ...events]);
    fc.assert(
      fc.property(order, (changes) => {
        const seen: number[] = [];
        const end = changes.reduce<PanelModel>((model, change) => {
          const next = reduce(model, change);
          seen.push(next.run?.state.exchanges.length ?? 0);
          return next;
        }, begun);
        expect(seen).toEqual([...seen].sort((a, b) => a - b));
        expect(Array.from(end.run?.state.exchanges ?? [], ({ goal }) => goal)).toEqual(['zero', 'one', 'two']);
        expect(end.run?.state.spec?.goal).toBe('three');
      }),
    );
  });

  it('waits for a conversation to go on until its frames say so', () => {
    const asked = apply({ type: 'view', tab: TAB }, shown, { type: 'command', pending: 'follow' });
    const taken = reduce(asked, { type: 'followed', tabId: TAB.tabId, runId: RUN });
    expect(taken.pending).toBe('follow');
    expect(reduce(taken, { ...shown, runId: 'another' }).pending).toBeNull();
  });

  it('holds back frames that come before their time', () => {
    const early = reduce(begun, { type: 'frames', runId: RUN, frames: WHOLE.slice(3, 5) });
    expect(early.run?.state.lastSeq).toBe(-1);
    expect(reduce(early, { type: 'frames', runId: RUN, frames: WHOLE.slice(0, 3) }).run?.state.lastSeq).toBe(4);
  });

  it('shows the draft of the call under way, and drops a piece that does not join on', () => {
    const opened = reduce(begun, { type: 'frames', runId: RUN, frames: WHOLE.slice(0, OPENING.length) });
    const text = (model: PanelModel): string => (model.run === null ? '' : getAnswerText(model.run));
    const [first, second, third] = pieces;
    if (!first || !second || !third) throw new Error('pieces');
    expect(text([first, third].reduce(reduce, opened))).toBe('The');
    expect(text([first, second, first].reduce(reduce, opened))).toBe('The whole');
    const anew: PanelEvent = { type: 'draft', runId: RUN, key: 'answer', from: 0, text: 'Another' };
    expect(text([first, second, anew].reduce(reduce, opened))).toBe('Another');
  });

  it('keeps what was written on screen while a cut call begins again', () => {
    const cut = reduce(begun, { type: 'frames', runId: RUN, frames: WHOLE.slice(0, OPENING.length + 4) });
    expect(cut.run === null ? '' : getAnswerText(cut.run)).toBe('Half of');
  });

  it('forgets the run and the access of a tab that was left, but not the notices', () => {
    const model = apply(
      { type: 'view', tab: TAB },
      shown,
      { type: 'notice', code: 'memory-only' },
      { type: 'looked', tabId: TAB.tabId, reply: estimated() },
      { type: 'view', tab: { ...TAB, tabId: 8 } },
      ...frameEvents,
    );
    expect(model).toMatchObject({
      run: null,
      known: false,
      access: { type: 'looking' },
      notices: ['memory-only'],
    });
  });

  it('finds the page in the frames', () => {
    expect(findSource(foldAll(WHOLE))).toEqual({
      url: TAB.url,
      page: TAB.url,
      title: TAB.title,
      language: 'en',
      words: 1240,
      isPicture: false,
      file: '',
    });
    expect(findSource(foldAll(WHOLE.slice(0, 2)))).toBeNull();
  });
});
