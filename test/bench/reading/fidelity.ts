/** How many pages that Markdown has to write otherwise say the same in it, beside two other converters. One row for each kind. */
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { sandboxFlags } from '../../../scripts/lib/chrome.mjs';
import { FIDELITY, type FidelityCase } from '../../kit/pages/fidelity.ts';
import { bundle } from '../bundle.ts';
import type { Figure } from '../figure.ts';

const ADDRESS = 'https://page.example/';
const PROSE = '<p>The river flows past the mill, and the people who live there row on it every day of the year.</p>';
const PEERS = { defuddle: "Defuddle's Markdown", turndown: 'turndown with tables' } as const;
const READERS = ['ours', 'defuddle', 'turndown'] as const;
const HAS_PEERS = existsSync(new URL('../node_modules/turndown', import.meta.url));

type Said = Readonly<Record<(typeof READERS)[number], string>>;

export async function fidelityBench(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const entries = ['../../../src/content/reader.iife.ts', ...(HAS_PEERS ? ['./peer-converters.ts'] : [])];
  const scripts = (await Promise.all(entries.map((entry) => bundle(new URL(entry, import.meta.url))))).join('\n;');
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...sandboxFlags()] });
  try {
    const page = await browser.newPage();
    const rows: Figure[] = [];
    for (const [kind, cases] of Object.entries(FIDELITY)) rows.push(...(await compare(page, scripts, kind, cases)));
    return rows;
  } finally {
    await browser.close();
  }
}

async function compare(
  page: Page,
  scripts: string,
  kind: string,
  cases: readonly FidelityCase[],
): Promise<readonly Figure[]> {
  const count = { ours: 0, defuddle: 0, turndown: 0 };
  for (const one of cases) {
    const said = await read(page, scripts, one.html);
    for (const reader of READERS) count[reader] += saysAsWell(said[reader], one) ? 1 : 0;
  }
  const own = { name: `fidelity, ${kind}, said of ${cases.length}`, value: count.ours, unit: '' };
  if (!HAS_PEERS) return [own];
  return Object.entries(PEERS).map(([peer, name]) => ({
    ...own,
    against: { name, value: count[peer as keyof typeof PEERS] },
  }));
}

async function read(page: Page, scripts: string, html: string): Promise<Said> {
  const body = `<!doctype html><title>Rivers</title><main><article><h1>Rivers</h1>${PROSE.repeat(6)}${html}${PROSE.repeat(6)}</article></main>`;
  const headers = { 'content-security-policy': "script-src 'none'" };
  await page.unroute('**/*');
  await page.route('**/*', (route) =>
    route.request().frame() === page.mainFrame() && route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body })
      : route.abort(),
  );
  await page.goto(ADDRESS, { waitUntil: 'domcontentloaded' });
  // Sent as text: the extension's one API is put in place, then the scripts as the product injects them.
  return await page.evaluate<Said>(`
    globalThis.chrome = { dom: { openOrClosedShadowRoot: (el) => el.shadowRoot } };
    ${scripts};
    (async () => {
      const r = await __klReadPage();
      const ours = r.kind === 'article' ? r.article.markdown : '';
      const turndown = globalThis.__turndownMarkdown?.() ?? '';
      return { ours, turndown, defuddle: globalThis.__defuddleMarkdown?.() ?? '' };
    })()`);
}

/** Whether Markdown of a page says what a case has to say, in whichever marks. */
function saysAsWell(markdown: string, { markdown: expected, also = [] }: FidelityCase): boolean {
  const isCode = expected.startsWith('```');
  const said = reduce(markdown, isCode);
  return [expected, ...also].some((text) => said.includes(reduce(text, isCode)));
}

/** Without what differs between ways to write the same. `isCode`: indents count. */
function reduce(markdown: string, isCode: boolean): string {
  const text = markdown
    .replace(/\\([^\w\s\\])/g, '$1')
    .replace(/^( *)[-+*] +/gm, '$1- ')
    .replace(/\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}({])/gu, '')
    .replace(/^(\d+)\. +/gm, '$1. ')
    .replace(/-{3,}/g, '---')
    .replace(/\n{2,}/g, '\n')
    .replace(/\$\$\n?([^$]+?)\n?\$\$/g, '$$$$$1$$$$');
  return (isCode ? text : text.replace(/[ \t]+/g, ' ').replace(/ ?\n ?/g, '\n')).trim();
}
