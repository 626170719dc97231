/** A manifest as a tool's argument; validated before the user is asked and again before saving. */
import type { ManifestFault, AgentManifest } from '../../agent/frames/manifest.ts';
import type { Args } from '../../agent/ports.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { listAgentCards } from '../cards.ts';
import type { Extension } from '../manifest/extension-tools.ts';
import { checkManifest, MANIFEST, type ManifestResult } from '../manifest/validate-manifest.ts';
import { findSimilarName } from '../../base/similar-name.ts';

/** For the model only: `checkManifest` validates it. */
export const MANIFEST_SCHEMA = {
  type: 'object',
  description: 'The whole manifest; list_capabilities says what its fields hold.',
  ...MANIFEST.schema,
};

/** Checks the argument `manifest`; its id may be another agent's only if `replace` is true. */
export function checkArguments(args: Args, state: AgentState, extensions: readonly Extension[]): ManifestResult {
  const checked = checkManifest(args['manifest']);
  if (!checked.ok) return checked;
  const names = extensions.flatMap(({ id, tools }) => [id, ...tools.map(({ definition }) => definition.name)]);
  const faults = findNameFaults(checked.manifest, [...names, ...listAgentCards(state).map(({ id }) => id)]);
  if (faults.length > 0) return { ok: false, faults };
  const conflict = args['replace'] === true ? null : findIdConflict(checked.manifest.id, state);
  return conflict ? { ok: false, faults: [conflict] } : checked;
}

function findIdConflict(id: string, state: AgentState): ManifestFault | null {
  const card = listAgentCards(state).find((each) => each.id === id);
  if (!card) return null;
  const problem = `is that of ${card.name}, which is there already`;
  return {
    path: 'id',
    problem,
    hint: 'Choose another id; or, where the person wants that one changed, save it with replace: true.',
  };
}

const MAX_FAULTS = 12;

export function renderFaults(faults: readonly ManifestFault[]): string {
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map(({ path, problem, hint }) => `- ${path || 'The manifest'} ${problem}. ${hint}`);
  const remaining = faults.length - lines.length;
  return [...lines, ...(remaining > 0 ? [`- and ${remaining} more`] : [])].join('\n');
}

/** `others`: what can be named, besides the agent itself. */
export function findNameFaults(
  { id, agent, depends_on }: AgentManifest,
  others: readonly string[],
): readonly ManifestFault[] {
  const known = [...new Set([...others, id])];
  const checkNames = (path: string, names: readonly string[]): readonly ManifestFault[] =>
    names.flatMap((name, at) => {
      if (known.includes(name)) return [];
      const suggestion = findSimilarName(name, known);
      const hint =
        suggestion === null
          ? `Take it out. There are ${known.slice(0, 40).join(', ')}.`
          : `Did you mean ${suggestion}?`;
      return [{ path: `${path}[${at}]`, problem: `names ${name}, which is not there`, hint }];
    });
  return [...checkNames('agent.uses_tools', agent.uses_tools), ...checkNames('depends_on', depends_on)];
}
