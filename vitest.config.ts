import { defineConfig } from 'vitest/config';

/** Replaces a module, which would stay replaced for the files after it. */
const MOCKING = 'test/lib/agent/ledger.test.ts';

/** Replace modules, or see what a module has kept since it was loaded. */
const ISOLATED = [
  'test/content/{highlight,reader,selection}.test.ts',
  'test/sidepanel/question/conversation.test.tsx',
  'test/sidepanel/quotes/marks-renders.test.tsx',
  'test/sidepanel/markdown/markdown-screen.test.tsx',
  'test/sidepanel/math/turns.test.ts',
  'test/sidepanel/trace/trace-renders.test.tsx',
];
const CORE = { setupFiles: ['test/kit/base/seed.ts', 'test/kit/base/hostile-globals.ts'], environment: 'node' };
const DOM = { setupFiles: ['test/kit/base/seed.ts', 'test/kit/base/dom.ts'], environment: 'jsdom' };

/** Parses markup, and its libraries ask for `Function`, as they may in a thread. */
const OF_FILES = 'test/offscreen/read-file.test.ts';

/** Unit and property tests. What runs in a browser's core runs here without `Function`, `eval` and `chrome`. */
export default defineConfig({
  define: { __PRODUCT__: JSON.stringify('0.0.0-test') },
  test: {
    maxWorkers: 2, // the default leaves one core to the checks, which end long before the tests
    testTimeout: 180_000, // properties on a busy machine; no test asserts a time
    projects: [
      {
        extends: true,
        test: {
          ...CORE,
          name: 'core',
          isolate: false, // a third of the time was imports
          include: ['test/lib/**/*.test.ts'],
          exclude: ['test/lib/pipeline/page/**', MOCKING],
        },
      },
      {
        extends: true,
        test: {
          ...CORE,
          name: 'contexts',
          isolate: false,
          include: [
            'test/chrome/**/*.test.ts',
            'test/background/**/*.test.ts',
            'test/offscreen/**/*.test.ts',
            'test/kit/**/*.test.ts',
            'test/scripts/**/*.test.ts',
            'test/docs/**/*.test.ts',
            'test/requirements/**/*.test.ts',
          ],
          exclude: [OF_FILES],
        },
      },
      { extends: true, test: { ...CORE, name: 'core-isolated', include: [MOCKING] } },
      {
        extends: true,
        test: {
          ...DOM,
          name: 'dom',
          isolate: false,
          include: [
            'test/lib/pipeline/page/**/*.test.ts',
            'test/sidepanel/**/*.test.{ts,tsx}',
            'test/options/**/*.test.{ts,tsx}',
            'test/content/**/*.test.ts',
            OF_FILES,
          ],
          exclude: ISOLATED,
        },
      },
      { extends: true, test: { ...DOM, name: 'dom-isolated', include: ISOLATED } },
    ],
  },
});
