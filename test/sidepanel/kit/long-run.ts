/** A question that took a failure, a reflection, room made twice and five model calls: the panel's hardest case, scripted. */
import type { Prices } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { models, say } from './script.ts';

const PRICES: Prices = { input: 2.5, cached: 0.25, output: 10, asOf: '2026-11-22' };

const shared = (draft: FrameDraft, shares: Readonly<Record<string, number>>): FrameDraft =>
  draft.kind === 'model.call'
    ? { ...draft, shares: Object.entries(shares).map(([source, tokens]) => ({ source, tokens })) }
    : draft;

const at = (step: number, draft: FrameDraft): FrameDraft => ('step' in draft ? { ...draft, step } : draft);

const looked = (step: number, query: string, key: string): readonly FrameDraft[] => [
  say.plan(step, { by: 'model', reply: `${String(step)}/decide`, thought: `The answer may stand near “${query}”.` }),
  at(step, say.toolCall('find_in_page', key, { query })),
];

const decided = (step: number, shares: Readonly<Record<string, number>>, usage: FrameDraft): readonly FrameDraft[] => [
  shared(say.decide(`${String(step)}/decide`, step), shares),
  say.reply('', `${String(step)}/decide`),
  usage,
];

const aside = (purpose: 'reflect' | 'compact', step: number): FrameDraft =>
  at(step, shared(say.aside(purpose, `${String(step)}/${purpose}`), { instructions: 220, tools: 380 }));

const PAGE = 'https://harbour-ledger.example';

/** Up to the call for the answer, which is under way. */
export const LONG_RUN: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'Why were the readings wrong, and since when?', models: models({ prices: PRICES }) }),
  say.plan(1),
  say.toolCall('read_page'),
  say.read(),
  ...decided(2, { instructions: 900, user: 14, [PAGE]: 1700 }, say.usage(2613, 61, '2/decide')),
  ...looked(2, 'lunar nodal cycle', '2.0/a'),
  say.result('2.0/a', 'Nothing on this page is like “lunar nodal cycle”.', true),
  aside('reflect', 2),
  say.reply('…', '2/reflect'),
  say.usage(604, 58, '2/reflect'),
  say.reflection({
    step: 2,
    of: ['2.0/a'],
    errorType: 'find.nothing',
    failedAction: { tool: 'find_in_page', args: { query: 'lunar nodal cycle' } },
    analysis: 'The page is written for newspaper readers and does not use the technical term.',
    suggestedFix: 'Search for the plain words of the page: “tide board”, “fixings”.',
  }),
  ...decided(
    3,
    { instructions: 900, user: 14, model: 90, tools: 60, [PAGE]: 1700 },
    say.usage(2790, 74, '3/decide', 'provider', { cached: 2304, reasoning: 40 }),
  ),
  ...looked(3, 'tide board', '3.0/b'),
  say.result('3.0/b', 'Found 2 passages about “tide board”.'),
  say.observation('The board was hung from the old fixings.', ['3.0/b']),
  aside('compact', 4),
  say.reply('…', '4/compact'),
  say.usage(811, 96, '4/compact', 'counted'),
  say.compaction({
    step: 4,
    to: 2,
    summary: 'The page was read: 1,240 words.\nThe term “lunar nodal cycle” is not on it.',
    sources: [{ title: 'How tides work', uri: `${PAGE}/tides` }],
  }),
  ...decided(
    4,
    { instructions: 900, user: 14, model: 180, tools: 240, [PAGE]: 800, 'https://tides.example': 310 },
    say.usage(2460, 12, '4/decide', 'lost'),
  ),
  ...looked(4, 'since when', '4.0/c'),
  say.result('4.0/c', 'Found 1 passage.'),
  at(5, say.modelCall('5/answer')),
];

export const ANSWERED: readonly FrameDraft[] = [
  ...LONG_RUN,
  say.reply('Every reading since **11 February 1932** was nine centimetres too high.', '5/answer'),
  say.usage(2510, 48, '5/answer'),
  say.plan(5, { by: 'model', decision: 'respond', reply: '5/answer', thought: 'Both halves are answered.' }),
  say.answer('Every reading since **11 February 1932** was nine centimetres too high.'),
];
