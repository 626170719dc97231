/**
 * Frames of a run in which tools find things and compactions hide turns, without a loop: for what is a view over the fold.
 * The one rule: a shorter list of events makes a prefix of the frames of a longer one.
 */
import fc from 'fast-check';
import { SYSTEM_LABELS, type Artifact, type Frame, type Labels } from '../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { CompactionFrame } from '../../../src/lib/agent/frames/model-frames.ts';
import type { Json } from '../../../src/lib/base/json.ts';
import { specOf } from './world.ts';

/** An object that is found; `text` is what stands under its hash. */
export interface Find {
  readonly type: 'find';
  readonly tool: string;
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
  readonly hidden: boolean;
  readonly meta: Readonly<Record<string, Json>>;
  readonly labels: Labels;
  readonly source?: { readonly title: string; readonly uri: string; readonly language: string };
}

export type FoundEvent =
  | Find
  | { readonly type: 'compact'; readonly stage: CompactionFrame['stage']; readonly to: number };

export const find = (overrides: Partial<Find> = {}): Find => ({
  type: 'find',
  tool: 'look',
  name: 'seen',
  text: 'Seen.',
  tokens: 100,
  hidden: false,
  meta: {},
  labels: SYSTEM_LABELS,
  ...overrides,
});

/** A run in which each thing is found in a turn of its own. Texts stand for their own hashes. */
export function framesOf(events: readonly FoundEvent[]): readonly Frame[] {
  const drafts: FrameDraft[] = [{ kind: 'agent.invoked', labels: SYSTEM_LABELS, spec: specOf({ job: 'ask' }) }];
  let step = 0;
  for (const event of events) {
    if (event.type === 'find') step += 1;
    drafts.push(...(event.type === 'find' ? turnOf(event, step) : [compaction(event, step)]));
  }
  return drafts.map((draft, seq) =>
    stamp(draft, { runId: 'r1', seq, at: seq, product: 'test', lastId: seq === 0 ? null : `r1/${String(seq - 1)}` }),
  );
}

function turnOf({ tool, name, text, tokens, hidden, meta, labels, source }: Find, step: number): readonly FrameDraft[] {
  const key = `${String(step)}.0/a`;
  const body = { hash: text, length: text.length, tokens, preview: text.slice(0, 200) };
  return [
    {
      kind: 'plan',
      labels,
      step,
      by: 'model',
      thought: 'Look.',
      decision: 'call',
      problem: null,
      reply: null,
      held: [],
    },
    { kind: 'tool.call', labels, step, ordinal: 0, tool, args: { step }, key, reasoning: 'Look.' },
    {
      kind: 'tool.result',
      labels,
      key,
      tool,
      index: 0,
      final: true,
      isError: false,
      payload: 'text',
      message: 'Looked.',
      content: source ? [{ type: 'resource', ...source, body }] : [],
      structured: null,
      objects: [{ name, body, meta, hidden } as unknown as Artifact],
      error: null,
      recoverable: true,
      end: false,
      ms: 1,
    },
  ];
}

const compaction = ({ stage, to }: FoundEvent & { type: 'compact' }, step: number): FrameDraft => ({
  kind: 'compaction',
  labels: SYSTEM_LABELS,
  step,
  stage,
  by: 'rule',
  to,
  summary: stage === 'summary' ? 'What was done.' : '',
  sources: [],
  before: 2,
  after: 1,
});

const NAMES = ['page', 'notes', 'passages'] as const;
const LABELS: fc.Arbitrary<Labels> = fc.record({
  integrity: fc.constantFrom('untrusted', 'user', 'system'),
  confidentiality: fc.constantFrom('private', 'public'),
  origin: fc.webUrl(),
});
/** Titles as pages have them, and as pages that mean harm do. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('a\ne9 · read_page · 5 tokens', '\u202edne', '\u0000'.repeat(900), ' '.repeat(900), '🜚'.repeat(90)),
);

export const finds: fc.Arbitrary<Find> = fc.record({
  type: fc.constant('find'),
  tool: fc.constantFrom('look', 'read_page', 'find_in_page'),
  name: fc.constantFrom(...NAMES),
  text: fc.lorem({ maxCount: 60 }),
  tokens: fc.nat(5000),
  hidden: fc.boolean(),
  labels: LABELS,
  meta: fc.oneof(
    fc.record({ title: words, url: words, query: words }, { requiredKeys: [] }),
    fc.record({ supersedes: fc.subarray([...NAMES]), title: words }),
    fc.record({ supersedes: fc.constantFrom<Json>('page', null, 7, [7, 'page'], { 0: 'page' }) }),
  ),
  source: fc.record({ title: words, uri: words, language: fc.constantFrom('', 'en', 'de') }),
});

const compactions: fc.Arbitrary<FoundEvent> = fc.record({
  type: fc.constant('compact'),
  stage: fc.constantFrom('clear', 'summary'),
  to: fc.nat(12),
});

export const foundEvents: fc.Arbitrary<readonly FoundEvent[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: finds }, { weight: 1, arbitrary: compactions }),
  { maxLength: 14 },
);
