import { crx } from '@crxjs/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './manifest.config.ts';
import pkg from './package.json' with { type: 'json' };
import { makePapers } from './scripts/package/plugin.ts';
import { buildClassicWorker, buildPageScripts, importStatically } from './scripts/worker-build.ts';
import { OFFSCREEN_PAGE } from './src/lib/protocol/offscreen/offscreen.ts';
import { createChunkGroups } from './scripts/page-chunks.ts';
import {
  leanHighlighter,
  leanLibraries,
  leanPdf,
  leanProviders,
  leanZod,
  noFetchPolyfill,
  openDevPages,
} from './scripts/vite-plugins.ts';

const papers = makePapers();

export default defineConfig(({ command }) => {
  // a build must not depend on what starts it: the end-to-end tests would get React's development build
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    define: { __PRODUCT__: JSON.stringify(pkg.version) },
    plugins: [
      leanZod,
      leanProviders,
      noFetchPolyfill,
      react(),
      buildPageScripts(papers.noteModules),
      importStatically,
      crx({ manifest }),
      buildClassicWorker(papers.noteModules),
      papers.noteModules(),
      papers.write,
      openDevPages,
    ],
    worker: { format: 'es', plugins: () => [leanPdf(), leanLibraries(), leanHighlighter(), papers.noteModules()] },
    build: {
      target: 'chrome120',
      modulePreload: {
        polyfill: false,
        // a script's list of the scripts of each later part would be read at every opening; they lie on the same disk
        resolveDependencies: (_, paths, { hostType }) =>
          hostType === 'js' ? paths.filter((path) => path.endsWith('.css')) : paths,
      },
      emptyOutDir: true,
      rolldownOptions: {
        input: { offscreen: OFFSCREEN_PAGE }, // a page that the manifest does not name
        output: { codeSplitting: { groups: createChunkGroups() } },
      },
    },
    server: { port: 5173, strictPort: true, cors: { origin: [/^chrome-extension:\/\//] } },
  };
});
