import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAgentId } from '../../../../src/lib/agents/manifest/agent-id.ts';
import { EXTENSION_TOOLS } from '../../../../src/lib/agents/manifest/extension-tools.ts';
import { checkManifest } from '../../../../src/lib/agents/manifest/validate-manifest.ts';
import { EXTENSIONS } from '../../../../src/lib/agents/tool-groups.ts';
import { manifestOf } from '../../../kit/agents/played-agents.ts';

it.each([
  ['Date finder', [], 'date-finder'],
  ['Über-Prüfer 2', [], 'uber-prufer-2'],
  ['Date finder', ['date-finder', 'date-finder-2'], 'date-finder-3'],
  ['The page', ['the-page'], 'the-page-2'],
  ['Page', [], 'page-2'],
  ['日本語', [], 'agent'],
  ['42', [], 'agent'],
])('the id of %j beside %j is %s', (name, taken, id) => {
  expect(createAgentId(name, taken)).toBe(id);
});

it('is always an id that the validator takes and nobody has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(12), (name, many) => {
      const taken: string[] = [];
      for (let n = 0; n <= many; n += 1) taken.push(createAgentId(name, taken));
      expect(new Set(taken).size).toBe(many + 1);
      for (const id of taken) expect(checkManifest(manifestOf({ id }))).toMatchObject({ ok: true });
    }),
  );
});

it('the tools that the form names are those of the extensions', () => {
  const names = EXTENSIONS.map(({ id, tools }) => [id, tools.map(({ definition }) => definition.name)]);
  expect(Object.entries(EXTENSION_TOOLS)).toEqual(names);
});
