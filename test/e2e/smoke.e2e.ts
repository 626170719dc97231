/** The package as it would go to the store, and its first minute in a real browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OFFSCREEN_PAGE } from '../../src/lib/protocol/offscreen/offscreen.ts';
import { startSite, type Site } from '../kit/site.ts';
import { type Harness, launch, STORE_BUILD } from './harness.ts';
import { listFiles, scanPackage, scanText } from './package-scan.ts';

/** The fields that are looked at. */
interface Manifest {
  readonly permissions: readonly string[];
  readonly content_security_policy: { readonly extension_pages: string };
  readonly default_locale: string;
  readonly background: { readonly service_worker: string };
  readonly side_panel: { readonly default_path: string };
  readonly options_ui: { readonly page: string };
  readonly icons: Readonly<Record<string, string>>;
  readonly action: { readonly default_icon: Readonly<Record<string, string>> };
}

describe('the package', () => {
  const manifest = JSON.parse(readFileSync(join(STORE_BUILD, 'manifest.json'), 'utf8')) as Manifest;

  test('asks for nothing at install but what the main job needs [R9.4a]', () => {
    expect(manifest.permissions.toSorted()).toEqual([
      'activeTab',
      'alarms',
      'contextMenus',
      'declarativeNetRequestWithHostAccess',
      'offscreen',
      'scripting',
      'sidePanel',
      'storage',
    ]);
    for (const key of [
      'host_permissions',
      'content_scripts',
      'web_accessible_resources',
      'key',
      'externally_connectable',
    ])
      expect(manifest).not.toHaveProperty(key);
  });

  test('has the strict content security policy', () => {
    expect(manifest.content_security_policy.extension_pages).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self' https: http:; worker-src 'self'; object-src 'none'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    );
  });

  test('holds no code from elsewhere and none from strings', () => {
    expect(scanPackage(STORE_BUILD)).toEqual([]);
  });

  test('has every file that the manifest names', () => {
    const files = listFiles(STORE_BUILD);
    const named = [
      manifest.background.service_worker,
      manifest.side_panel.default_path,
      manifest.options_ui.page,
      OFFSCREEN_PAGE, // which it does not
      ...Object.values(manifest.icons),
      ...Object.values(manifest.action.default_icon),
      `_locales/${manifest.default_locale}/messages.json`,
    ];
    for (const file of named) expect(files).toContain(file);
  });

  test.each([
    ['eval', 'x=eval("1")'],
    ['Function constructor', 'new Function("a","return a")'],
    ['Function constructor', 'try{return new t(""),!0}catch{}'],
    ['Function constructor', 'let e=Function,t=1;new e(t)'],
    ['remote script address', 'src="https://cdn.example.org/lib/core.min.js"'],
    ['import of an address', 'await import("https://example.org/a")'],
    ['importScripts', 'importScripts("a.js")'],
    ['timer from a string', 'setTimeout("go()",1)'],
  ])('would be found out: %s', (rule, code) => {
    expect(scanText('a.js', code).map((f) => f.rule)).toContain(rule);
  });
});

describe('the extension', () => {
  let x: Harness;
  let site: Site;
  beforeAll(async () => {
    [x, site] = await Promise.all([launch(), startSite()]);
  });
  afterAll(() => Promise.all([x.close(), site.close()]));

  test('opens its real side panel on a click, without an error in panel or worker', async () => {
    const page = await x.open(site.page('news'));
    await x.clickAction(page);
    const panel = await x.sidePanel();
    await panel.getByRole('button', { name: 'Summarise this page' }).waitFor();
    const open = await panel.evaluate(() => chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] }));
    expect(open).toHaveLength(1);
    expect(await x.problems()).toEqual([]);
  });

  test('opens its settings without an error', async () => {
    const options = await x.open(x.url('src/options/index.html'));
    await options.getByRole('heading').first().waitFor();
    expect(await accessibilityFaults(options)).toEqual([]);
    expect(await x.problems()).toEqual([]);
    await options.close();
  });

  test.each(['light', 'dark'] as const)('has no accessibility fault in the %s panel', async (scheme) => {
    const panel = await x.sidePanel();
    await x.look(panel, { scheme });
    expect(await accessibilityFaults(panel)).toEqual([]);
  });
});

/** axe-core's serious and critical findings, one line each. */
async function accessibilityFaults(page: Awaited<ReturnType<Harness['sidePanel']>>): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // colours half-way through a transition are nobody's fault
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')} (${v.help})`));
}
