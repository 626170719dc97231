/** Whether a manifest that a model wrote can be kept as it is. Pure: it is asked before the person is, and once more before it is kept. */
import type { AgentCard, Fault } from '../../agent/manifest.ts';
import type { AgentState } from '../../agent/state.ts';
import { cardsOf } from '../cards.ts';
import type { Extension } from '../extension.ts';
import { checkManifest, type Checked } from '../manifest/check.ts';
import { faultsAmong } from '../manifest/resolve.ts';

export interface Judging {
  readonly state: AgentState;
  readonly extensions: readonly Extension[];
}

export function soundness(value: unknown, { state, extensions }: Judging): Checked {
  const checked = checkManifest(value);
  if (!checked.ok) return checked;
  const names = extensions.flatMap(({ id, tools }) => [id, ...tools.map(({ definition }) => definition.name)]);
  const faults = faultsAmong(checked.manifest, { names, agents: cardsOf(state).map(standing) });
  return faults.length === 0 ? checked : { ok: false, faults };
}

/** What a run may call is switched on, and what it depends on was there. */
const standing = ({ id }: AgentCard) => ({ id, enabled: true, depends_on: [] });

/** That there is an agent of that id; null where there is none. */
export function takenBy(id: string, state: AgentState): Fault | null {
  const card = cardsOf(state).find((each) => each.id === id);
  if (!card) return null;
  const problem = `is that of ${card.name}, which is there already`;
  return {
    path: 'id',
    problem,
    cure: 'Choose another id; or, where the person wants that one changed, save it with replace: true.',
  };
}

/** So many are told of at once. */
const MOST_TOLD = 12;

/** The faults as a list, for a model. */
export function faultList(faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, MOST_TOLD)
    .map(({ path, problem, cure }) => `- ${path || 'The manifest'} ${problem}. ${cure}`);
  const left = faults.length - lines.length;
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}
