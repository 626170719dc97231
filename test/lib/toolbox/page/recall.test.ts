import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { iterateTurns } from '../../../../src/lib/agent/state/turns.ts';
import type { AgentState } from '../../../../src/lib/agent/state/agent-state.ts';
import {
  getToolSchemas,
  findCallObjection,
  runTool,
  type ToolContext,
  type ToolError,
  type ToolOutcome,
} from '../../../../src/lib/agent/tool-calls/index.ts';
import type { Frame, ToolResultFrame } from '../../../../src/lib/agent/frames/frames.ts';
import { computeTokenBudget } from '../../../../src/lib/agent/budget/window-split.ts';
import { ask } from '../../../../src/lib/jobs/ask.ts';
import { recall, RECALLED } from '../../../../src/lib/toolbox/page/recall.ts';
import { agentModel, type Say } from '../../../kit/models/agent-model.ts';
import { find, finds, foundEvents, framesOf, type Find, type FoundEvent } from '../../../kit/runs/found-run.ts';
import { UNTRUSTED } from '../../../kit/runs/tools.ts';
import { articleWith, drive, longPage, roughCounter, specOf, stored, world } from '../../../kit/runs/world.ts';

const CLEARED: FoundEvent = { type: 'compact', stage: 'clear', to: 1 };

/** What the tool makes of a call, in a run that found those things and went on with a window of that many tokens. */
async function recalled(
  events: readonly FoundEvent[],
  args: { readonly ref: string; readonly query?: string },
  contextTokens = 4096,
): Promise<{ outcome: ToolOutcome; text: string; state: AgentState }> {
  const model = agentModel([], { contextTokens });
  const { ports } = world(model, articleWith(''));
  const state = foldAll(framesOf(events));
  const context: ToolContext = {
    call: { key: '9.0/recall', step: 9, id: 'run/9', answer: null },
    ports,
    egress: { mayQuery: () => false, chooseUnasked: () => [] },
    state: () => state,
    model: () => model,
    read: (hash) => Promise.resolve(hash), // texts stand for their own hashes
    signal: new AbortController().signal,
    callModel: () => {
      throw new Error('Looking back asks no model.');
    },
    giveResult: () => {
      throw new Error('Looking back has one result.');
    },
    giveOnce: () => {
      throw new Error('Looking back has one result.');
    },
    invokeAgent: () => {
      throw new Error('Looking back calls no agent.');
    },
    sample: () => {
      throw new Error('Looking back asks no model.');
    },
    askUser: () => {
      throw new Error('Looking back asks nobody.');
    },
    recordGrades: () => {
      throw new Error('Looking back grades nothing.');
    },
  };
  const step = await runTool(recall, args, context).next();
  if (step.done !== true) throw new Error('Looking back commits nothing.');
  const [block] = step.value.content ?? [];
  const text = block?.type === 'resource' ? await ports.blobs.get(block.body.hash) : undefined;
  return { outcome: step.value, text: text ?? '', state };
}

const failure = (events: readonly FoundEvent[], args: { readonly ref: string; readonly query?: string }) =>
  recalled(events, args).then(
    () => null,
    (thrown: unknown) => thrown as ToolError,
  );

describe('looking back', () => {
  it('can be done only once something is no longer shown, and says so before [R4.4a]', () => {
    const offered = (events: readonly FoundEvent[]): boolean =>
      getToolSchemas(ask.registry, foldAll(framesOf(events))).some(({ name }) => name === 'recall');
    expect(offered([find()])).toBe(false);
    expect(offered([find(), CLEARED])).toBe(true);
    const call = { name: 'recall', parameters: { ref: 'e1' }, reasoning: 'Look back.' };
    expect(findCallObjection(ask.registry, call, foldAll(framesOf([find()])))).toContain('still shown');
    expect(findCallObjection(ask.registry, call, foldAll(framesOf([find(), CLEARED])))).toBeNull();
  });

  it('brings back what was found with its source, and with its labels, never better ones', async () => {
    await fc.assert(
      fc.asyncProperty(foundEvents, finds, fc.boolean(), async (before, last, searches) => {
        const source: Find = { ...last, hidden: false, text: `## Tides\n\nThe tide of 1932. ${last.text}` };
        const ref = `e${String(before.filter(({ type }) => type === 'find').length + 1)}`;
        const args = searches ? { ref, query: 'tide' } : { ref };
        const { outcome, text } = await recalled([...before, source, CLEARED], args);
        expect(outcome.labels).toEqual(source.labels);
        expect(outcome.content).toMatchObject([source.source ?? {}]);
        expect(text).toContain('The tide of 1932.');
        // shown to the user; the model's environment has it already
        expect(outcome.objects).toMatchObject([{ name: RECALLED, hidden: true, meta: { ref } }]);
      }),
    );
  });

  it.each(['page', 'picture'])(
    'names the %s that it brings back, which was shown under names of passages',
    async (name) => {
      const meta = { title: 'Tides', url: 'https://example.org/t', language: 'en' };
      const { outcome } = await recalled([find({ name, meta, labels: UNTRUSTED }), CLEARED], { ref: 'e1' });
      expect(outcome.content).toMatchObject([{ title: 'Tides', uri: 'https://example.org/t', language: 'en' }]);
    },
  );

  it('without a query brings the beginning, of at most a quarter of a prompt [R4.6b]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1024, max: 9000 }), async (n, window) => {
        const text = Array.from({ length: n }, (_, i) => `Paragraph ${String(i)} of the tide gauge’s log.`).join(
          '\n\n',
        );
        const tokens = await roughCounter.count(text);
        const back = await recalled([find({ text, tokens })], { ref: 'e1' }, window);
        const most = computeTokenBudget({ contextTokens: window }).prompt / 4;
        expect(await roughCounter.count(back.text)).toBeLessThanOrEqual(most);
        expect(text.startsWith(back.text)).toBe(true);
        expect(back.text === text).toBe(tokens <= Math.floor(most));
        expect(back.outcome.message.includes('beginning')).toBe(back.text !== text);
      }),
    );
  });

  it('with a query brings the passages that bear on it, within the same bound', async () => {
    const filler = Array.from(
      { length: 60 },
      (_, i) => `## Part ${String(i)}\n\n${'The sea is slow and patient. '.repeat(12)}`,
    );
    const text = [...filler.slice(0, 40), '## Boards\n\nAgnes Thorley nailed a new board.', ...filler.slice(40)].join(
      '\n\n',
    );
    const source = find({ text, tokens: await roughCounter.count(text) });
    const few = await recalled([source], { ref: 'e1', query: 'who nailed the board' });
    expect(few.text).toContain('Agnes Thorley');
    expect(few.text.length).toBeLessThan(text.length / 4);
    const { prompt } = computeTokenBudget({ contextTokens: 1024 });
    const narrow = await recalled([source], { ref: 'e1', query: 'sea' }, 1024);
    expect(await roughCounter.count(narrow.text)).toBeLessThanOrEqual(prompt / 4);
  });

  it('of a reference that there is not, or that is hidden or superseded, fails and lists those there are', async () => {
    const events = [
      find({ name: 'page' }),
      find({ hidden: true }),
      find({ name: 'notes', meta: { supersedes: ['page'] } }),
      find(),
    ];
    for (const ref of ['e1', 'e2', 'e5', 'e0', 'page', '__proto__']) {
      const thrown = await failure(events, { ref });
      expect(thrown).toMatchObject({ recoverable: true, error: { code: 'tool.no-such-reference' } });
      expect(thrown?.error.hint).toContain('There are: e4, e3.');
    }
    expect(
      (
        await failure(
          Array.from({ length: 50 }, () => find()),
          { ref: 'x' },
        )
      )?.error.hint.length,
    ).toBeLessThan(200);
    expect((await failure([], { ref: 'e1' }))?.error.hint).toBe('Go on without it.');
  });

  it('that finds nothing says what to try', async () => {
    const thrown = await failure([find({ text: 'The tide.' })], { ref: 'e1', query: 'zeppelin' });
    expect(thrown).toMatchObject({ recoverable: true, error: { code: 'tool.nothing-found' } });
    expect(thrown?.advice).toContain('e1');
  });
});

describe('in a run', () => {
  const say = (name: string, args: object): Say => ({ calls: [{ name, args: { reasoning: 'Look.', ...args } }] });
  const ASK = specOf({ job: 'ask', goal: 'Who reads the gauge?', limits: { ...specOf().limits, maxSteps: 9 } });
  const results = (frames: readonly Frame[]): readonly ToolResultFrame[] =>
    [...iterateTurns(foldAll(frames))].flatMap(({ calls }) => calls.flatMap((call) => call.results));

  it('what was cleared comes back, again and again, but not while it is still shown', async () => {
    const model = agentModel(
      [
        say('find_in_page', { query: 'tide gauge' }),
        say('recall', { ref: 'e2' }),
        say('recall', { ref: 'e2' }),
        { text: 'Nobody.' },
      ],
      { contextTokens: 100_000, notMine: ['The page has to be read first.'] },
    );
    const cut: Frame[] = [];
    const w = world(model, longPage(40));
    // stops where the search has brought its result, for a compaction to follow
    await drive(w, [], ASK, (commit) => {
      cut.push(...commit);
      if (commit.some((frame) => frame.kind === 'tool.result' && frame.tool === 'find_in_page'))
        throw new Error('Cut.');
    }).catch(() => undefined);
    const last = cut.at(-1);
    const [made] = framesOf([{ type: 'compact', stage: 'clear', to: 2 }]).slice(1);
    if (!last || !made) throw new Error('There is no run.');
    const seq = last.seq + 1;
    const past = stored([...cut, { ...made, seq, id: `r1/${String(seq)}` }]);
    const frames = await drive(w, past, ASK);
    const state = foldAll(frames);
    const [, passages, back, ...more] = results(frames);
    expect(back).toMatchObject({ tool: 'recall', isError: false, labels: UNTRUSTED, message: 'Brought back e2.' });
    expect(back?.content).toEqual(passages?.content);
    expect(more).toEqual([]);
    expect([...iterateTurns(state)].map(({ problem }) => problem).join()).toContain(
      'called with the same arguments before',
    );
    expect(state.request.answer?.text).toBe('Nobody.');
    // once that turn is cleared too, looking back is no repetition
    const call = { name: 'recall', parameters: { ref: 'e2' }, reasoning: 'Look.' };
    const [again] = framesOf([{ type: 'compact', stage: 'clear', to: 3 }]).slice(1);
    expect(findCallObjection(ask.registry, call, state)).toContain('before');
    expect(again && findCallObjection(ask.registry, call, foldAll([again], state))).toBeNull();
  });
});
