// @ts-check
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Ways a string can become code or markup. MV3 forbids the first kind; SAFETY D5 the second. */
const fromStrings = [
  { selector: "CallExpression[callee.name='eval']", message: 'MV3 forbids code from strings. Write the code out.' },
  { selector: "NewExpression[callee.name='Function']", message: 'MV3 forbids code from strings. Write the code out.' },
  {
    selector: 'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]',
    message: 'Markup from strings runs scripts. Build nodes: React, or createElement and textContent.',
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Render through parts/markdown, which maps an AST to allow-listed nodes.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist*/**',
      'node_modules/**',
      'public/**',
      'src/lib/agents/built-in/compiled/**',
      'src/lib/agent/context/prompts/compiled/**',
      'test/fixtures/**',
      'test/bench/node_modules/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...fromStrings],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
    },
  },
  {
    files: ['src/sidepanel/**', 'src/options/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['src/background/**', 'src/lib/**'],
    ignores: ['src/lib/pipeline/page/**', 'src/background/wire.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...fromStrings,
        {
          selector: 'ImportExpression',
          message:
            'Only background/wire.ts begins a part of the worker that is loaded later (docs/decisions/worker-scripts.md).',
        },
      ],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/chrome/**', 'src/background/index.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'chrome',
          message:
            'Only src/chrome says chrome.* (and background/index.ts registers listeners). Add or use an adapter there.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.mjs', '**/*.cjs', '*.config.js'],
    languageOptions: {
      globals: {
        module: 'writable',
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        AbortController: 'readonly',
      },
    },
  },
);
