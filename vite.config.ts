import { crx } from '@crxjs/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './manifest.config.ts';
import pkg from './package.json' with { type: 'json' };
import { buildClassicWorker, buildPageScripts, importStatically } from './scripts/worker-build.ts';
import { OFFSCREEN_PAGE } from './src/lib/protocol/offscreen/offscreen.ts';
import { leanOcr, leanPdf, leanProviders, leanZod, noFetchPolyfill, openDevPages } from './scripts/vite-plugins.ts';

export default defineConfig({
  define: { __PRODUCT__: JSON.stringify(pkg.version) },
  plugins: [
    leanZod,
    leanProviders,
    noFetchPolyfill,
    react(),
    buildPageScripts(),
    importStatically,
    crx({ manifest }),
    buildClassicWorker(),
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
