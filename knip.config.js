/** Unused files, exports and dependencies. With `--production`: exports that tests alone use. */
export default {
  workspaces: {
    '.': {
      entry: [
        'src/background/index.ts!',
        'src/{sidepanel,options,offscreen}/main.{ts,tsx}!',
        'src/content/*.iife.ts!',
        'src/lib/{probe/tools,protocol/schemas,toolbox/schemas}.ts!', // read by scripts/generate/validators.mjs
        'manifest.config.ts',
        'scripts/*.mjs',
        'scripts/lib/bench-group.mjs',
        'test/kit/*-entry.ts',
        'test/**/*.{test,e2e}.{ts,tsx}',
      ],
      project: ['src/**/*.{ts,tsx}!', 'test/**/*.{ts,tsx}', 'scripts/**/*.{mjs,ts}'],
    },
    'test/bench': { entry: ['*.{ts,tsx}'], project: ['*.{ts,tsx}'] },
  },
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  ignoreDependencies: ['@tesseract.js-data/.*'], // named by scripts/generate/ocr.mjs when it runs
  ignoreBinaries: ['tesseract'],
};
