/** The guide to agents against the product: its examples are manifests, its table and its faults are those of the check. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN } from '../../src/lib/agents/built-in/index.ts';
import { EXTENSIONS } from '../../src/lib/agents/tool-groups.ts';
import { readManifest } from '../../src/lib/agents/manifest/yaml.ts';
import { TOOLS } from '../kit/agents/manifests.ts';
import { FIELD_DOCS } from '../../src/lib/agents/manifest/field-docs.ts';
import { findNameFaults } from '../../src/lib/agents/building/manifest-argument.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/writing-an-agent.md'), 'utf8');
const blocks = (kind: string): readonly string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms')), ([, inside = '']) => inside);

it('every example is a manifest that names what is there', () => {
  const examples = blocks('yaml');
  for (const text of examples) {
    const read = readManifest(text);
    expect(read).toMatchObject({ ok: true });
    if (read.ok) expect(findNameFaults(read.manifest, [...TOOLS, ...BUILT_IN.map(({ id }) => id)])).toEqual([]);
  }
  expect(examples).toHaveLength(3);
});

it('its table has every field as the check has it', () => {
  const rows = [...page.matchAll(/^\| `([\w.]+)` +\|(.*)\|$/gm)].map(([, path, cells = '']) => [
    path,
    ...cells.split('|').map((cell) => cell.trim()),
  ]);
  expect(rows).toEqual(
    FIELD_DOCS.map(({ path, means, wants, required, otherwise }) => [path, means, wants, leftOut(required, otherwise)]),
  );
});

function leftOut(required: boolean, otherwise: unknown): string {
  if (required) return '**required**';
  return otherwise === undefined
    ? 'the model’s own'
    : `\`${typeof otherwise === 'string' ? otherwise : JSON.stringify(otherwise)}\``;
}

it('its faults are what the check says of the example with faults', () => {
  const [faulty = ''] = blocks('yaml faulty');
  const read = readManifest(faulty);
  const said = read.ok
    ? []
    : read.faults.map(({ line, path, problem, hint }) => `line ${line ?? 0}: ${path} ${problem}. ${hint}`);
  expect(blocks('text')[0]?.trimEnd().split('\n')).toEqual(said);
});

it('names every extension', () => {
  for (const { id } of EXTENSIONS) expect(page).toContain(`\`${id}\` (`);
});
