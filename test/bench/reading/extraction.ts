/**
 * Reading pages in real Chromium: milliseconds per page, and word F1 against the content people marked where the
 * development data lies beside the project. The script measured is the one the product injects.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { sandboxFlags } from '../../../scripts/lib/chrome.mjs';
import { bundle } from '../bundle.ts';
import { quantile, type Figure } from '../figure.ts';
import { scoreWords, splitWords, type WordScore } from './word-f1.ts';

/** A page to read, and the content marked in it where that is known. */
interface Sample {
  readonly set: string;
  readonly kind: string;
  readonly html: string;
  /** What a reader may know the site by. */
  readonly url: string;
  readonly content: string | null;
}

type Peer = 'readability' | 'defuddle' | 'defuddleMarkdown';
/** All text that the page shows, and of our copy of it before and after it is cleaned. */
type Whole = 'page' | 'copy' | 'cleaned';
type Reader = 'ours' | Whole | Peer;

interface Timed {
  readonly text: string;
  readonly ms: number;
}

/** What one page gave. Defuddle's only where it is installed: it is no part of the product. */
interface Reading extends Readonly<Partial<Record<Peer, Timed>>>, Omit<Sample, 'html' | 'url'> {
  readonly ours: Timed;
  readonly page: Timed;
  readonly copy: Timed;
  readonly cleaned: Timed;
}

const PEERS = {
  readability: 'Readability alone',
  defuddle: 'Defuddle alone',
  defuddleMarkdown: 'Defuddle with its Markdown',
} as const;

const root = new URL('../../../', import.meta.url);
const DATA = new URL('../shared/data/', root);
const SETS = ['pages-dev', 'pages-mix'].filter((set) => existsSync(new URL(`${set}/`, DATA)));
const FIXTURES = new URL('test/fixtures/pages/', root);
const DEFUDDLE = existsSync(new URL('../node_modules/defuddle', import.meta.url));
const WHOLE: ReadonlySet<Reader> = new Set(['page', 'copy', 'cleaned']);
const READERS: readonly { readonly name: Reader; readonly entry?: string; readonly read: string }[] = [
  {
    name: 'ours',
    entry: '../../../src/content/reader.iife.ts',
    read: "__klReadPage().then((r) => (r.kind === 'article' ? r.article.markdown : ''))",
  },
  { name: 'page', read: 'document.body.innerText' },
  { name: 'copy', entry: './copy-text.ts', read: '__copyText(false)' },
  { name: 'cleaned', entry: './copy-text.ts', read: '__copyText(true)' },
  { name: 'readability', entry: './peer-readability.ts', read: '__readabilityText()' },
  ...(DEFUDDLE
    ? ([
        { name: 'defuddle', entry: './peer-defuddle.ts', read: '__defuddleText()' },
        { name: 'defuddleMarkdown', entry: './peer-converters.ts', read: '__defuddleMarkdown()' },
      ] as const)
    : []),
];
const PAGE_TIMEOUT_MS = 20_000;
const ADDRESS = 'https://page.example/';

/** Rows of time per page, and of F1, precision and recall (0 to 1) of each set and kind where there is ground truth. */
export async function extractionBench(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const scripts = new Map<Reader, string>();
  for (const { name, entry, read: call } of READERS)
    scripts.set(name, timeReading(entry === undefined ? '' : await bundle(new URL(entry, import.meta.url)), call));
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...sandboxFlags()] });
  try {
    const page = await browser.newPage();
    let html = '';
    // marked pages are as they were fetched: their own scripts must not run, ours need the page's event loop
    const headers = SETS.length > 0 ? { 'content-security-policy': "script-src 'none'" } : {};
    await page.route('**/*', (route) =>
      route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body: html })
        : route.abort(),
    );
    const readings: Reading[] = [];
    for (const sample of SETS.length > 0 ? listMarkedPages() : listFixtures()) {
      ({ html } = sample);
      readings.push({ ...sample, ...(await read(page, sample.url, scripts)) });
    }
    return [...createTimeRows(readings), ...SETS.flatMap((set) => createScoreRows(set, readings))];
  } finally {
    await browser.close();
  }
}

/** Without those in which nothing is marked: nobody could find it. */
function* listMarkedPages(): Generator<Sample> {
  for (const set of SETS) {
    const folder = new URL(`${set}/`, DATA);
    for (const name of readdirSync(new URL('ground-truth/', folder)).sort()) {
      const truth = JSON.parse(readFileSync(new URL(`ground-truth/${name}`, folder), 'utf8')) as Partial<
        Record<string, string>
      >;
      const page = readFileSync(new URL(`html/${name.replace('.json', '.html.gz')}`, folder));
      const { page_type: kind = '', main_content: content = '', url: address = '' } = truth;
      const url = address === '' ? ADDRESS : address.replace(/^http:/, 'https:');
      if (splitWords(content).length > 0) yield { set, kind, html: gunzipSync(page).toString('utf8'), url, content };
    }
  }
}

function* listFixtures(): Generator<Sample> {
  for (const kind of readdirSync(FIXTURES).sort()) {
    const source = new URL(`${kind}/source.html`, FIXTURES);
    if (existsSync(source)) yield { set: '', kind, html: readFileSync(source, 'utf8'), url: ADDRESS, content: null };
  }
}

/** Each reader reads a page of its own: some change it, and what one has made the browser compute would be the next one's gain. */
async function read(page: Page, url: string, scripts: ReadonlyMap<Reader, string>): Promise<Pick<Reading, Reader>> {
  const timed: Partial<Record<Reader, Timed>> = {};
  for (const [name, script] of scripts) {
    // these are not timed, and ours leaves the page as it was
    if (!WHOLE.has(name)) await page.goto(url, { waitUntil: 'domcontentloaded', timeout: PAGE_TIMEOUT_MS });
    timed[name] = await page.evaluate<Timed>(script);
  }
  const none = { text: '', ms: 0 };
  const { ours = none, page: whole = none, copy = none, cleaned = none, ...peers } = timed;
  return { ...peers, page: whole, copy, cleaned, ours: { ...ours, text: toPlainText(fromMarkdown(ours.text, GFM)) } };
}

/** Sent as text: the extension's one API is put in place, then the script as the product injects it. */
const timeReading = (script: string, call: string): string => `
  globalThis.chrome = { dom: { openOrClosedShadowRoot: (el) => el.shadowRoot } };
  ${script};
  (async () => {
    document.documentElement.getBoundingClientRect(); // a page is laid out before the user clicks
    const from = performance.now();
    const text = await ${call};
    return { text, ms: performance.now() - from };
  })()`;

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const FLOWING = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'link', 'delete']);

/** The words of a Markdown tree, without addresses and the descriptions of pictures. */
function toPlainText(node: Nodes): string {
  if ('value' in node) return node.value;
  if (!('children' in node)) return '\n';
  return node.children.map(toPlainText).join(FLOWING.has(node.type) ? '' : '\n');
}

function createTimeRows(readings: readonly Reading[]): Figure[] {
  const peers = READERS.flatMap(({ name }) => (name in PEERS ? [name as Peer] : []));
  const row = (name: string, share: number): Figure[] =>
    compare(readings, peers, (of) =>
      quantile(
        of.map(([{ ms }]) => ms),
        share,
      ),
    ).map((against) => ({ name: `extraction, time per page, ${name} of ${readings.length}`, unit: 'ms', ...against }));
  return [...row('median', 0.5), ...row('p95', 0.95)];
}

/** Our value and a peer's, for each peer there is; a value is computed from what one reader gave on each page. */
function compare(
  readings: readonly Reading[],
  peers: readonly Peer[],
  compute: (given: readonly (readonly [Timed, Reading])[]) => number,
): Required<Pick<Figure, 'value' | 'against'>>[] {
  const computeFor = (reader: Reader): number =>
    compute(
      readings.flatMap((reading) => {
        const timed = reading[reader];
        return timed ? [[timed, reading] as const] : [];
      }),
    );
  return peers.map((peer) => ({ value: computeFor('ours'), against: { name: PEERS[peer], value: computeFor(peer) } }));
}

/** Of the recall of all text. */
const MAX_LOSS = 0.1;

const isLost = (text: string, whole: string, content: string | null): boolean =>
  scoreWords(text, content ?? '').recall < scoreWords(whole, content ?? '').recall - MAX_LOSS;

function createScoreRows(set: string, all: readonly Reading[]): Figure[] {
  const scored = DEFUDDLE ? (['readability', 'defuddle'] as const) : (['readability'] as const);
  const readings = all.filter((reading) => reading.set === set);
  const row = (name: string, of: readonly Reading[], part: keyof WordScore): Figure[] =>
    compare(of, scored, (given) => {
      const scores = given.map(([{ text }, { content }]) => scoreWords(text, content ?? '')[part]);
      return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
    }).map((against) => ({ name: `extraction, ${set}, ${name}`, unit: '', ...against }));
  const lost = compare(readings, scored, (given) => {
    const losing = given.filter(([{ text }, { content, page }]) => isLost(text, page.text, content));
    return losing.length / Math.max(1, given.length);
  });
  const lostByCleaning = readings.filter(({ copy, cleaned, content }) => isLost(cleaned.text, copy.text, content));
  const kinds = [...new Set(readings.map(({ kind }) => kind))].sort();
  return [
    ...row('word F1', readings, 'f1'),
    ...row('precision', readings, 'precision'),
    ...row('recall', readings, 'recall'),
    ...lost.map((against) => ({
      name: `extraction, ${set}, share of pages that lose over ten points of recall`,
      unit: '',
      ...against,
    })),
    {
      name: `extraction, ${set}, share of pages on which cleaning loses over ten points of recall (aim: at most .01)`,
      value: lostByCleaning.length / Math.max(1, readings.length),
      unit: '',
    },
    ...kinds.flatMap((kind) =>
      row(
        `word F1, ${kind}`,
        readings.filter((reading) => reading.kind === kind),
        'f1',
      ),
    ),
  ];
}
