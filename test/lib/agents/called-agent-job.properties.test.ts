import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OWN_TAB } from '../../../src/lib/agent/egress/destinations.ts';
import { TAB_USES } from '../../../src/lib/agent/egress/rights.ts';
import type { Tool } from '../../../src/lib/agent/tool-calls/index.ts';
import { createAgentJob } from '../../../src/lib/agents/called-agent-job.ts';
import { toToolName } from '../../../src/lib/jobs/agent-tool-name.ts';
import { EXTENSIONS, findBuiltInTools } from '../../../src/lib/agents/tool-groups.ts';
import { anyId, anyManifest } from '../../kit/agents/manifests.ts';
import { cardOf, manifestOf } from '../../kit/agents/played-agents.ts';

it('an agent has tools that its manifest names, and no others, whatever agents there are [R7.3]', () => {
  const agents = fc.uniqueArray(anyId, { maxLength: 6 });
  fc.assert(
    fc.property(anyManifest, agents, fc.array(anyId, { maxLength: 2 }), (manifest, ids, above) => {
      const uses = manifest.agent.uses_tools;
      // some of the names are agents'
      const cards = [...ids, ...uses.filter((name) => name.includes('-'))].map((id) =>
        cardOf({ manifest: manifestOf({ id }) }),
      );
      const { registry } = createAgentJob(manifest, {
        cards,
        path: [...above, manifest.id],
        isElsewhere: false,
        findTools: findBuiltInTools,
      });
      const allowed = new Set([
        ...uses,
        ...EXTENSIONS.flatMap(({ id, tools }) =>
          uses.includes(id) ? tools.map(({ definition }) => definition.name) : [],
        ),
        ...uses.filter((id) => cards.some((card) => card.id === id)).map(toToolName),
        ...(manifest.agent.integration_mode === 'handoff' ? ['hand_back'] : []),
      ]);
      for (const name of registry.tools.keys()) expect(allowed).toContain(name);
      for (const id of [...above, manifest.id]) expect(registry.tools.has(toToolName(id))).toBe(false);
    }),
    { numRuns: 300 },
  );
});

it('tells nothing of kept agents to a server that nobody named [R11.6]', () => {
  const sources = fc.dictionary(anyId, fc.constantFrom('built-in', 'own'), { maxKeys: 6 });
  fc.assert(
    fc.property(sources, fc.boolean(), (known, isElsewhere) => {
      const ids = Object.keys(known);
      const cards = ids.map((id) => ({ ...cardOf({ manifest: manifestOf({ id }) }), source: known[id] ?? 'own' }));
      const manifest = manifestOf({ id: 'caller-of-all', uses: ids });
      const { registry } = createAgentJob(manifest, { cards, path: [], isElsewhere, findTools: findBuiltInTools });
      for (const id of ids.filter((name) => findBuiltInTools(name) === undefined))
        expect(registry.tools.has(toToolName(id))).toBe(!isElsewhere || known[id] === 'built-in');
    }),
  );
});

it('what reads the tab is named for what it is', () => {
  const readsTab = ({ getDestination }: Tool) => getDestination?.({}) === OWN_TAB;
  const names = EXTENSIONS.flatMap(({ id, tools }) => {
    const reading = tools.filter(readsTab).map(({ definition }) => definition.name);
    return reading.length > 0 ? [id, ...reading] : [];
  });
  expect(new Set(TAB_USES)).toEqual(new Set(names));
});
