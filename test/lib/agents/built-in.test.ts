import { describe, expect, it } from 'vitest';
import { BUILT_IN } from '../../../src/lib/agents/built-in/index.ts';
import { EXTENSIONS } from '../../../src/lib/agents/tool-groups.ts';
import { EXTENSION_IDS, RESERVED_IDS } from '../../../src/lib/agent/frames/reserved-ids.ts';
import { fillInstructions } from '../../../src/lib/agents/instructions.ts';
import { checkManifest, MANIFEST } from '../../../src/lib/agents/manifest/validate-manifest.ts';
import { listFields } from '../../../src/lib/agents/manifest/group.ts';
import { FIELD_DOCS } from '../../../src/lib/agents/manifest/field-docs.ts';
import { readManifest, writeManifest } from '../../../src/lib/agents/manifest/yaml.ts';
import { BUILT_IN_TOOLS } from '../../kit/agents/built-in-tools.ts';
import { asJson, TOOLS } from '../../kit/agents/manifests.ts';
import { findNameFaults } from '../../../src/lib/agents/building/manifest-argument.ts';

const ids = BUILT_IN.map(({ id }) => id);

it('the built-in agents are these, in the order in which they are shown', () => {
  expect(ids).toEqual(['web-researcher', 'long-document-reader', 'visual-reader', 'tutor', 'builder']);
  expect(BUILT_IN.filter(({ agent }) => agent.integration_mode === 'handoff').map(({ id }) => id)).toEqual(['tutor']);
});

describe.each(BUILT_IN.map((manifest) => [manifest.id, manifest] as const))('%s', (_id, manifest) => {
  it('is a manifest like anybody’s: nothing in it is wrong or missing, and it can be written and read', () => {
    expect(checkManifest(asJson(manifest))).toEqual({ ok: true, manifest });
    expect(readManifest(writeManifest(manifest))).toEqual({ ok: true, manifest });
    expect(findNameFaults(manifest, [...TOOLS, ...ids])).toEqual([]);
  });

  it('is told what it is in the person’s language, and says in words that the others understand when to call it', () => {
    const told = fillInstructions(manifest, { language: 'de-DE' });
    expect(told).not.toContain('{{');
    expect(told.includes('de-DE')).toBe(manifest.id !== 'builder');
    expect(manifest.natural_language_description).toMatch(/Do not use it /);
  });
});

it('only the builder can make agents, and no built-in agent can open tabs', () => {
  const users = (name: string) => BUILT_IN.filter(({ agent }) => agent.uses_tools.includes(name)).map(({ id }) => id);
  expect(users('agents')).toEqual(['builder']);
  expect(users('tabs')).toEqual([]);
});

it('the ids of extensions are those of the catalogue, and every tool in it is one whose name is nobody’s id', () => {
  expect(EXTENSIONS.map(({ id }) => id)).toEqual(EXTENSION_IDS);
  for (const name of BUILT_IN_TOOLS.keys()) expect(name.includes('_') || RESERVED_IDS.has(name)).toBe(true);
});

it('says of every field of a manifest what it is for', () => {
  expect(FIELD_DOCS.filter(({ means }) => means === '')).toEqual([]);
  const groups = ['agent', 'agent.parameters', 'agent.limits'];
  const paths = listFields(MANIFEST).map(({ path }) => path);
  expect(FIELD_DOCS.map(({ path }) => path)).toEqual(paths.filter((path) => !groups.includes(path)));
});
