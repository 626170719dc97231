/** Requirements on the shape of the code itself, read off the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { toolContextKeys } from '../kit/runs/tool-context.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('pipelines, models and schemas never import agents, and a rule in CI says so [R3.3]', () => {
  const rules = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string; severity: string; from: { path: string }; to: { path: string } }[];
  };
  const rule = rules.forbidden.find(({ name }) => name === 'pipelines-do-not-know-agents');
  expect(rule).toMatchObject({ severity: 'error' });
  const [from, to] = [new RegExp(rule?.from.path ?? '$.'), new RegExp(rule?.to.path ?? '$.')];
  for (const layer of ['pipeline', 'models', 'schema', 'base'])
    for (const file of sources(`src/lib/${layer}`)) {
      expect(relative(ROOT, file)).toMatch(from);
      expect(importsOf(file).filter((path) => to.test(path))).toEqual([]);
    }
  for (const room of ['agent', 'agents', 'toolbox', 'jobs', 'protocol']) expect(`src/lib/${room}/a.ts`).toMatch(to);
});

const importsOf = (file: string): readonly string[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g), ([, path = '']) =>
    relative(ROOT, resolve(dirname(file), path)),
  );

/** One that reads a clock may only bound or pace work by it. */
const CLOCK_USERS = ['engines/search-failure.ts', 'text/time-slices.ts'];

test('a pipeline is deterministic: nothing by chance, and no clock but to bound and pace its work [R3.3]', () => {
  const readsTime = /\b(?:Date\.now|performance\.now|setTimeout|setInterval)\(|new Date\(\)|Math\.random|randomUUID/;
  const found = sources('src/lib/pipeline').filter((file) => readsTime.test(readFileSync(file, 'utf8')));
  expect(found.map((file) => relative(join(ROOT, 'src/lib/pipeline'), file)).sort()).toEqual(CLOCK_USERS);
});

test('what a tool is handed beside its arguments is utilities and the state, never business data [R3.4]', async () => {
  expect(await toolContextKeys()).toEqual([
    'askUser',
    'call',
    'callModel',
    'egress',
    'giveOnce',
    'giveResult',
    'invokeAgent',
    'model',
    'ports',
    'read',
    'recordGrades',
    'sample',
    'signal',
    'state',
  ]);
});

/** More than these side by side is a heap, in which nobody finds what belongs together. */
const MAX_FILES = 30;

test('no folder of code is a heap', () => {
  const counts = new Map<string, number>();
  for (const folder of ['src', 'test', 'scripts'])
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      if (/\.m?tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
        counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

test('the extension is not allowed in incognito windows [R6.6c]', () => {
  expect(readFileSync(join(ROOT, 'manifest.config.ts'), 'utf8')).toMatch(/^ {2}incognito: 'not_allowed',$/m);
});
