/** Requirements on the shape of the code itself, read off the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { toolContextKeys } from '../kit/tool-context.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('pipelines, models and schemas never import agents, and a rule in CI says so [R3.3]', () => {
  const forbidden = ['pipeline', 'models', 'schema', 'base'].flatMap((layer) =>
    sources(`src/lib/${layer}`).filter((file) =>
      /from '(?:\.\.\/)+(?:agent|toolbox|jobs)\//.test(readFileSync(file, 'utf8')),
    ),
  );
  expect(forbidden).toEqual([]);
  const rules = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string }[];
  };
  expect(rules.forbidden.map(({ name }) => name)).toContain('pipelines-do-not-know-agents');
});

test('what a tool is handed beside its arguments is utilities and the state, never business data [R3.4]', async () => {
  expect(await toolContextKeys()).toEqual(['call', 'callModel', 'giveOnce', 'giveResult', 'invokeAgent', 'model', 'ports', 'read', 'recordGrades', 'signal', 'state']);
});

test('the extension is not allowed in incognito windows [R6.6c]', () => {
  expect(readFileSync(join(ROOT, 'manifest.config.ts'), 'utf8')).toMatch(/^ {2}incognito: 'not_allowed',$/m);
});
