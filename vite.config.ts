import { crx, type CrxPlugin } from '@crxjs/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './manifest.config.ts';
import pkg from './package.json' with { type: 'json' };

/** crxjs lists every `?iife` script as web-accessible, so that sites could probe for it; `executeScript` needs no such thing. */
const noWebAccessibleResources: CrxPlugin = {
  name: 'kl:no-web-accessible-resources',
  apply: 'build',
  enforce: 'post', // after crxjs's own step, or it has no effect
  renderCrxManifest(m) {
    delete m.web_accessible_resources;
    return m;
  },
};

export default defineConfig({
  define: { __PRODUCT__: JSON.stringify(pkg.version) },
  plugins: [react(), crx({ manifest }), noWebAccessibleResources],
  build: { target: 'chrome120', modulePreload: { polyfill: false }, emptyOutDir: true },
  server: { port: 5173, strictPort: true, cors: { origin: [/^chrome-extension:\/\//] } },
});
