import { defineConfig } from 'vitest/config';

/**
 * End-to-end tests: the store build in real Chromium. Three files at a time on two cores, since a third of a file's time is
 * waiting. Files share their modules, whose import took two seconds in each; what a test is about is in its browser.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/kit/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
    isolate: false,
    pool: 'forks',
  },
});
