import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { SYSTEM_LABELS, type Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../../src/lib/agent/frames/stamp.ts';
import {
  calculateEfficiency,
  exportLog,
  createLogFromFrames,
  countNeededSteps,
} from '../../../../src/lib/agent/log/trajectory-log.ts';
import { loadTemplate } from '../../../../src/lib/agent/context/prompts/built-in.ts';
import type { AgentTrajectory } from '../../../../src/lib/agent/log/trajectory.ts';
import { expectComplete } from '../../../kit/runs/log-complete.ts';
import { missing, PLACE, quoted } from '../../../kit/runs/citations.ts';
import { modelsOf } from '../../../kit/runs/world.ts';
import { frames as script, say, SPEC } from '../../../sidepanel/kit/script.ts';
import { anyFrames } from '../log-arbitraries.ts';
import { parseTemplate } from '../../../../src/lib/agent/context/prompts/template-text.ts';

const framesOf = (...drafts: readonly FrameDraft[]): Frame[] =>
  drafts.map((draft, seq) =>
    stamp(draft, {
      runId: 'r1',
      seq,
      at: 1000 + seq * 500,
      product: 'test',
      lastId: seq === 0 ? null : `r1/${String(seq - 1)}`,
    }),
  );
const plan = (step: number, decision: 'call' | 'respond' | 'invalid' | 'ask'): FrameDraft => ({
  kind: 'plan',
  labels: SYSTEM_LABELS,
  step,
  by: 'model',
  thought: 'Because.',
  decision,
  problem: decision === 'invalid' ? 'There is no tool "fly".' : null,
  reply: null,
  held: [],
});
const call = (step: number, key: string): FrameDraft => ({
  kind: 'tool.call',
  labels: SYSTEM_LABELS,
  step,
  ordinal: 0,
  tool: 'find_in_page',
  args: { query: 'moon' },
  key,
  reasoning: 'why',
});
const result = (key: string, isError = false): FrameDraft => ({
  kind: 'tool.result',
  labels: SYSTEM_LABELS,
  key,
  tool: 'find_in_page',
  index: 0,
  final: true,
  isError,
  payload: 'passages',
  message: isError ? 'Nothing found.' : 'Found 2 passages.',
  content: [],
  structured: null,
  objects: [],
  error: null,
  recoverable: true,
  end: false,
  ms: 12,
});
const observation = (...of: readonly string[]): FrameDraft => ({
  kind: 'observation',
  labels: SYSTEM_LABELS,
  step: 1,
  by: 'model',
  text: 'It helps.',
  of,
});
const response: FrameDraft = {
  kind: 'agent.response',
  labels: SYSTEM_LABELS,
  text: 'The **answer**.',
  partial: false,
  impossible: false,
  note: '',
  citations: [],
};

/** A wrong turn, a reply that was none, one good look, the answer. */
const WANDERING = framesOf(
  plan(1, 'call'),
  call(1, '1.0/a'),
  result('1.0/a', true),
  observation('1.0/a'),
  plan(1, 'invalid'),
  plan(2, 'call'),
  call(2, '2.0/b'),
  result('2.0/b'),
  observation('2.0/b'),
  plan(3, 'respond'),
  response,
);

describe('the trajectory log', () => {
  it('**Feature: agent-architecture-upgrade, Property 13: Trajectory Logging Completeness** [R5.6a]', () => {
    fc.assert(fc.property(anyFrames, expectComplete), { numRuns: 200 });
  });

  it('gives results and tokens the step of the call they belong to', () => {
    const frames = framesOf(call(4, '4.0/a'), call(5, '5.0/b'), result('4.0/a'));
    expect(createLogFromFrames(frames).entries.at(-1)?.stepNumber).toBe(4);
  });

  it('weighs the steps that led somewhere against all of them [R5.6b]', () => {
    const log = createLogFromFrames(WANDERING);
    expect(log.metrics).toMatchObject({ totalSteps: 4, errorCount: 2, toolCalls: 2, duration: 5000 });
    expect(countNeededSteps(log)).toBe(2);
    expect(calculateEfficiency(log, countNeededSteps(log))).toBe(0.5);
    expect(calculateEfficiency(createLogFromFrames([]), 0)).toBe(1);
  });

  it('counts a question that was answered as a step that was needed', () => {
    const asked: FrameDraft = {
      kind: 'ask.user',
      labels: SYSTEM_LABELS,
      step: 1,
      key: '1/question',
      form: 'question',
      text: 'Which?',
      citations: [],
      call: null,
    };
    const answer: FrameDraft = {
      kind: 'control',
      labels: SYSTEM_LABELS,
      commandId: 'c',
      control: 'answer',
      ask: '1/question',
      text: 'This.',
      note: '',
    };
    expect(countNeededSteps(createLogFromFrames(framesOf(plan(1, 'ask'), asked)))).toBe(0);
    expect(
      countNeededSteps(createLogFromFrames(framesOf(plan(1, 'ask'), asked, answer, plan(2, 'respond'), response))),
    ).toBe(2);
  });

  it('is never more efficient than perfect, and never less than useless', () => {
    fc.assert(
      fc.property(anyFrames, fc.option(fc.double()), (frames, said) => {
        const log = createLogFromFrames(frames);
        const efficiency = calculateEfficiency(log, said ?? countNeededSteps(log));
        expect(efficiency).toBeGreaterThanOrEqual(0);
        expect(efficiency).toBeLessThanOrEqual(1);
        expect(countNeededSteps(log)).toBeLessThanOrEqual(log.metrics.totalSteps);
      }),
    );
  });
});

const MESSAGES = [
  ...['decision', 'status', 'result', 'token', 'error', 'complete'],
  ...['agent_invoked', 'agent_result', 'agent_error'],
];

describe('an exported run', () => {
  it('is its frames again, line by line [R3.6a]', () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const lines = exportLog(frames, 'ndjson').split('\n');
        expect(lines.pop()).toBe('');
        const read = lines.map((line) => {
          const { type, ...frame } = JSON.parse(line) as { type: string };
          expect(MESSAGES).toContain(type);
          return frame;
        });
        expect(read).toEqual(JSON.parse(JSON.stringify(frames)));
      }),
      { numRuns: 200 },
    );
  });

  it('has each line from its frame alone, so that frames are typed as they come, too [R3.6b]', () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const live = frames.map((frame) => exportLog([frame], 'ndjson'));
        expect(live.join('')).toBe(exportLog(frames, 'ndjson'));
      }),
      { numRuns: 100 },
    );
  });

  it('names its messages as the panel’s readers expect them [R3.6b]', () => {
    const types = exportLog(WANDERING, 'ndjson')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual([
      'decision',
      'status',
      'result',
      'result',
      'decision',
      'decision',
      'status',
      'result',
      'result',
      'decision',
      'complete',
    ]);
  });

  it('holds trajectory, log and frames as JSON', () => {
    const whole = JSON.parse(exportLog(WANDERING, 'json')) as {
      trajectory: AgentTrajectory;
      log: { entries: unknown[]; metrics: object };
      prompts: Readonly<Record<string, string>>;
      frames: unknown;
    };
    expect(Object.keys(whole.prompts)).toContain('REACT_SYSTEM');
    expect(parseTemplate(whole.prompts['REFLECTION'] ?? '')).toEqual(loadTemplate('REFLECTION'));
    expect(whole.frames).toEqual(JSON.parse(JSON.stringify(WANDERING)));
    expect(whole.trajectory).toMatchObject({ goal: expect.any(String) as string, status: 'completed' });
    expect(new Set(whole.trajectory.steps.map(({ type }) => type))).toEqual(
      new Set(['thought', 'action', 'observation', 'synthesis']),
    );
    expect(whole.log.entries).toHaveLength(WANDERING.length);
    expect(whole.log.metrics).toMatchObject({ optimalSteps: 2, efficiency: 0.5 });
  });

  it('says of an answer what it quotes, where that stands, and what was not found', () => {
    const cited: FrameDraft = {
      ...response,
      text: 'Often [twice a day](#p1), always [at noon](#p2).',
      citations: [quoted('twice a day'), missing('at noon', { ref: 'p2' })],
    };
    const invoked = fc.sample(anyFrames, 1)[0]?.[0];
    if (invoked?.kind !== 'agent.invoked') throw new Error('a run begins with agent.invoked');
    const report = exportLog([invoked, ...framesOf(plan(1, 'respond'), cited)], 'markdown');
    expect(report).toContain('Often [1], always (unverified: at noon).');
    expect(report).toContain('[1] “twice a day” — How tides work, https://example.org/tides');
    expect(report).toContain('A quote that was found, word for word, in ` How tides work `, ` Tides `, ` Why twice `:');
    expect(report).toContain('A quote that was not found in what was read:');
    const { log } = JSON.parse(exportLog(framesOf(cited), 'json')) as { log: { entries: { metadata: object }[] } };
    expect(log.entries[0]?.metadata).toMatchObject({
      citations: [
        { verdict: 'verbatim', place: { url: PLACE.url } },
        { verdict: 'missing', place: null },
      ],
    });
  });

  it.each([
    ['2025-09-01', '0.004 US dollars, at list prices of ` 2025-09-01 `'],
    ['', '0.004 US dollars, at own prices'],
  ])('says in US dollars what it cost, and at whose prices: as of “%s”', (asOf, cost) => {
    const main = { ...SPEC.models.main, metered: true, prices: { input: 2, cached: 2, output: 8, asOf } };
    const run = script(say.invoked({ models: modelsOf(main) }), say.decide('d', 1), say.usage(2000, 0, 'd'));
    expect(exportLog(run, 'markdown')).toContain(`- Cost: ${cost}\n`);
  });

  it('reads as a report, in which nothing untrusted is Markdown', () => {
    const OWN =
      /^(?:Question|Summary|Answer|What it took|Steps|Work of an agent \(at [\d.]+ s\)|Step \d+: .*, decided by (?:the model|a rule) \(at [\d.]+ s\)|Run)$/;
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const report = exportLog(frames, 'markdown');
        const tree = fromMarkdown(report, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
        const walk = (node: { type: string; children?: unknown[] }): void => {
          expect(['root', 'heading', 'paragraph', 'text', 'code', 'inlineCode', 'list', 'listItem']).toContain(
            node.type,
          );
          if (node.type === 'heading') {
            expect(
              report
                .slice((node as never as Placed).position.start.offset, (node as never as Placed).position.end.offset)
                .replace(/^#+ /, ''),
            ).toMatch(OWN);
          }
          for (const child of node.children ?? []) walk(child as typeof node);
        };
        walk(tree);
        expect(tree.children.filter(({ type }) => type === 'heading')).toHaveLength(
          4 +
            frames.filter(
              ({ kind, correlationId }) => kind === 'plan' || (kind === 'agent.invoked' && correlationId !== null),
            ).length,
        );
        expect(report).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
      }),
      { numRuns: 200 },
    );
  });

  it('tells a person what was asked, done and spent [R3.2]', () => {
    const invoked = fc.sample(anyFrames, 1)[0]?.[0];
    if (invoked?.kind !== 'agent.invoked') throw new Error('a run begins with agent.invoked');
    const report = exportLog([{ ...invoked, spec: { ...invoked.spec, goal: 'How long?' } }, ...WANDERING], 'markdown');
    expect(report).toContain('```text\nHow long?\n```');
    expect(report).toContain('```text\nThe **answer**.\n```');
    expect(report).toContain('### Step 1: act, decided by the model');
    expect(report).toContain('Efficiency: 50%');
    expect(report).toContain('"query": "moon"');
    expect(report).toContain('There is no tool "fly".');
  });
});

interface Placed {
  readonly position: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
}
