/** One agent that the user chose, with nobody between: what it says is the answer, whole. */
import { describe, expect, it } from 'vitest';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { agentModel, type Say } from '../../kit/models/agent-model.ts';
import { cardOf, manifestOf, type AgentChanges } from '../../kit/agents/played-agents.ts';
import { articleWith, drive, specOf, stored, termsIn, world } from '../../kit/runs/world.ts';

const SPEC = specOf({ job: 'agent', agent: 'helper', goal: 'When do tides rise?' });
const REFUSED = { code: 'model.refused', message: 'Refused.', hint: 'Try again.', retryable: false };

/** `createBrokenAgent`: whether its model cannot be had now. */
function chosen(script: readonly Say[], changes: AgentChanges = {}, broken = (): boolean => false) {
  const manifest = manifestOf({ id: 'helper', ...changes });
  const card = cardOf({ manifest });
  const model = agentModel(script, { last: () => script.at(-1) ?? {} });
  const w = world(
    {
      ...model,
      async *stream(request: ModelRequest, signal: AbortSignal) {
        if (broken()) yield { type: 'error' as const, failure: REFUSED };
        else yield* model.stream(request, signal);
      },
    },
    articleWith('Tides rise twice a day.'),
  );
  const get = w.ports.blobs.get.bind(w.ports.blobs);
  Object.assign(w.ports.blobs, {
    get: (hash: string) => (hash === card.manifest ? Promise.resolve(JSON.stringify(manifest)) : get(hash)),
  });
  return { w, spec: { ...SPEC, agents: [card] } };
}

async function answerOf(script: readonly Say[], changes: AgentChanges = {}): Promise<string | undefined> {
  const { w, spec } = chosen(script, changes);
  return foldAll(await drive(w, [], spec)).request.answer?.text;
}

describe('an agent that the person chose', () => {
  it.each([
    ['braces', 'Write {name} where the name goes, {num_objects} times.'],
    ['more than a message holds', `Long: ${'tide '.repeat(4000)}end.`],
  ])('answers in its own words, whole: %s', async (_, text) => {
    expect(await answerOf([{ text }])).toBe(text);
  });

  it('answers with what came of a conversation, in its own words', async () => {
    const outcome = 'They know what {name} is.';
    const back = { calls: [{ name: 'hand_back', args: { reasoning: 'r', outcome } }] };
    expect(await answerOf([back], { mode: 'handoff' })).toBe(outcome);
  });

  it('that is no longer stored is named in an error that is as private as its name', async () => {
    const { w, spec } = chosen([]);
    Object.assign(w.ports.blobs, { get: () => Promise.resolve(undefined) });
    const results = (await drive(w, [], spec)).filter((frame) => frame.kind === 'tool.result');
    expect(results).toMatchObject([
      { error: { code: 'agent.gone' }, labels: { integrity: 'untrusted', confidentiality: 'private' } },
    ]);
  });

  it('says what cut its answer short', async () => {
    const { w, spec } = chosen([{ text: 'At n', finish: 'length' }]);
    const {
      request: { answer },
    } = foldAll(await drive(w, [], spec));
    expect(answer).toMatchObject({ text: 'At n', partial: true, impossible: false });
    expect(answer?.note).toMatch(/^The model reached the longest reply/);
  });

  it('says that it cannot be done, and why', async () => {
    const reason = 'No page tells it.';
    const { w, spec } = chosen([{ calls: [{ name: 'declare_impossible', args: { reason } }] }]);
    const {
      request: { answer },
    } = foldAll(await drive(w, [], spec));
    expect(answer).toMatchObject({ text: reason, partial: false, impossible: true });
  });

  it('is called again where it failed and the person tries again', async () => {
    let broken = true;
    const { w, spec } = chosen([{ text: 'At noon.' }], {}, () => broken);
    const frames = await drive(w, [], spec);
    expect(foldAll(frames)).toMatchObject({ status: 'failed', request: { error: { code: 'model.refused' } } });
    broken = false;
    w.commands.push({ id: 'again', type: 'retry', config: termsIn(spec) });
    const after = await drive(w, stored(frames), undefined, () => void (w.commands.length = 0));
    expect(foldAll(after)).toMatchObject({ status: 'done', request: { answer: { text: 'At noon.' } } });
  });
});
