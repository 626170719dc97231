/**
 * Measures every block of marked pages in Chromium, for `learn.py`. Prints a line of JSON for each page.
 *
 *   node scripts/block-trees/collect.mjs FOLDER... > rows.jsonl
 *
 * A folder holds `html/NAME.html.gz` and `ground-truth/NAME.json` with `url`, `page_type` and `main_content`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findBrowser } from '../lib/browser.mjs';
import { sandboxFlags } from '../lib/chrome.mjs';
import { acceptTypeScript } from '../lib/typescript.mjs';

const SHADOW_API = 'globalThis.chrome = { dom: { openOrClosedShadowRoot: (el) => el.shadowRoot } };';
acceptTypeScript();
const { bundle } = await import('../../test/bench/bundle.ts');
const script = await bundle(new URL('page-rows.ts', import.meta.url));
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--disable-gpu', ...sandboxFlags()],
});
try {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.route('**/*', (route) => route.abort());
  for (const folder of process.argv.slice(2))
    for (const name of readdirSync(join(folder, 'ground-truth')).sort()) await measure(context, folder, name);
} finally {
  await browser.close();
}

async function measure(context, folder, name) {
  const truth = JSON.parse(readFileSync(join(folder, 'ground-truth', name), 'utf8'));
  const html = gunzipSync(readFileSync(join(folder, 'html', name.replace('.json', '.html.gz')))).toString('utf8');
  const page = await context.newPage();
  try {
    await page.setContent(html, { waitUntil: 'domcontentloaded', timeout: 20_000 });
    // as text: Playwright takes longer to hand over as many numbers than the page to measure them
    const blocks = await page.evaluate(
      `${SHADOW_API} ${script}; JSON.stringify(__klBlockRows(${JSON.stringify(truth.url)}))`,
    );
    const { url, page_type: kind, main_content: content } = truth;
    console.log(JSON.stringify({ folder, url, kind, content, blocks: JSON.parse(blocks) }));
  } catch (error) {
    console.error(name, String(error).slice(0, 200)); // the others are still worth measuring
  } finally {
    await page.close();
  }
}
