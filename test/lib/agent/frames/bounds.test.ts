import { describe, expect, it } from 'vitest';
import { truncateDecision, SIZE_LIMITS } from '../../../../src/lib/agent/frames/bounds.ts';
import { clip } from '../../../../src/lib/base/one-line.ts';
import { SYSTEM_LABELS } from '../../../../src/lib/agent/frames/frames.ts';
import { Journal } from '../../../../src/lib/agent/state/journal.ts';
import type { Model, ModelEvent } from '../../../../src/lib/agent/ports.ts';
import { requireArticle } from '../../../../src/lib/toolbox/page/article.ts';
import { agentModel, type Say } from '../../../kit/models/agent-model.ts';
import { scriptedModel } from '../../../kit/models/scripted-model.ts';
import { noDeeds, toyJob } from '../../../kit/runs/tools.ts';
import { virtualClock } from '../../../kit/base/virtual-clock.ts';
import { articleWith, drive, specOf, stateOf, world } from '../../../kit/runs/world.ts';

const SPEC = specOf({ job: 'ask', goal: 'Play.', limits: { ...specOf().limits, tokenBudget: 100_000_000 } });
const job = toyJob({ deeds: noDeeds() });
const run = async (model: Model) => {
  const frames = await drive(world(model, articleWith('Wet.')), [], SPEC, () => undefined, job);
  return { frames, state: stateOf(frames) };
};

/** A server that never stops by itself; says whether it was told to. */
function endless(event: (nth: number) => ModelEvent): {
  readonly model: Model;
  readonly sent: () => number;
  readonly stopped: () => boolean;
} {
  let [sent, stopped] = [0, false];
  const model: Model = {
    ...scriptedModel(),
    contextTokens: 32_768,
    toolCalling: 'native',
    async *stream() {
      try {
        for (;;) {
          await Promise.resolve();
          yield event(sent++);
          if (sent > 100_000) throw new Error('Nobody stops listening.');
        }
      } finally {
        stopped = true;
      }
    },
  };
  return { model, sent: () => sent, stopped: () => stopped };
}

describe('a reply', () => {
  it('of endless text is cut, and said to be', async () => {
    const server = endless(() => ({ type: 'text', text: 'word '.repeat(2000) }));
    const { frames, state } = await run(server.model);
    expect(state).toMatchObject({ status: 'done', request: { answer: { partial: true } } });
    expect(state.request.answer?.note).toContain('longest reply');
    for (const frame of frames) if (frame.kind === 'model.reply') expect(frame.text.length).toBe(SIZE_LIMITS.reply);
    expect(server.sent()).toBe(41);
    expect(server.stopped()).toBe(true);
  });

  it('of endless calls is cut, and not acted on', async () => {
    const server = endless((n) => ({
      type: 'tool-call',
      id: 'c',
      name: 'look',
      arguments: `{"reasoning":"r","n":${String(n)}}`,
    }));
    const { frames, state } = await run(server.model);
    expect(frames.filter(({ kind }) => kind === 'tool.call')).toEqual([]);
    expect(state.request.answer?.note ?? state.request.error?.message).toContain('couldn’t be used');
    const replies = frames.flatMap((frame) => (frame.kind === 'model.reply' ? [frame.calls.length] : []));
    expect(new Set(replies)).toEqual(new Set([SIZE_LIMITS.calls]));
  });

  it('of a call with endless arguments is cut, and not acted on', async () => {
    const args = JSON.stringify({ reasoning: 'r', n: 1, more: 'x'.repeat(SIZE_LIMITS.arguments) });
    const { frames } = await run(endless(() => ({ type: 'tool-call', id: 'c', name: 'look', arguments: args })).model);
    expect(frames.filter(({ kind }) => kind === 'tool.call')).toEqual([]);
    for (const frame of frames) if (frame.kind === 'model.reply') expect(frame.calls).toEqual([]);
  });

  it('with names without end keeps their beginning', async () => {
    const long = 'n'.repeat(10_000);
    const { frames } = await run(
      agentModel([
        { calls: [{ name: long, args: { reasoning: 'r' } }] },
        ...Array.from({ length: 9 }, () => ({ text: 'Done.' })),
      ]),
    );
    const [reply] = frames.flatMap((frame) => (frame.kind === 'model.reply' ? [frame] : []));
    expect(reply?.calls[0]?.name.length).toBe(SIZE_LIMITS.name);
  });

  it.each([
    ['reasoning', { calls: [{ name: 'look', args: { reasoning: 'r'.repeat(50_000), n: 1 } }] }],
    ['observation', { calls: [{ name: 'look', args: { reasoning: 'r', observation: 'o'.repeat(50_000), n: 1 } }] }],
    ['question', { calls: [{ name: 'ask_user', args: { question: 'q'.repeat(50_000) } }] }],
    ['reason', { calls: [{ name: 'declare_impossible', args: { reason: 'w'.repeat(50_000) } }] }],
  ] satisfies [string, Say][])('with a %s without end keeps its beginning, with a mark', async (_, say) => {
    const { frames } = await run(agentModel([say, { text: 'Done.' }, { text: 'Done.' }]));
    const words = frames.filter(({ kind }) => kind !== 'model.reply').map((frame) => JSON.stringify(frame));
    for (const text of words) expect(text.length).toBeLessThan(2 * SIZE_LIMITS.thought + 2000);
    if (!JSON.stringify(say).includes('observation')) expect(words.join('')).toContain('…');
  });
});

describe('what is too long', () => {
  it('is cut between characters', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('ab…');
    expect(clip('a\ud83d\ude00bcd', 3)).toBe('a…');
  });

  it('is cut in every part of a decision but the answer', () => {
    const long = 'x'.repeat(SIZE_LIMITS.reply);
    const said = { observation: long, thought: long };
    expect(truncateDecision({ type: 'respond', ...said, text: long })).toMatchObject({ text: long });
    for (const decision of [
      truncateDecision({ type: 'ask', ...said, question: long }),
      truncateDecision({ type: 'impossible', ...said, reason: long }),
      truncateDecision({ type: 'call', ...said, calls: [{ name: 'look', parameters: {}, reasoning: long }] }),
    ])
      expect(JSON.stringify(decision).length).toBeLessThan(3 * SIZE_LIMITS.thought + 200);
  });
});

describe('a write', () => {
  it('of more frames than any step needs is refused, whole', () => {
    const journal = new Journal('r1', [], virtualClock(), 'test');
    const wait = { kind: 'wait', labels: SYSTEM_LABELS, until: 0, message: '', reason: 'user' } as const;
    expect(() => journal.write(Array.from({ length: SIZE_LIMITS.frames + 1 }, () => wait))).toThrow(
      'more than 100 frames',
    );
    expect(journal.state.lastSeq).toBe(-1);
    expect(journal.write(Array.from({ length: SIZE_LIMITS.frames }, () => wait))).toHaveLength(SIZE_LIMITS.frames);
  });
});

describe('a page', () => {
  it('of any size is read up to a bound, and said to be too large above', () => {
    expect(requireArticle(articleWith('x'.repeat(5_000_000))).markdown.length).toBe(5_000_000);
    expect(() => requireArticle(articleWith('x'.repeat(5_000_001)))).toThrow('5,000,001 characters');
  });

  it('may call itself no matter what', () => {
    const long = 'x'.repeat(100_000);
    const reading = articleWith('Wet.');
    if (reading.kind !== 'article') throw new Error('It is an article.');
    const made = requireArticle({
      kind: 'article',
      article: {
        ...reading.article,
        title: long,
        byline: long,
        site: long,
        published: long,
        language: long,
        url: long,
      },
    });
    expect(JSON.stringify(made).length).toBeLessThan(10_000);
  });
});
