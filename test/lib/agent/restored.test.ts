/** What the user wants to be seen again, and runs that are tried again: what they are shown. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cramped, isCompaction } from '../../kit/runs/cramped.ts';
import { planSpec, play } from '../../kit/runs/generated-run.ts';
import { plotOf } from '../../kit/runs/plots.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { driveThrough, longPage, specOf, stateOf, stored, termsIn, world } from '../../kit/runs/world.ts';

digestInTurn();

/** What a run works with, for trying again. */
describe('a context', () => {
  it('never lets go of what nobody has looked at yet, also when a run is tried again', async () => {
    let failing = true;
    const model = scriptedModel(
      () =>
        failing
          ? [{ type: 'error', failure: { code: 'model.server', message: 'Down.', hint: '', retryable: true } }]
          : [
              { type: 'text', text: 'Read.' },
              { type: 'done', finish: 'stop', usage: {} },
            ],
      { contextTokens: 8192 },
    );
    const w = world(model, longPage(600));
    const spec = specOf({ job: 'ask', goal: 'What is it about?' });
    const failed = await driveThrough(w, [], spec);
    expect(stateOf(failed)).toMatchObject({ status: 'failed', request: { windowShare: 0.5 } });
    failing = false;
    const config = termsIn(spec);
    w.commands.push({ id: 'again', type: 'retry', config });
    const state = stateOf(await driveThrough(w, failed, spec));
    expect(state).toMatchObject({ status: 'done', request: { windowShare: 1 } });
    expect(state.view.compactions.length).toBe(0);
    expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('Paragraph 0: the tide gauge');
  });

  it('keeps what the model makes of results that came before it was tried again', async () => {
    const look = (n: number, observation: string) => ({
      calls: [{ name: 'look', args: { reasoning: 'r', n, observation } }],
    });
    const plot = plotOf([look(1, ''), look(2, 'So far so good.')]);
    const whole = await play(plot);
    const result = whole.frames.find(({ kind }) => kind === 'tool.result');
    if (!result) throw new Error('Nothing was found.');
    const error = { code: 'limit.tokens', message: 'Spent.', hint: 'Raise it.' };
    const next = { seq: result.seq + 1, id: `${result.runId}/${String(result.seq + 1)}` };
    const frames = [...whole.frames.slice(0, next.seq), { ...result, kind: 'error' as const, error, ...next }];
    const config = termsIn(planSpec(plot));
    const inbox = [{ id: 'again', type: 'retry' as const, config }];
    const { frames: retried, state } = await play(plot, { ...whole, frames: stored(frames), inbox, drafts: [] });
    const said = retried.flatMap((frame) => (frame.kind === 'observation' && frame.by === 'model' ? [frame.text] : []));
    expect(said).toEqual(['So far so good.']);
    expect(state.past.at(0)).toMatchObject({ observation: 'So far so good.', calls: [{ observed: true }] });
  });

  it('that no longer fits for what was shown again can be tried again without it', async () => {
    const look = (n: number) => ({ calls: [{ name: 'look', args: { reasoning: 'r', n } }] });
    const plot = plotOf([look(1), look(2), look(3), look(4)], { contextTokens: 5500, bulk: 9000 });
    const first = await play(plot);
    const compactions = first.frames.filter(isCompaction);
    const last = compactions.at(-1);
    if (!last) throw new Error('Nothing was compacted.');
    const from = {
      ...first,
      frames: stored(first.frames.slice(0, last.seq + 1)),
      inbox: compactions.map(({ id }) => ({ id: `again ${id}`, type: 'restore' as const, compaction: id })),
      drafts: [],
    };
    const full = await play(plot, from);
    expect(full.state).toMatchObject({ status: 'failed', request: { error: { code: 'limit.context' } } });
    expect(full.state.request.error?.hint).toContain('without what you asked');
    const config = termsIn(planSpec(plot));
    const retried = await play(plot, { ...full, inbox: [{ id: 'retry', type: 'retry', config }], drafts: [] });
    expect(retried.state).toMatchObject({ status: 'done', request: { answer: { partial: false } } });
    expect(retried.state.view.pinned).toEqual([]);
  });

  it('shows again what the person wants to be seen again, and never drops it after', async () => {
    let restored = 0;
    await fc.assert(
      fc.asyncProperty(cramped, async (plot) => {
        const first = await play(plot);
        const frame = first.frames.find(isCompaction);
        if (!frame) return;
        const from = {
          ...first,
          frames: stored(first.frames.slice(0, frame.seq + 1)),
          inbox: [{ id: 'again', type: 'restore' as const, compaction: frame.id }],
          drafts: [],
        };
        const { frames, state } = await play(plot, from);
        expect(frames.some((each) => each.kind === 'control' && each.control === 'restore')).toBe(true);
        expect(state.view.pinned).toEqual([[0, frame.to]]);
        restored += 1;
        const after = frames.filter(
          (each) => each.kind === 'model.call' && each.seq > frame.seq && each.purpose === 'decide',
        );
        if (after[0]?.kind === 'model.call') expect(after[0].estimate.input).toBeGreaterThan(frame.after);
      }),
      { numRuns: 60 },
    );
    expect(restored).toBeGreaterThan(0); // some 26 on average
  });
});
