import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

const TESTS = resolve(import.meta.dirname, '..');

/** Every `[R…]` and `[J…]` in a test file, with where it stands. */
function cited(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(TESTS, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!/\.(?:test|e2e)\.tsx?$/.test(entry.name) || file.includes('node_modules') || file === import.meta.filename)
      continue;
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/\[(R\d\.\d[a-z]?|J\d[a-z]?)\]/g)) {
      found.set(id, [...(found.get(id) ?? []), file.slice(TESTS.length + 1)]);
    }
  }
  return found;
}

test('every requirement that is built has a proof, and every proof is of a requirement', () => {
  const proofs = cited();
  const known = new Map(REQUIREMENTS.map((requirement) => [requirement.id, requirement]));
  expect(known.size).toBe(REQUIREMENTS.length);
  const unproved = REQUIREMENTS.filter(({ id, comesWith }) => comesWith === undefined && !proofs.has(id));
  expect(unproved.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
  expect([...proofs.keys()].filter((id) => !known.has(id))).toEqual([]);
  const early = REQUIREMENTS.filter(({ id, comesWith }) => comesWith !== undefined && proofs.has(id));
  expect(early.map(({ id }) => `${id} has a proof: it no longer waits for anything`)).toEqual([]);
});
