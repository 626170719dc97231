import { crx } from '@crxjs/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './manifest.config.ts';
import pkg from './package.json' with { type: 'json' };
import { OFFSCREEN_PAGE } from './src/lib/protocol/offscreen/offscreen.ts';
import {
  leanOcr,
  leanPdf,
  leanProviders,
  leanZod,
  noFetchPolyfill,
  noStrayScripts,
  noWebAccessibleResources,
  openDevPages,
} from './scripts/vite-plugins.ts';

export default defineConfig({
  define: { __PRODUCT__: JSON.stringify(pkg.version) },
  plugins: [
    leanZod,
    leanProviders,
    noFetchPolyfill,
    react(),
    crx({ manifest }),
    noWebAccessibleResources,
    noStrayScripts,
    openDevPages,
  ],
  worker: { format: 'es', plugins: () => [leanPdf(), leanOcr()] },
  build: {
    target: 'chrome120',
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: { input: { offscreen: OFFSCREEN_PAGE } }, // a page that the manifest does not name
  },
  server: { port: 5173, strictPort: true, cors: { origin: [/^chrome-extension:\/\//] } },
});
