import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyManifest, TOOLS } from '../../../kit/manifests.ts';
import { manifestOf } from '../../../kit/played-agents.ts';
import { findNameFaults, type KnownAgent } from '../../../../src/lib/agents/building/manifest-argument.ts';

const agent = (id: string, depends_on: readonly string[] = [], enabled = true): KnownAgent => ({
  id,
  depends_on,
  enabled,
});
const around = (...agents: readonly KnownAgent[]) => ({ names: TOOLS, agents });

describe('faultsAmong', () => {
  it.each([
    [{ uses: ['page', 'find_in_page', 'poet'] }, [agent('poet')], []],
    [{ uses: ['pages'] }, [], [['agent.uses_tools[0]', 'names pages, which is not there', 'Did you mean page?']]],
    [
      { uses: ['page', 'zzz'] },
      [],
      [['agent.uses_tools[1]', 'names zzz, which is not there', 'Take it out. There are page, ']],
    ],
    [
      { uses: ['poet'] },
      [agent('poet', [], false)],
      [['agent.uses_tools[0]', 'names poet, which is switched off', 'Switch it on']],
    ],
    [
      { uses: ['pot'] },
      [agent('poet')],
      [['agent.uses_tools[0]', 'names pot, which is not there', 'Did you mean poet?']],
    ],
    [{ depends_on: ['page', 'poet'] }, [agent('poet')], []],
    [{ depends_on: ['poet'] }, [], [['depends_on[0]', 'names poet, which is not there', 'Take it out.']]],
    [
      { depends_on: ['poet'] },
      [agent('poet', [], false)],
      [['depends_on[0]', 'names poet, which is switched off', 'Switch it on']],
    ],
    [
      { depends_on: ['poet'] },
      [agent('poet', ['helper'])],
      [['depends_on[0]', 'helper → poet → helper', 'Take it out']],
    ],
    [
      { depends_on: ['page', 'poet'] },
      [agent('poet', ['muse']), agent('muse', ['helper'])],
      [['depends_on[1]', 'helper → poet → muse → helper', 'Take it out']],
    ],
    [{ depends_on: ['poet'] }, [agent('poet', ['muse']), agent('muse', ['poet'])], []],
    [{}, [agent('helper', ['helper'], false)], []],
  ])('says what a manifest names that is not to be had: %j', (changes, agents, faults) => {
    const told = findNameFaults(manifestOf(changes), around(...agents));
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
        const agents = [...new Set(named)]
          .filter((name) => !TOOLS.includes(name) && isThere(name))
          .map((id) => agent(id));
        const missing = named.filter((name) => !TOOLS.includes(name) && !isThere(name));
        expect(findNameFaults(manifest, around(...agents))).toHaveLength(missing.length);
      }),
      { numRuns: 200 },
    );
  });

  it('comes to an end among agents that all need each other', () => {
    const ids = Array.from({ length: 60 }, (_, at) => `agent-${at}`);
    const all = ids.map((id) => agent(id, ids));
    expect(findNameFaults(manifestOf({ id: 'agent-0', depends_on: ids.slice(1, 21) }), around(...all))).toHaveLength(
      20,
    );
  });
});
