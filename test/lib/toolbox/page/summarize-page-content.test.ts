import { describe, expect, it } from 'vitest';
import { createEnvironment } from '../../../../src/lib/agent/context/environment.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { iterateTurns } from '../../../../src/lib/agent/state/turns.ts';
import { computeTokenBudget } from '../../../../src/lib/agent/budget/window-split.ts';
import { condenseWhenTooLong } from '../../../../src/lib/toolbox/page/summarize-page-content.ts';
import { agentModel } from '../../../kit/models/agent-model.ts';
import { drive, longPage, world } from '../../../kit/runs/world.ts';

describe('an environment that is too large', () => {
  const model = (text: string) => agentModel([], { contextTokens: 2048, toolCalling: 'none', other: () => ({ text }) });

  it('is condensed by itself, and under its limit again, so that the condition ceases to hold [R4.4b]', async () => {
    const short = model('- The sea.');
    const frames = await drive(world(short, longPage(80)));
    const room = computeTokenBudget(short).document;
    const read = frames.findIndex((frame) => frame.kind === 'tool.result') + 1;
    const before = foldAll(frames.slice(0, read));
    expect(createEnvironment(before).estimateTokens()).toBeGreaterThan(room);
    expect(condenseWhenTooLong.trigger?.(before, short)).toMatchObject({ tool: 'summarize_page_content' });
    const state = foldAll(frames);
    expect(createEnvironment(state).estimateTokens()).toBeLessThanOrEqual(room);
    expect(condenseWhenTooLong.trigger?.(state, short)).toBeNull();
    const environment = createEnvironment(state);
    expect([...environment.iterateNewestFirst()].map(({ name }) => name)).toEqual(['notes']);
    expect(Array.from(state.objects, ({ name }) => name)).toEqual(['page', 'notes']);
  });

  it('is condensed once, also by a model that does not shorten', async () => {
    const wordy = model('The sea is slow and patient. '.repeat(400));
    const frames = await drive(world(wordy, longPage(80)));
    const state = foldAll(frames);
    expect(createEnvironment(state).estimateTokens()).toBeGreaterThan(computeTokenBudget(wordy).document);
    const condensed = [...iterateTurns(state)].flatMap(({ calls }) => calls).filter(({ tool }) => tool !== 'read_page');
    expect(condensed).toHaveLength(1);
    expect(condenseWhenTooLong.trigger?.(state, wordy)).toBeNull();
  });
});
