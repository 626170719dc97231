/** The ledger, docs/requirements.md, against the tests: every clause has a proof or is coming, and every proof a clause. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const TESTS = resolve(import.meta.dirname, '..');
const LEDGER = resolve(TESTS, '../docs/requirements.md');

interface Clause {
  readonly id: string;
  readonly text: string;
  readonly isComing: boolean;
}

function readLedger(markdown: string): readonly Clause[] {
  const items = markdown.matchAll(/^ *- \*\*([A-Z]\d+(?:\.\d+)?[a-z]?)\*\* (.*(?:\n +[^\s-].*)*)/gm);
  return Array.from(items, ([, id = '', text = '']) => ({ id, text, isComing: text.endsWith('_(coming)_') }));
}

/** The files of each `[R…]`, `[J…]`, `[P…]` and `Property N:` in a test's title. */
function readProofs(): ReadonlyMap<string, readonly string[]> {
  const proofs = new Map<string, string[]>();
  for (const entry of readdirSync(TESTS, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!/\.(?:test|e2e)\.tsx?$/.test(entry.name) || file.includes('node_modules') || file === import.meta.filename)
      continue;
    const matches = readFileSync(file, 'utf8').matchAll(/\[((?:R\d+\.\d+|[JP]\d+)[a-z]?)\]|Property (\d+):/g);
    for (const [, id, property = ''] of matches) {
      const proved = id ?? `P${property}`;
      proofs.set(proved, [...(proofs.get(proved) ?? []), file.slice(TESTS.length + 1)]);
    }
  }
  return proofs;
}

const isSubClause = (id: string): boolean => /[a-z]$/.test(id);

const clauses = readLedger(readFileSync(LEDGER, 'utf8'));
const parents = new Set(clauses.flatMap(({ id }) => (isSubClause(id) ? [id.slice(0, -1)] : [])));
const provable = clauses.filter(({ id }) => !parents.has(id));

test('the ledger has every clause once: none is left out of a section', () => {
  const ids = clauses.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const sizes = {
    J: 12,
    'R2.': 7,
    'R3.': 6,
    'R4.': 8,
    'R5.': 6,
    'R6.': 6,
    'R7.': 6,
    'R8.': 2,
    'R9.': 4,
    'R11.': 14,
    P: 21,
  };
  const expected = Object.entries(sizes).flatMap(([section, size]) =>
    Array.from({ length: size }, (_, i) => `${section}${String(i + 1)}`),
  );
  expect(ids.filter((id) => !isSubClause(id)).sort()).toEqual(expected.sort());
  for (const parent of parents) {
    const letters = ids.filter((id) => isSubClause(id) && id.slice(0, -1) === parent).map((id) => id.slice(-1));
    expect([parent, letters.join('')]).toEqual([parent, 'abcdefghij'.slice(0, letters.length)]);
    expect(ids).toContain(parent);
  }
});

test('every clause has a proof or is coming, and every proof is of a clause', () => {
  const proofs = readProofs();
  const unproved = provable.filter(({ id, isComing }) => !isComing && !proofs.has(id));
  expect(unproved.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
  const known = new Set(provable.map(({ id }) => id));
  expect([...proofs].filter(([id]) => !known.has(id))).toEqual([]);
});

test('nothing that is coming has a proof', () => {
  const proofs = readProofs();
  const early = provable.filter(({ id, isComing }) => isComing && proofs.has(id));
  expect(early.map(({ id }) => `${id} has a proof: it is no longer coming`)).toEqual([]);
});
