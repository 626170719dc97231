import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyManifest, TOOLS } from '../../../kit/agents/manifests.ts';
import { manifestOf } from '../../../kit/agents/played-agents.ts';
import { findNameFaults } from '../../../../src/lib/agents/building/manifest-argument.ts';

describe('findNameFaults', () => {
  it.each([
    [{ uses: ['page', 'find_in_page', 'poet'] }, ['poet'], []],
    [{ uses: ['pages'] }, [], [['agent.uses_tools[0]', 'names pages, which is not there', 'Did you mean page?']]],
    [
      { uses: ['page', 'zzz'] },
      [],
      [['agent.uses_tools[1]', 'names zzz, which is not there', 'Take it out. There are page, ']],
    ],
    [{ uses: ['pot'] }, ['poet'], [['agent.uses_tools[0]', 'names pot, which is not there', 'Did you mean poet?']]],
    [{ depends_on: ['page', 'poet'] }, ['poet'], []],
    [{ depends_on: ['poet'] }, [], [['depends_on[0]', 'names poet, which is not there', 'Take it out.']]],
  ])('says what a manifest names that is not to be had: %j', (changes, agents, faults) => {
    const told = findNameFaults(manifestOf(changes), [...TOOLS, ...agents]);
    expect(told).toHaveLength(faults.length);
    for (const [at, [path = '', problem = '', hint = '']] of faults.entries()) {
      expect(told[at]?.path).toBe(path);
      expect(told[at]?.problem).toContain(problem);
      expect(told[at]?.hint).toContain(hint);
    }
  });

  it('finds no fault where all that is named is there, and one for each name that is not', () => {
    fc.assert(
      fc.property(anyManifest, fc.func(fc.boolean()), (manifest, isThere) => {
        const named = [...manifest.agent.uses_tools, ...manifest.depends_on];
        const agents = named.filter((name) => !TOOLS.includes(name) && isThere(name));
        const missing = named.filter((name) => !TOOLS.includes(name) && !isThere(name));
        expect(findNameFaults(manifest, [...TOOLS, ...agents])).toHaveLength(missing.length);
      }),
      { numRuns: 200 },
    );
  });
});
