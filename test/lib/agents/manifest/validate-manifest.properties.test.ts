import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillInstructions } from '../../../../src/lib/agents/instructions.ts';
import { FIELD_DOCS } from '../../../../src/lib/agents/manifest/field-docs.ts';
import { checkManifest } from '../../../../src/lib/agents/manifest/validate-manifest.ts';
import { anyManifest, asJson, changed, pathsWrong } from '../../../kit/agents/manifests.ts';

const RUNS = { numRuns: 200 };

/** Values that no field of a manifest takes. */
const never = fc.constantFrom<unknown>(null, { a: 1 }, -1, Number.NaN, '\u0000', [[]], ['A b']);

describe('checkManifest', () => {
  it('takes every manifest as it is, and gives it back whole', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        expect(checkManifest(asJson(manifest))).toEqual({ ok: true, manifest });
      }),
      RUNS,
    );
  });

  it('never throws, whatever JSON it is given, and takes only what it takes again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.object()), (value) => {
        const checked = checkManifest(value);
        if (checked.ok) expect(checkManifest(checked.manifest)).toEqual(checked);
        else for (const { problem, hint } of checked.faults) expect([problem, hint]).not.toContain('');
      }),
      RUNS,
    );
  });

  it('never throws for a manifest with any JSON in any place', () => {
    fc.assert(
      fc.property(anyManifest, fc.constantFrom(...FIELD_DOCS), fc.jsonValue(), (manifest, { path }, value) => {
        const wrong = pathsWrong(changed(manifest, path, value));
        for (const at of wrong)
          expect(at === path || at.startsWith(`${path}[`) || /^(agent\.uses_tools|depends_on)\[/.test(at)).toBe(true);
      }),
      RUNS,
    );
  });

  it('refuses a manifest with one broken field, with exactly the path of that field', () => {
    fc.assert(
      fc.property(anyManifest, fc.constantFrom(...FIELD_DOCS), never, (manifest, { path }, value) => {
        const list = path === 'agent.uses_tools' || path === 'depends_on';
        const wrong = list && Array.isArray(value) ? `${path}[0]` : path;
        expect(pathsWrong(changed(manifest, path, value))).toEqual([wrong]);
      }),
      RUNS,
    );
  });

  it('refuses a manifest that lacks what has to be there, and no other', () => {
    fc.assert(
      fc.property(anyManifest, fc.constantFrom(...FIELD_DOCS), (manifest, { path, required }) => {
        expect(pathsWrong(changed(manifest, path, undefined))).toEqual(required ? [path] : []);
      }),
      RUNS,
    );
  });

  it('refuses a field that it does not know, wherever it stands', () => {
    const groups = fc.constantFrom('', 'agent.', 'agent.parameters.', 'agent.limits.');
    const unknown = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter(
        (name) =>
          !name.includes('.') &&
          !FIELD_DOCS.some(({ path }) => path.split('.').includes(name)) &&
          !['agent', 'parameters', 'limits', '__proto__'].includes(name),
      );
    fc.assert(
      fc.property(anyManifest, groups, unknown, (manifest, group, name) => {
        expect(pathsWrong(changed(manifest, group + name, 1))).toEqual([group + name]);
      }),
      RUNS,
    );
  });
});

describe('instructions', () => {
  it('hold no placeholder that is not filled, once a manifest is taken', () => {
    const braces = fc.array(fc.constantFrom('{', '{{', '}}', '}', ' ', 'name', 'language', 'nme', 'description', 'x'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyManifest, braces, (manifest, pieces) => {
        const template = `You. ${pieces.join('')}`;
        const checked = checkManifest(changed(manifest, 'agent.instructions', template));
        if (!checked.ok) return;
        const plain = { ...checked.manifest, name: 'Name', description: 'Description' };
        expect(fillInstructions(plain, { language: 'en' })).not.toMatch(/\{\{/);
      }),
      { numRuns: 1000 },
    );
  });

  it('take what is put in as it is: no name is a template', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const told = fillInstructions(
          { ...manifest, name: '{{description}}$&', agent: { ...manifest.agent, instructions: '<{{name}}>' } },
          { language: '' },
        );
        expect(told).toBe('<{{description}}$&>');
      }),
      { numRuns: 100 },
    );
  });
});
