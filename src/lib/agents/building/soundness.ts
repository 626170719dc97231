/** Validates a model's manifest before the user is asked and again before saving. */
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

const toKnownAgent = ({ id }: AgentCard) => ({ id, enabled: true, depends_on: [] });

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

const MAX_FAULTS = 12;

export function renderFaults(faults: readonly ManifestFault[]): string {
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map(({ path, problem, hint }) => `- ${path || 'The manifest'} ${problem}. ${hint}`);
  const remaining = faults.length - lines.length;
  return [...lines, ...(remaining > 0 ? [`- and ${remaining} more`] : [])].join('\n');
}
