/**
 * The extractive engine: ROUGE-1, -2 and -L against title and Lead, what its summaries are free of, and the time per page.
 * The one rule: every system is cut to the same number of words. The reference is the page's own description
 * (docs/decisions/extractive-engine.md says why, and what it is worth).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { buildOutline } from '../../../src/lib/models/extractive/outline.ts';
import { rankUnits, WEIGHTS } from '../../../src/lib/models/extractive/rank.ts';
import { createTimeSlicer } from '../../../src/lib/pipeline/text/time-slices.ts';
import { counterOf } from '../../kit/base/counter.ts';
import { readDescribedPages, type DescribedPage } from './described-pages.ts';
import { median, type Figure } from '../figure.ts';
import { rouge, wordsIn, type Rouge } from './rouge.ts';
import { findFaults, FAULTS } from './summary-faults.ts';

const FIXTURES = new URL('../../fixtures/pages/', import.meta.url);

const model = createExtractiveModel(counterOf((text) => Math.ceil(text.length / 4)));

async function summaryOf(title: string, text: string): Promise<string> {
  const document = { type: 'document', title, url: '', language: '', text } as const;
  const request = {
    task: 'summarise',
    maxOutputTokens: 1000,
    messages: [{ role: 'user', content: [document] }],
  } as const;
  let said = '';
  for await (const event of model.stream(request, new AbortController().signal))
    if (event.type === 'text') said += event.text;
  return said;
}

/** Centrality alone, the field's name for it. */
async function lexRank({ title, text }: DescribedPage): Promise<string> {
  const turns = createTimeSlicer();
  const alone = { ...WEIGHTS, centrality: 1, centroid: 0, position: 0, title: 0, heading: 0, opening: 0 };
  const ranked = await rankUnits(await buildOutline([{ title, language: '', text }], turns), turns, alone);
  const best = [...ranked].sort((a, b) => b.score - a.score || a.unit.order - b.unit.order).slice(0, 10);
  return best.map(({ unit }) => unit.text).join(' ');
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const round = (value: number): number => Math.round(value * 100) / 100;

const ROUGES: readonly (readonly [string, keyof Rouge])[] = [
  ['ROUGE-1', 'one'],
  ['ROUGE-2', 'two'],
  ['ROUGE-L', 'longest'],
];

async function measureQuality(set: string): Promise<readonly Figure[]> {
  const pages = readDescribedPages(set);
  if (pages.length === 0) return [];
  const scores = await Promise.all(
    pages.map(async (page) => {
      const reference = wordsIn(page.reference);
      const summary = await summaryOf(page.title, page.text);
      return {
        page,
        summary,
        ours: rouge(summary, reference),
        peers: {
          'title + Lead': rouge(`${page.title} ${page.text}`, reference),
          Lead: rouge(page.text, reference),
          'title + LexRank': rouge(`${page.title} ${await lexRank(page)}`, reference),
        },
      };
    }),
  );
  const figures = [true, false].flatMap((isArticle) => {
    const kind = scores.filter(({ page }) => page.isArticle === isArticle);
    if (kind.length === 0) return [];
    return ROUGES.flatMap(([name, rougeName]) =>
      (['title + Lead', 'Lead', 'title + LexRank'] as const).map((peer) => ({
        name: `summary, ${name}, ${kind.length} ${isArticle ? 'articles' : 'other pages'} of ${set}`,
        value: round(mean(kind.map(({ ours }) => ours[rougeName]))),
        unit: 'F',
        against: { name: peer, value: round(mean(kind.map(({ peers }) => peers[peer][rougeName]))) },
      })),
    );
  });
  const faults = scores.map(({ page, summary }) => findFaults(summary, page));
  return [
    ...figures,
    ...Object.entries(FAULTS).map(([fault, { what, aim }]) => ({
      name: `summary, ${what}, ${set}`,
      value: round(100 * computeShare(faults.map((found) => found[fault as keyof typeof FAULTS]))),
      unit: '%',
      against: { name: 'at most', value: aim },
    })),
    { name: `summary, words, median, ${set}`, value: median(faults.map(({ words }) => words)), unit: '' },
  ];
}

const computeShare = (counts: readonly (readonly [number, number])[]): number =>
  counts.reduce((sum, [of]) => sum + of, 0) /
  Math.max(
    1,
    counts.reduce((sum, [, all]) => sum + all, 0),
  );

/** The golden pages, each several times; the first round is the one that compiles, and does not count. */
async function times(): Promise<Figure[]> {
  const texts = readdirSync(FIXTURES)
    .map((name) => new URL(`${name}/expected.md`, FIXTURES))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  const taken: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (const text of texts) {
      const began = performance.now();
      await summaryOf('', text);
      if (round > 0) taken.push(performance.now() - began);
    }
  }
  taken.sort((a, b) => a - b);
  const at = (share: number): number => round(taken[Math.floor(share * (taken.length - 1))] ?? 0);
  const long = texts.join('\n\n').repeat(Math.ceil(1_000_000 / texts.join('\n\n').length));
  const began = performance.now();
  await summaryOf('', long);
  return [
    { name: 'summary, time per page, median', value: at(0.5), unit: 'ms' },
    { name: 'summary, time per page, p95', value: at(0.95), unit: 'ms', against: { name: 'aim', value: 200 } },
    { name: 'summary, time for 1 MB of text', value: round(performance.now() - began), unit: 'ms' },
  ];
}

export async function summaryBench(): Promise<Figure[]> {
  return [...(await measureQuality('pages-dev')), ...(await measureQuality('pages-mix')), ...(await times())];
}
