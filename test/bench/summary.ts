/**
 * The extractive engine: ROUGE-1 against Lead and LexRank, and the time per page. The one rule: every system is cut to
 * the same number of words. The reference is the page's own description, where it is not simply the page's beginning
 * (docs/decisions/extractive-engine.md says why, and what it is worth).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createExtractiveModel } from '../../src/lib/models/extractive/extractive-model.ts';
import { buildOutline } from '../../src/lib/models/extractive/outline.ts';
import { rankUnits, WEIGHTS } from '../../src/lib/models/extractive/rank.ts';
import { createTimeSlicer } from '../../src/lib/pipeline/text/time-slices.ts';
import { counterOf } from '../kit/counter.ts';
import type { Figure } from './figure.ts';

const DATA = new URL('../../../shared/data/pages-dev/', import.meta.url);
const FIXTURES = new URL('../fixtures/pages/', import.meta.url);

interface Page {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly reference: string;
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** ROUGE-1 F: clipped overlap of words. */
function rouge(said: readonly string[], reference: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of reference) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of said) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    both += 1;
    left.set(word, count - 1);
  }
  return both === 0 ? 0 : (2 * both) / (said.length + reference.length);
}

function unescape(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  return text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w+));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return named[name ?? ''] ?? all;
    },
  );
}

/** The longest of the page's descriptions: meta, Open Graph, Twitter. */
function descriptionOf(html: string): string {
  let longest = '';
  for (const [tag] of html.matchAll(/<meta\b[^>]*>/gi)) {
    if (!/(?:name|property)\s*=\s*["']?(?:og:|twitter:)?description/i.test(tag)) continue;
    const content = /content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const said = unescape(unescape(content?.[1] ?? content?.[2] ?? '')).trim();
    if (said.length > longest.length) longest = said;
  }
  return longest;
}

/** Pages whose description says something of its own: 60 characters or more, and not how the text begins. */
function pages(): readonly Page[] {
  return readdirSync(new URL('ground-truth/', DATA)).flatMap((file): Page[] => {
    const truth = JSON.parse(readFileSync(new URL(`ground-truth/${file}`, DATA), 'utf8')) as Record<string, string>;
    const html = gunzipSync(readFileSync(new URL(`html/${file.replace('.json', '.html.gz')}`, DATA))).toString('utf8');
    const reference = descriptionOf(html);
    const { title = '', main_content: text = '', page_type: kind = '' } = truth;
    const said = words(reference).join(' ');
    const beginning = words(text)
      .join(' ')
      .slice(0, said.length + 200);
    const own = reference.length >= 60 && !beginning.includes(said.slice(0, Math.floor(said.length * 0.85)));
    return own && words(text).length >= 60 ? [{ kind, title, text, reference }] : [];
  });
}

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
async function lexRank({ title, text }: Page): Promise<string> {
  const turns = createTimeSlicer();
  const alone = { ...WEIGHTS, centrality: 1, centroid: 0, position: 0, title: 0, heading: 0, opening: 0 };
  const ranked = await rankUnits(await buildOutline([{ title, language: '', text }], turns), turns, alone);
  const best = [...ranked].sort((a, b) => b.score - a.score || a.unit.order - b.unit.order).slice(0, 10);
  return best.map(({ unit }) => unit.text).join(' ');
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const round = (value: number): number => Math.round(value * 100) / 100;

async function quality(): Promise<Figure[]> {
  const scores = await Promise.all(
    pages().map(async (page) => {
      const reference = words(page.reference);
      const score = (text: string): number => 100 * rouge(words(text).slice(0, reference.length), reference);
      const [ours, graph] = [await summaryOf(page.title, page.text), await lexRank(page)];
      return { article: page.kind === 'article', ours: score(ours), lead: score(page.text), graph: score(graph) };
    }),
  );
  return [true, false].flatMap((article) => {
    const of = scores.filter((score) => score.article === article);
    const value = round(mean(of.map(({ ours }) => ours)));
    const name = `summary, ROUGE-1, ${of.length} ${article ? 'articles' : 'other pages'}`;
    const rows = { Lead: mean(of.map(({ lead }) => lead)), LexRank: mean(of.map(({ graph }) => graph)) };
    return Object.entries(rows).map(([peer, score]) => ({
      name,
      value,
      unit: 'F',
      against: { name: peer, value: round(score) },
    }));
  });
}

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
  return [...(existsSync(DATA) ? await quality() : []), ...(await times())];
}
