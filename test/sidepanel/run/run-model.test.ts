import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/lib/models/model.ts';
import { getAnswerText, createRunModel, getDisplayedAnswer, addFrames } from '../../../src/sidepanel/run/run-model.ts';
import { echo, scriptedModel } from '../../kit/models/scripted-model.ts';
import { articleWith, drive, longPage, world } from '../../kit/runs/world.ts';

const REFUSED: ModelEvent = {
  type: 'error',
  failure: { code: 'model.unauthorized', message: 'm', hint: 'c', retryable: false },
};

describe('the text a run shows', () => {
  it('is what its parts gave when it failed between two of them', async () => {
    const model = scriptedModel((request, nth) => (nth === 2 ? [REFUSED] : echo(request, nth)), {
      contextTokens: 2048,
    });
    const frames = await drive(world(model, longPage(100)));
    const upTo = (kind: string) =>
      frames.slice(
        0,
        frames.findLastIndex((frame) => frame.kind === kind),
      );
    expect(getAnswerText(addFrames(createRunModel('r1'), upTo('error')))).toBe(''); // while it goes on, notes are not an answer
    expect(getAnswerText(addFrames(createRunModel('r1'), frames)).match(/condense: /g)).toHaveLength(2);
  });

  it('leaves out the page’s title on top, which the panel shows already', async () => {
    const says = (text: string): ModelEvent[] => [
      { type: 'text', text },
      { type: 'done', finish: 'stop', usage: {} },
    ];
    const titled = await drive(
      world(
        scriptedModel(() => says('**A page**\n\nIt is wet.')),
        articleWith('Water is wet.'),
      ),
    );
    const run = addFrames(createRunModel('r1'), titled);
    expect(getDisplayedAnswer(run)).toBe('It is wet.');
    expect(getAnswerText(run)).toBe('**A page**\n\nIt is wet.');
  });
});
