import { defineManifest } from '@crxjs/vite-plugin';
import pkg from './package.json' with { type: 'json' };

export default defineManifest((env) => ({
  manifest_version: 3,
  name: '__MSG_name__',
  description: '__MSG_description__',
  default_locale: 'en',
  version: pkg.version,
  minimum_chrome_version: '120', // 30-second alarms
  incognito: 'not_allowed',
  icons: { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' },
  action: { default_title: '__MSG_openPanel__', default_icon: { 16: 'icons/16.png', 32: 'icons/32.png' } },
  side_panel: { default_path: 'src/sidepanel/index.html' },
  options_ui: { page: 'src/options/index.html', open_in_tab: true },
  // the dev server serves modules; a build adds a classic worker (scripts/worker-build.ts)
  ...(env.command === 'serve' && { background: { service_worker: 'src/background/index.ts', type: 'module' } }),
  permissions: [
    'storage',
    'sidePanel',
    'activeTab',
    'scripting',
    'alarms',
    'offscreen',
    'contextMenus',
    'declarativeNetRequestWithHostAccess',
  ],
  // asked for by a press: a sign-in at a tool server, what runs by the clock come to, a schedule of what is saved to read
  optional_permissions: ['identity', 'notifications', 'readingList'],
  // Asked for one origin at a time, by a gesture: a model endpoint that is saved, a site the user opens up for good.
  optional_host_permissions: ['<all_urls>'],
  commands: {
    'toggle-panel': { suggested_key: { default: 'Alt+Shift+K' }, description: '__MSG_togglePanel__' },
    'summarise-page': { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_summarisePage__' },
    'explain-selection': { suggested_key: { default: 'Alt+Shift+E' }, description: '__MSG_explainSelection__' },
    // Chrome suggests four keys at most: the fifth waits for a user to give it one
    'read-region': { suggested_key: { default: 'Alt+Shift+R' }, description: '__MSG_readRegion__' },
    'ask-selection': { description: '__MSG_askSelection__' },
  },
  content_security_policy: {
    extension_pages: [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      // the dev server injects <style> elements; no build does
      env.command === 'serve' ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self' https: http:", // people's own model servers; the panel's page narrows it to nothing (SAFETY D5)
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  },
}));
