/** Checks whether a manifest written by a model can be saved. Runs before the user is asked and again before saving. */
import type { AgentCard, ManifestFault } from '../../agent/frames/manifest.ts';
import type { AgentState } from '../../agent/store/run-state.ts';
import { listAgentCards } from '../cards.ts';
import type { Extension } from '../extension.ts';
import { checkManifest, type ManifestResult } from '../manifest/check.ts';
import { findNameFaults } from '../manifest/resolve.ts';

export interface CheckContext {
  readonly state: AgentState;
  readonly extensions: readonly Extension[];
}

export function checkSoundness(value: unknown, { state, extensions }: CheckContext): ManifestResult {
  const checked = checkManifest(value);
  if (!checked.ok) return checked;
  const names = extensions.flatMap(({ id, tools }) => [id, ...tools.map(({ definition }) => definition.name)]);
  const faults = findNameFaults(checked.manifest, { names, agents: listAgentCards(state).map(toKnownAgent) });
  return faults.length === 0 ? checked : { ok: false, faults };
}

/** Agents that a run may call are enabled and their dependencies were present. */
const toKnownAgent = ({ id }: AgentCard) => ({ id, enabled: true, depends_on: [] });

/** Returns the fault that the id is in use, or null. */
export function findIdConflict(id: string, state: AgentState): ManifestFault | null {
  const card = listAgentCards(state).find((each) => each.id === id);
  if (!card) return null;
  const problem = `is that of ${card.name}, which is there already`;
  return {
    path: 'id',
    problem,
    hint: 'Choose another id; or, where the person wants that one changed, save it with replace: true.',
  };
}

/** Most faults listed at once. */
const MAX_FAULTS = 12;

/** Renders the faults as a list for the model. */
export function renderFaults(faults: readonly ManifestFault[]): string {
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map(({ path, problem, hint }) => `- ${path || 'The manifest'} ${problem}. ${hint}`);
  const remaining = faults.length - lines.length;
  return [...lines, ...(remaining > 0 ? [`- and ${remaining} more`] : [])].join('\n');
}
