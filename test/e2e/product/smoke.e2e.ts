/** The package as it would go to the store, and its first minute in a real browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe, { type ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OFFSCREEN_PAGE } from '../../../src/lib/protocol/offscreen/offscreen.ts';
import { SETTINGS_PLACES } from '../../../src/lib/protocol/settings/places.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { type Harness, launch, STORE_BUILD } from '../kit/harness.ts';
import { listFiles, scanPackage, scanText } from './package-scan.ts';
import { openSettings } from '../kit/reader.ts';

/** The fields that are looked at. */
interface Manifest {
  readonly permissions: readonly string[];
  readonly optional_permissions: readonly string[];
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
    expect(manifest.optional_permissions).toEqual(['identity', 'notifications', 'readingList']);
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

  test.each(SETTINGS_PLACES)('opens its settings at “%s” without an error, in light and dark', async (place) => {
    const toolbar = { where: 'sites', sites: ['https://tides.example.org'], butNot: [] };
    await x.storage.set('local', { settings: { ...settingsOf({ model: 'test-model' }), toolbar } });
    const options = await openSettings(x, place);
    await options.getByRole('heading', { level: 2 }).first().waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await x.look(options, { scheme });
      expect(await accessibilityFaults(options, () => true), scheme).toEqual([]);
    }
    expect(await x.problems()).toEqual([]);
    await options.close();
    await x.setSettings({});
  });

  test.each(['light', 'dark'] as const)('has no accessibility fault in the %s panel', async (scheme) => {
    const panel = await x.sidePanel();
    await x.look(panel, { scheme });
    expect(await accessibilityFaults(panel)).toEqual([]);
  });
});

type Impact = ImpactValue | undefined;
const isSerious = (impact: Impact): boolean => impact === 'serious' || impact === 'critical';

/** axe-core's findings of that weight, one line each. */
async function accessibilityFaults(page: Page, isCounted: (impact: Impact) => boolean = isSerious): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // colours half-way through a transition are nobody's fault
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: true } },
    }),
  );
  return violations
    .filter(({ impact }) => isCounted(impact))
    .flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')} (${v.help})`));
}
