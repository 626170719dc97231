/**
 * Reading pages in real Chromium: milliseconds per page, and word F1 against the content people marked where the
 * development data lies beside the project. The one rule: the script measured is the one the product injects.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { findBrowser } from '../../scripts/lib/browser.mjs';

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly against?: Record<string, number>;
}

/** A page to read, and the content marked in it where that is known. */
interface Sample {
  readonly kind: string;
  readonly html: string;
  readonly content: string | null;
}

/** What one page gave: the text of its content and the time it took, ours and Readability's. */
interface Reading {
  readonly kind: string;
  readonly content: string | null;
  readonly ours: Timed;
  readonly readability: Timed;
}

interface Timed {
  readonly text: string;
  readonly ms: number;
}

const root = new URL('../../', import.meta.url);
const DATA = new URL('../shared/data/pages-dev/', root);
const FIXTURES = new URL('test/fixtures/pages/', root);
const PAGE_TIMEOUT_MS = 20_000;

/** Rows of time per page, and of F1 (0 to 1) over all pages and per kind where there is ground truth. */
export async function extractionBench(): Promise<Row[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const known = existsSync(DATA);
  const scripts = [await bundle('src/content/reader.iife.ts'), await bundle('test/bench/extraction-peer.ts')].join(
    '\n;',
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
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

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(root),
    build: { write: false, lib: { entry, formats: ['iife'], name: '__bench' }, target: 'chrome120' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!('output' in output)) throw new Error(`${entry} gave no bundle; run \`npm run build\` to see why.`);
  return output.output[0].code;
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
  const result = await page.evaluate<{ ours: Timed; readability: Timed }>(`
    globalThis.chrome = { dom: { openOrClosedShadowRoot: (el) => el.shadowRoot } };
    ${scripts};
    (() => {
      getComputedStyle(document.documentElement).display; // styles are computed before the person clicks
      const timed = (read) => { const from = performance.now(); const text = read(); return { text, ms: performance.now() - from }; };
      const ours = timed(() => { const r = __klReadPage(); return r.kind === 'article' ? r.article.markdown : ''; });
      return { ours, readability: timed(__readabilityText) };
    })()`);
  const ours = { ...result.ours, text: plain(fromMarkdown(result.ours.text, GFM)) };
  return { kind: sample.kind, content: sample.content, ours, readability: result.readability };
}

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const FLOWING = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'link', 'delete']);

/** The words of a Markdown tree, without addresses and the descriptions of pictures. */
function plain(node: Nodes): string {
  if ('value' in node) return node.value;
  if (!('children' in node)) return '\n';
  return node.children.map(plain).join(FLOWING.has(node.type) ? '' : '\n');
}

function timeRows(readings: readonly Reading[]): Row[] {
  const at = (share: number, of: (reading: Reading) => Timed): number => {
    const times = readings.map((reading) => of(reading).ms).sort((a, b) => a - b);
    return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  };
  const row = (name: string, share: number): Row => ({
    name: `extraction, time per page, ${name} of ${readings.length}`,
    value: at(share, (reading) => reading.ours),
    unit: 'ms',
    against: { 'Readability alone': at(share, (reading) => reading.readability) },
  });
  return [row('median', 0.5), row('p95', 0.95)];
}

function scoreRows(readings: readonly Reading[]): Row[] {
  const mean = (of: readonly Reading[], which: 'ours' | 'readability'): number =>
    of.reduce((sum, reading) => sum + f1(reading[which].text, reading.content ?? ''), 0) / Math.max(1, of.length);
  const row = (name: string, of: readonly Reading[]): Row => ({
    name: `extraction, word F1, ${name}`,
    value: mean(of, 'ours'),
    unit: '',
    against: { 'Readability alone': mean(of, 'readability') },
  });
  const kinds = [...new Set(readings.map(({ kind }) => kind))].sort();
  return [
    row('all pages', readings),
    ...kinds.map((kind) =>
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
