import { defineConfig } from 'vitest/config';

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
          name: 'core',
          include: [
            'test/lib/**/*.test.ts',
            'test/chrome/**/*.test.ts',
            'test/background/**/*.test.ts',
            'test/offscreen/**/*.test.ts',
            'test/kit/**/*.test.ts',
            'test/docs/**/*.test.ts',
            'test/requirements/**/*.test.ts',
          ],
          exclude: ['test/lib/pipeline/page/**'],
          setupFiles: ['test/kit/seed.ts', 'test/kit/hostile-globals.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: [
            'test/lib/pipeline/page/**/*.test.ts',
            'test/sidepanel/**/*.test.{ts,tsx}',
            'test/options/**/*.test.{ts,tsx}',
            'test/content/**/*.test.ts',
          ],
          setupFiles: ['test/kit/seed.ts'],
          environment: 'jsdom',
        },
      },
    ],
  },
});
