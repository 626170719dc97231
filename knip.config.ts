import type { KnipConfig } from 'knip';

/** Looks at the product without its tests: what it exports for them only has to be used by its own file. */
const isProduction = process.argv.includes('--production');

export default {
  workspaces: {
    '.': {
      entry: [
        'src/background/index.ts!',
        'src/{sidepanel,options,offscreen}/main.{ts,tsx}!',
        'src/content/*.iife.ts!',
        'manifest.config.ts',
        'src/lib/agent/context/prompts/template-text.ts!',
        'scripts/*.mjs',
        'scripts/block-trees/collect.mjs',
        'scripts/block-trees/page-rows.ts',
        'scripts/lib/bench-group.mjs',
        'test/kit/storage/archive-entry.ts',
        'test/**/*.{test,e2e}.{ts,tsx}',
      ],
      project: ['src/**/*.{ts,tsx}!', 'test/**/*.{ts,tsx}', 'scripts/**/*.{mjs,ts}'],
    },
    'test/bench': { entry: ['**/*.{ts,tsx}'], project: ['**/*.{ts,tsx}'] },
  },
  ignoreExportsUsedInFile: isProduction,
  ignoreDependencies: [
    '@tesseract.js-data/.*',
    '@fontsource-variable/.*',
    '@modelcontextprotocol/(conformance|server-.*)',
  ],
  ignoreBinaries: ['tesseract'],
} satisfies KnipConfig;
