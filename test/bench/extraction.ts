/**
 * Reading pages in real Chromium: milliseconds per page, and word F1 against the content people marked where the
 * development data lies beside the project. The one rule: the script measured is the one the product injects.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { sandboxFlags } from '../../scripts/lib/chrome.mjs';
import { bundle } from './bundle.ts';
import { quantile, type Figure } from './figure.ts';

/** A page to read, and the content marked in it where that is known. */
interface Sample {
  readonly kind: string;
  readonly html: string;
  readonly content: string | null;
}

type Reader = 'ours' | 'readability' | 'defuddle';

/** What one page gave: the text of its content and the time it took, ours and others'. */
interface Reading extends Readonly<Record<Exclude<Reader, 'defuddle'>, Timed>> {
  readonly kind: string;
  readonly content: string | null;
  /** Only where it is installed: it is no part of the product. */
  readonly defuddle?: Timed;
}

const PEERS = { readability: 'Readability alone', defuddle: 'Defuddle alone' } as const;

interface Timed {
  readonly text: string;
  readonly ms: number;
}

const root = new URL('../../', import.meta.url);
const DATA = new URL('../shared/data/pages-dev/', root);
const FIXTURES = new URL('test/fixtures/pages/', root);
const DEFUDDLE = existsSync(new URL('node_modules/defuddle', import.meta.url));
const PAGE_TIMEOUT_MS = 20_000;

/** Rows of time per page, and of F1 (0 to 1) over all pages and per kind where there is ground truth. */
export async function extractionBench(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const known = existsSync(DATA);
  const entries = ['../../src/content/reader.iife.ts', './peer-readability.ts'];
  if (DEFUDDLE) entries.push('./peer-defuddle.ts');
  const bundles = await Promise.all(entries.map((entry) => bundle(new URL(entry, import.meta.url))));
  const scripts = bundles.join('\n;');
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...sandboxFlags()] });
  try {
    // The marked pages are as they were fetched, unscripted; our own are built by their scripts.
    const context = await browser.newContext({ javaScriptEnabled: !known });
    const page = await context.newPage();
    await page.route('**/*', (route) => route.abort());
    const readings: Reading[] = [];
    for (const sample of known ? marked() : fixtures()) readings.push(await read(page, sample, scripts));
    return [...timeRows(readings), ...(known ? scoreRows(readings) : [])];
  } finally {
    await browser.close();
  }
}

function* marked(): Generator<Sample> {
  for (const name of readdirSync(new URL('ground-truth/', DATA)).sort()) {
    const truth = JSON.parse(readFileSync(new URL(`ground-truth/${name}`, DATA), 'utf8')) as Record<string, unknown>;
    const html = gunzipSync(readFileSync(new URL(`html/${name.replace('.json', '.html.gz')}`, DATA))).toString('utf8');
    yield { kind: String(truth['page_type']), html, content: String(truth['main_content']) };
  }
}

function* fixtures(): Generator<Sample> {
  for (const kind of readdirSync(FIXTURES).sort()) {
    const source = new URL(`${kind}/source.html`, FIXTURES);
    if (existsSync(source)) yield { kind, html: readFileSync(source, 'utf8'), content: null };
  }
}

async function read(page: Page, sample: Sample, scripts: string): Promise<Reading> {
  await page.goto('about:blank');
  await page.setContent(sample.html, { waitUntil: 'domcontentloaded', timeout: PAGE_TIMEOUT_MS });
  // Sent as text: the extension's one API is put in place, then the scripts as the product injects them.
  const result = await page.evaluate<Pick<Reading, Reader>>(`
    globalThis.chrome = { dom: { openOrClosedShadowRoot: (el) => el.shadowRoot } };
    ${scripts};
    (async () => {
      getComputedStyle(document.documentElement).display; // styles are computed before the person clicks
      const timed = (read) => { const from = performance.now(); const text = read(); return { text, ms: performance.now() - from }; };
      const from = performance.now();
      const r = await __klReadPage();
      const ours = { text: r.kind === 'article' ? r.article.markdown : '', ms: performance.now() - from };
      const readability = timed(__readabilityText);
      // the last one, for it may change the page
      return { ours, readability, ...(globalThis.__defuddleText && { defuddle: timed(__defuddleText) }) };
    })()`);
  const ours = { ...result.ours, text: plain(fromMarkdown(result.ours.text, GFM)) };
  return { ...result, kind: sample.kind, content: sample.content, ours };
}

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const FLOWING = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'link', 'delete']);

/** The words of a Markdown tree, without addresses and the descriptions of pictures. */
function plain(node: Nodes): string {
  if ('value' in node) return node.value;
  if (!('children' in node)) return '\n';
  return node.children.map(plain).join(FLOWING.has(node.type) ? '' : '\n');
}

function timeRows(readings: readonly Reading[]): Figure[] {
  const at = (share: number, of: readonly Timed[]): number =>
    quantile(
      of.map(({ ms }) => ms),
      share,
    );
  const row = (name: string, share: number): Figure[] =>
    beside(readings, (of) =>
      at(
        share,
        of.map(([timed]) => timed),
      ),
    ).map((against) => ({
      name: `extraction, time per page, ${name} of ${readings.length}`,
      unit: 'ms',
      ...against,
    }));
  return [...row('median', 0.5), ...row('p95', 0.95)];
}

/** Our value and a peer's, for each peer there is; a value is computed from what one reader gave on each page. */
function beside(
  readings: readonly Reading[],
  valueOf: (given: readonly (readonly [Timed, Reading])[]) => number,
): Required<Pick<Figure, 'value' | 'against'>>[] {
  const of = (reader: Reader): number =>
    valueOf(
      readings.flatMap((reading) => {
        const timed = reading[reader];
        return timed ? [[timed, reading] as const] : [];
      }),
    );
  const peers = DEFUDDLE ? (['readability', 'defuddle'] as const) : (['readability'] as const);
  return peers.map((peer) => ({ value: of('ours'), against: { name: PEERS[peer], value: of(peer) } }));
}

function scoreRows(readings: readonly Reading[]): Figure[] {
  const row = (name: string, of: readonly Reading[]): Figure[] =>
    beside(of, (given) => {
      const scores = given.map(([{ text }, { content }]) => f1(text, content ?? ''));
      return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
    }).map((against) => ({ name: `extraction, word F1, ${name}`, unit: '', ...against }));
  const kinds = [...new Set(readings.map(({ kind }) => kind))].sort();
  return [
    ...row('all pages', readings),
    ...kinds.flatMap((kind) =>
      row(
        kind,
        readings.filter((reading) => reading.kind === kind),
      ),
    ),
  ];
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Word-level F1 by multiset overlap, 0 to 1. */
function f1(found: string, truth: string): number {
  const left = new Map<string, number>();
  const expected = words(truth);
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  const got = words(found);
  for (const word of got) {
    const n = left.get(word) ?? 0;
    if (n === 0) continue;
    common += 1;
    left.set(word, n - 1);
  }
  return common === 0 ? 0 : (2 * common) / (got.length + expected.length);
}
