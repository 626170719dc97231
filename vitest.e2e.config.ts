import { defineConfig } from 'vitest/config';

/**
 * End-to-end tests: the store build in real Chromium. Two files at a time: one per core, and real-idle waits overlap. Files share
 * their modules, whose import took two seconds in each; what a test is about is in its browser.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    isolate: false,
    pool: 'forks',
  },
});
